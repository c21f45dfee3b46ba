import { isObject } from '../../support/json.js';

/**
 * A server as the settings of another program name it. Only the shape is read: a value may be of
 * any type, and is checked when it is taken.
 */
export interface NamedServer {
  readonly id: string;
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly extensions?: unknown;
  readonly languageId?: unknown;
  readonly rootMarkers?: unknown;
  readonly initializationOptions?: unknown;
  readonly settings?: unknown;
}

export type Table = Readonly<Record<string, unknown>>;

export const tableIn = (value: unknown, key: string): Table => {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
};

/** Those that are tables, and not switched off. */
export function entriesOf(table: Table): [id: string, server: Table][] {
  return Object.entries(table).flatMap(([id, server]): [string, Table][] =>
    isObject(server) && server['disabled'] !== true ? [[id, server]] : [],
  );
}

/** `go` and `.go` both mean the ending `.go`. */
export const asEnding = (name: string): string => (name.startsWith('.') ? name : `.${name}`);

/** No settings need as many, and a value of thousands would end the stack of what reads it. */
const MAX_DEPTH = 100;

/** The value without its variables, in all its texts. Throws where it is nested too deeply. */
export function placed(
  value: unknown,
  variable: RegExp,
  valueOf: (name: string) => string,
  depth = 0,
): unknown {
  if (depth > MAX_DEPTH) throw new Error(`a value is nested more than ${MAX_DEPTH} deep`);
  if (typeof value === 'string') return value.replaceAll(variable, (_, name: string) => valueOf(name));
  if (Array.isArray(value)) return value.map((item) => placed(item, variable, valueOf, depth + 1));
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, placed(item, variable, valueOf, depth + 1)]),
      )
    : value;
}
