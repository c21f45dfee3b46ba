import { isDeepStrictEqual } from 'node:util';
import { parse, type JSONPath, type ParseError } from 'jsonc-parser';
import { isObject } from '@vybestack/llxprt-lsp-core';
import { holds } from './holds.js';
import { commentsOf, isBareAt, putElement, putProperty, removeAt } from './json-text.js';
import type { Conflict, Editor, Entry, Removal, Written } from './target.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * For a file that others share. Only the bytes of our entries change: comments, order and
 * indentation of all else stay.
 */
export function jsonEditor(entries: readonly Entry[]): Editor {
  return {
    conflict(text, known) {
      const root = rootOf(text);
      if (root === undefined) return { kind: 'form', reason: 'is not JSON that can be read' };
      const earlier = rootOf(known?.written) ?? {};
      const conflict = entries
        .map((entry) => conflictOf(entry, root, earlier))
        .find((one) => one !== undefined);
      if (conflict !== undefined) return conflict;
      const body = bodyOf(text);
      const after = entries.reduce(put, body);
      // As where a key stands there twice.
      return isIn(entries, after) && isDeepStrictEqual(commentsOf(after), commentsOf(body))
        ? undefined
        : { kind: 'form', reason: 'has a form that nothing can be added to' };
    },
    add: (text) => ending(entries.reduce(put, bodyOf(text)), text),
    remove: (text, known) => remove(text, known, entries, () => false),
    removeStale: (text, known) =>
      remove(text, known, entries, (place, root) => entries.some((entry) => isHeldAt(entry, place, root))),
    byHand: () => `${JSON.stringify(rootOf(entries.reduce(put, '{}')), undefined, 2)}\n`,
  };
}

function conflictOf(entry: Entry, root: JsonObject, earlier: JsonObject): Conflict | undefined {
  const where = entry.path.join('.');
  const parents = entry.kind === 'property' ? entry.path.slice(0, -1) : entry.path;
  for (let depth = 1; depth <= parents.length; depth++) {
    const value = valueAt(root, parents.slice(0, depth));
    const isList = entry.kind === 'element' && depth === parents.length;
    if (value !== undefined && !(isList ? Array.isArray(value) : isObject(value)))
      return {
        kind: 'form',
        reason: `has no ${isList ? 'list' : 'object'} at ${parents.slice(0, depth).join('.')}`,
      };
  }
  if (entry.kind === 'property') {
    const value = valueAt(root, entry.path);
    const isKnown =
      value === undefined ||
      holds(value, entry.value) ||
      isDeepStrictEqual(value, valueAt(earlier, entry.path));
    return isKnown ? undefined : { kind: 'taken', reason: `has another ${where}` };
  }
  const own = partsOf(entry, [entry.value]);
  const known = partsOf(entry, listAt(earlier, entry.path));
  const found = partsOf(entry, listAt(root, entry.path));
  return found.every((part) => isAmong(known, part) || own.some((one) => holds(part, one)))
    ? undefined
    : { kind: 'taken', reason: `has another entry of llxprt-lsp at ${where}` };
}

type Element = Entry & { readonly kind: 'element' };

/** What is ours in a list: elements, and groups, each with one hook of ours. */
const partsOf = (entry: Element, list: readonly unknown[]): unknown[] =>
  list.flatMap((element) =>
    entry.isOurs(element)
      ? [element]
      : hooksOf(element)
          .filter((hook) => entry.isOurs(hook))
          .map((hook) => ({ ...(element as object), hooks: [hook] })),
  );

function isIn(entries: readonly Entry[], text: string): boolean {
  const root = rootOf(text);
  return root !== undefined && entries.every((entry) => isThere(entry, root));
}

const isThere = ({ kind, path, value }: Entry, root: JsonObject): boolean =>
  kind === 'property'
    ? holds(valueAt(root, path), value)
    : listAt(root, path).some((element) => holds(element, value));

function put(text: string, entry: Entry): string {
  if (isThere(entry, rootOf(text) ?? {})) return text;
  return entry.kind === 'property'
    ? putProperty(text, entry.path, entry.value)
    : putElement(text, entry.path, entry.value);
}

/** Whether a place, or the group that it is in, is an entry as this version writes it. */
function isHeldAt({ kind, path, value }: Entry, place: JSONPath, root: JsonObject): boolean {
  if (!isDeepStrictEqual(place.slice(0, path.length), path)) return false;
  return holds(
    kind === 'property' ? valueAt(root, path) : listAt(root, path)[Number(place[path.length])],
    value,
  );
}

