import type { DocumentSymbol, Position } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import { containsPosition } from './owners.ts';

/** LSP's SymbolKinds: methods, constructors, functions. */
export const FUNCTIONS: readonly number[] = [6, 9, 12];
/** Modules, types and functions: what a function may hold and is still more than a local of it. */
const NAMED_PARTS: readonly number[] = [2, 3, 4, 5, 6, 9, 10, 11, 12, 23];
/** What other code stands in: also properties, and variables that are no locals. */
const HOLDERS: readonly number[] = [...NAMED_PARTS, 7, 8, 13, 14];

/** Variables and constants, and what may have a function for its value. */
const VARIABLES: readonly number[] = [13, 14];
const VALUES: readonly number[] = [7, ...VARIABLES];

/** What TypeScript calls functions without a name: `map() callback`, `<function>`. */
const NAMELESS = /(?: callback|^<(?:function|class|unknown)>)$/;

export interface Nested {
  readonly symbol: DocumentSymbol;
  /** 1 at the top. */
  readonly depth: number;
  /** A variable, a parameter or the like of a function. */
  readonly isLocal: boolean;
  readonly parent: Nested | undefined;
}

/** @param symbols in the order of the text */
export function nested(symbols: readonly DocumentSymbol[]): Nested[] {
  const all: Nested[] = [];
  const open: Nested[] = [];
  for (const symbol of symbols) {
    while (open.length > 0 && !contains(open.at(-1), symbol)) open.pop();
    const { containerName } = symbol;
    const parent =
      containerName === undefined
        ? undefined
        : open.findLast(({ symbol: { name } }) => name === containerName);
    const isInFunction =
      parent?.isLocal === true || isWithinFunction(parent) || isInValue(symbol.kind, parent);
    const one: Nested = {
      symbol,
      depth: parent === undefined ? 1 : parent.depth + 1,
      isLocal: isInFunction && !NAMED_PARTS.includes(symbol.kind),
      parent,
    };
    all.push(one);
    open.push(one);
  }
  return all;
}

/** What holds a place: `Cart.total`. Undefined at the top of a file. */
export function holderOf(all: readonly Nested[], position: Position): string | undefined {
  const holder = all.findLast(
    ({ symbol: { kind, range, selectionRange }, isLocal }) =>
      !isLocal &&
      HOLDERS.includes(kind) &&
      containsPosition(range, position) &&
      (comparePositions(selectionRange.start, position) > 0 ||
        comparePositions(position, selectionRange.end) >= 0),
  );
  if (holder === undefined) return undefined;
  const around: Nested[] = [];
  for (let at: Nested | undefined = holder; at !== undefined; at = at.parent) around.unshift(at);
  // Of functions without a name, only what they are in says where they are.
  const named = around.filter(({ symbol: { name } }) => !NAMELESS.test(name));
  const names = (named.length > 0 ? named : around).map(({ symbol: { name } }) => name);
  const [first] = names;
  const container = holder.symbol.containerName;
  const isNamedOtherwise = names.length === 1 && container !== undefined && container !== first;
  return (isNamedOtherwise ? [container, ...names] : names).join('.');
}

function isWithinFunction(symbol: Nested | undefined): boolean {
  for (let at = symbol; at !== undefined; at = at.parent) if (FUNCTIONS.includes(at.symbol.kind)) return true;
  return false;
}

/** The value of a variable that holds another one is a function: `const sum = () => {`. */
function isInValue(kind: number, parent: Nested | undefined): boolean {
  return VARIABLES.includes(kind) && parent !== undefined && VALUES.includes(parent.symbol.kind);
}

function contains(outer: Nested | undefined, { range }: DocumentSymbol): boolean {
  return (
    outer !== undefined &&
    containsPosition(outer.symbol.range, range.start) &&
    containsPosition(outer.symbol.range, range.end)
  );
}
