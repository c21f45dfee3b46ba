import type { TextChange } from '../../../backend/fixes/text-changes.ts';
import type { TextRange } from '../../../backend/symbols/code.ts';

const LIST = /^__all__[^=\n]*=\s*[[(]([^\])]{0,5000})[\])]/m;

/** A name in `__all__`. */
export interface DunderAll {
  /** What the brackets hold. */
  readonly list: TextRange;
  readonly items: readonly TextRange[];
  readonly at: number;
}

function listOf(text: string): (Omit<DunderAll, 'at'> & { readonly names: readonly string[] }) | undefined {
  const found = LIST.exec(text);
  if (found === null) return undefined;
  const inside = found[1] ?? '';
  const start = found.index + found[0].length - 1 - inside.length;
  const items = Array.from(inside.matchAll(/(["'])([^"'\n]*)\1/g), ({ 0: all, index, 2: name = '' }) => ({
    start: start + index,
    end: start + index + all.length,
    name,
  }));
  return { list: { start, end: start + inside.length }, items, names: items.map(({ name }) => name) };
}

export function listedIn(text: string, name: string): DunderAll | undefined {
  const found = listOf(text);
  const at = found?.names.indexOf(name) ?? -1;
  return found === undefined || at < 0 ? undefined : { list: found.list, items: found.items, at };
}

/** With its comma. */
export function unlist({ list, items, at }: DunderAll): TextRange {
  const [before, own, behind] = [items[at - 1], items[at], items[at + 1]];
  if (own === undefined) return { start: list.start, end: list.start };
  if (behind !== undefined) return { start: own.start, end: behind.start };
  return before === undefined ? list : { start: before.end, end: own.end };
}

/** Undefined where there is no list, or it has the name. */
export function addToList(text: string, name: string): TextChange | undefined {
  const found = listOf(text);
  if (found === undefined || found.names.includes(name)) return undefined;
  const last = found.items.at(-1);
  const quote = last === undefined ? '"' : (text[last.start] ?? '"');
  const at = last?.end ?? found.list.start;
  if (last === undefined) return { start: at, end: at, text: `${quote}${name}${quote}` };
  const line = text.slice(text.lastIndexOf('\n', last.start - 1) + 1, last.start);
  const gap = line.trim() === '' ? `\n${line}` : ' ';
  return { start: at, end: at, text: `,${gap}${quote}${name}${quote}` };
}
