import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findBun } from '../../../scripts/lib/bun.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { endpointFor } from '../../cli/src/bridge/endpoint.js';
import { timed } from './client.js';
import { command } from './frame/command.js';
import { whole } from './frame/options.js';
import { median } from './stats.js';

const WARM_UP = 5;

const launcher = join(root, 'packages/cli/bin/llxprt-lsp-hook');

/**
 * The bridge is one that answers at once, so that what a check takes is not in it. Kinds are run in
 * turns; what is printed are medians of differences within a turn.
 */
export const hook = command({
  name: 'bench:hook',
  says: `Measures what a hook adds to a tool call of a host: the time from starting its process to its
    end, against one that does nothing, by the same shell and runtime.`,
  options: { rounds: whole('so many rounds', 30) },
  async run({ rounds }, { scratch }) {
    mkdirSync(join(scratch, 'run'), { mode: 0o700 });
    process.env['XDG_RUNTIME_DIR'] = join(scratch, 'run');
    writeFileSync(join(scratch, 'empty.mjs'), '');
    const answer = `{"withinMs":1000}\n${JSON.stringify({ text: '<diagnostics/>' })}\n`;
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(endpointFor(process.pid, scratch), resolve));
    const bun = findBun();
    if ('path' in bun) console.log(await lineFor('Bun', bun.path, bun.path, scratch, rounds));
    console.log(await lineFor('Node', process.execPath, '/nowhere', scratch, rounds));
    server.close();
    return 0;
  },
});

async function lineFor(
  runtime: string,
  program: string,
  bun: string,
  home: string,
  rounds: number,
): Promise<string> {
  const env = { ...process.env, LLXPRT_BUN: bun };
  const took = async (command: string): Promise<number> =>
    (await timed(() => runHook(command, home, env))).ms;
  const all: { readonly none: number; readonly hook: number; readonly behind: number }[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++)
    all.push({
      none: await took(`exec "${program}" "${join(home, 'empty.mjs')}"`),
      hook: await took(`exec "${launcher}" gemini`),
      behind: await took(`exec "${launcher}" gemini --background`),
    });
  const of = (value: (times: (typeof all)[number]) => number): string =>
    `${median(all.slice(WARM_UP).map(value)).toFixed(1)} ms`.padStart(9);
  return (
    `${runtime.padEnd(5)} no-op ${of(({ none }) => none)}   hook ${of((times) => times.hook)}   ` +
    `added ${of((times) => times.hook - times.none)}   in the background ${of(({ behind }) => behind)}`
  );
}

function runHook(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const event = {
    hook_event_name: 'AfterTool',
    cwd,
    tool_name: 'write_file',
    tool_input: { file_path: join(cwd, 'a.ts') },
    tool_response: {},
  };
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { env, stdio: 'pipe' });
    child.stdin.on('error', () => undefined).end(JSON.stringify(event));
    child.stdout.resume();
    child.stderr.resume();
    child.on('close', () => resolve());
  });
}
