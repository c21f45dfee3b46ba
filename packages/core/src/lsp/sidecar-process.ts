import type { ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import type { Recorder } from './recorder.js';
import { killGroup, trackGroup } from './process-group.js';
import type { SidecarLink } from './sidecar.js';

/**
 * A sidecar of this session alone, over its pipes.
 *
 * @param child spawned with five pipes, as the leader of a process group
 */
export function linkToProcess(child: ChildProcess, pid: number, recorder?: Recorder): SidecarLink {
  trackGroup(pid);
  recorder?.record({ kind: 'process', event: 'spawn', role: 'sidecar', name: 'sidecar', child: pid });
  const [stdin, stdout, stderr, toServer, fromServer] = child.stdio;
  if (!stdin || !stdout || !(toServer instanceof Writable) || !(fromServer instanceof Readable)) {
    throw new TypeError('The sidecar needs five pipes.');
  }
  // A broken pipe means that the other end has died, which the exit event reports.
  for (const end of [child, ...child.stdio]) end?.on('error', () => undefined);
  return {
    pid,
    input: stdin,
    output: stdout,
    mcp: { toServer, fromServer },
    logEnded: new Promise((resolve) => stderr?.once('close', () => resolve())),
    onEnd: (ended) => {
      child.once('exit', (code, signal) => {
        recorder?.record({
          kind: 'process',
          event: 'exit',
          role: 'sidecar',
          name: 'sidecar',
          child: pid,
          how: describeExit(code, signal),
        });
        killGroup(pid);
        ended(describeExit(code, signal), signal === 'SIGKILL');
      });
    },
    kill: () => killGroup(pid),
  };
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `killed by ${signal}`;
}
