import { isObject } from '../../support/json.ts';
import type { Hover, HoverPart } from '../model.ts';
import { sortedParts } from './order.ts';
import { readRange } from './read-range.ts';

/**
 * From `Hover | null`, in any form: `MarkupContent`, `MarkedString`, `MarkedString[]`. Undefined
 * where it has no text.
 */
export function readHover(result: unknown): Hover | undefined {
  if (!isObject(result)) return undefined;
  const contents: readonly unknown[] = Array.isArray(result['contents'])
    ? result['contents']
    : [result['contents']];
  const parts = sortedParts(contents.flatMap((item) => readPart(item) ?? []));
  if (parts.length === 0) return undefined;
  const range = readRange(result['range']);
  return { parts, ...(range !== undefined && { range }) };
}

function readPart(item: unknown): HoverPart | undefined {
  if (typeof item === 'string') return item.trim() === '' ? undefined : { kind: 'markdown', value: item };
  if (!isObject(item) || typeof item['value'] !== 'string' || item['value'].trim() === '') return undefined;
  const { kind, language, value } = item;
  if (typeof language === 'string') return { kind: 'markdown', value: codeBlock(language, value) };
  return { kind: kind === 'markdown' ? 'markdown' : 'plaintext', value };
}

/** Code may contain fences itself, in a comment for example. */
function codeBlock(language: string, code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[^\s`]*$/.test(language) ? language : ''}\n${code}\n${fence}`;
}
