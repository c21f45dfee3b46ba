import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** When the process has ended, and whoever else had its pipes: what hosts wait for. */
  readonly ended: Promise<Ended>;
}

/** Starts a hook as hosts do: by a shell, with the event on stdin. */
export function startHook(
  command: string,
  event: string,
  env: NodeJS.ProcessEnv,
  stdin: 'ends' | 'stays open' = 'ends',
  cwd = process.cwd(),
): Running {
  const child = spawn('/bin/sh', ['-c', command], { env, cwd, stdio: 'pipe' });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  child.stdin.on('error', () => undefined);
  if (stdin === 'ends') child.stdin.end(event);
  else child.stdin.write(event);
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...texts }));
  return { child, ended };
}
