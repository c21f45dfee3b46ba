import type { Length, SubjectResult, Warm } from './measure.js';

/** What the median call may cost beyond the request itself, ms. */
const LIMIT_MS = 3;

/** Finding nothing takes no time, so calls that found nothing do not count. */
export function isWithin({ warm, cold }: SubjectResult): boolean {
  return isWhole(cold) && warm.every(isCheap);
}

function isCheap({ found, comparison: { ours, floor } }: Warm): boolean {
  return found.ours !== 0 && ours - floor <= LIMIT_MS;
}

function isWhole({ found, foundWarm }: SubjectResult['cold']): boolean {
  return found > 0 && found === foundWarm;
}

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** For a terminal: a line for each tool. */
export function lines({ title, warm, cold }: SubjectResult): string {
  const rows = warm.map((row) => {
    const {
      tool,
      channel,
      comparison: { ours, floor },
    } = row;
    return `  ${isCheap(row) ? 'PASS' : 'FAIL'}  ${tool.padEnd(24)} ${ms(ours)} ms, request alone ${ms(floor)} ms, channel ${ms(channel)} ms`;
  });
  const first = `  ${isWhole(cold) ? 'PASS' : 'FAIL'}  first references call      ${cold.found} of ${cold.foundWarm} after ${ms(cold.ms)} ms`;
  return [title, ...rows, first].join('\n');
}

function cells({ tool, found, channel, comparison: { ours, floor, oursP95, floorP95 } }: Warm): string[] {
  return [
    tool,
    ms(ours),
    ms(floor),
    `**${ms(ours - floor)}**`,
    ms(channel),
    ms(oursP95),
    ms(floorP95),
    String(found.ours ?? ''),
    String(found.floor ?? ''),
  ];
}

/** docs/navigation.md. */
export function page(results: readonly SubjectResult[]): string {
  const warm = results.flatMap(({ title, warm: tools }) =>
    tools.map((row) => `| ${[title, ...cells(row)].join(' | ')} |`),
  );
  const cold = results.map(
    ({ title, size, cold: { found, foundWarm, ms: took } }) =>
      `| ${[title, size.files, size.lines, found, foundWarm, ms(took)].join(' | ')} |`,
  );
  const most = results.reduce<readonly Length[]>(
    (longest, { lengths }) => (lengths.length > longest.length ? lengths : longest),
    [],
  );
  const subject = results.find(({ lengths }) => lengths === most)?.title ?? '';
  const lengths = most.map(
    ({ tool, text, json }) => `| ${[tool, text, json, text + json, (json / text).toFixed(1)].join(' | ')} |`,
  );
  return `# Navigation

Written by \`npm run bench:navigation\`; every figure is from one run of it.

## What a call costs

A call of a host's tool, from \`execute\` to its checked answer, beside the bare LSP request to a server of its own over the same sources, by a client with
the same capabilities: medians of 90 pairs, in turn, after a warm-up, ms. They are from three sessions with servers of their own, 30 from each: two processes of one server, asked
the same, differ by up to a tenth for as long as they live. A call may cost ${LIMIT_MS} ms more than the request; in it are two processes, the disk
looked at (a few microseconds a file), paths admitted, the source lines. What TypeScript's servers do not look into unless it is open, as no project holds it, the bare
client has opened before it is asked: for uses the files that say the name, for symbols all of them. Both sides' results are counted: a server lists what a file
imports as its symbols, and dependencies as those of a workspace; calls do not. _The channel's_ is what the same answer takes, at the median of 30 calls, from a tool that has nothing to find
out, over the same pipes, MCP SDK and checks of answers: no call can cost less than that beyond the request.

| sources, server | tool | call | request | more | of it the channel's | call, p95 | request, p95 | results | of the request |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
${warm.join('\n')}

## The first call

\`lsp_find_references\` with nothing started: how many it finds, and how many the same call finds when everything has long been loaded.

| sources, server | files | lines | first call | later | ms |
|---|--:|--:|--:|--:|--:|
${cold.join('\n')}

## What an answer costs

An answer has two forms, a text and JSON that says the same (\`structuredContent\`); how many characters each has, in ${subject}. Hosts hand models
both, or the longer one alone, so \`llxprt-lsp mcp\` gives the text only, unless the setting \`toolResults\` says otherwise. \`llxprt-lsp serve\` gives both: its clients are programs.

| tool | text | JSON | both | JSON to text |
|---|--:|--:|--:|--:|
${lengths.join('\n')}
`;
}
