import type { LogicalLine } from './lines.ts';

/** A logical line, and what is indented below it. */
export interface Block {
  readonly line: LogicalLine;
  readonly below: Block[];
}

/** Undefined where the indentation does not say what belongs together. */
export function blocksOf(lines: readonly LogicalLine[]): Block[] | undefined {
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

export function allLinesOf(blocks: readonly Block[]): LogicalLine[] {
  return blocks.flatMap(({ line, below }) => [line, ...allLinesOf(below)]);
}

/** Without the lines of functions and classes within. */
export function ownLinesOf(blocks: readonly Block[]): LogicalLine[] {
  return blocks.flatMap(({ line, below }) => [line, ...(definesWithin(line) ? [] : ownLinesOf(below))]);
}

/** Those of functions and classes within. */
export function innerLinesOf(blocks: readonly Block[]): LogicalLine[] {
  return blocks.flatMap(({ line, below }) => (definesWithin(line) ? allLinesOf(below) : innerLinesOf(below)));
}

export function definesWithin({ tokens: [first, second] }: LogicalLine): boolean {
  return first === 'def' || first === 'class' || (first === 'async' && second === 'def');
}

const QUOTED = /^[rRuU]?["']/;

export function isDocstring({ tokens }: LogicalLine): boolean {
  return tokens.every((token) => QUOTED.test(token));
}
