import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  parseTree,
  type JSONPath,
  type Node,
} from 'jsonc-parser';

/**
 * Changes of a text of JSON with comments, which has no errors but commas at the end of a list.
 * Only the bytes of one value change, the blanks around it, and the comma that parts it from the
 * next.
 */

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds a property, and the objects on the way to it. One that is there gets the value. */
export function putProperty(text: string, path: readonly string[], value: unknown): string {
  const found = nodeAt(text, path);
  if (found !== undefined)
    return applyEdits(text, [
      {
        offset: found.offset,
        length: found.length,
        content: render(text, value, indentAt(text, found.offset)),
      },
    ]);
  const parent = nodeAt(text, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  return parent === undefined
    ? putProperty(text, path.slice(0, -1), { [key]: value })
    : append(text, parent, value, `${JSON.stringify(key)}: `);
}

/** Adds an element at the end of a list, and the list where there is none. */
export function putElement(text: string, path: readonly string[], value: unknown): string {
  const list = nodeAt(text, path);
  return list === undefined ? putProperty(text, path, [value]) : append(text, list, value);
}

/**
 * Comes after all comments, and on a line of its own only where the closing bracket has one. So
 * removeAt gives back every byte, but for blanks between empty brackets.
 */
function append(text: string, container: Node, value: unknown, label = ''): string {
  const close = end(container) - 1;
  const within = tokensOf(text).filter((token) => token.start >= container.offset && token.end <= close);
  const previous = within.at(-1)?.end ?? close;
  const last = container.children?.at(-1);
  const hasComma =
    last !== undefined && within.some((token) => token.start >= end(last) && token.text === ',');
  const comma = last === undefined || hasComma ? [] : [{ offset: end(last), length: 0, content: ',' }];
  const ending = hasComma ? ',' : '';
  const isEmpty = within.length === 1;
  const hasOwnLine = hasBreak(text.slice(previous, close));
  if (!isEmpty && !hasOwnLine) {
    const isOneLine = !hasBreak(text.slice(container.offset, close));
    const body = isOneLine ? JSON.stringify(value) : render(text, value, indentAt(text, close));
    return applyEdits(text, [
      ...comma,
      { offset: previous, length: 0, content: ` ${label}${body}${ending}` },
    ]);
  }
  const outer = indentAt(text, container.offset);
  const inner =
    last !== undefined && text.slice(0, last.offset).endsWith(`\n${indentAt(text, last.offset)}`)
      ? indentAt(text, last.offset)
      : outer + unitOf(text);
  const content = eolOf(text) + inner + label + render(text, value, inner) + ending;
  const closed = hasOwnLine
    ? { length: 0, content }
    : { length: close - previous, content: content + eolOf(text) + outer };
  return applyEdits(text, [...comma, { offset: previous, ...closed }]);
}

/** Takes a property or an element out. */
export function removeAt(text: string, path: JSONPath): string {
  const value = nodeAt(text, path);
  if (value === undefined) return text;
  const own = value.parent?.type === 'property' ? value.parent : value;
  const tokens = tokensOf(text);
  const isBefore = (token: Token): boolean => token.end <= own.offset;
  const isAfter = (token: Token): boolean => token.start >= end(own);
  const commas = [
    tokens.find((token) => isAfter(token) && !isComment(token)),
    tokens.findLast((token) => isBefore(token) && !isComment(token)),
  ];
  const comma = commas.find((token) => token?.text === ',');
  const isJoined = comma !== undefined && isAfter(comma) && text.slice(end(own), comma.start).trim() === '';
  const ownEnd = isJoined ? comma.end : end(own);
  const previous = tokens.findLast((token) => isBefore(token));
  const next = tokens.find((token) => token.start >= ownEnd);
  const { from, to } = withBlanks(text, { from: own.offset, to: ownEnd }, previous, next);
  const separate = comma === undefined || isJoined ? [] : [{ offset: comma.start, length: 1, content: '' }];
  return applyEdits(text, [...separate, { offset: from, length: to - from, content: '' }]);
}

/** The blanks that go with a value: those before it where it ends a line, else those behind it. */
function withBlanks(
  text: string,
  { from, to }: { from: number; to: number },
  previous: Token | undefined,
  next: Token | undefined,
): { from: number; to: number } {
  const before = previous?.end ?? from;
  const after = next?.start ?? to;
  const isLast = next?.text === ']' || next?.text === '}';
  if (isLast && (previous?.text === '[' || previous?.text === '{')) return { from: before, to: after };
  const endsLine = hasBreak(text.slice(to, after)) || (isLast && previous?.text.startsWith('//') !== true);
  return endsLine ? { from: before, to } : { from, to: after };
}

/** Whether a list or an object is there that has nothing in it, and no comment. */
export function isBareAt(text: string, path: readonly string[]): boolean {
  const node = nodeAt(text, path);
  return (
    (node?.type === 'array' || node?.type === 'object') &&
    text.slice(node.offset + 1, end(node) - 1).trim() === ''
  );
}

export const commentsOf = (text: string): string[] =>
  tokensOf(text)
    .filter((token) => isComment(token))
    .map((token) => token.text);

/** @returns undefined where there is none */
function nodeAt(text: string, path: JSONPath | readonly string[]): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

/** Comments are tokens, blanks are none. */
function tokensOf(text: string): Token[] {
  const scanner = createScanner(text);
  const tokens: Token[] = [];
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const token = { start, end: scanner.getPosition(), text: text.slice(start, scanner.getPosition()) };
    if (token.text.trim() !== '') tokens.push(token);
  }
  return tokens;
}

const isComment = ({ text }: Token): boolean => text.startsWith('/');

const end = ({ offset, length }: Node): number => offset + length;

const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

const render = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', eolOf(text) + indent);

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** What the text indents by. */
const unitOf = (text: string): string => /^[ \t]+(?=["'}\]/])/m.exec(text)?.[0] ?? '  ';

/** What the line of an offset begins with. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