function remove(
  text: string,
  known: Written,
  entries: readonly Entry[],
  isKept: (place: JSONPath, root: JsonObject) => boolean,
): Removal {
  const body = bodyOf(text);
  let rest = body;
  for (const entry of [...entries, ...droppedSince(known, entries)]) {
    const where = entry.path.join('.');
    const root = rootOf(rest);
    if (root === undefined) return { kind: 'failed', reason: 'is not JSON that can be read any more' };
    // The last one first: the others keep their places.
    for (const place of placesOf(entry, root, known)
      .filter((place) => !isKept(place, root))
      .reverse())
      rest = removeAt(rest, place);
    if (!isDeepStrictEqual(commentsOf(rest), commentsOf(body)))
      return { kind: 'failed', reason: `has a comment in ${where} that would be lost` };
    rest = prune(rest, entry.path, known);
    const left = rootOf(rest);
    if (left === undefined || placesOf(entry, left, known).some((place) => !isKept(place, left)))
      return { kind: 'failed', reason: `has ${where} in a form that cannot be taken out` };
  }
  const isEmpty = known.before === undefined && isBareAt(rest, []) && commentsOf(rest).length === 0;
  return { kind: 'removed', text: isEmpty ? undefined : rest === body ? text : ending(rest, text) };
}

/** Elements of lists that an earlier version has added to, and this one does not: as of another event. */
function droppedSince({ before, written }: Written, entries: readonly Entry[]): Element[] {
  const elements = entries.filter(
    (entry): entry is Element => entry.kind === 'element' && entry.path.length > 1,
  );
  const [first] = elements;
  if (first === undefined) return [];
  const parent = first.path.slice(0, -1);
  const [lists, previous] = [written, before].map((text) => valueAt(rootOf(text) ?? {}, parent));
  const names = Object.keys(isObject(lists) ? lists : {}).filter(
    (name) => !elements.some(({ path }) => path.at(-1) === name),
  );
  return names
    .filter((name) => !isDeepStrictEqual(valueAt(lists, [name]), valueAt(previous, [name])))
    .map((name) => ({ ...first, path: [...parent, name] }));
}

/** Where an entry stands now, unless it stood there before: as it was written, or recognised. */
function placesOf(entry: Entry, root: JsonObject, { before, written }: Written): JSONPath[] {
  const previous = rootOf(before) ?? {};
  if (entry.kind === 'property')
    return valueAt(root, entry.path) === undefined || valueAt(previous, entry.path) !== undefined
      ? []
      : [[...entry.path]];
  const kept = listAt(previous, entry.path);
  const added = listAt(rootOf(written) ?? {}, entry.path).filter((element) => !isAmong(kept, element));
  const isOurs = (part: unknown): boolean =>
    entry.isOurs(part) || isAmong([...added, ...added.flatMap(hooksOf)], part);
  return listAt(root, entry.path).flatMap((element, index): JSONPath[] => {
    if (isAmong(kept, element)) return [];
    const place = [...entry.path, index];
    if (isOurs(element)) return [place];
    const hooks = hooksOf(element);
    const inner = hooks.flatMap((hook, at) => (isOurs(hook) ? [at] : []));
    // A group to which a person has added hooks keeps those.
    return inner.length > 0 && inner.length === hooks.length
      ? [place]
      : inner.map((at) => [...place, 'hooks', at]);
  });
}

/** Removes what is empty on the way to an entry and was not there before, the deepest first. */
function prune(text: string, path: readonly string[], { before }: Written): string {
  const previous = rootOf(before) ?? {};
  let rest = text;
  for (let depth = path.length; depth > 0; depth--) {
    const way = path.slice(0, depth);
    if (!isBareAt(rest, way) || valueAt(previous, way) !== undefined) continue;
    const shorter = removeAt(rest, way);
    // It stays for a comment between its name and its bracket.
    if (isDeepStrictEqual(commentsOf(shorter), commentsOf(rest))) rest = shorter;
  }
  return rest;
}

const BOM = '\u{FEFF}';

/** The text without a byte order mark; an empty file holds no entries. */
function bodyOf(text: string | undefined): string {
  const body = text?.startsWith(BOM) ? text.slice(BOM.length) : (text ?? '');
  return body.trim() === '' ? `{}${body === '' ? '\n' : body}` : body;
}

/** Puts the byte order mark back. */
const ending = (body: string, like: string | undefined): string =>
  like?.startsWith(BOM) && !body.startsWith(BOM) ? BOM + body : body;

/** @returns undefined where the text is no object */
function rootOf(text: string | undefined): JsonObject | undefined {
  const errors: ParseError[] = [];
  try {
    const root: unknown = parse(bodyOf(text), errors, { allowTrailingComma: true });
    return errors.length === 0 && isObject(root) ? root : undefined;
  } catch {
    // The parser recurses: brackets may be nested deeper than its stack.
    return undefined;
  }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

function listAt(root: JsonObject, path: readonly string[]): readonly unknown[] {
  const list = valueAt(root, path);
  return Array.isArray(list) ? list : [];
}

const isAmong = (list: readonly unknown[], value: unknown): boolean =>
  list.some((one) => isDeepStrictEqual(one, value));

function hooksOf(group: unknown): readonly unknown[] {
  return isObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : [];
}
