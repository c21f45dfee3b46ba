/** Where a text stops being JSON. Line and column are 1-based, columns in UTF-16 code units. */
export interface JsonError {
  line: number;
  column: number;
  message: string;
}

/**
 * The first place where `text` is not JSON; undefined if it is JSON.
 *
 * JSON.parse cannot be used: its messages differ between versions, and several name no position.
 * This is an automaton with its own stack, so that deep nesting cannot overflow the call stack.
 */
export function findJsonError(text: string): JsonError | undefined {
  const open: Bracket[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = skipBlank(text, at);
    if (at === text.length && expected === 'end') return undefined;
    const token = readToken(text, at);
    if (token.kind === 'fault') return { ...position(text, token.at), message: token.message };
    const next = step(expected, token.kind, open);
    if (next === undefined) {
      const found = token.kind === 'nothing' ? 'the text ends here' : `found ${quote(text, at, token.end)}`;
      return { ...position(text, at), message: `expected ${STATES[expected].words}, ${found}` };
    }
    expected = next;
    at = token.end;
  }
}

type Bracket = '{' | '[';
type Punctuation = Bracket | '}' | ']' | ':' | ',';
type TokenKind = Punctuation | 'string' | 'scalar' | 'unknown' | 'nothing';
type Token = { kind: TokenKind; end: number } | { kind: 'fault'; at: number; message: string };
type Expected = 'value' | 'first value' | 'next value' | 'key' | 'first key' | 'next key' | 'colon' | 'end';

interface State {
  /** What is expected, for the message. */
  readonly words: string;
  /** What each allowed token leads to. `done`: it ends a value. */
  readonly next: Readonly<Partial<Record<TokenKind, Expected | 'done'>>>;
}

const VALUE: State['next'] = { string: 'done', scalar: 'done', '{': 'first key', '[': 'first value' };

const STATES: Readonly<Record<Expected, State>> = {
  value: { words: 'a value', next: VALUE },
  'first value': { words: 'a value or "]"', next: { ...VALUE, ']': 'done' } },
  'next value': { words: '"," or "]"', next: { ',': 'value', ']': 'done' } },
  key: { words: 'a name in double quotes', next: { string: 'colon' } },
  'first key': { words: 'a name in double quotes or "}"', next: { string: 'colon', '}': 'done' } },
  'next key': { words: '"," or "}"', next: { ',': 'key', '}': 'done' } },
  colon: { words: '":"', next: { ':': 'value' } },
  end: { words: 'nothing more', next: {} },
};

/**
 * The state after `token` was read in the state `expected`; undefined if the token is not allowed
 * there.
 */
function step(expected: Expected, token: TokenKind, open: Bracket[]): Expected | undefined {
  const next = STATES[expected].next[token];
  if (next !== 'done') {
    if (token === '{' || token === '[') open.push(token);
    return next;
  }
  if (token === '}' || token === ']') open.pop();
  const around = open.at(-1);
  return around === undefined ? 'end' : around === '{' ? 'next key' : 'next value';
}

const BLANK = /[ \t\r\n]*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const STRING = /"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"/y;
/**
 * Matches valid escapes without a capture. Captures an invalid escape, or a control character below
 * the space.
 */
const BAD_IN_STRING = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|(\\|[^\P{Cc}\u007f-\u009f])/gu;

function readToken(text: string, at: number): Token {
  const first = text[at];
  if (first === undefined) return { kind: 'nothing', end: at };
  if (isPunctuation(first)) return { kind: first, end: at + 1 };
  if (first === '"') return readString(text, at);
  if (text.startsWith('/*', at)) return { kind: 'fault', at, message: 'this comment has no end' };
  const scalar = match(SCALAR, text, at);
  return scalar === undefined ? unknown(text, at) : { kind: 'scalar', end: at + scalar.length };
}

function isPunctuation(character: string): character is Punctuation {
  return '{}[]:,'.includes(character);
}

function readString(text: string, at: number): Token {
  const string = match(STRING, text, at);
  if (string === undefined) return { kind: 'fault', at, message: 'this string has no end on its line' };
  for (const { 1: bad, index } of string.matchAll(BAD_IN_STRING)) {
    if (bad === '\\')
      return {
        kind: 'fault',
        at: at + index,
        message: 'not an escape that JSON knows; a backslash itself is "\\\\"',
      };
    if (bad !== undefined)
      return { kind: 'fault', at: at + index, message: 'a control character in a string; a tab is "\\t"' };
  }
  return { kind: 'string', end: at + string.length };
}

/** A word or a single character, at most as long as is useful in a message. */
function unknown(text: string, at: number): Token {
  return { kind: 'unknown', end: at + (match(/[\w.+-]{1,40}|./suy, text, at) ?? '').length };
}

function quote(text: string, start: number, end: number): string {
  return JSON.stringify(text.slice(start, Math.min(end, start + 40)));
}

function skipBlank(text: string, at: number): number {
  return at + (match(BLANK, text, at) ?? '').length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
