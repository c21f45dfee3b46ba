import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export type FloorProcess = ChildProcessByStdio<Writable, Readable, Readable> & { readonly pid: number };

export interface ProcessOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
}

const running = new Set<number>();

/** Starts a program at the head of a process group. Throws if it cannot be started. */
export async function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env }: ProcessOptions,
): Promise<FloorProcess> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined)
    throw new Error(`cannot start ${command}: ${String((await once(child, 'error'))[0])}`);
  running.add(pid);
  child.once('exit', () => running.delete(pid));
  return Object.assign(child, { pid });
}

/** Ends a process and all that it has started, now. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it is gone already.
  }
}

/** The same, for everything that {@link startProcess} has started and that still runs. */
export function killAllFloors(): void {
  for (const pid of running) killGroup(pid);
}
