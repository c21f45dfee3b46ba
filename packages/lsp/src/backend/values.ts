import { isObject } from '../support/json.ts';

/** The JSON objects that settings and options consist of. */
export type Values = Readonly<Record<string, unknown>>;

/** `over` merged into `base`: objects key by key, everything else (lists too) as a whole. */
export function mergeValues(base: Values, over: Values): Values {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = isObject(below) && isObject(value) ? mergeValues(below, value) : value;
  }
  return result;
}

/**
 * Settings as a tree: `{'a.b': 1}` and `{a: {b: 1}}` mean the same. Only the keys at the top are
 * sections; deeper ones may be file patterns.
 */
export function settingsTree(settings: Values): Values {
  return Object.entries(settings).reduce<Values>(
    (tree, [key, value]) => mergeValues(tree, branch(key.split('.'), value)),
    {},
  );
}

/**
 * The part of a tree that a section like `python.analysis` names; all of it for `''`, null where
 * there is none.
 */
export function sectionOf(tree: Values, section: string): unknown {
  if (section === '') return tree;
  let value: unknown = tree;
  for (const key of section.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value;
}

function branch(keys: readonly string[], value: unknown): Values {
  const [first = '', ...rest] = keys;
  return { [first]: rest.length === 0 ? value : branch(rest, value) };
}
