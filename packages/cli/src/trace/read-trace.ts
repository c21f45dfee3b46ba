import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { type TraceRecord, parseLine } from './parse-line.js';

/**
 * What was found in a file. Nothing in a trace is an error: it may have been cut off, and other
 * programs may have written into it.
 */
export interface ReadTrace {
  /** In the order of the file. */
  readonly lines: readonly TraceRecord[];
  /** How many lines are no lines of a trace. */
  readonly foreign: number;
  /**
   * Whether the last line has no end: a process was killed while it wrote, or it is writing now.
   */
  readonly half: boolean;
  /** How many lines were too many, or too long. */
  readonly leftOut: number;
}

export interface ReadLimits {
  readonly maxLines: number;
  /** Of all lines that are kept, UTF-16 code units. */
  readonly maxLength: number;
  /** A longer line is skipped, UTF-16 code units. */
  readonly maxLineLength: number;
}

/** Browsers open a larger page badly. */
export const PAGE_LIMITS: ReadLimits = {
  maxLines: 200_000,
  maxLength: 128 * 1024 * 1024,
  maxLineLength: 8 * 1024 * 1024,
};

/** @throws Error if the file cannot be read */
export async function readTrace(path: string, limits: ReadLimits = PAGE_LIMITS): Promise<ReadTrace> {
  const lines: TraceRecord[] = [];
  const counts = { foreign: 0, leftOut: 0, length: 0 };
  const half = await eachLine(path, limits.maxLineLength, (text) => {
    if (text === undefined) counts.leftOut++;
    else if (text.trim() !== '') {
      const line = parseLine(text);
      if (line === undefined) counts.foreign++;
      else if (lines.length >= limits.maxLines || counts.length + text.length > limits.maxLength)
        counts.leftOut++;
      else {
        counts.length += text.length;
        lines.push(line);
      }
    }
  });
  return { lines, foreign: counts.foreign, half, leftOut: counts.leftOut };
}

/**
 * Calls `line` with each line that has an end, without that end; with `undefined` for a longer line
 * than `maxLength`.
 *
 * @returns whether something without an end is left
 */
export async function eachLine(
  path: string,
  maxLength: number,
  line: (text: string | undefined) => void,
): Promise<boolean> {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let isTooLong = false;
  const take = (piece: string, ends: boolean): void => {
    if (!isTooLong && held.length + piece.length <= maxLength) held += piece;
    else [held, isTooLong] = ['', true];
    if (!ends) return;
    line(isTooLong ? undefined : held);
    [held, isTooLong] = ['', false];
  };
  for await (const chunk of createReadStream(path)) {
    const pieces = decoder.write(chunk as Buffer).split('\n');
    for (const [at, piece] of pieces.entries()) take(piece, at < pieces.length - 1);
  }
  return held !== '' || isTooLong;
}
