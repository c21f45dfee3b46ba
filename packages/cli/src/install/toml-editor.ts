import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { holds } from './holds.js';
import type { Editor, Removal, TomlTable, Written } from './target.js';

type Table = Readonly<Record<string, unknown>>;

const MARK = '# Added by llxprt-lsp install; --uninstall takes this table out again.';

/**
 * For a file that others share: one table, as lines at the end. Every change is parsed again. If it
 * changed anything but this table, it is not made.
 */
export function tomlEditor(table: TomlTable): Editor {
  const { parent, name, value } = table;
  const lines = [
    MARK,
    `[${parent}.${name}]`,
    ...Object.entries(value).map(
      ([key, one]) =>
        `${key} = ` +
        (typeof one === 'string'
          ? JSON.stringify(one)
          : `[${one.map((word) => JSON.stringify(word)).join(', ')}]`),
    ),
  ];
  const wanted = (root: Table): Table => ({ ...root, [parent]: { ...tableAt(root, parent), [name]: value } });

  const add = (text: string | undefined): string => {
    const before = text ?? '';
    if (holds(tableAt(parsed(before), parent)?.[name], value)) return before;
    const eol = before.includes('\r\n') ? '\r\n' : '\n';
    const gap = before.trim() === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
    return `${before}${gap}${lines.join(eol)}${eol}`;
  };
  return {
    conflict(text, known) {
      const root = parsed(text ?? '');
      if (root === undefined) return { kind: 'form', reason: 'is not TOML that can be read' };
      const found = tableAt(root, parent)?.[name];
      if (holds(found, value)) return undefined;
      const isKnown =
        found === undefined || isSame(found, tableAt(parsed(known?.written ?? ''), parent)?.[name]);
      if (!isKnown) return { kind: 'taken', reason: `has another table ${parent}.${name}` };
      const removal =
        text !== undefined && found !== undefined && known !== undefined
          ? remove(text, { ...known, before: undefined }, table)
          : { kind: 'removed' as const, text };
      if (removal.kind !== 'removed') return { kind: 'form', reason: removal.reason };
      const base = parsed(removal.text ?? '') ?? {};
      return isSame(parsed(add(removal.text)), wanted(base))
        ? undefined
        : { kind: 'form', reason: whyNot(base, parent) };
    },
    add,
    remove: (text, known) => remove(text, known, table),
    removeStale: (text, known) =>
      add(text) === text ? { kind: 'removed', text } : remove(text, known, table),
    byHand: () => `${lines.slice(1).join('\n')}\n`,
  };
}

/** Lines at the end of a file can add to every table but an inline one. */
function whyNot(root: Table, parent: string): string {
  if (tableAt(root, parent) === undefined) return `has no table at ${parent}`;
  return (
    `writes ${parent} as an inline table, to which no lines can add: first write each of its entries as ` +
    `a table of its own, [${parent}.NAME]`
  );
}

function remove(text: string, { before }: Written, { parent, name }: TomlTable): Removal {
  const root = parsed(text);
  if (root === undefined) return { kind: 'failed', reason: 'is not TOML that can be read any more' };
  const owner = tableAt(root, parent);
  const stoodBefore = tableAt(parsed(before ?? ''), parent)?.[name] !== undefined;
  if (owner?.[name] === undefined || stoodBefore) return { kind: 'removed', text };
  const { rest, cut } = withoutTable(text, parent, name);
  const { [name]: _, ...others } = owner;
  const { [parent]: __, ...all } = root;
  const expected =
    Object.keys(others).length === 0 ? [all, { ...all, [parent]: {} }] : [{ ...all, [parent]: others }];
  if (!expected.some((one) => isSame(parsed(rest), one)))
    return { kind: 'failed', reason: `has ${parent}.${name} in a form that cannot be taken out` };
  if (cut.some((line) => hasComment(line)))
    return { kind: 'failed', reason: `has a comment in ${parent}.${name} that would be lost` };
  return { kind: 'removed', text: before === undefined && rest.trim() === '' ? undefined : rest };
}

/**
 * The host may have added tables below ours, and people lines to it. All of them belong to it.
 * Comments and blank lines above the next table belong to that one.
 */
function withoutTable(text: string, parent: string, name: string): { rest: string; cut: string[] } {
  const lines = text.split(/(?<=\n)/);
  const part = (word: string): string => String.raw`\s*(?:${word}|"${word}"|'${word}')\s*`;
  const header = new RegExp(String.raw`^\s*\[${part(parent)}\.${part(name)}[\].]`);
  const kept: string[] = [];
  const cut: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (!header.test(lines[at] ?? '')) {
      kept.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    if (kept.at(-1)?.trim() === MARK) {
      kept.pop();
      if (kept.at(-1)?.trim() === '') kept.pop();
    }
    let end = at + 1;
    while (end < lines.length && !/^\s*\[/.test(lines[end] ?? '')) end += 1;
    const isLast = !header.test(lines[end] ?? '');
    while (isLast && end > at + 1 && /^\s*(#.*)?$/.test((lines[end - 1] ?? '').trimEnd())) end -= 1;
    cut.push(...lines.slice(at, end));
    at = end;
  }
  // People may have parted our mark from our table.
  return { rest: kept.filter((line) => line.trim() !== MARK).join(''), cut };
}

const hasComment = (line: string): boolean =>
  line.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|'[^']*'/g, '').includes('#');

function parsed(text: string): Table | undefined {
  try {
    // Otherwise it refuses the numbers that JavaScript cannot hold.
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

function tableAt(root: Table | undefined, key: string): Table | undefined {
  const value = root?.[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : undefined;
}

/** The parser's dates and tables have prototypes of their own. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)),
  );
