import { combine, lineEnding, type TextChange } from '../fixes/text-changes.ts';
import type { MovedSymbol } from './symbol-moves.ts';
import type { TextRange } from './code.ts';

/** Changes of several files that are collected bit by bit. */
export class TextEdits {
  readonly #changes = new Map<string, TextChange[]>();
  readonly #formers = new Map<string, string | undefined>();

  /** @param former of the file; undefined where it is created */
  add(path: string, former: string | undefined, ...changes: readonly TextChange[]): void {
    const ending = lineEnding(former ?? '');
    this.#formers.set(path, former);
    this.#changes
      .getOrInsertComputed(path, () => [])
      .push(...changes.map((one) => ({ ...one, text: one.text.replace(/\r?\n/g, ending) })));
  }

  create(path: string, text: string): void {
    this.#formers.set(path, undefined);
    this.#changes.set(path, [{ start: 0, end: 0, text }]);
  }

  remove(path: string, former: string, ...ranges: readonly TextRange[]): void {
    this.add(path, former, ...ranges.map(({ start, end }) => ({ start, end, text: '' })));
  }

  /** A text: why they do not fit together. */
  files(): MovedSymbol['files'] | string {
    const files: MovedSymbol['files'][number][] = [];
    for (const [path, changes] of this.#changes) {
      const combined = combine([linesFirst(changes)]);
      if (typeof combined === 'string') return combined;
      const former = this.#formers.get(path);
      if (combined.length > 0) files.push({ path, former, changes: withoutBlankTop(former ?? '', combined) });
    }
    return files;
  }
}

/** Whole lines come before what is put into the line at the same place: an import before `export `. */
function linesFirst(changes: readonly TextChange[]): TextChange[] {
  const isLine = ({ start, end, text }: TextChange): boolean => start === end && text.endsWith('\n');
  return [...changes.filter(isLine), ...changes.filter((one) => !isLine(one))];
}

/** Where all goes that a text begins with, the blank lines below go, too. */
function withoutBlankTop(text: string, changes: readonly TextChange[]): readonly TextChange[] {
  let end = 0;
  let last = -1;
  for (const [at, change] of changes.entries()) {
    if (change.start !== end || change.end === end || change.text !== '') break;
    ({ end } = change);
    last = at;
  }
  const blank = last < 0 ? 0 : (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0);
  const next = changes[last + 1];
  if (blank === 0 || (next !== undefined && next.start < end + blank)) return changes;
  return changes.map((change, at) => (at === last ? { ...change, end: end + blank } : change));
}

/** The whole lines of a range, with their line ends. */
export function linesAround(text: string, { start, end }: TextRange): TextRange {
  const next = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: next < 0 ? text.length : next + 1 };
}

/**
 * What goes with a statement: its lines, where it is alone on them, and the blank one below where there
 * would be two.
 *
 * @param isTidied a blank line may go
 */
export function wholeOf(text: string, range: TextRange, isTidied: boolean): TextRange {
  if (!isAlone(text, range)) return range;
  const { start, end } = linesAround(text, range);
  const isBlankAbove = /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(0, start)) || start === 0;
  const blank = isTidied && isBlankAbove ? /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length : undefined;
  return { start, end: end + (blank ?? 0) };
}

/** Whether nothing else stands on the lines of a range. */
export function isAlone(text: string, range: TextRange): boolean {
  const lines = linesAround(text, range);
  return (
    text.slice(lines.start, range.start).trim() === '' &&
    /^\s*(?:;\s*)?$/.test(text.slice(range.end, lines.end))
  );
}
