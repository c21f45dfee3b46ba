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
  const open: ('{' | '[')[] = [];
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
      return { ...position(text, at), message: `expected ${describe(expected, open)}, ${found}` };
    }
    expected = next;
    at = token.end;
  }
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'separator' | 'end';
type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'unknown' | 'nothing';
type Token = { kind: TokenKind; end: number } | { kind: 'fault'; at: number; message: string };

/**
 * The state after `token` was read in the state `expected`; undefined if the token is not allowed
 * there.
 */
function step(expected: Expected, token: TokenKind, open: ('{' | '[')[]): Expected | undefined {
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'separator');
  const close = (): Expected => {
    open.pop();
    return afterValue();
  };
  if ((expected === 'first value' && token === ']') || (expected === 'first key' && token === '}')) return close();
  switch (expected) {
    case 'first value':
    case 'value':
      if (token === 'string' || token === 'scalar') return afterValue();
      if (token !== '{' && token !== '[') return undefined;
      open.push(token);
      return token === '{' ? 'first key' : 'first value';
    case 'first key':
    case 'key':
      return token === 'string' ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'separator': {
      const inObject = open.at(-1) === '{';
      if (token === ',') return inObject ? 'key' : 'value';
      return token === (inObject ? '}' : ']') ? close() : undefined;
    }
    case 'end':
      return undefined;
  }
}

function describe(expected: Expected, open: readonly ('{' | '[')[]): string {
  switch (expected) {
    case 'value':
      return 'a value';
    case 'first value':
      return 'a value or "]"';
    case 'key':
      return 'a name in double quotes';
    case 'first key':
      return 'a name in double quotes or "}"';
    case 'colon':
      return '":"';
    case 'separator':
      return open.at(-1) === '{' ? '"," or "}"' : '"," or "]"';
    case 'end':
      return 'nothing more';
  }
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
  switch (first) {
    case undefined:
      return { kind: 'nothing', end: at };
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return { kind: first, end: at + 1 };
    case '"':
      return readString(text, at);
    case '/':
      return text[at + 1] === '*' ? { kind: 'fault', at, message: 'this comment has no end' } : unknown(text, at);
    default: {
      const scalar = match(SCALAR, text, at);
      return scalar === undefined ? unknown(text, at) : { kind: 'scalar', end: at + scalar.length };
    }
  }
}

function readString(text: string, at: number): Token {
  const string = match(STRING, text, at);
  if (string === undefined) return { kind: 'fault', at, message: 'this string has no end on its line' };
  for (const { 1: bad, index } of string.matchAll(BAD_IN_STRING)) {
    if (bad === '\\')
      return { kind: 'fault', at: at + index, message: 'not an escape that JSON knows; a backslash itself is "\\\\"' };
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
