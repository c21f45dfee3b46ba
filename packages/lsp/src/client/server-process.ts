import type { Launch } from '../registry/definition.ts';
import { byteWriter } from '../byte-writer.ts';
import { recordChild } from '../trace/recorder.ts';
import type { ByteStreams } from '../jsonrpc/connection.ts';
import { OutputTail } from './output-tail.ts';
import { killMarked, killTree } from './process-tree.ts';

/** One running language server, from spawn to exit. */
export interface ServerProcess {
  readonly pid: number;
  readonly streams: ByteStreams;
  readonly stderr: OutputTail;
  /** How it ended, for people: `exited with code 1`, `killed by SIGSEGV`. Never rejects. */
  readonly exited: Promise<string>;
  /** Ends stdin: well-behaved servers leave. */
  closeInput(): void;
  /** SIGKILL, for it and everything below it; nothing once it has ended. */
  kill(): void;
}

export type Spawned = { readonly kind: 'spawned'; readonly process: ServerProcess } | { readonly kind: 'failed'; readonly reason: string };

/** Marks a server and all that it starts, so that what it leaves behind is found: the sidecar's pid and a serial number. */
const MARK = 'LLXPRT_LSP_SERVER';

let spawned = 0;

/** Stays in the sidecar's process group, so that whoever kills the group ends every server with it. */
export function spawnServer(launch: Launch): Spawned {
  const mark = `${process.pid}.${++spawned}`;
  try {
    const child = Bun.spawn([launch.command, ...launch.args], {
      cwd: launch.root,
      env: { ...process.env, ...launch.env, [MARK]: mark },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    recordChild('server', launch.program.name, child);
    const stderr = new OutputTail();
    void stderr.drain(child.stderr);
    return {
      kind: 'spawned',
      process: {
        pid: child.pid,
        streams: { readable: child.stdout, write: byteWriter(child.stdin) },
        stderr,
        exited: child.exited.then((code) => {
          killMarked(MARK, mark);
          return child.signalCode === null ? `exited with code ${code}` : `killed by ${child.signalCode}`;
        }),
        closeInput: () => {
          try {
            void Promise.resolve(child.stdin.end()).catch(() => undefined);
          } catch {
            // It has gone first.
          }
        },
        kill: () => {
          // Afterwards its pid may be somebody else's.
          if (child.exitCode === null && child.signalCode === null) killTree(child.pid);
        },
      },
    };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
