/** The names of LSP's SymbolKind, from 1. */
export const SYMBOL_KINDS = [
  'file',
  'module',
  'namespace',
  'package',
  'class',
  'method',
  'property',
  'field',
  'constructor',
  'enum',
  'interface',
  'function',
  'variable',
  'constant',
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'key',
  'null',
  'enum member',
  'struct',
  'event',
  'operator',
  'type parameter',
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** LSP's number of it. */
export function kindNumber(name: SymbolKind): number {
  return SYMBOL_KINDS.indexOf(name) + 1;
}

/** @param kind 1 to 26 */
export function kindName(kind: number): SymbolKind {
  return SYMBOL_KINDS[kind - 1] ?? 'variable';
}
