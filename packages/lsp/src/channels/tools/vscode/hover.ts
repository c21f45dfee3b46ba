import type { HoverPart } from '../../../backend/model.ts';

export interface HoverLimits {
  readonly fragments: number;
  /** Limit for the value of each fragment. */
  readonly codePoints: number;
  /** Limit for all fragments as JSON. */
  readonly bytes: number;
}

/**
 * gateway-contract 7.3: limits first the number of fragments, then the length of each, then the
 * bytes of the last.
 */
export function bounded(
  parts: readonly HoverPart[],
  limits: HoverLimits,
): { readonly contents: HoverPart[]; readonly isCut: boolean } {
  const short = parts
    .slice(0, limits.fragments)
    .map(({ kind, value }) => ({ kind, value: firstCodePoints(value, limits.codePoints) }));
  const contents = withinBytes(short, limits.bytes);
  const isCut =
    contents.length < parts.length || contents.some(({ value }, index) => value !== parts[index]?.value);
  return { contents, isCut };
}

function firstCodePoints(text: string, most: number): string {
  if (text.length <= most) return text;
  // A code point has at most two code units.
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

function withinBytes(parts: readonly HoverPart[], most: number): HoverPart[] {
  const last = parts.at(-1);
  if (last === undefined || jsonBytes(parts) <= most) return [...parts];
  const others = parts.slice(0, -1);
  const room = most - jsonBytes([...others, { ...last, value: '' }]);
  return room > 0 ? [...others, { ...last, value: firstBytes(last.value, room) }] : withinBytes(others, most);
}

/** The longest prefix of whole code points that fits into this many bytes inside a JSON string. */
function firstBytes(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const codePoint of text) {
    bytes += jsonBytes(codePoint) - jsonBytes('');
    if (bytes > most) break;
    kept += codePoint;
  }
  return kept;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
