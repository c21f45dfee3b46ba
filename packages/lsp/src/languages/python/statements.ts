import { onceForText } from '../../backend/why-no-error.ts';

/** A part of a text. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `from dots name import list`. The list has its opening parenthesis, and not the closing one. */
export interface FromStatement {
  readonly dots: Span;
  readonly name: Span;
  readonly list: Span;
}

const REST = /(?:[^\n;#\\]|\\\r?\n|\\)+/y;
const IN_PARENTHESES = /\([^)#]*(?:#[^\n]*[^)#]*)*/y;
const DOTTED = /[\p{ID_Continue}.]*/uy;
const WORD = /\p{ID_Continue}+/uy;
const IMPORT = /import\b/y;

/** What follows the word `from`; undefined where that begins no import. */
export function fromStatement(text: string, end: number): FromStatement | undefined {
  const first = pastGap(text, end);
  let at = first;
  while (text[at] === '.') at = pastGap(text, at + 1);
  const dots = spanOf(text, first, at);
  // `from . import a` has no name.
  const name = spanOf(text, at, endOf(IMPORT, text, at) === undefined ? dottedEnd(text, at) : at);
  const keyword = pastGap(text, name.end);
  const imported = endOf(IMPORT, text, keyword);
  if (imported === undefined) return undefined;
  const start = pastGap(text, imported);
  const listEnd = endOf(text[start] === '(' ? IN_PARENTHESES : REST, text, start);
  return listEnd === undefined ? undefined : { dots, name, list: spanOf(text, start, listEnd) };
}

/** What follows the word `import`; empty where nothing does. */
export function importedList(text: string, end: number): Span {
  const start = pastGap(text, end);
  return spanOf(text, start, endOf(REST, text, start) ?? start);
}

export function beginsStatement(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && ' \t\f'.includes(text.charAt(at))) at -= 1;
  return at < 0 || '\n\r;:\uFEFF'.includes(text.charAt(at));
}

/** Behind the space within one logical line: a backslash continues it. */
function pastGap(text: string, from: number): number {
  for (let at = from; ;) {
    if (' \t\f'.includes(text[at] ?? 'x')) at += 1;
    else if (text.startsWith('\\\n', at)) at += 2;
    else if (text.startsWith('\\\r\n', at)) at += 3;
    else return at;
  }
}

/** The end of a name with dots, around which there may be gaps. */
function dottedEnd(text: string, start: number): number {
  let end = endOf(DOTTED, text, start) ?? start;
  for (;;) {
    const dot = pastGap(text, end);
    const next = text[dot] === '.' ? endOf(WORD, text, pastGap(text, dot + 1)) : undefined;
    if (next === undefined) return end;
    end = next;
  }
}

/** The end of what matches at this place. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function spanOf(text: string, start: number, end: number): Span {
  return { text: text.slice(start, end), start, end };
}

/** `name` or `name as alias`. */
export interface Item extends Span {
  readonly name: Span;
  readonly alias: string | undefined;
}

export function spellItem({ name, alias }: Item, now: string): string {
  const bound = alias ?? name.text;
  return bound === now ? now : `${now} as ${bound}`;
}

const ITEM = /(\p{ID_Continue}[\p{ID_Continue}.]*|\*)(?:[\s\\]+as[\s\\]+(\p{ID_Continue}+))?/dgu;

export function itemsIn({ text, start: offset }: Span): Item[] {
  return [...text.matchAll(ITEM)].map((match) => {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    const whole = {
      text: match[0],
      start: offset + match.index,
      end: offset + match.index + match[0].length,
    };
    return {
      ...whole,
      name: { text: match[1] ?? '', start: offset + start, end: offset + end },
      alias: match[2],
    };
  });
}

/** The modules of `from a import`, with their lines, 1-based. Read once for all findings in a file. */
const fromsIn = onceForText((text) =>
  text.split('\n').flatMap((each, index) => {
    const module = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b/.exec(each)?.[1];
    return module === undefined ? [] : [{ module, line: index + 1 }];
  }),
);

/**
 * The module that a finding of pyright is about which calls it an unknown symbol: `a.b` of
 * `from a import b`. Leading dots stay.
 *
 * @param line of the name, 1-based
 */
export function symbolIn(message: string, text: string, line: number): string | undefined {
  const name = /^"(\w+)" is unknown import symbol/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const from = fromsIn(text).findLast((each) => each.line <= line)?.module;
  return from === undefined ? undefined : `${from}${from.endsWith('.') ? '' : '.'}${name}`;
}
