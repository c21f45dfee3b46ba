import type { SubjectResult } from './measure.js';

/** What the median call may cost beyond the request itself, ms. */
export const LIMIT_MS = 3;

export function isWithin({ warm, cold }: SubjectResult): boolean {
  return cold.found === cold.foundWarm && warm.every(({ comparison: { ours, floor } }) => ours - floor <= LIMIT_MS);
}

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** For a terminal: a line for each tool. */
export function lines({ title, warm, cold }: SubjectResult): string {
  const rows = warm.map(({ tool, comparison: { ours, floor } }) => `  ${ours - floor <= LIMIT_MS ? 'PASS' : 'FAIL'}  ${tool.padEnd(24)} ${ms(ours)} ms, request alone ${ms(floor)} ms`);
  const first = `  ${cold.found === cold.foundWarm ? 'PASS' : 'FAIL'}  first references call      ${cold.found} of ${cold.foundWarm} after ${ms(cold.ms)} ms`;
  return [title, ...rows, first].join('\n');
}

/** docs/navigation.md. */
export function page(results: readonly SubjectResult[]): string {
  const warm = results.flatMap(({ title, warm: tools }) =>
    tools.map(({ tool, comparison: { ours, floor, oursP95, floorP95 } }) => `| ${[title, tool, ms(ours), ms(floor), `**${ms(ours - floor)}**`, ms(oursP95), ms(floorP95)].join(' | ')} |`),
  );
  const cold = results.map(({ title, size, cold: { found, foundWarm, ms: took } }) => `| ${[title, size.files, size.lines, found, foundWarm, ms(took)].join(' | ')} |`);
  return `# Navigation

Written by \`npm run bench:navigation\`; every figure is from one run of it.

## What a call costs

A tool call through MCP, from a host's client to its checked answer, beside the bare LSP request to a server of its own over the same sources: medians of
up to 40 pairs after a warm-up, ms. A call may cost ${LIMIT_MS} ms more than the request; in it are two processes, the disk looked at (a few microseconds a file), paths
admitted, the source lines. The bare request is not always the same question: it hears of one project, and TypeScript 7 lists 256 symbols and no more; a call
asks every project that may hold an answer, and does not take a part for the whole.

| sources, server | tool | call | request | more | call, p95 | request, p95 |
|---|---|--:|--:|--:|--:|--:|
${warm.join('\n')}

## The first call

\`lsp_find_references\` with nothing started: how many it finds, and how many the same call finds when everything has long been loaded.

| sources, server | files | lines | first call | later | ms |
|---|--:|--:|--:|--:|--:|
${cold.join('\n')}
`;
}
