import type { Log } from '../support/log.ts';
import type { TraceConfig } from '../types.ts';
import { openTraceFile } from './trace-file.ts';
import { MessageTrace, redactLog, type TraceEvent, type TraceStamp } from './trace-line.ts';

/**
 * Called with each message of a connection, after it was parsed or before it is written.
 *
 * @param bytes its length as UTF-8 JSON
 */
export type Tap = (dir: 'in' | 'out', message: object, bytes: number) => void;

/** The flight recorder. It never throws and never delays its caller. */
export interface Recorder {
  record(event: TraceEvent): void;
  log(text: string): void;
  /** Makes the tap of one connection. */
  tap(channel: ConstructorParameters<typeof MessageTrace>[0]): Tap;
  /** Resolves when everything is on disk or cannot be. */
  close(): Promise<void>;
}

/** Returns `undefined` if the file cannot be opened; the log has the reason. */
export function openRecorder(
  { file: named, content = 'redacted', maxBytes }: TraceConfig,
  workspaceRoot: string,
  log: Log,
): Recorder | undefined {
  const file = openTraceFile(named, workspaceRoot, {
    maxBytes,
    lossLine: (lines, reason) => toLine({ kind: 'dropped', lines, reason }),
    failed: log,
  });
  if (file === undefined) return undefined;
  const record = (event: TraceEvent): void => {
    file.append(toLine(event));
  };
  record({ kind: 'start', version: 1, workspace: workspaceRoot, content, runtime: `Bun ${Bun.version}` });
  return {
    record,
    log: (text) => {
      record({ kind: 'log', text: content === 'full' ? text : redactLog(text) });
    },
    tap: (channel) => {
      const messages = new MessageTrace(channel, content);
      return (dir, message, bytes) => {
        record(messages.describe(dir, message, bytes, performance.now()));
      };
    },
    close: () => file.close(),
  };
}

function toLine(event: TraceEvent): string {
  const stamp: TraceStamp = {
    t: Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000,
    pid: process.pid,
    from: 'sidecar',
  };
  return JSON.stringify({ ...stamp, ...event });
}
