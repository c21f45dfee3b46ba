import { stripVTControlCharacters } from 'node:util';

/**
 * Text that a terminal shows, or a model reads, as what it is. Text of other programs, files and
 * workspaces becomes one by the functions of this file alone: it then moves no cursor, reverses and
 * hides nothing, and begins a line only where it is quoted.
 */
export type Escaped = string & { readonly [isEscaped]: true };
declare const isEscaped: unique symbol;

/**
 * Controls, line and paragraph separators, halves of surrogate pairs, marks of direction, and all
 * that nothing shows: what has no width, tags, variation selectors. Of joiners and selectors, those
 * that join and select nothing ({@link shownUnlessPart}).
 */
const HIDDEN =
  /[\p{Cc}\u2028\u2029\p{Surrogate}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** True for nearly all texts, and faster than anything else that could be asked. */
const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/** One line, character by character: for paths, names and whatever must not be changed. */
export function inline(text: string, max = Infinity): Escaped {
  return mark(
    isPlain(text)
      ? clip(text, max)
      : clip(clip(text, LONGEST * max).replaceAll(HIDDEN, shownUnlessPart), max),
  );
}

/**
 * One line of prose: for messages and titles. Colours are removed. Line breaks and tabs, with the
 * blanks around them, become one space.
 *
 * @param max UTF-16 code units. A longer text ends in an ellipsis, which counts
 */
export function oneLine(text: string, max = Infinity): Escaped {
  if (isPlain(text)) return mark(clip(text.trim(), max));
  // A server can send megabytes. Folding much more than can be shown would block the host.
  const folded = stripVTControlCharacters(clip(text, LONGEST * max))
    .split(/[\t\n\v\f\r\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return inline(folded, max);
}

/** How many times as long as what is shown a text may be that is looked at. */
const LONGEST = 16;

/**
 * Source text or documentation: tabs and line breaks stay. It does not say where it ends: a caller
 * puts it into {@link quoteLines}, into a line of a diff, or into JSON.
 */
export function quoted(text: string, max = Infinity): Escaped {
  return mark(
    /[^\t\n -~]/.test(text)
      ? clip(clip(text, LONGEST * max).replaceAll(HIDDEN, shownUnlessLayout), max)
      : clip(text, max),
  );
}

/** Each line of the text behind a mark, so that none of them can pass for a line of ours. */
export function quoteLines(text: string, max = Infinity): Escaped {
  const lines = quoted(text.replace(/\r\n?/g, '\n'), max).split('\n');
  return mark(lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n'));
}

/** For results with tags (REQ-FMT-040): the text neither ends one nor begins one. */
export function withoutTags(text: Escaped): Escaped {
  return mark(
    /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text,
  );
}

/** {@link withoutTags} taken back, for people: where they read, there are no tags. */
export function withTags(text: Escaped): Escaped {
  return mark(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

/**
 * A template whose values are numbers, escaped texts, or words of the program's own, which have a
 * literal type: escaped`${path}: ${counted(2, 'error')}`.
 */
export function escaped<const Values extends readonly (string | number | bigint)[]>(
  parts: TemplateStringsArray,
  ...values: Values & { readonly [K in keyof Values]: Own<Values[K]> }
): Escaped {
  return mark(parts.reduce((text, part, index) => text + String(values[index - 1]) + part));
}

/**
 * `never` for text whose origin the type does not tell. Of a literal type, a record must have that
 * one property; of `string`, and of a pattern such as `x${string}`, it may be empty.
 */
type Own<T> = T extends Escaped | number | bigint
  ? T
  : T extends string
    ? Partial<Record<T, unknown>> extends Record<T, unknown>
      ? never
      : T
    : never;

/** @param paint puts the program's own colours around it */
export function painted(text: Escaped, paint: (text: string) => string): Escaped {
  return mark(paint(text));
}

/** @param separator the program's own */
export function joined(texts: readonly Escaped[], separator: string): Escaped {
  return mark(texts.join(separator));
}

/** JSON for a terminal or a file. It says the same, and holds no character that is hidden. */
export function jsonOf(value: unknown, indent?: number): Escaped {
  const text = JSON.stringify(value, undefined, indent);
  return mark(
    /[^\n -~]/.test(text)
      ? text.replaceAll(HIDDEN, (found) => (found === '\n' ? found : inUnits(found)))
      : text,
  );
}

/** Data of JSON, its names and texts as {@link quoted} shows them. */
export function quotedIn(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [quoted(key), quotedValue(value)]));
}

function quotedValue(value: unknown): unknown {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return value.map(quotedValue);
  return typeof value === 'object' && value !== null ? quotedIn({ ...value }) : value;
}

/**
 * The first `max` UTF-16 code units. Longer text ends in an ellipsis, which counts. It is never cut
 * inside a surrogate pair.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** A joiner between letters or emoji, and one selector behind what it selects a form of, stay. */
function shownUnlessPart(found: string, at: number, text: string): string {
  const before = (): string => text.slice(Math.max(0, at - 2), at);
  const isPart =
    found === ZWNJ || found === ZWJ
      ? BEFORE_JOINER.test(before()) && AFTER_JOINER.test(text.slice(at + 1, at + 3))
      : SELECTOR.test(found) && SELECTED.test(before() + found);
  return isPart ? found : shown(found);
}

const [ZWNJ, ZWJ] = ['\u200C', '\u200D'];
/** Letters, and emoji with what may follow them. */
const BEFORE_JOINER = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const AFTER_JOINER = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const SELECTOR = /^\p{Variation_Selector}/u;
/**
 * Emoji and keys, Han and Mongolian letters. A second one, or one behind other letters, would be
 * hidden text.
 */
const SELECTED =
  /^.?(?:[\p{Emoji}\p{Extended_Pictographic}][\uFE0E\uFE0F]|\p{Script=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|\p{Script=Mongolian}[\u180B-\u180D\u180F])$/u;

/** A carriage return alone would let the rest of its line stand over the beginning. */
function shownUnlessLayout(found: string, at: number, text: string): string {
  const isLayout = found === '\n' || found === '\t' || (found === '\r' && text[at + 1] === '\n');
  return isLayout ? found : shownUnlessPart(found, at, text);
}

function shown(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function inUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Every escaped text is made here. */
function mark(text: string): Escaped {
  return text as Escaped;
}
