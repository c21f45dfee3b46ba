import { endInput } from './end-input.ts';
import type { ServerLaunch } from './launch.ts';
import { byteWriter } from '../../support/byte-writer.ts';
import { recordChild } from '../../trace/recorder.ts';
import type { ByteStreams } from '../../jsonrpc/connection.ts';
import { OutputTail } from './output-tail.ts';
import { killMarked, killTree } from './process-tree.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One running language server, from spawn to exit. */
export interface ServerProcess {
  readonly pid: number;
  readonly streams: ByteStreams;
  readonly stderr: OutputTail;
  /** Why another program runs it than the launch names, if so. */
  readonly instead?: string | undefined;
  /** How it ended, in readable form: `exited with code 1`, `killed by SIGSEGV`. Never rejects. */
  readonly exited: Promise<string>;
  /**
   * Resolves when a running server can receive nothing any more, with the reason: it `closed its
   * stdin`, or does not read it.
   */
  readonly deaf: Promise<string>;
  /** Ends stdin: well-behaved servers exit then. */
  closeInput(): void;
  /** SIGKILL for the server and everything below it; no effect once it has ended. */
  kill(): void;
}

export type Spawned =
  | { readonly kind: 'spawned'; readonly process: ServerProcess }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * An environment variable that marks a server and everything that it starts, to find leftover
 * processes: the sidecar's pid and a serial number.
 */
const MARK = 'LLXPRT_LSP_SERVER';

/**
 * Above this much unread input a server counts as broken: the sidecar would have to hold it in
 * memory. UTF-16 code units.
 */
const UNREAD = 64 * 1024 * 1024;

let spawned = 0;

/** The server stays in the sidecar's process group, so that killing the group ends every server. */
export function spawnServer(launch: ServerLaunch): Spawned {
  const mark = `${process.pid}.${++spawned}`;
  try {
    const child = Bun.spawn([launch.command, ...launch.args], {
      cwd: launch.root,
      env: { ...process.env, ...temporaryFolder(), ...launch.env, [MARK]: mark },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    recordChild('server', launch.program.name, child);
    const stderr = new OutputTail();
    void stderr.drain(child.stderr);
    const deaf = Promise.withResolvers<string>();
    const write = byteWriter(child.stdin, {
      limit: UNREAD,
      overflow: () => {
        deaf.resolve('does not read its stdin');
      },
      hungUp: () => {
        deaf.resolve('closed its stdin');
      },
    });
    return {
      kind: 'spawned',
      process: {
        pid: child.pid,
        streams: { readable: child.stdout, write },
        deaf: deaf.promise,
        stderr,
        exited: child.exited.then((code) => {
          killMarked(MARK, mark);
          return child.signalCode === null ? `exited with code ${code}` : `killed by ${child.signalCode}`;
        }),
        closeInput: () => {
          endInput(child.stdin);
        },
        kill: () => {
          // After the exit, the pid may belong to another process.
          if (child.exitCode === null && child.signalCode === null) killTree(child.pid);
        },
      },
    };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
