import { isObject } from '../../support/json.ts';

/** More files are parsed again: a workspace may have thousands of manifests. */
const MOST = 200;

/**
 * Parsing costs more than reading. An entry keeps its text, so a result is never out of date. The
 * oldest comes first.
 */
const parsed = new Map<string, { readonly text: string; readonly table: Table }>();

export type Table = Readonly<Record<string, unknown>>;

/** An empty table where the text is none, or no TOML. */
export function tableOf(path: string, text: string | undefined): Table {
  if (text === undefined) return {};
  const known = parsed.get(path);
  if (known?.text === text) return known.table;
  const table = parse(text);
  parsed.delete(path);
  parsed.set(path, { text, table });
  for (const oldest of parsed.keys()) if (parsed.size > MOST) parsed.delete(oldest);
  return table;
}

/** The table at these keys, one in the other; an empty one where there is none. */
export function tableAt(table: unknown, ...keys: readonly string[]): Table {
  let current = table;
  for (const key of keys) current = isObject(current) ? current[key] : undefined;
  return isObject(current) ? current : {};
}

export function textAt(table: Table, key: string): string | undefined {
  const value = table[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isToml(text: string): boolean {
  try {
    Bun.TOML.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parse(text: string): Table {
  try {
    const value: unknown = Bun.TOML.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
