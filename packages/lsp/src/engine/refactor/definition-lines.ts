import type { DocumentSymbol, Range } from '../../backend/navigation/model.ts';
import type { DefinitionSyntax } from '../../backend/traits.ts';

/** The lines of one definition, 0-based and inclusive. */
export interface DefinitionLines {
  /** With the comments above it. */
  readonly first: number;
  /** With its decorators or attributes. */
  readonly start: number;
  readonly last: number;
  readonly indent: string;
  /** `;` or `,` behind its range, if any. */
  readonly separator: string;
}

/**
 * Finds the whole lines that a definition fills. Outlines leave out comments, decorators, keywords
 * or separators, each server others. A text: why the lines are not its own.
 */
export function definitionLines(lines: readonly string[], symbol: DocumentSymbol, outline: readonly DocumentSymbol[], syntax: DefinitionSyntax): DefinitionLines | string {
  const sharing = outline.find((other) => other !== symbol && isTangled(symbol, other, outline));
  if (sharing !== undefined) return `it shares its definition with \`${sharing.name}\``;
  const { range, selectionRange } = symbol;
  const head = firstLine(lines, range, selectionRange.start.line, syntax);
  const before = head === range.start.line ? (lines[head] ?? '').slice(0, range.start.character) : '';
  if (before.trim() !== '' && syntax.modifiers?.test(before.trimStart()) !== true) return 'other code stands before it on its line';
  const isNameAlone = syntax.namesAlone === true && samePosition(range.end, selectionRange.end);
  const rest = (lines[range.end.line] ?? '').slice(range.end.character);
  const last = isNameAlone ? lastOfStatement(lines, range.end) : range.end.line;
  const tail = isNameAlone ? undefined : /^\s*([;,]?)\s*(?:(?:\/\/|#|\/\*).*)?$/.exec(rest);
  if (isNameAlone ? !/^\s*(?::|=(?!=))/.test(rest) : tail === null) return 'other code stands behind it on its line';
  const start = above(lines, head, (line) => syntax.attribute?.test(line) === true);
  return { first: withComments(lines, start, syntax), start, last, indent: /^\s*/.exec(lines[head] ?? '')?.[0] ?? '', separator: tail?.[1] ?? '' };
}

/** Quirk(rust-analyzer): its range begins with the comments above. */
function firstLine(lines: readonly string[], { start }: Range, name: number, { comment }: DefinitionSyntax): number {
  let line = start.line;
  while (line < name && comment.test(lines[line] ?? '')) line++;
  return line;
}

/** Comments at the top of a file that are about the file, or about how it is checked. */
const ABOUT_FILE = /copyright|licen[cs]e|eslint|prettier|biome|@ts-|@file|@jest|^#!|coding[:=]|-\*-|go:build|\+build|pylint|mypy|pyright|ruff|noqa|clang-/i;

function withComments(lines: readonly string[], start: number, { comment, attribute }: DefinitionSyntax): number {
  let first = start;
  while (first > 0) {
    const line = lines[first - 1] ?? '';
    if (line.trim() === '') break;
    if (comment.test(line) || attribute?.test(line) === true) first--;
    else if (line.trimEnd().endsWith('*/')) {
      // The lines of a block comment need not begin with an asterisk.
      const opening = lines.slice(0, first).findLastIndex((one) => one.includes('/*'));
      if (opening < 0 || !(lines[opening] ?? '').trimStart().startsWith('/*')) break;
      first = opening;
    } else break;
  }
  return first === 0 && lines.slice(0, start).some((line) => ABOUT_FILE.test(line)) ? start : first;
}

function above(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let line = from;
  while (line > 0 && belongs(lines[line - 1] ?? '')) line--;
  return line;
}

/** The line on which all brackets are closed that open behind a position. */
function lastOfStatement(lines: readonly string[], { line, character }: Range['end']): number {
  let depth = 0;
  let quotes: string | undefined;
  for (let at = line; at < lines.length; at++) {
    const text = (lines[at] ?? '').slice(at === line ? character : 0);
    for (const [token] of text.matchAll(/"""|'''|\\.|["'#()[\]{}]/g)) {
      if (quotes !== undefined) {
        if (token === quotes) quotes = undefined;
      } else if (token === '#') break;
      else if (/["']/.test(token)) quotes = token;
      else if (/[([{]/.test(token)) depth++;
      else if (/[)\]}]/.test(token)) depth--;
    }
    if (quotes?.length === 1) quotes = undefined;
    if (depth <= 0 && quotes === undefined && !text.trimEnd().endsWith('\\')) return at;
  }
  return lines.length - 1;
}

/** Two that have one range, or of which one lies in the other and is no part of it: `int q, r;`. */
function isTangled(symbol: DocumentSymbol, other: DocumentSymbol, outline: readonly DocumentSymbol[]): boolean {
  const [inside, around] = [contains(symbol.range, other.range), contains(other.range, symbol.range)];
  if (inside && around) return true;
  if (inside) return !isPartOf(other, symbol, outline);
  if (around) return !isPartOf(symbol, other, outline);
  return before(symbol.range.start, other.range.end) && before(other.range.start, symbol.range.end);
}

function isPartOf(inner: DocumentSymbol, outer: DocumentSymbol, outline: readonly DocumentSymbol[]): boolean {
  for (let part: DocumentSymbol | undefined = inner, steps = 0; part !== undefined && steps < outline.length; steps++) {
    const { containerName, range }: DocumentSymbol = part;
    if (containerName === undefined) return false;
    if (containerName === outer.name && contains(outer.range, range)) return true;
    const self: DocumentSymbol = part;
    part = outline.findLast((one) => one !== self && one.name === containerName && contains(one.range, range));
  }
  return false;
}

export function contains(outer: Range, inner: Range): boolean {
  return !before(inner.start, outer.start) && !before(outer.end, inner.end);
}

function before(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function samePosition(a: Range['start'], b: Range['start']): boolean {
  return a.line === b.line && a.character === b.character;
}
