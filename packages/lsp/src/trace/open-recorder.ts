import type { Log } from '../log.ts';
import type { TraceConfig } from '../types.ts';
import type { Recorder } from './recorder.ts';
import { openTraceFile, tracePath } from './trace-file.ts';
import { MessageTrace, redactLog, type TraceEvent, type TraceStamp } from './trace-line.ts';

/** Where the setting names only the file, bytes. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** `undefined` where the file cannot be had; the log says why. */
export function openRecorder({ file: named, content = 'redacted', maxBytes = DEFAULT_MAX_BYTES }: TraceConfig, workspaceRoot: string, log: Log): Recorder | undefined {
  const path = tracePath(named, workspaceRoot);
  const say = (reason: string): void => {
    log(`no trace in ${path}: ${reason}`);
  };
  const opened = openTraceFile(path, workspaceRoot, {
    maxBytes,
    lossLine: (lines, reason) => toLine({ kind: 'dropped', lines, reason }),
    failed: say,
  });
  if (opened.kind === 'refused') {
    say(opened.reason);
    return undefined;
  }
  const { file } = opened;
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
