import { wayBack } from './back.ts';
import type { Token } from './tokens.ts';
import { anglesStart, typeEnd } from './types.ts';

/** Tokens from `start` on, up to `end`. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** They stand before the name of a method. */
const MODIFIERS = new Set(
  'async get set static public private protected readonly override abstract accessor'.split(' '),
);
/** A parenthesis behind one of these is no list of parameters. */
const NO_METHOD = new Set(
  'if for while switch catch with return typeof function super import new'.split(' '),
);
/** Before a function as a value. */
const BEFORE_ARROW = new Set(['=', '(', ',', '[', ':', '||', '??', '&&', 'return', 'default', 'async']);
/** Before braces that hold an object. */
const BEFORE_OBJECT = new Set(['=', '(', ',', '[', ':', 'default', 'return', '||', '??']);

/** Behind a function, they call it: TypeScript takes its body for a part of what is around. */
const CALLS = new Set(['(', '<', '?.']);
/** Behind parentheses: they are parameters, or hold a function that is called. */
const BEHIND_PARENTHESES = new Set(['{', ':', '=>', ...CALLS]);

/** A module, with what has been found of its tokens. */
interface Code {
  readonly tokens: readonly Token[];
  /** The tokens that begin a statement at the top. */
  readonly begins: ReadonlySet<number>;
  /** Before a brace: whether it is that of a class. */
  readonly classes: Map<number, boolean>;
  /** See {@link isPlain}. */
  readonly plain: Map<number, boolean>;
  /** See {@link isSettled}, of what is in these brackets. */
  readonly settled: Map<number, boolean>;
  /** See {@link functionAround}. */
  readonly functions: Map<number, number>;
}

/**
 * The bodies of functions whose result is declared, or is none: what others see of such a function does not
 * depend on them. Only where nothing around takes part: within another function, a body may decide how a
 * variable of that one is narrowed.
 *
 * @param begins the tokens that begin a statement at the top
 */
export function declaredBodies(tokens: readonly Token[], begins: ReadonlySet<number>): TokenRange[] {
  const bodies: TokenRange[] = [];
  const code: Code = {
    tokens,
    begins,
    classes: new Map(),
    plain: new Map(),
    settled: new Map(),
    functions: new Map(),
  };
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.text !== ')') continue;
    const next = tokens[at + 1]?.text;
    const body = next === ':' ? bodyBehind(code, at) : next === '{' ? bodyWithoutResult(code, at) : undefined;
    if (body === undefined || body.start >= body.end) continue;
    bodies.push(body);
    at = body.end - 1;
  }
  return bodies;
}

function bodyBehind(code: Code, close: number): TokenRange | undefined {
  const { tokens } = code;
  const open = tokens[close]?.pair ?? -1;
  const end = typeEnd(tokens, close + 2);
  if (end === undefined || open < 0) return undefined;
  const isArrow = tokens[end]?.text === '=>';
  if (!isArrow && tokens[end]?.text !== '{') return undefined;
  const before = beforeParameters(tokens, open);
  const starts = isArrow ? arrowStart(tokens, before) : functionStart(code, before);
  if (starts === undefined || !isSettled(code, starts)) return undefined;
  if (isArrow && tokens[end + 1]?.text !== '{') return { start: end + 1, end: valueEnd(tokens, end + 1) };
  const body = inside(tokens, isArrow ? end + 1 : end);
  return isArrow || body === undefined ? body : unlessPart(code, starts, body);
}

/**
 * Of a declared function, or a method of a class: without a value that is returned, its result is `void`,
 * whatever it does. That of other functions may be `never`.
 */
function bodyWithoutResult(code: Code, close: number): TokenRange | undefined {
  const { tokens } = code;
  const open = tokens[close]?.pair ?? -1;
  const before = beforeParameters(tokens, open);
  const starts = functionStart(code, before);
  if (starts === undefined || !isSettled(code, starts)) return undefined;
  const isFunction = tokens[starts]?.text === 'function';
  const isDeclared = isFunction ? isDeclaration(code, starts) : isClass(code, tokens[starts]?.within ?? -1);
  const head = tokens.slice(starts, open);
  // It yields, or decides the types of members.
  const isOther = head.some(({ text }) => NOT_VOID.has(text));
  const body = inside(tokens, close + 1);
  if (!isDeclared || isOther || body === undefined || returnsValue(code, body)) return undefined;
  return unlessPart(code, starts, body);
}

