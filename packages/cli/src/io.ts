import type { Readable, Writable } from 'node:stream';
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** What a command sees of the process it runs in. */
export interface Io {
  readonly cwd: string;
  /** Results. Nothing is written any more once `signal` has aborted. */
  out(text: string): void;
  /** Whatever else there is to say. */
  err(text: string): void;
  readonly outColors: Colors;
  readonly errColors: Colors;
  /** Whether somebody watches stderr. */
  readonly showProgress: boolean;
  /** Of a command that speaks a protocol instead of printing results. */
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the command is interrupted, or nobody reads its results any more. */
  readonly signal: AbortSignal;
}

/** 0: no errors. 1: errors were found, and everything was judged, or could have been without them. 2: trouble. */
export type ExitCode = 0 | 1 | 2;

export function processIo(signal: AbortSignal): Io {
  return {
    cwd: process.cwd(),
    out: (text) => {
      if (!signal.aborted) process.stdout.write(text);
    },
    err: (text) => process.stderr.write(text),
    outColors: pc.createColors(wantsColor(process.stdout)),
    errColors: pc.createColors(wantsColor(process.stderr)),
    showProgress: process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined,
    // Whoever does not read it does not open it either.
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    signal,
  };
}

/** Asked of each stream for itself: a pipe gets no colours because a terminal is at the other one. */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return stream.isTTY && TERM !== 'dumb';
}
