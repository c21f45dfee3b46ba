import { namesInCode, type TextRange } from '../../../backend/symbols/code.ts';
import { areDefinedIn, type SymbolMove, type TopDefinition } from '../../../backend/symbols/symbol-moves.ts';
import type { ImportEdits } from './import-edits.ts';
import type { Imported } from './statements.ts';

/** What the moved text uses of its file. */
export interface Needs {
  readonly imports: readonly Imported[];
  readonly definitions: readonly TopDefinition[];
}

/** A text: a name that would mean something else in the target. */
export async function needsOf(
  move: SymbolMove,
  source: ImportEdits,
  target: ImportEdits | undefined,
): Promise<Needs | string> {
  const { parts, others, name: own } = move;
  const places = parts.flatMap((part) => namesInCode(source.code, part));
  const imports: Imported[] = [];
  const definitions: TopDefinition[] = [];
  for (const [name, uses] of Map.groupBy(places, (place) => place.name)) {
    if (name === own) continue;
    const imported = source.imported.find(({ local }) => local === name);
    const definition = others.find((other) => other.name === name);
    const isBoundThere =
      target?.imported.some(({ local }) => local === name) === true ||
      move.targetDefinitions.some((other) => other.name === name);
    if (imported === undefined && definition === undefined && !isBoundThere) continue;
    if (await areDefinedIn(move, move.source.path, uses, parts)) continue;
    if (imported !== undefined) imports.push(imported);
    else if (definition !== undefined) definitions.push(definition);
    else return `\`${name}\` would mean what the target calls so`;
  }
  const jsx = source.imported.find(({ local }) => local === 'React');
  const isJsx = /\.[jt]sx$/.test(move.source.path) && parts.some((part) => hasJsx(source.code, part));
  if (jsx !== undefined && isJsx && !imports.includes(jsx)) imports.push(jsx);
  const order = (one: Imported): number => source.imported.indexOf(one);
  return { imports: imports.sort((a, b) => order(a) - order(b)), definitions };
}

export function hasJsx(code: string, { start, end }: TextRange): boolean {
  return /<\/|\/>/.test(code.slice(start, end));
}