const NOT_VOID = new Set(['*', 'constructor', 'get', 'set']);

function isDeclaration({ tokens, begins }: Code, at: number): boolean {
  let start = at;
  for (const word of ['async', 'default', 'export']) if (tokens[start - 1]?.text === word) start -= 1;
  return begins.has(start);
}

/** Behind their parentheses a block begins. */
const WITH_BLOCK = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

/** Certainly one: it runs when the function is called. */
export function isFunctionBody(tokens: readonly Token[], open: number): boolean {
  const last = tokens[open - 1];
  if (tokens[open]?.text !== '{' || last === undefined) return false;
  if (last.text === '=>') return true;
  const before = last.text === ')' ? tokens[last.pair - 1] : undefined;
  return before?.kind === 'word' && !WITH_BLOCK.has(before.text);
}

/** In doubt, it does: of a function inside, it has to be certain that it is one. */
function returnsValue(code: Code, { start, end }: TokenRange): boolean {
  const { tokens } = code;
  for (let at = start; at < end; at += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token?.kind !== 'word' || token.text !== 'return' || tokens[at - 1]?.text === '.') continue;
    const isNothing = next === undefined || next.onNewLine || next.text === ';' || next.text === '}';
    if (!isNothing && functionAround(code, token.within) < start) return true;
  }
  return false;
}

/** The brace of the innermost body that is certainly one: this one, or one around it; -1: there is none. */
function functionAround({ tokens, functions }: Code, open: number): number {
  const way: number[] = [];
  let at = open;
  while (at >= 0 && !functions.has(at) && !isFunctionBody(tokens, at)) {
    way.push(at);
    at = tokens[at]?.within ?? -1;
  }
  const found = functions.get(at) ?? at;
  for (const each of [...way, at]) functions.set(each, found);
  return found;
}

function unlessPart(code: Code, starts: number, body: TokenRange): TokenRange | undefined {
  const { tokens } = code;
  if (CALLS.has(tokens[body.end + 1]?.text ?? '')) return undefined;
  const isOfClass = tokens[starts]?.text !== 'function' && isClass(code, tokens[starts]?.within ?? -1);
  // It decides whether the type of the function depends on what is around.
  const saysThis = tokens.slice(body.start, body.end).some(({ text }) => text === 'this');
  return saysThis && !isOfClass ? undefined : body;
}

/** The token before the parameters, and before those of types. */
function beforeParameters(tokens: readonly Token[], open: number): number {
  const before = open - 1;
  return tokens[before]?.text === '>' ? (anglesStart(tokens, before) ?? 0) - 1 : before;
}

function inside(tokens: readonly Token[], open: number): TokenRange | undefined {
  const pair = tokens[open]?.pair ?? -1;
  return pair < 0 ? undefined : { start: open + 1, end: pair };
}

/**
 * The first token of an arrow function, or the second.
 *
 * @param before the token before the parameters
 */
function arrowStart(tokens: readonly Token[], before: number): number | undefined {
  const { text = '', within = -1 } = tokens[before] ?? {};
  if (text === ':' && (tokens[within]?.text !== '{' || !isObject(tokens, within))) return undefined;
  return BEFORE_ARROW.has(text) ? before + 1 : undefined;
}

