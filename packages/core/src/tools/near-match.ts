import { type Escaped, escaped, jsonOf } from '../support/escaped.js';

/** The place that resembles the searched lines most, and the first line there that differs. */
export interface NearMatch {
  /** 1-based, in the file. */
  readonly line: number;
  /** 1-based, among the searched lines. */
  readonly wantedLine: number;
  readonly wanted: string;
  /** Undefined past the end of the file. */
  readonly found: string | undefined;
  /** All of the searched text is there, except for blanks and tabs. */
  readonly onlyWhitespace: boolean;
}

/**
 * `partial`: the first searched line may begin, and the last one may end, in the middle of a line
 * of the file.
 */
export type Edges = 'whole' | 'partial';

// The search only serves an error message. The limits keep it to a few milliseconds.
export const MAX_FILE_LINES = 50_000;
const MAX_ANCHORS = 20;
const MAX_PLACES = 50;
const MAX_QUOTED = 160;

/** Undefined if nothing in the file resembles the searched lines. */
export function nearMatch(
  fileLines: readonly string[],
  wanted: readonly string[],
  edges: Edges,
): NearMatch | undefined {
  const file = fileLines.slice(0, MAX_FILE_LINES).map(squeeze);
  const search = wanted.map(squeeze);
  const fits = (place: number, index: number) => lineFits(file[place + index], search, index, edges);
  const anchors = [...search.keys()].filter((index) => search[index] !== '').slice(0, MAX_ANCHORS);

  for (const anchor of anchors) {
    const places = [...file.keys()]
      .map((at) => at - anchor)
      .filter((place) => place >= 0 && fits(place, anchor));
    const [best] = places
      .slice(0, MAX_PLACES)
      .map((place) => ({ place, length: agreement(search.length, anchor, (index) => fits(place, index)) }))
      .sort((a, b) => b.length - a.length);
    if (best !== undefined) return differenceAt(fileLines, wanted, best.place, fits, edges);
  }
  const [anchor] = anchors;
  if (anchor === undefined) return undefined;
  const place = mostAlike(file, search[anchor] ?? '') - anchor;
  return place >= 0 ? differenceAt(fileLines, wanted, place, fits, edges) : undefined;
}

/** For an error message: one sentence. */
export function describeNearMatch(near: NearMatch): Escaped {
  const found =
    near.found === undefined ? 'the file ends before it' : escaped`the file has ${quote(near.found)}`;
  const wanted = quote(near.wanted);
  if (near.onlyWhitespace)
    return escaped`Only whitespace differs: line ${near.line} was given as ${wanted}, ${found}.`;
  const where = escaped`The nearest place is line ${near.line}`;
  return escaped`${where}: line ${near.wantedLine} of the searched text is ${wanted}, ${found}.`;
}

/** A line for a message, as a string of JSON: what is hidden shows, and the length is limited. */
export function quote(line: string): Escaped {
  return jsonOf(line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}...` : line);
}

function squeeze(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

function lineFits(line: string | undefined, search: readonly string[], index: number, edges: Edges): boolean {
  const wanted = search[index] ?? '';
  if (line === undefined) return edges === 'partial' && wanted === '';
  if (edges === 'whole') return line === wanted;
  const first = index === 0;
  const last = index === search.length - 1;
  if (first && last) return line.includes(wanted);
  if (first) return line.endsWith(wanted);
  return last ? line.startsWith(wanted) : line === wanted;
}

/** How many lines agree, starting with the anchor. */
function agreement(length: number, anchor: number, fits: (index: number) => boolean): number {
  let index = anchor;
  while (index < length && fits(index)) index++;
  return index - anchor;
}

function differenceAt(
  fileLines: readonly string[],
  wanted: readonly string[],
  place: number,
  fits: (place: number, index: number) => boolean,
  edges: Edges,
): NearMatch | undefined {
  const indexes = [...wanted.keys()];
  const other = indexes.find((index) => !fits(place, index));
  const spaced = indexes.find((index) => !lineFits(fileLines[place + index], wanted, index, edges));
  const index = other ?? spaced;
  if (index === undefined) return undefined;
  return {
    line: place + index + 1,
    wantedLine: index + 1,
    wanted: wanted[index] ?? '',
    found: fileLines[place + index],
    onlyWhitespace: other === undefined,
  };
}

/**
 * The index of the line that shares the largest part of its start and end with `wanted`; -1 if no
 * line shares half.
 */
function mostAlike(file: readonly string[], wanted: string): number {
  let best = -1;
  let bestShare = 0.5;
  for (const [at, line] of file.entries()) {
    const share = sharedEnds(line, wanted) / Math.max(line.length, wanted.length, 1);
    if (share > bestShare) [best, bestShare] = [at, share];
  }
  return best;
}

function sharedEnds(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let start = 0;
  while (start < limit && a[start] === b[start]) start++;
  let end = 0;
  while (end < limit - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return start + end;
}
