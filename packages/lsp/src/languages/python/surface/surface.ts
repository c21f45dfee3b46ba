import { basename } from 'node:path';
import type { SurfacePart } from '../../../backend/imports/imports.ts';
import { assignsAttribute, attributesOf, AttributeSlices } from './attributes.ts';
import {
  type Block,
  blocksOf,
  definesWithin,
  innerLinesOf,
  isDocstring,
  allLinesOf,
  ownLinesOf,
} from './blocks.ts';
import { type LogicalLine, logicalLines } from './lines.ts';
import { type Member, pythonParts, type WrittenLine } from './parts.ts';
import { STRUCTURAL_MARK } from './structural.ts';

/**
 * What other files can see of a Python module, in a form that does not depend on how it is laid out;
 * undefined where that is in doubt.
 *
 * Left out: comments that say nothing to a checker; what docstrings say; bodies of functions whose result is
 * declared. Of all other functions, checkers infer what they return.
 */
export function pythonSurface(text: string, path: string): SurfacePart[] | undefined {
  // What stands in stubs is all seen; a module of builtins, everywhere.
  if (!path.endsWith('.py') || /^_*builtins_*\./.test(basename(path))) return undefined;
  if (/\bno_type_check\b/.test(text) || text.includes(LINE_END)) return undefined;
  const lines = logicalLines(text);
  const blocks = lines && blocksOf(lines);
  if (lines === undefined || blocks === undefined) return undefined;
  const written: WrittenLine[] = [];
  const abstracts = namesOfAny(lines, /abstract/i);
  const structural = namesOfAny(lines, BY_STRUCTURE);
  for (const block of blocks) {
    if (block.line.tokens[0] === 'class') writeClass(block, abstracts, structural, written);
    else write(block, 0, false, written);
  }
  return pythonParts(written, structural, basename(path) === '__init__.py');
}

/** No character of a source. It stands for the line ends of a text, so that a line is a logical one. */
const LINE_END = '\0';

/**
 * Writes a line.
 *
 * @param basis as much of it as what it declares depends on
 */
type Put = (text: string, basis?: string) => void;

/** @param member that the lines are of */
function putter(to: WrittenLine[], depth: number, member?: Member): Put {
  const space = '    '.repeat(depth);
  const onLine = (text: string): string => space + text.replaceAll(/\r?\n/g, LINE_END);
  return (text, basis = text) =>
    void to.push({ text: onLine(text), basis: onLine(basis), ...(member && { member }) });
}

function write(
  { line, below }: Block,
  depth: number,
  isInClass: boolean,
  to: WrittenLine[],
  member?: Member,
): void {
  const put = putter(to, depth, member);
  for (const note of line.notes) put(note);
  if (line.tokens.length === 0) return;
  const headEnd = declaredHead(line);
  if (headEnd === undefined || isSeen(line, headEnd, below, isInClass)) {
    put(isDocstring(line) ? '""' : line.tokens.join(' '), withoutParameters(line).join(' '));
    const isMethod = isInClass || line.tokens[0] === 'class';
    for (const block of below) write(block, depth + 1, isMethod, to, member);
    return;
  }
  writeHead(line, headEnd, below, put);
}

/** Of a function whose result is declared, what others see beside what it assigns. */
function writeHead(line: LogicalLine, headEnd: number, below: readonly Block[], put: Put): void {
  const head = line.tokens.slice(0, headEnd);
  put(head.join(' '), withoutParameters({ ...line, tokens: head }).join(' '));
  const own = [...bodyOn(line, headEnd), ...ownLinesOf(below)];
  if (own.some(yields)) put('    yield');
  for (const one of own) if (mayYield(one)) put(`    ${one.tokens.join(' ')}`);
  for (const { tokens, notes } of allLinesOf(below)) {
    for (const note of notes) if (/\b(?:pyright|mypy)\s*:/.test(note)) put(`    ${note}`);
    const isJoined = tokens[0] === 'class' && tokens.includes(',');
    if (isJoined || tokens[0] === 'import' || tokens[0] === 'from') put(`    ${tokens.join(' ')}`, '');
  }
}

/** It makes a generator of the function that it is a line of. */
function yields(line: LogicalLine): boolean {
  return line.tokens.includes('yield') && !mayYield(line);
}

/** There is a `yield`, which may be one of a function within. */
function mayYield(line: LogicalLine): boolean {
  return line.tokens.includes('yield') && (definesWithin(line) || line.tokens.includes('lambda'));
}

