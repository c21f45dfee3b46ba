import { basename } from 'node:path';
import { endInput } from './end-input.ts';
import { OutputTail } from './output-tail.ts';
import { killGroup, killTree } from './process-tree.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { ServerLaunch } from './launch.ts';
import { runtimes } from './runtimes.ts';
import { recordChild } from '../../trace/recorder.ts';
import { eachLine } from './lines.ts';

/** One compiler process, from spawn to exit. */
export interface Run {
  readonly pid: number;
  readonly stderr: OutputTail;
  /**
   * Resolves once the process has ended and all of its output was read, if the output ends. Never
   * rejects.
   */
  readonly ended: Promise<RunEnd>;
  /** SIGKILL for the process and everything that it has started. */
  kill(): void;
}

/** The command to run, and its folder. */
export type RunLaunch = Pick<ServerLaunch, 'command' | 'args' | 'root'> & {
  readonly env?: Readonly<Record<string, string>>;
};

type RunEnd =
  | { readonly kind: 'exited'; readonly code: number }
  /** By us or by another program: `killed by SIGKILL`. The output may be incomplete. */
  | { readonly kind: 'killed'; readonly how: string };

export type Started =
  { readonly kind: 'started'; readonly run: Run } | { readonly kind: 'failed'; readonly reason: string };

/**
 * A compiler does not watch stdin, so a shell does. The shell becomes the compiler and leaves
 * behind a child that kills the whole group when the sidecar dies.
 * The shell also enters the folder. A missing folder is then a failed run and not a missing
 * program: it may come back, with another branch for example.
 */
const WATCHED =
  'cd "$1" || exit 1; shift; exec 3<&0 </dev/null; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & ' +
  'exec "$@" 3<&-';

/**
 * How much of stderr is kept, UTF-16 code units: a build script's output follows the line that
 * reports its failure.
 */
const STDERR = 256 * 1024;

/**
 * How long the output may stay open after the exit, ms: a daemon that has left the group holds the
 * pipes for as long as it lives.
 */
const OPEN_AFTER_END = 3000;

/**
 * Starts a process group, so that one kill ends everything that the compiler starts (rustc, build
 * scripts). When the compiler exits, the rest of the group is killed. When the sidecar dies, by
 * whichever signal, its end of the pipe closes and the whole group is killed.
 *
 * @param line receives the lines of stdout in order
 */
export function startRun({ command, args, root, env }: RunLaunch, line: (text: string) => void): Started {
  const grouped = process.platform !== 'win32';
  const words = [runtimes.runnable(command), ...args];
  try {
    const child = Bun.spawn(grouped ? ['/bin/sh', '-c', WATCHED, 'sh', root, ...words] : words, {
      ...(!grouped && { cwd: root }),
      env: { ...process.env, ...temporaryFolder(), ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: grouped,
    });
    recordChild('checker', basename(command), child);
    const stderr = new OutputTail(STDERR);
    const read = Promise.all([eachLine(child.stdout, line), stderr.drain(child.stderr)]);
    const ended = child.exited.then(async (code): Promise<RunEnd> => {
      endInput(child.stdin);
      const isRead = await Promise.race([read.then(() => true), Bun.sleep(OPEN_AFTER_END).then(() => false)]);
      if (!isRead) return { kind: 'killed', how: 'it left something behind that keeps its output open' };
      return child.signalCode === null
        ? { kind: 'exited', code }
        : { kind: 'killed', how: `killed by ${child.signalCode}` };
    });
    const kill = (): void => {
      // After the exit, the pid may belong to another process.
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (grouped) killGroup(child.pid);
      else killTree(child.pid);
    };
    return { kind: 'started', run: { pid: child.pid, stderr, ended, kill } };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
