import { readDocumentSymbols } from '../../../src/backend/navigation/read-symbols.ts';
import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { type Outline, outlineOf } from '../../../src/engine/navigate/outline/outline.ts';
import type { OutlineSymbol } from '../../../src/engine/navigate/outline/outline-symbol.ts';

/** A text, and what servers answered to `textDocument/documentSymbol` about it. */
export interface Recorded {
  readonly text: readonly string[];
  readonly servers: Readonly<Record<string, unknown>>;
}

export function outlineIn(
  { text, servers }: Recorded,
  server: string,
  syntax: SymbolSyntax,
  ending = '\n',
): Outline {
  const outline = outlineOf(text.join(ending), readDocumentSymbols(servers[server]), syntax);
  if (outline === undefined) throw new Error(`no outline of ${server}`);
  return outline;
}

/** @param path `K.m`; `f#1` is the second of that name */
export function symbolIn({ symbols }: Outline, path: string): OutlineSymbol {
  const [named = '', index = '0'] = path.split('#');
  const names = named.split('/');
  const found = symbols.filter(
    ({ name, parent }) => name === names.at(-1) && (names.length < 2 || parent?.name === names[0]),
  )[Number(index)];
  if (found === undefined) throw new Error(`no symbol ${path}`);
  return found;
}
