import { copyLog, type Log } from '../support/log.ts';
import type { TraceConfig } from '../types.ts';
import type { MessageTrace, TraceEvent } from './trace-line.ts';

/** Hears each message of a connection, as it was parsed or is about to be written. @param bytes its length as UTF-8 JSON */
export type Tap = (dir: 'in' | 'out', message: object, bytes: number) => void;

/** The flight recorder. It never throws and never holds anybody up. */
export interface Recorder {
  record(event: TraceEvent): void;
  log(text: string): void;
  /** For one connection. */
  tap(channel: ConstructorParameters<typeof MessageTrace>[0]): Tap;
  /** Resolves when everything is on disk, or cannot be. */
  close(): Promise<void>;
}

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
