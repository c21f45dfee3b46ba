import type { TextChange } from '../../../backend/fixes/text-changes.ts';
import type { Outline } from '../../navigate/outline/outline.ts';
import type { OutlineSymbol } from '../../navigate/outline/outline-symbol.ts';
import type { SymbolChange } from './change.ts';

/** What the change did to the outline: nothing else may be different. */
export interface OutlineChange {
  /** Symbols that the given text defines. */
  readonly brought: readonly OutlineSymbol[];
  /** A symbol that the change must not touch, and which is gone or has come, if there is one. */
  readonly other: OutlineSymbol | undefined;
}

/** @param target the symbol that is replaced or deleted */
export function outlineChange(
  before: Outline,
  after: Outline,
  { changes, main }: SymbolChange,
  target: OutlineSymbol | undefined,
): OutlineChange {
  const shift = changes
    .filter((change) => change !== main && change.end <= main.start)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  const [from, to] = [main.start + shift, main.start + shift + main.text.length];
  const isGiven = ({ nameStart }: OutlineSymbol): boolean => nameStart >= from && nameStart < to;
  const isReplaced = ({ nameStart }: OutlineSymbol): boolean =>
    nameStart >= main.start && nameStart < main.end;
  const kept = new Map(
    before.symbols
      .filter((symbol) => !isReplaced(symbol))
      .map((symbol) => [keyOf(symbol, moved(symbol.nameStart, changes)), symbol]),
  );
  const now = new Map(
    after.symbols
      .filter((symbol) => !isGiven(symbol))
      .map((symbol) => [keyOf(symbol, symbol.nameStart), symbol]),
  );
  // Quirk(pyright): an attribute is listed where it is first assigned. Without that, the next one is
  // the first.
  const replaced = namesOf(before.symbols.filter((symbol) => isReplaced(symbol) && symbol !== target));
  const given = namesOf(after.symbols.filter(isGiven));
  // Of several definitions of the name it lists the last, with what stands in that: perhaps another now.
  const twins = new Set([target, ...after.symbols.filter(isGiven)].map((one) => one?.label));
  const isInTwin = ({ container }: OutlineSymbol): boolean => container !== undefined && twins.has(container);
  const lost = [...kept].find(
    ([key, symbol]) => !now.has(key) && !given.has(nameOf(symbol)) && !isInTwin(symbol),
  )?.[1];
  const come = [...now].find(
    ([key, symbol]) => !kept.has(key) && !replaced.has(nameOf(symbol)) && !isInTwin(symbol),
  )?.[1];
  return { brought: after.symbols.filter(isGiven), other: lost ?? come };
}

/** LSP's SymbolKinds of variables and constants. */
const VARIABLES: readonly number[] = [13, 14];

function namesOf(symbols: readonly OutlineSymbol[]): ReadonlySet<string> {
  return new Set(symbols.filter(({ kind }) => VARIABLES.includes(kind)).map(nameOf));
}

function nameOf({ label, container }: OutlineSymbol): string {
  return `${label} in ${container ?? ''}`;
}

function keyOf(symbol: OutlineSymbol, nameStart: number): string {
  return `${nameStart} ${symbol.kind} ${nameOf(symbol)}`;
}

function moved(offset: number, changes: readonly TextChange[]): number {
  return changes
    .filter(({ end }) => end <= offset)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);
}
