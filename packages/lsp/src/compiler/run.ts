import { basename } from 'node:path';
import { OutputTail } from '../client/output-tail.ts';
import { killTree } from '../client/process-tree.ts';
import { temporaryFolder } from '../client/temporary-folder.ts';
import type { Launch } from '../registry/definition.ts';
import { recordChild } from '../trace/recorder.ts';
import { eachLine } from './lines.ts';

/** One compiler at work, from spawn to exit. */
export interface Run {
  readonly pid: number;
  readonly stderr: OutputTail;
  /** Resolves once it has ended and all that it printed was read, if that has an end. Never rejects. */
  readonly ended: Promise<RunEnd>;
  /** SIGKILL, for it and everything that it has started. */
  kill(): void;
}

/** What is run, and where. */
export type RunLaunch = Pick<Launch, 'command' | 'args' | 'root'> & { readonly env?: Readonly<Record<string, string>> };

export type RunEnd =
  | { readonly kind: 'exited'; readonly code: number }
  /** By us or by somebody else: `killed by SIGKILL`. What it said may be a part. */
  | { readonly kind: 'killed'; readonly how: string };

export type Started = { readonly kind: 'started'; readonly run: Run } | { readonly kind: 'failed'; readonly reason: string };

/**
 * A compiler does not watch stdin, so a shell does: it becomes the compiler, and leaves behind a child that ends the whole group with us.
 * It also goes to the folder, since one that is gone is a failed run, as it may come back (another branch, say), and no missing program.
 */
const WATCHED = 'cd "$1" || exit 1; shift; exec 3<&0 </dev/null; { read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec "$@" 3<&-';

/** How much of its stderr is kept, UTF-16 code units: what a build script printed stands behind the line that says that it failed. */
const STDERR = 256 * 1024;

/** How long its output may stay open when it has ended, ms: a daemon that has left the group holds the pipes for as long as it lives. */
const OPEN_AFTER_END = 3000;

/**
 * In a process group of its own, so that what it starts (rustc, build scripts) is ended with it at one stroke. Whatever is left of the group
 * when the compiler exits is ended too, and all of it when the sidecar dies, by whichever signal: its end of the pipe closes then.
 *
 * @param line of stdout, called in order
 */
export function startRun({ command, args, root, env }: RunLaunch, line: (text: string) => void): Started {
  const grouped = process.platform !== 'win32';
  const words = [command, ...args];
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
      return child.signalCode === null ? { kind: 'exited', code } : { kind: 'killed', how: `killed by ${child.signalCode}` };
    });
    const kill = (): void => {
      // Afterwards its pid may be somebody else's.
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (grouped) killGroup(child.pid);
      else killTree(child.pid);
    };
    return { kind: 'started', run: { pid: child.pid, stderr, ended, kill } };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function endInput(stdin: Bun.FileSink): void {
  try {
    void Promise.resolve(stdin.end()).catch(() => undefined);
  } catch {
    // It has gone first.
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
