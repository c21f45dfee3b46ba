import type { Marker } from './markers.ts';

/** How values are filled in. `json`: numbers, and letters in strings. `words`: a word for each. */
export type FilledIn = 'json' | 'words';

/** A text of the same length and lines, as one run of the template may make it. */
export interface Blanked {
  readonly text: string;
  /** The lines, 0-based, on which a marker stood. */
  readonly lines: ReadonlySet<number>;
  /** It has blocks: it is one of several texts that the template makes. */
  readonly hasBlocks: boolean;
}

/**
 * Every block is run once, in its first branch. Undefined where the text so made may be none that
 * the template makes.
 */
export function blanked(text: string, markers: readonly Marker[], filledIn: FilledIn): Blanked | undefined {
  const hasBlocks = markers.some(({ kind }) => kind === 'open' || kind === 'middle' || kind === 'close');
  // A comma that the last round of a loop leaves out cannot be told.
  if (filledIn === 'json' && hasBlocks) return undefined;
  const pieces: string[] = [];
  /** For each open block, whether its first branch is over. */
  const blocks: boolean[] = [];
  const strings = new JsonStrings(text);
  let from = 0;
  for (const [index, { start, end, kind }] of markers.entries()) {
    const between = text.slice(from, start);
    pieces.push(blocks.includes(true) ? spaces(between) : between);
    from = end;
    if (kind === 'close' && blocks.pop() === undefined) return undefined;
    if (kind === 'middle' && blocks.length === 0) return undefined;
    if (kind === 'middle') blocks[blocks.length - 1] = true;
    if (kind === 'open') blocks.push(false);
    const marker = text.slice(start, end);
    if (kind !== 'value' || blocks.includes(true)) pieces.push(spaces(marker));
    else if (filledIn === 'json') {
      const value = jsonValue(text, start, end, strings.holds(start));
      if (value === undefined) return undefined;
      pieces.push(value);
    } else pieces.push(isAlone(text, start, end) ? spaces(marker) : word(marker, index, text[end]));
  }
  if (blocks.length > 0) return undefined;
  pieces.push(text.slice(from));
  return { text: pieces.join(''), lines: linesOf(text, markers), hasBlocks };
}

function spaces(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

/** Another one for each marker, so that no two names are the same. Before a `%` stands a number. */
function word(marker: string, index: number, next: string | undefined): string {
  if (next === '%' && !marker.includes('\n')) return '1'.repeat(marker.length);
  const name = `x${index.toString(36)}`;
  return marker.includes('\n') ? spaces(marker) : name.padEnd(marker.length, '_').slice(0, marker.length);
}

/** Nothing else is on its lines: what takes its place may be whole lines. */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const newline = text.indexOf('\n', end);
  return /^\s*$/.test(before) && /^\s*$/.test(text.slice(end, newline === -1 ? undefined : newline));
}

/** Undefined where it is not a whole value. */
function jsonValue(text: string, start: number, end: number, inString: boolean): string | undefined {
  const marker = text.slice(start, end);
  if (/[\r\n]/.test(marker)) return undefined;
  if (inString) return 'x'.repeat(marker.length);
  const before =
    text
      .slice(Math.max(0, start - 200), start)
      .trimEnd()
      .at(-1) ?? '';
  const after = text.slice(end, end + 200).trimStart()[0] ?? '';
  return ':[,'.includes(before) && before !== '' && /^[,\]}]$/.test(after)
    ? '1'.repeat(marker.length)
    : undefined;
}

/** Asked about offsets in their order. */
class JsonStrings {
  #at = 0;
  #inString = false;

  constructor(private readonly text: string) {}

  holds(offset: number): boolean {
    for (; this.#at < offset; this.#at += 1) {
      const char = this.text[this.#at];
      if (char === '\\' && this.#inString) this.#at += 1;
      else if (char === '"') this.#inString = !this.#inString;
      else if (char === '\n') this.#inString = false;
    }
    return this.#inString;
  }
}

function linesOf(text: string, markers: readonly Marker[]): Set<number> {
  const lines = new Set<number>();
  let line = 0;
  let at = 0;
  const goTo = (offset: number, isMarker: boolean): void => {
    for (; at < offset; at += 1) {
      if (isMarker) lines.add(line);
      if (text[at] === '\n') line += 1;
    }
  };
  for (const { start, end } of markers) {
    goTo(start, false);
    goTo(end, true);
  }
  return lines;
}