/** The first token of a function or method; undefined where it is none of them. */
function functionStart(code: Code, before: number): number | undefined {
  const { tokens } = code;
  const isFunction = (at: number): boolean => tokens[at]?.text === 'function' && tokens[at - 1]?.text !== '.';
  let at = before;
  if (isFunction(at)) return at;
  if (tokens[at]?.text === '*' && isFunction(at - 1)) return at - 1;
  const name = tokens[at];
  if (name === undefined) return undefined;
  if (name.kind === 'word') {
    const behindStar = tokens[at - 1]?.text === '*' ? at - 2 : at - 1;
    if (isFunction(behindStar)) return behindStar;
    if (NO_METHOD.has(name.text)) return undefined;
  } else if (name.kind === 'mark') {
    if (name.text !== ']' || name.pair < 0) return undefined;
    at = name.pair;
  }
  const holder = name.within;
  if (tokens[holder]?.text !== '{') return undefined;
  if (tokens[at - 1]?.text === '#') at -= 1;
  const isInClass = isClass(code, holder);
  for (; ; at -= 1) {
    const last = tokens[at - 1];
    if (last === undefined || last.within !== holder) break;
    if (last.text !== '*' && !(last.kind === 'word' && MODIFIERS.has(last.text))) break;
  }
  const last = tokens[at - 1];
  const isMember =
    at - 1 === holder ||
    last?.text === ',' ||
    (isInClass && (last?.text === ';' || last?.text === '}' || tokens[at]?.onNewLine === true));
  return isMember && (isInClass || isObject(tokens, holder)) ? at : undefined;
}

/** The braces of a class. */
function isClass({ tokens, begins, classes }: Code, open: number): boolean {
  const within = tokens[open]?.within;
  return wayBack(classes, open - 1, (at) => {
    const token = tokens[at];
    if (token === undefined || token.within !== within) return false;
    if (token.kind === 'word' && token.text === 'class') return tokens[at - 1]?.text !== '.';
    if (begins.has(at)) return false;
    const isLeft = token.text === '}' && tokens[at + 1]?.text !== '>';
    if (token.pair >= 0 && token.pair < at && !isLeft) return token.pair - 1;
    return !(token.kind === 'mark' && !'<>,.|&'.includes(token.text)) && at - 1;
  });
}

function isObject(tokens: readonly Token[], open: number): boolean {
  return BEFORE_OBJECT.has(tokens[open - 1]?.text ?? '');
}

/**
 * No function is around that may end up in a type, and no condition, in which a colon is no annotation.
 */
function isSettled(code: Code, at: number): boolean {
  const { tokens, settled } = code;
  const within = tokens[at]?.within ?? -1;
  const holder = tokens[within];
  const isInClass = holder !== undefined && isClass(code, within);
  if (!isPlain(code, at, isInClass)) return false;
  if (holder === undefined) return true;
  const known = settled.get(within);
  if (known !== undefined) return known;
  const isInBlock = holder.text === '{' && !isInClass && !isObject(tokens, within);
  const isInCall = holder.text === '(' && BEHIND_PARENTHESES.has(tokens[holder.pair + 1]?.text ?? '');
  const found = !isInBlock && !isInCall && isSettled(code, within);
  settled.set(within, found);
  return found;
}

/** Before the token, in its statement, member or item, there is no condition and no function. */
function isPlain({ tokens, begins, plain }: Code, at: number, isInClass: boolean): boolean {
  const within = tokens[at]?.within ?? -1;
  const step = (before: number): number | boolean => {
    const token = tokens[before];
    if (token === undefined || token.text === '=>' || token.text === '?') return false;
    if (token.text === 'function' && before !== at) return false;
    if (token.kind === 'mark' && ';,'.includes(token.text)) return true;
    let to = before;
    if (token.pair >= 0 && token.pair < before) {
      if (isInClass && token.text === '}') return true;
      to = token.pair;
    } else if (token.text === '>') to = anglesStart(tokens, before) ?? before;
    return begins.has(to) || to - 1 <= within || to - 1;
  };
  // A function of its own is no other.
  const next = step(at);
  return typeof next === 'boolean' ? next : wayBack(plain, next, step);
}

/** Before these, a value of several lines goes on. */
const GOES_ON = /^(?!\+\+|--)(?:[.?:|&=<>+*/%^,)\]}-]|\?\.|\?\?|=>|&&|\|\|)/;

/** Where the value ends that begins there, or earlier. */
function valueEnd(tokens: readonly Token[], from: number): number {
  let at = from;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (token.pair >= 0 && token.pair < at)) break;
    if (',;:'.includes(token.text)) break;
    if (at > from && token.onNewLine && !(token.kind === 'mark' && GOES_ON.test(token.text))) break;
    if (token.pair > at) at = token.pair;
  }
  return at;
}
