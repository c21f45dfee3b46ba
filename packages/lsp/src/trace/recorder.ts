import { copyLog, type Log } from '../support/log.ts';
import type { TraceConfig } from '../types.ts';
import type { Recorder } from './open-recorder.ts';

export type { Recorder, Tap } from './open-recorder.ts';

let current: Recorder | undefined;

/** This process's, while it has one: like the log, it is nobody's to hand around. */
export function recorder(): Recorder | undefined {
  return current;
}

/** Whoever is not recorded does not load it either. */
export async function startRecorder(trace: string | TraceConfig, workspaceRoot: string, log: Log): Promise<void> {
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

/** A process that was started in this moment, and its end. */
export function recordChild(role: 'server' | 'checker', name: string, child: Bun.Subprocess): void {
  const current = recorder();
  if (current === undefined) return;
  const of = { kind: 'process', role, name, child: child.pid } as const;
  current.record({ ...of, event: 'spawn' });
  void child.exited.then((code) => {
    current.record({ ...of, event: 'exit', how: child.signalCode === null ? `exited with code ${code}` : `killed by ${child.signalCode}` });
  });
}
