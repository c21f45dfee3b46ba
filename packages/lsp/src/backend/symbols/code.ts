import { piecesOf } from './pieces.ts';
import type { SymbolSyntax } from './syntax.ts';

/** A name in code, by its offset. */
export interface NamePlace {
  readonly name: string;
  readonly start: number;
}

const NAME = /(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/**
 * The text without comments and quoted texts, at the same offsets. Quotes stay, and so does code
 * within a quoted text: `${total}`, Python's `f"{total}"`.
 */
export function codeOf(text: string, syntax: Pick<SymbolSyntax, 'tokens'>): string {
  const parts: string[] = [];
  let at = 0;
  for (const { kind, start, end } of piecesOf(text, syntax)) {
    const piece = text.slice(start, end);
    parts.push(
      text.slice(at, start),
      kind === 'comment' ? blank(piece) : withoutText(piece, /[fFtT]/.test(prefixOf(text, start))),
    );
    at = end;
  }
  return parts.join('') + text.slice(at);
}

function prefixOf(text: string, start: number): string {
  return (
    /(?<![\p{ID_Continue}])[rRfFtTbBuU]{1,2}$/u.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? ''
  );
}

function blank(piece: string): string {
  return piece.replace(/[^\r\n]/g, ' ');
}

/** @param isFormatted what stands in braces is code */
function withoutText(piece: string, isFormatted: boolean): string {
  const first = piece[0] ?? '';
  const isTemplate = first === '`';
  const inside = isFormatted || isTemplate ? codeWithin(piece, isTemplate) : undefined;
  const last = piece.length > 1 && piece.endsWith(first) ? first : '';
  const middle = piece.slice(1, piece.length - last.length);
  return first + (inside ?? blank(middle)) + last;
}

/** What stands in braces; the first and the last character are quotes. */
function codeWithin(piece: string, isTemplate: boolean): string {
  const end = piece.endsWith(piece[0] ?? '') && piece.length > 1 ? piece.length - 1 : piece.length;
  let depth = 0;
  let found = '';
  for (let at = 1; at < end; at++) {
    const character = piece[at] ?? '';
    const isOpener = character === '{' && (depth > 0 || !isTemplate || piece[at - 1] === '$');
    if (isOpener) depth += 1;
    found += depth > 0 || character === '\n' || character === '\r' ? character : ' ';
    if (character === '}' && depth > 0) depth -= 1;
  }
  return found;
}

/** What else is no name of its own: by the text before and behind it. */
export type IsKey = (before: string, behind: string) => boolean;

const isObjectKey: IsKey = (before, behind) => /[{,]$/.test(before) && /^\s*:(?!:)/.test(behind);

/** The names in code that are no members: not behind a dot, and no key of an object. */
export function namesInCode(
  code: string,
  { start, end }: TextRange = { start: 0, end: code.length },
  isKey: IsKey = isObjectKey,
): NamePlace[] {
  const found = Array.from(code.slice(start, end).matchAll(NAME), ({ 0: name, index }) => ({
    name,
    start: start + index,
  }));
  return found.filter((place) => {
    const before = code.slice(Math.max(0, place.start - 200), place.start).trimEnd();
    const last = place.start + place.name.length;
    const isMember = before.endsWith('.') && !before.endsWith('..');
    return !isMember && !isKey(before, code.slice(last, last + 50));
  });
}

/** A range of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function codeHolds({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset < end;
}

/**
 * The ranges that take items out of a list with separators between. At least one item stays.
 */
export function withoutItems(items: readonly TextRange[], isGone: (at: number) => boolean): TextRange[] {
  const kept = items.findIndex((_, at) => !isGone(at));
  const [first, keep] = [items[0], items[kept]];
  if (first === undefined || keep === undefined) return [];
  const ranges = kept > 0 ? [{ start: first.start, end: keep.start }] : [];
  for (const [at, { end }] of items.entries()) {
    const before = items[at - 1];
    if (at > kept && isGone(at) && before !== undefined) ranges.push({ start: before.end, end });
  }
  return ranges;
}
