/**
 * What a hook adds to a tool call of a host: the time from starting its process to its end, against one that does nothing, by the same shell and runtime.
 *
 * The bridge is one that answers at once, so that what a check takes is not in it. Kinds are run in turns; what is printed are medians of differences within a turn.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findBun } from '../../../scripts/lib/bun.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { endpointFor } from '../../cli/src/bridge/endpoint.js';

const ROUNDS = 30;
const WARM_UP = 5;

const home = mkdtempSync(join(realpathSync(tmpdir()), 'llxprt-bench-'));
const launcher = join(root, 'packages/cli/bin/llxprt-lsp-hook');
const empty = join(home, 'empty.mjs');
const found = findBun();
const bun = 'path' in found ? found.path : undefined;

process.exitCode = await main();

async function main(): Promise<number> {
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  process.env['XDG_RUNTIME_DIR'] = join(home, 'run');
  writeFileSync(empty, '');
  const address = endpointFor(process.pid, home);
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => socket.end(`{"withinMs":1000}\n${JSON.stringify({ text: '<diagnostics/>' })}\n`));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  for (const [runtime, program, named] of [
    ['Bun', bun, bun],
    ['Node', process.execPath, '/nowhere'],
  ] as const) {
    if (program !== undefined && named !== undefined)
      await compare(runtime, program, { ...process.env, LLXPRT_BUN: named });
  }
  server.close();
  rmSync(home, { recursive: true });
  return 0;
}

async function compare(runtime: string, program: string, env: NodeJS.ProcessEnv): Promise<void> {
  const kinds = {
    'no-op': `exec "${program}" "${empty}"`,
    'a hook': `exec "${launcher}" gemini`,
    'in the background': `exec "${launcher}" gemini --background`,
  };
  const rounds: Record<keyof typeof kinds, number>[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const times = {
      'no-op': await time(kinds['no-op'], env),
      'a hook': await time(kinds['a hook'], env),
      'in the background': await time(kinds['in the background'], env),
    };
    if (round >= 0) rounds.push(times);
  }
  const of = (value: (times: (typeof rounds)[number]) => number): string =>
    `${median(rounds.map(value)).toFixed(1)} ms`.padStart(9);
  console.log(
    `${runtime.padEnd(5)} no-op ${of((times) => times['no-op'])}   hook ${of((times) => times['a hook'])}   added ${of((times) => times['a hook'] - times['no-op'])}   in the background ${of((times) => times['in the background'])}`,
  );
}

function time(command: string, env: NodeJS.ProcessEnv): Promise<number> {
  const event = {
    hook_event_name: 'AfterTool',
    cwd: home,
    tool_name: 'write_file',
    tool_input: { file_path: join(home, 'a.ts') },
    tool_response: {},
  };
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { env, stdio: 'pipe' });
    child.stdin.on('error', () => undefined).end(JSON.stringify(event));
    child.stdout.resume();
    child.stderr.resume();
    child.on('close', () => resolve(performance.now() - started));
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
