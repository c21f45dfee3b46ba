import { basename } from 'node:path';
import { isObject, itemsOf } from '../../../support/json.ts';
import { toUri } from '../../../support/paths.ts';
import type { Position } from '../../../backend/model.ts';
import { readSpan } from '../server/read-span.ts';

/** Converts tsserver's answer to LSP. Malformed items are left out. */
export type Read = (body: unknown) => object[];

/** From `FileSpan[]`: `Location[]`. */
export const readFileSpans: Read = (body) =>
  itemsOf(body).flatMap((item) => {
    const range = readSpan(item);
    return isObject(item) && typeof item['file'] === 'string' && range !== undefined
      ? { uri: toUri(item['file']), range }
      : [];
  });

/**
 * From `NavtoItem[]`: `SymbolInformation[]`.
 *
 * @param isImported whether the name at a position is declared in another file
 */
export function readNavtoItems(
  body: unknown,
  isImported: (path: string, position: Position) => boolean,
): object[] {
  return itemsOf(body).flatMap((item) => {
    const range = readSpan(item);
    if (
      !isObject(item) ||
      typeof item['file'] !== 'string' ||
      typeof item['name'] !== 'string' ||
      range === undefined
    )
      return [];
    const { file, name, kind, containerName } = item;
    if (kind === 'alias' && isImported(file, range.start)) return [];
    return {
      name,
      kind: kindOf(kind),
      location: { uri: toUri(file), range },
      ...(typeof containerName === 'string' && containerName !== '' && { containerName }),
    };
  });
}

/** From `CallHierarchyIncomingCall[]` of tsserver: the LSP type of the same name. */
export const readIncomingCalls: Read = (body) =>
  itemsOf(body).flatMap((call) => {
    const from = isObject(call) ? callItem(call['from']) : undefined;
    return isObject(call) && from !== undefined
      ? { from, fromRanges: itemsOf(call['fromSpans']).flatMap((span) => readSpan(span) ?? []) }
      : [];
  });

function callItem(item: unknown): object | undefined {
  if (!isObject(item) || typeof item['file'] !== 'string' || typeof item['name'] !== 'string')
    return undefined;
  const { file, name, kind } = item;
  const range = readSpan(item['span']);
  const selectionRange = readSpan(item['selectionSpan']);
  if (range === undefined || selectionRange === undefined) return undefined;
  // The caller of code at the top of a file is the file.
  const isFile =
    kind === 'script' ||
    (kind === 'module' && selectionRange.start.line === 0 && selectionRange.start.character === 0);
  return {
    name: isFile ? basename(file) : name,
    kind: kindOf(kind),
    uri: toUri(file),
    range,
    selectionRange,
  };
}

/** LSP's SymbolKind by tsserver's ScriptElementKind. */
const KINDS: Readonly<Record<string, number>> = {
  script: 1,
  module: 2,
  class: 5,
  'local class': 5,
  type: 5,
  method: 6,
  call: 6,
  index: 6,
  property: 7,
  accessor: 7,
  getter: 7,
  setter: 7,
  'JSX attribute': 7,
  constructor: 9,
  construct: 9,
  enum: 10,
  interface: 11,
  function: 12,
  'local function': 12,
  'enum member': 22,
  'type parameter': 26,
};

const VARIABLE = 13;

function kindOf(kind: unknown): number {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? VARIABLE) : VARIABLE;
}