/** What stands behind the head of a function, on its line. */
function bodyOn(line: LogicalLine, headEnd: number): LogicalLine[] {
  const tokens = line.tokens.slice(headEnd);
  return tokens.length === 0 ? [] : [{ ...line, tokens, depths: line.depths.slice(headEnd) }];
}

/** Where methods are of no class with this word, those that use a class say what they use of it. */
const BY_STRUCTURE = new RegExp(`^${STRUCTURAL_MARK}$`);
/** A language's own methods are used without a word. Those of one underscore are an enumeration's. */
const UNSAID_MEMBER = /^_.*_$/;

/** Names like this, and what the module calls them. */
function namesOfAny(lines: readonly LogicalLine[], pattern: RegExp): ReadonlySet<string> {
  const isOne = (token: string | undefined): boolean => pattern.test(token ?? '');
  return new Set(
    lines.flatMap(({ tokens }) => [
      ...tokens.filter((token, at) => isOne(token) || (tokens[at - 1] === 'as' && isOne(tokens[at - 2]))),
      // `a = b . c`
      ...(isOne(tokens.at(-1)) && tokens[1] === '=' ? tokens.slice(0, 1) : []),
    ]),
  );
}

/** A class at the top of a module. A member that others use only by its name is a part of its own. */
function writeClass(
  { line, below }: Block,
  abstracts: ReadonlySet<string>,
  structural: ReadonlySet<string>,
  to: WrittenLine[],
): void {
  const whole: WrittenLine[] = [];
  write({ line, below: [] }, 0, false, whole);
  const members: WrittenLine[] = [];
  // Of a class with parameters, members decide how they vary.
  const areApart = line.tokens[2] !== '[' && !line.tokens.some((token) => structural.has(token));
  let decorators: Block[] = [];
  for (const block of below) {
    if (block.line.tokens[0] === '@') {
      decorators.push(block);
      continue;
    }
    const isAbstract = decorators.some((one) => one.line.tokens.some((token) => abstracts.has(token)));
    const isApart = areApart && !isAbstract && isFunction(block.line);
    if (!isApart || !writeMethod(block, decorators, line.tokens[1] ?? '', whole, members))
      for (const one of [...decorators, block]) write(one, 1, true, whole);
    decorators = [];
  }
  to.push(...whole, ...members);
}

function isFunction({ tokens: [first] }: LogicalLine): boolean {
  return first === 'def' || first === 'async';
}

/** Returns false where the class has to be looked at as a whole. */
function writeMethod(
  method: Block,
  decorators: readonly Block[],
  className: string,
  whole: WrittenLine[],
  members: WrittenLine[],
): boolean {
  const { line, below } = method;
  const at = line.tokens[0] === 'async' ? 2 : 1;
  const [name = '', , self = ''] = line.tokens.slice(at);
  const inner = innerLinesOf(below);
  if ([...ownLinesOf(below), ...inner].some(bindsAround) || inner.some(assignsAttribute)) return false;
  const headEnd = declaredHead(line);
  const body = [...bodyOn(line, headEnd ?? endOfHead(line)).map(alone), ...below];
  const owners = new Set([self, className]);
  const attributes = attributesOf(body, owners);
  const isUnsaid = UNSAID_MEMBER.test(name);
  const isWhole = headEnd === undefined || isSilent(line, headEnd, below, true);
  if (isWhole && isUnsaid) return false;
  const own: Member = { names: isWhole ? [name, ...attributes.keys()] : [name], isTyped: true };
  const [to, member] = isUnsaid ? [whole] : [members, own];
  for (const one of decorators) write(one, 1, true, to, member);
  if (isWhole) {
    write(method, 1, true, to, member);
    return true;
  }
  const put = putter(to, 1, member);
  for (const note of line.notes) put(note);
  writeHead(line, headEnd, below, put);
  if (attributes.size > MOST_ATTRIBUTES) {
    const one: Member = { names: [...attributes.keys()], isTyped: [...attributes.values()].includes(true) };
    write(method, 1, true, members, one);
    return true;
  }
  const slices = attributes.size > 0 ? new AttributeSlices(body, owners) : undefined;
  for (const [attribute, isTyped] of attributes) {
    const { lines = [], names = new Set<string>() } = slices?.of(attribute) ?? {};
    const one: Member = { names: [attribute], isTyped };
    const putOne = UNSAID_MEMBER.test(attribute) ? putter(whole, 1) : putter(members, 1, one);
    putOne(`def ${name} ( ${parametersIn(line, names).join(' , ')} )`);
    for (const text of lines) putOne(`    ${text}`);
  }
  return true;
}

