import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { findBun, LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { launch } from '../../../core/src/lsp/launch.js';
import { ProcessTable } from '../memory.js';
import type { StartupResult } from '../results.js';
import { compare, type Pair } from '../stats.js';
import { SIDECAR } from '../places.js';
import { timed } from '../client.js';
import { pair, repeat, settle, type Rounds } from './stage.js';

interface Started {
  readonly pid: number;
  /** A first request and its answer, where there are any. */
  ask(): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * From spawn to `lsp/ready` and to a first answer, and the resident size then: the sidecar beside a
 * script that does nothing else.
 */
export async function measureStartup(
  workspace: string,
  bun: string,
  rounds: Rounds,
): Promise<Omit<StartupResult, 'id'>> {
  const start = { ours: () => startSidecar(workspace), floor: () => startBare(bun) };
  const answer: Pair[] = [];
  const resident: Pair[] = [];
  const ready = await repeat(rounds, async (round) => {
    const answered = { ours: 0, floor: 0 };
    const bytes = { ours: 0, floor: 0 };
    const ms = await pair(round, async (name) => {
      await settle();
      const started = await timed(start[name]);
      const asked = await timed(() => started.value.ask());
      answered[name] = started.ms + asked.ms;
      await settle();
      bytes[name] = ProcessTable.now().residentOf(started.value.pid);
      await started.value.end();
      return started.ms;
    });
    answer.push(answered);
    resident.push(bytes);
    return ms;
  });
  return { kind: 'startup', ready: compare(ready), answer: compare(answer), resident: compare(resident) };
}

/** The Bun that the service client finds, for the script beside it. */
export function locateBun(workspaceRoot: string): string {
  const bun = findBun({ packageDir: SIDECAR, workspaceRoot, env: process.env });
  if (bun.kind === 'missing') throw new Error(bun.reason);
  return bun.path;
}

async function startSidecar(workspaceRoot: string): Promise<Started> {
  const { firstTouchTimeout } = LSP_DEFAULTS;
  const logger = { debug: () => undefined };
  const result = await launch({
    workspaceRoot,
    config: LSP_DEFAULTS,
    readyTimeout: firstTouchTimeout,
    logger,
  });
  if (result.kind === 'failed') throw new Error(result.reason);
  const { sidecar } = result;
  return {
    pid: sidecar.pid,
    ask: () => sidecar.call('lsp/getDiagnosticEpoch', {}, { limitMs: firstTouchTimeout }),
    end: () => sidecar.shutdown(firstTouchTimeout),
  };
}

/** With the same flags and pipes as the sidecar has. */
async function startBare(bun: string): Promise<Started> {
  const script = fileURLToPath(new URL('../bare.mjs', import.meta.url));
  const child = spawn(bun, ['--no-env-file', '--no-install', script], {
    cwd: SIDECAR,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stderr.resume();
  const { stdin, stdout, pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${bun}`);
  const exited = once(child, 'exit');
  const connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
  await new Promise<void>((resolve) => {
    connection.onNotification('lsp/ready', () => resolve());
    connection.listen();
  });
  return {
    pid,
    ask: () => Promise.resolve(),
    end: () => {
      stdin.end();
      return exited;
    },
  };
}
