// `npm run bench:sharing`: what it costs to share a service. Writes a part of docs/sharing.md.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LSP_DEFAULTS, LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { scratchFolder } from '../cleanup.js';
import { REPOSITORY, SIDECAR } from '../places.js';
import { writeSection } from '../section.js';
import { median } from '../stats.js';

const PATIENT = 120_000;
const REQUESTS = 50;
const CHECKS = 10;

/** ms each. */
interface Times {
  readonly start: number[];
  readonly request: number[];
  readonly check: number[];
  /** The first check of a session whose server runs. */
  readonly first: number[];
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help)
  console.log(
    'Usage: npm run bench:sharing -- [--rounds N]\n\nMeasures a session of its own, the first of a service and a further one, in turn. Writes a part of docs/sharing.md.',
  );
else await main(Number(values.rounds));

async function main(rounds: number): Promise<void> {
  const scratch = scratchFolder();
  // Sockets of other sessions of this user are none of ours.
  process.env['XDG_RUNTIME_DIR'] = scratch;
  const none = (): Times => ({ start: [], request: [], check: [], first: [] });
  const [own, starter, further] = [none(), none(), none()];
  for (let round = 0; round < rounds; round += 1) {
    // A service of its own for each round.
    const folder = projectIn(join(scratch, String(round)));
    const alone = await opened(folder, false, own);
    const first = await opened(folder, true, starter);
    await warmed(alone);
    await warmed(first);
    const second = await opened(folder, true, further);
    further.first.push(await timed(() => checked(second, -1)));
    for (let index = 0; index < Math.max(REQUESTS, CHECKS); index += 1) {
      for (const [client, times] of [
        [alone, own],
        [first, starter],
        [second, further],
      ] as const) {
        if (index < REQUESTS) times.request.push(await timed(() => client.getDiagnosticEpoch()));
        if (index < CHECKS) times.check.push(await timed(() => checked(client, index)));
      }
    }
    await Promise.all([alone, first, second].map((client) => client.shutdown()));
    console.error(
      `round ${round + 1} of ${rounds}: start ${[own, starter, further].map(({ start }) => `${(start.at(-1) ?? 0).toFixed(0)} ms`).join(', ')}`,
    );
  }
  const text = section(rounds, own, starter, further);
  console.log(text);
  writeSection(join(REPOSITORY, 'docs/sharing.md'), 'cost', text);
}

function section(rounds: number, own: Times, starter: Times, further: Times): string {
  const row = (title: string, ...columns: (readonly number[])[]): string => {
    const [base = 0, ...others] = columns.map(median);
    return `| ${title} | ${base.toFixed(2)} | ${others.map((value) => `${value.toFixed(2)} (${value >= base ? '+' : ''}${(value - base).toFixed(2)}; ${(value / base).toFixed(2)} times)`).join(' | ')} |`;
  };
  return `## What it costs

Written by \`npm run bench:sharing\`: medians of ${rounds} rounds, ms, each of all three in turn, in one
TypeScript project. Only differences and ratios of one run say something.

| | a sidecar of its own | first session of a service | a further session |
|---|--:|--:|--:|
${row('start', own.start, starter.start, further.start)}
${row('bare request', own.request, starter.request, further.request)}
${row('check of an edit', own.check, starter.check, further.check)}

The first check of a further session takes ${median(further.first).toFixed(1)} ms, ${(median(further.first) / median(further.check)).toFixed(2)} times that of a later one.`;
}

function projectIn(folder: string): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(SIDECAR, 'node_modules/typescript'), join(folder, 'node_modules/typescript'), 'junction');
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {"strict": true}}');
  writeFileSync(join(folder, 'a.ts'), textOf(0));
  return folder;
}

async function opened(workspaceRoot: string, share: boolean, times: Times): Promise<LspServiceClient> {
  const log: string[] = [];
  const config = { ...LSP_DEFAULTS, share, firstTouchTimeout: PATIENT, diagnosticTimeout: PATIENT };
  const client = new LspServiceClient({ workspaceRoot, config, logger: { debug: (line) => log.push(line) } });
  times.start.push(await timed(() => client.start()));
  const alone = log.find((line) => line.includes('not shared'));
  if (!client.isAlive() || alone !== undefined) throw new Error(alone ?? client.getUnavailableReason());
  return client;
}

async function warmed(client: LspServiceClient): Promise<void> {
  for (const index of [1, 2, 3]) await checked(client, index);
}

/** One error, whatever else. */
async function checked(client: LspServiceClient, index: number): Promise<void> {
  const { files, servers } = await client.check({ files: [{ filePath: 'a.ts', text: textOf(index) }] });
  const failed = servers.find(({ outcome }) => outcome !== 'complete');
  if (failed !== undefined || files['a.ts']?.length !== 1) throw new Error(JSON.stringify(failed ?? files));
}

function textOf(index: number): string {
  return `export const a: string = ${index};\n`;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
