import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import pc from 'picocolors';
import { painted, type Escaped } from '@vybestack/llxprt-lsp-core';

/** The program's own colours around a text. */
export type Colors = Readonly<Record<Color, (text: Escaped) => Escaped>>;

type Color = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green';

/** What a command sees of the process it runs in. */
export interface Io {
  readonly cwd: string;
  /** For results. Nothing is written once `signal` has aborted. */
  out(text: Escaped): void;
  /** For everything that is not a result. */
  err(text: Escaped): void;
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
    outColors: colorsFor(wantsColor(process.stdout)),
    errColors: colorsFor(wantsColor(process.stderr)),
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

export function colorsFor(isColored: boolean): Colors {
  const colors = pc.createColors(isColored);
  const of =
    (name: Color) =>
    (text: Escaped): Escaped =>
      painted(text, colors[name]);
  return {
    bold: of('bold'),
    dim: of('dim'),
    red: of('red'),
    yellow: of('yellow'),
    blue: of('blue'),
    green: of('green'),
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
