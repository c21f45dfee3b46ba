import { isObject } from '../support/json.js';

type Table = Readonly<Record<string, unknown>>;

/** Settings over others: key by key, in objects too. A list counts as a whole. */
export function layered<T extends object>(below: T, above: T): T;
export function layered(below: Table, above: Table): Table {
  const both = Object.keys({ ...below, ...above }).map((key): [string, unknown] => {
    const [under, over] = [below, above].map((table) => (Object.hasOwn(table, key) ? table[key] : undefined));
    if (isObject(under) && isObject(over)) return [key, layered(under, over)];
    return [key, Object.hasOwn(above, key) ? over : under];
  });
  return Object.fromEntries(both);
}
