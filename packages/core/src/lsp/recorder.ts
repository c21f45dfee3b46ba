import type { DebugLogger } from '../host.js';
import { LSP_DEFAULTS, type LspConfig } from './types.js';
import { EditTrace } from './edit-trace.js';
import { openTraceFile, type TraceFile } from '../trace/trace-file.js';
import {
  MessageTrace,
  redactLog,
  type TraceContent,
  type TraceEvent,
  type TraceStamp,
} from '../trace/trace-line.js';

/** How the sidecar's lines begin in the host's log. */
const FROM_SIDECAR = 'lsp service: ';

/** Receives each message of a connection. */
export type Tap = (dir: 'in' | 'out', message: object) => void;

let edits = 0;

/**
 * The flight recorder of a session's host. It never throws and never blocks its caller. Without a
 * recorder nothing is recorded, at no cost.
 */
export class Recorder {
  private constructor(
    private readonly file: TraceFile,
    private readonly content: TraceContent,
  ) {}

  /**
   * @returns `undefined` if nothing is to be recorded, or recording is not possible; then the debug
   * log says why
   */
  static open(
    { trace = LSP_DEFAULTS.trace }: LspConfig,
    workspaceRoot: string,
    logger: DebugLogger,
  ): Recorder | undefined {
    if (trace === false) return undefined;
    const {
      file: named,
      content = 'redacted',
      maxBytes,
    } = typeof trace === 'string' ? { file: trace } : trace;
    const file = openTraceFile(named, workspaceRoot, {
      maxBytes,
      lossLine: (lines, reason) => toLine({ kind: 'dropped', lines, reason }),
      failed: (problem) => logger.debug(`lsp: ${problem}`),
    });
    if (file === undefined) return undefined;
    const recorder = new Recorder(file, content);
    recorder.record({
      kind: 'start',
      version: 1,
      workspace: workspaceRoot,
      content,
      runtime: `Node ${process.version}`,
    });
    return recorder;
  }

  record(event: TraceEvent): void {
    this.file.append(toLine(event));
  }

  log(text: string): void {
    this.record({ kind: 'log', text: this.content === 'full' ? text : redactLog(text) });
  }

  /** For the connection to a sidecar. */
  tap(): Tap {
    const messages = new MessageTrace({ kind: 'rpc' }, this.content);
    return (dir, message) => {
      this.record(
        messages.describe(dir, message, Buffer.byteLength(JSON.stringify(message)), performance.now()),
      );
    };
  }

  /**
   * Begins the trace of a change that was requested now.
   *
   * @param known what the host reports as written
   */
  beginEdit(known: Parameters<EditTrace['received']>[0] = {}): EditTrace {
    const edit = new EditTrace(`${process.pid}.${++edits}`, (event) => this.record(event));
    edit.received(known);
    return edit;
  }

  /** Resolves when all lines are on disk, or cannot be written. */
  close(): Promise<void> {
    return this.file.close();
  }
}

/** Copies the host's debug log into the trace, except what the sidecar has recorded itself. */
export function teed(logger: DebugLogger, recorder: Recorder | undefined): DebugLogger {
  if (recorder === undefined) return logger;
  return {
    debug: (message) => {
      if (!message.startsWith(FROM_SIDECAR)) recorder.log(message);
      logger.debug(message);
    },
  };
}

function toLine(event: TraceEvent): string {
  const stamp: TraceStamp = {
    t: Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000,
    pid: process.pid,
    from: 'core',
  };
  return JSON.stringify({ ...stamp, ...event });
}
