import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { DefinitionSyntax } from '../../backend/traits.ts';
import type { DefinitionLines } from './definition-lines.ts';

export type SymbolChange =
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'insert'; readonly where: 'before' | 'after'; readonly text: string }
  | { readonly kind: 'delete' };

/** The edit of one change to a definition. New text is indented as its place is. */
export function symbolEdit(lines: readonly string[], at: DefinitionLines, change: SymbolChange, syntax: DefinitionSyntax): RangeEdit {
  switch (change.kind) {
    case 'delete':
      return deleted(lines, at);
    case 'replace': {
      const text = placed(change.text, at.indent);
      const from = syntax.comment.test(text) ? at.first : at.start;
      return { ...ofLines(lines, from, at.last), text: separated(text, at) };
    }
    case 'insert': {
      const text = separated(placed(change.text, at.indent), at);
      const gap = '\n'.repeat(gapOf(lines, at, text));
      if (change.where === 'before') return { start: { line: at.first, character: 0 }, end: { line: at.first, character: 0 }, text: `${text}\n${gap}` };
      const end = { line: at.last, character: (lines[at.last] ?? '').length };
      return { start: end, end, text: `\n${gap}${text}` };
    }
  }
}

function ofLines(lines: readonly string[], from: number, to: number): Pick<RangeEdit, 'start' | 'end'> {
  return { start: { line: from, character: 0 }, end: { line: to, character: (lines[to] ?? '').length } };
}

/** Of the blank lines around it, those before it stay; at the end of the file, the last line end. */
function deleted(lines: readonly string[], { first, last }: DefinitionLines): RangeEdit {
  let next = last + 1;
  const hasGap = first === 0 || isBlank(lines[first - 1]) || /[{(:]\s*$/.test(lines[first - 1] ?? '');
  if (hasGap) while (next < lines.length - 1 && isBlank(lines[next])) next++;
  const isRest = lines.slice(next).every(isBlank);
  let from = first;
  if (isRest || /^\s*[})\]]/.test(lines[next] ?? '')) while (from > 0 && isBlank(lines[from - 1])) from--;
  if (!isRest) return { start: { line: from, character: 0 }, end: { line: next, character: 0 }, text: '' };
  const end = { line: lines.length - 1, character: (lines.at(-1) ?? '').length };
  if (from === 0) return { start: { line: 0, character: 0 }, end, text: '' };
  // The line end of the file's last line stays, if it had one.
  return { start: { line: from - 1, character: (lines[from - 1] ?? '').length }, end, text: lines.at(-1) === '' ? '\n' : '' };
}

function isBlank(line: string | undefined): boolean {
  return line?.trim() === '';
}

/** Without the indentation that all its lines share, and with that of the place. */
function placed(text: string, indent: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n');
  // The first line may have lost its indentation where the text was copied from.
  const shared = (of: readonly string[]): number => Math.min(...of.filter((line) => !isBlank(line)).map((line) => /^\s*/.exec(line)?.[0].length ?? 0), Infinity);
  const all = shared(lines);
  const cut = Number.isFinite(all) ? all : 0;
  return lines.map((line) => (isBlank(line) ? '' : indent + line.slice(cut))).join('\n');
}

function separated(text: string, { separator }: DefinitionLines): string {
  return separator === '' || /[;,]$/.test(text) ? text : `${text}${separator}`;
}

/** As many blank lines as there are between the definition and what is beside it. */
function gapOf(lines: readonly string[], { first, start, last }: DefinitionLines, text: string): number {
  const up = countBlank(lines.slice(0, first).toReversed());
  if (up > 0 && first - up > 0) return up;
  const down = countBlank(lines.slice(last + 1));
  if (down > 0 && last + 1 + down < lines.length) return down;
  return start === last && !text.includes('\n') ? 0 : 1;
}

function countBlank(lines: readonly string[]): number {
  const end = lines.findIndex((line) => !isBlank(line));
  return end < 0 ? lines.length : end;
}
