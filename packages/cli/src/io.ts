import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** What a command sees of the process it runs in. */
export interface Io {
  readonly cwd: string;
  /** For results. Nothing is written once `signal` has aborted. */
  out(text: string): void;
  /** For everything that is not a result. */
  err(text: string): void;
  readonly outColors: Colors;
  readonly errColors: Colors;
  /** Whether stderr is a terminal that a user may watch. */
  readonly showProgress: boolean;
  /** Whether a person can be asked: input and output are a terminal. */
  readonly isTerminal: boolean;
  /** For commands that talk a protocol instead of printing results. */
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the command is interrupted, or when the reader of its results has gone. */
  readonly signal: AbortSignal;
}

/**
 * 0: no errors. 1: errors were found, and everything was checked, or could have been without them.
 * 2: trouble.
 */
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
    get isTerminal() {
      return isatty(0) && isatty(1);
    },
    // A getter, so that a command that does not read stdin does not open it.
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    signal,
  };
}

/**
 * Each stream is asked separately: a pipe gets no colours because the other stream is a terminal.
 */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return stream.isTTY && TERM !== 'dumb';
}
