import { basename } from 'node:path';
import type { SurfacePart } from '../../../backend/imports/imports.ts';
import { type LogicalLine, logicalLines } from './lines.ts';
import { pythonParts, type WrittenLine } from './parts.ts';

/** A logical line, and what is indented below it. */
interface Block {
  readonly line: LogicalLine;
  readonly below: Block[];
}

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
  if (blocks === undefined) return undefined;
  const written: WrittenLine[] = [];
  for (const block of blocks) write(block, 0, false, written);
  return pythonParts(written, basename(path) === '__init__.py');
}

/** Undefined where the indentation does not say what belongs together. */
function blocksOf(lines: readonly LogicalLine[]): Block[] | undefined {
  const top: Block[] = [];
  const open: { readonly indent: number; readonly blocks: Block[] }[] = [{ indent: 0, blocks: top }];
  let last: Block | undefined;
  for (const line of lines) {
    const block: Block = { line, below: [] };
    if (line.tokens.length === 0) {
      // Comments at the end.
      top.push(block);
      continue;
    }
    const opens = last !== undefined && endsWithColon(last.line);
    const level = open.at(-1)?.indent ?? 0;
    if (opens !== line.indent > level) return undefined;
    if (opens && last !== undefined) open.push({ indent: line.indent, blocks: last.below });
    else while ((open.at(-1)?.indent ?? 0) > line.indent) open.pop();
    const inner = open.at(-1);
    if (inner?.indent !== line.indent) return undefined;
    inner.blocks.push(block);
    last = block;
  }
  return last !== undefined && endsWithColon(last.line) ? undefined : top;
}

function endsWithColon({ tokens, depths }: LogicalLine): boolean {
  return tokens.at(-1) === ':' && depths.at(-1) === 0;
}

/** No character of a source. It stands for the line ends of a text, so that a line is a logical one. */
const LINE_END = '\0';

function write({ line, below }: Block, depth: number, isInClass: boolean, to: WrittenLine[]): void {
  const space = '    '.repeat(depth);
  const put = (text: string, isWithin = false): void =>
    void to.push({ text: space + text.replaceAll(/\r?\n/g, LINE_END), isWithin });
  for (const note of line.notes) put(note);
  if (line.tokens.length === 0) return;
  const headEnd = declaredHead(line);
  if (headEnd === undefined || isSeen(line, headEnd, below, isInClass)) {
    put(isDocstring(line) ? '""' : line.tokens.join(' '));
    const isMethod = isInClass || line.tokens[0] === 'class';
    for (const block of below) write(block, depth + 1, isMethod, to);
    return;
  }
  put(line.tokens.slice(0, headEnd).join(' '));
  const own = [...bodyOn(line, headEnd), ...ownLinesOf(below)];
  if (own.some(yields)) put('    yield');
  for (const one of own) if (mayYield(one)) put(`    ${one.tokens.join(' ')}`);
  for (const { tokens, notes } of linesOf(below)) {
    for (const note of notes) if (/\b(?:pyright|mypy)\s*:/.test(note)) put(`    ${note}`);
    if (tokens[0] === 'import' || tokens[0] === 'from') put(`    ${tokens.join(' ')}`, true);
  }
}

function linesOf(blocks: readonly Block[]): LogicalLine[] {
  return blocks.flatMap(({ line, below }) => [line, ...linesOf(below)]);
}

/** Without the lines of functions and classes within. */
function ownLinesOf(blocks: readonly Block[]): LogicalLine[] {
  return blocks.flatMap(({ line, below }) => [line, ...(definesWithin(line) ? [] : ownLinesOf(below))]);
}

function definesWithin({ tokens: [first, second] }: LogicalLine): boolean {
  return first === 'def' || first === 'class' || (first === 'async' && second === 'def');
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
  const inline = bodyOn(line, headEnd);
  const lines = [...inline, ...linesOf(below)];
  if (lines.every(isEmpty) || (isInClass && onlyRaises(lines, [...inline, ...ownLinesOf(below)])))
    return true;
  return lines.some(
    (one) =>
      one.tokens.includes('global') ||
      one.tokens.includes('nonlocal') ||
      (isInClass && assignsAttribute(one)),
  );
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

const QUOTED = /^[rRuU]?["']/;

function isDocstring({ tokens }: LogicalLine): boolean {
  return tokens.every((token) => QUOTED.test(token));
}

const ASSIGNS = /^(?:\*\*|\/\/|<<|>>|[-+*/%@&|^])?=$/;

/** `self.x = 1`, `self.x, y = z`, `for self.x in`, `with a as self.x`; in doubt, it does. */
function assignsAttribute({ tokens, depths }: LogicalLine): boolean {
  const isAt = (index: number): boolean => {
    const token = tokens[index] ?? '';
    return depths[index] === 0 && (ASSIGNS.test(token) || (token === ':' && index < tokens.length - 1));
  };
  const last = tokens.findLastIndex((_, index) => isAt(index));
  if (tokens.slice(0, Math.max(0, last)).includes('.')) return true;
  const target = tokens.indexOf('for');
  const end = tokens.indexOf('in', target);
  if (target >= 0 && tokens.slice(target, end < 0 ? undefined : end).includes('.')) return true;
  return tokens.some((token, index) => token === 'as' && tokens.slice(index, index + 4).includes('.'));
}
