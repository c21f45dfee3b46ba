import type { Log } from '../support/log.ts';
import type { TraceConfig } from '../types.ts';
import type { Recorder } from './recorder.ts';
import { openTraceFile } from './trace-file.ts';
import { MessageTrace, redactLog, type TraceEvent, type TraceStamp } from './trace-line.ts';

/** `undefined` where the file cannot be had; the log says why. */
export function openRecorder({ file: named, content = 'redacted', maxBytes }: TraceConfig, workspaceRoot: string, log: Log): Recorder | undefined {
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
  const stamp: TraceStamp = { t: Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000, pid: process.pid, from: 'sidecar' };
  return JSON.stringify({ ...stamp, ...event });
}
