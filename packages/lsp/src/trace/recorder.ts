import { copyLog, type Log } from '../support/log.ts';
import type { TraceConfig } from '../types.ts';
import type { Recorder } from './open-recorder.ts';

export type { Recorder, Tap } from './open-recorder.ts';

let current: Recorder | undefined;

/**
 * This process's recorder, while it has one. Like the log, it is global and never passed around.
 */
export function recorder(): Recorder | undefined {
  return current;
}

/** Imports the recorder on demand: a process without a trace does not load it. */
export async function startRecorder(
  trace: string | TraceConfig,
  workspaceRoot: string,
  log: Log,
): Promise<void> {
  const { openRecorder } = await import('./open-recorder.ts');
  const opened = openRecorder(typeof trace === 'string' ? { file: trace } : trace, workspaceRoot, log);
  current = opened;
  copyLog((line) => {
    opened?.log(line);
  });
}

export async function stopRecorder(): Promise<void> {
  const last = current;
  current = undefined;
  copyLog(undefined);
  await last?.close();
}

/** Records the start of a process that was just spawned, and later its exit. */
export function recordChild(role: 'server' | 'checker', name: string, child: Bun.Subprocess): void {
  const current = recorder();
  if (current === undefined) return;
  const of = { kind: 'process', role, name, child: child.pid } as const;
  current.record({ ...of, event: 'spawn' });
  void child.exited.then((code) => {
    current.record({
      ...of,
      event: 'exit',
      how: child.signalCode === null ? `exited with code ${code}` : `killed by ${child.signalCode}`,
    });
  });
}