/** Of so many, each has the lines that decide its type; of more, one part has all. */
const MOST_ATTRIBUTES = 50;

const alone = (line: LogicalLine): Block => ({ line, below: [] });

/** Where the parameters of a function begin. */
function parametersAt({ tokens, depths }: LogicalLine): number {
  return tokens.findIndex((token, at) => token === '(' && depths[at] === 0) + 1;
}

/** Of a function, without the names of its parameters: who says one of them means something else. */
function withoutParameters(line: LogicalLine): readonly string[] {
  const { tokens, depths } = line;
  if (!isFunction(line) || !tokens.slice(0, 2).includes('def')) return tokens;
  const start = parametersAt(line);
  const end = tokens.findIndex((_, at) => at >= start && depths[at] === 0);
  const begins = (at: number): boolean => at === start || (tokens[at - 1] === ',' && depths[at - 1] === 1);
  const isName = (at: number): boolean =>
    begins(at) || (/^\*+$/.test(tokens[at - 1] ?? '') && begins(at - 1));
  return tokens.filter((_, at) => at < start || at >= end || depths[at] !== 1 || !isName(at));
}

/** The parameters of a function that have one of these names, as they are declared. */
function parametersIn(line: LogicalLine, names: ReadonlySet<string>): string[] {
  const { tokens, depths } = line;
  const start = parametersAt(line);
  const parameters: string[][] = [[]];
  for (let at = start; at < tokens.length && (depths[at] ?? 0) > 0; at += 1) {
    const token = tokens[at] ?? '';
    if (token === ',' && depths[at] === 1) parameters.push([]);
    else parameters.at(-1)?.push(token);
  }
  const isNamed = ([first = '', second = '']: readonly string[]): boolean =>
    names.has(/^\*+$/.test(first) ? second : first);
  return parameters.filter(isNamed).map((parameter) => parameter.join(' '));
}

/** Behind the colon of a function. */
function endOfHead({ tokens, depths }: LogicalLine): number {
  return tokens.findIndex((token, index) => token === ':' && depths[index] === 0) + 1;
}

/** Behind the colon of a function whose result is declared. */
function declaredHead({ tokens, depths }: LogicalLine): number | undefined {
  const at = tokens[0] === 'async' ? 1 : 0;
  if (tokens[at] !== 'def') return undefined;
  const arrow = tokens.findIndex((token, index) => token === '->' && depths[index] === 0);
  const colon = tokens.findIndex((token, index) => index > arrow && token === ':' && depths[index] === 0);
  return arrow < 0 || colon < 0 ? undefined : colon + 1;
}

/**
 * Others see the body all the same: it says nothing, or does nothing but raise, which decides whether a
 * method has an implementation; it declares attributes; it assigns to variables around it.
 */
function isSeen(line: LogicalLine, headEnd: number, below: readonly Block[], isInClass: boolean): boolean {
  const lines = [...bodyOn(line, headEnd), ...allLinesOf(below)];
  return (
    isSilent(line, headEnd, below, isInClass) ||
    lines.some((one) => bindsAround(one) || (isInClass && assignsAttribute(one)))
  );
}

function bindsAround({ tokens }: LogicalLine): boolean {
  return tokens.includes('global') || tokens.includes('nonlocal');
}

/** It says nothing, or does nothing but raise. */
function isSilent(line: LogicalLine, headEnd: number, below: readonly Block[], isInClass: boolean): boolean {
  const inline = bodyOn(line, headEnd);
  const lines = [...inline, ...allLinesOf(below)];
  return lines.every(isEmpty) || (isInClass && onlyRaises(lines, [...inline, ...ownLinesOf(below)]));
}

/** Quirk(pyright): a method that raises `NotImplementedError`, and returns nothing, has no implementation. */
function onlyRaises(lines: readonly LogicalLine[], own: readonly LogicalLine[]): boolean {
  const returns = (one: LogicalLine): boolean =>
    yields(one) || (one.tokens.includes('return') && !definesWithin(one));
  return lines.some(({ tokens }) => tokens.includes('raise')) && !own.some(returns);
}

function isEmpty(line: LogicalLine): boolean {
  const [first, second] = line.tokens;
  return (
    first === 'raise' || isDocstring(line) || (second === undefined && (first === '...' || first === 'pass'))
  );
}
