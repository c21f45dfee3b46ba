import { processStat } from '@vybestack/llxprt-lsp-core';
import { findEndpoints, listEndpoints } from './endpoint.js';

/** Hosts start hooks by shells and wrappers; no host is further up than this. */
const MAX_DEPTH = 32;

/**
 * The addresses of the bridges that may answer this hook, best first.
 *
 * @param parent the process that has started the hook
 */
export async function endpointsFor(parent: number, cwd: string): Promise<string[]> {
  return findEndpoints(await ancestors(parent), cwd);
}

/**
 * A process and its ancestors, nearest first. If the process itself is a host, the list may end
 * there.
 */
export async function ancestors(pid: number): Promise<number[]> {
  return lineage(
    pid,
    process.platform === 'linux'
      ? (each) => processStat(each)?.parent
      : isHost(pid)
        ? () => undefined
        : await parentsByPs(),
  );
}

function isHost(pid: number): boolean {
  const known = listEndpoints();
  return known.length === 0 || known.some(({ hostPid }) => hostPid === pid);
}

/** A process and its ancestors, nearest first. */
function lineage(pid: number, parentOf: (pid: number) => number | undefined): number[] {
  const pids: number[] = [];
  for (
    let next: number | undefined = pid;
    next !== undefined && next > 1 && pids.length < MAX_DEPTH;
    next = parentOf(next)
  )
    pids.push(next);
  return pids;
}

/**
 * Takes some 10 ms, so it runs only where the process that has started the hook is no host itself.
 */
async function parentsByPs(): Promise<(pid: number) => number | undefined> {
  if (process.platform === 'win32') return () => undefined;
  try {
    const { execFileSync } = await import('node:child_process');
    const table = execFileSync('/bin/ps', ['-axo', 'pid=,ppid='], {
      encoding: 'latin1',
      timeout: 500,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const parents = new Map(
      table
        .split('\n')
        .map((row) => row.trim().split(/\s+/).map(Number))
        .map(([pid = 0, parent = 0]) => [pid, parent]),
    );
    return (pid) => parents.get(pid);
  } catch {
    return () => undefined;
  }
}
