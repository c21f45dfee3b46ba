import { type Escaped, escaped } from '../../support/escaped.js';
import { describeNearMatch, nearMatch, quote } from '../near-match.js';
import type { Hunk, HunkLine } from './file-patch.js';

export interface Search {
  /** The file before the patch, without line endings. */
  readonly lines: readonly string[];
  /** The index below the hunks found so far. */
  from: number;
  /** How far below its stated place the last hunk was found. */
  shift: number;
  /** How many more lines may be compared: a file that repeats a line resembles a patch everywhere. */
  left: number;
}

/** Some 30 ms. */
export const MOST_COMPARED = 5_000_000;

const TOO_MUCH: Found = {
  kind: 'missing',
  why: escaped`Too many places of the file resemble it: take in lines that occur once, or give line numbers.`,
};

export type Found =
  { readonly kind: 'found'; readonly at: number } | { readonly kind: 'missing'; readonly why: Escaped };

type Compare = (fileLine: string | undefined, hunkLine: HunkLine) => boolean;

const exactly: Compare = (fileLine, { text }) => fileLine === text;

/**
 * Blanks at the end of a line are often lost in transport. A line that is removed must still be
 * quoted exactly.
 */
const looseContext: Compare = (fileLine, { op, text }) =>
  fileLine === text || (op === ' ' && fileLine?.trimEnd() === text.trimEnd());

/**
 * Finds the index of a hunk's first old line. An exact match anywhere comes before one that differs
 * in trailing whitespace.
 */
export function findHunk(search: Search, hunk: Hunk): Found {
  const old = hunk.lines.filter(({ op }) => op !== '+');
  const from = belowHeaders(search, hunk);
  if (typeof from !== 'number') return from;
  if (old.length === 0) return insertionPoint(search, hunk, from);

  const last = search.lines.length - old.length;
  for (const fits of [exactly, looseContext]) {
    for (const at of hunk.atEnd ? [last] : places(hunk, from, last, search.shift)) {
      if (search.left < 0) return TOO_MUCH;
      if (at >= from && isAt(search, old, at, fits)) return { kind: 'found', at };
    }
  }
  return { kind: 'missing', why: explain(search, hunk, old, from) };
}

function isAt(search: Search, old: readonly HunkLine[], at: number, fits: Compare): boolean {
  const other = old.findIndex((line, index) => !fits(search.lines[at + index], line));
  search.left -= other === -1 ? old.length : other + 1;
  return other === -1;
}

/** The index below all headers of the hunk; each is searched below the one before. */
function belowHeaders(search: Search, { place }: Hunk): number | Found {
  const { from, lines } = search;
  if (place.kind === 'near') return from;
  let below = from;
  for (const header of place.headers) {
    if (search.left < 0) return TOO_MUCH;
    const at = findHeader(search, header, below, lines.length);
    if (at !== -1) below = at + 1;
    // A second hunk below the same header repeats the header, which is above the search start by
    // then.
    else if (findHeader(search, header, 0, below) === -1) {
      return {
        kind: 'missing',
        why: escaped`No line of the file is ${quote(header)}, which its @@ header names.`,
      };
    }
  }
  return below;
}

function findHeader(search: Search, header: string, from: number, to: number): number {
  const bare = header.trim();
  let loose = -1;
  for (let at = from; at < to; at++) {
    search.left--;
    const line = search.lines[at]?.trimEnd();
    if (line === header) return at;
    if (loose === -1 && line?.trimStart() === bare) loose = at;
  }
  return loose;
}

/** For a hunk that only adds. */
function insertionPoint({ lines, shift }: Search, { place, atEnd }: Hunk, from: number): Found {
  if (atEnd || lines.length === 0) return { kind: 'found', at: lines.length };
  if (place.kind === 'near') {
    const at = place.index + shift;
    if (at >= from && at <= lines.length) return { kind: 'found', at };
    const where = escaped`line ${at + 1} is not below the hunk before it or past the end of the file`;
    return { kind: 'missing', why: escaped`It has no lines of context, and ${where}.` };
  }
  if (place.headers.length > 0) return { kind: 'found', at: from };
  return {
    kind: 'missing',
    why: escaped`It only adds lines, and no line of context, @@ header or "*** End of File" says where.`,
  };
}

/** All indexes from `from` to `last`, in order or those nearest to the stated place first. */
function* places({ place }: Hunk, from: number, last: number, shift: number): Generator<number> {
  const stated = place.kind === 'near' ? Math.min(Math.max(place.index + shift, from), last) : from;
  yield stated;
  for (let distance = 1; stated - distance >= from || stated + distance <= last; distance++) {
    if (stated - distance >= from) yield stated - distance;
    if (stated + distance <= last) yield stated + distance;
  }
}

function explain(search: Search, hunk: Hunk, old: readonly HunkLine[], from: number): Escaped {
  const { lines } = search;
  const whole = lines.findIndex((_, at) => search.left >= 0 && isAt(search, old, at, exactly));
  const place = escaped`Its lines stand at line ${whole + 1}`;
  if (whole !== -1 && whole < from) {
    const order = escaped`hunks have to be in the order of the file`;
    return escaped`${place}, above the hunk or the @@ header before it; ${order}.`;
  }
  if (whole !== -1 && hunk.atEnd)
    return escaped`${place}, but not at the end of the file, where it has to match.`;
  const near = nearMatch(
    lines,
    old.map(({ text }) => text),
    'whole',
  );
  if (near !== undefined) return describeNearMatch(near);
  const stated = hunk.place.kind === 'near' ? hunk.place.index : from;
  const there = lines[stated];
  const found =
    there === undefined
      ? escaped`the file has ${lines.length} lines`
      : escaped`line ${stated + 1} of the file is ${quote(there)}`;
  const first = quote(old[0]?.text ?? '');
  return escaped`Its first line is ${first}, which nothing in the file resembles; ${found}.`;
}
