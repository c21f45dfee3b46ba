import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../places.js';

/**
 * A page in docs. Its prose is its own; between `<!-- name -->` and `<!-- /name -->` stands what a
 * program writes.
 */
export interface Page {
  /** In docs. */
  readonly file: string;
  readonly sections: readonly string[];
  /** What its prose says of our constants, in its words: it has to be there. */
  readonly states?: readonly string[];
}

const pathOf = ({ file }: Pick<Page, 'file'>): string => join(REPOSITORY, 'docs', file);

/** What a page lacks: a section, or a sentence that is no longer so. */
export function missingIn(page: Page): string[] {
  const text = readFileSync(pathOf(page), 'utf8');
  const prose = text.replaceAll(/\s+/g, ' ');
  return [
    ...page.sections
      .filter((name) => text.split(beginOf(name)).length !== 2 || text.split(endOf(name)).length !== 2)
      .map((name) => `docs/${page.file} has no section ${name}`),
    ...(page.states ?? [])
      .filter((words) => !prose.includes(words))
      .map((words) => `docs/${page.file} does not say: ${words}`),
  ];
}

/** Writes sections of a page, by name. @param isOwn of a row: then all other rows of its tables stay */
export function writePage(
  page: Page,
  sections: Readonly<Record<string, string>>,
  isOwn?: (row: string) => boolean,
): void {
  const path = pathOf(page);
  const [fault] = missingIn(page);
  if (fault !== undefined) throw new Error(fault);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    Object.entries(sections).reduce((text, [name, fresh]) => withSection(text, name, fresh, isOwn), before),
  );
}

const beginOf = (name: string): string => `<!-- ${name} -->`;
const endOf = (name: string): string => `<!-- /${name} -->`;

export function withSection(
  page: string,
  name: string,
  fresh: string,
  isOwn?: (row: string) => boolean,
): string {
  const [begin, end] = [beginOf(name), endOf(name)];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no section ${name}`);
  const former = page.slice(from + begin.length, to);
  const text = isOwn === undefined ? fresh : withRows(former, fresh, isOwn);
  return `${page.slice(0, from)}${begin}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/**
 * A text whose tables have the own rows of those with the same head in another one: in place of the
 * first of their own, else at the end. All else stays.
 */
function withRows(former: string, fresh: string, isOwn: (row: string) => boolean): string {
  return former.replaceAll(TABLE, (_, head: string, rows: string) => {
    const start = fresh.indexOf(head);
    if (start < 0) return head + rows;
    const [, own = ''] = [...fresh.slice(start).matchAll(TABLE)][0]?.slice(1) ?? [];
    const [old, now] = [linesOf(rows), linesOf(own).filter(isOwn)];
    const at = old.findIndex(isOwn);
    const kept = old.filter((row) => !isOwn(row));
    const all = at < 0 ? [...kept, ...now] : [...kept.slice(0, at), ...now, ...kept.slice(at)];
    return head + all.map((row) => `${row}\n`).join('');
  });
}

/** Its head, and its rows. */
const TABLE = /(^\|.*\n\|-.*\n)((?:\|.*(?:\n|$))*)/gm;

function linesOf(rows: string): string[] {
  return rows.split('\n').filter((line) => line !== '');
}

/** What stands in a cell; of nothing, nothing. */
export type Value = string | number | undefined;

/**
 * A table in Markdown.
 *
 * @param head titles with ` | ` between them; one that ends with `:` stands over numbers
 */
export function table(head: string, rows: readonly (readonly Value[])[]): string {
  const titles = head.split(' | ');
  const line = (cells: readonly Value[]): string =>
    `| ${cells.map(cellOf).join(' | ')} |`.replaceAll(/\| {2}(?=\|)/g, '| ');
  return [
    line(titles.map((title) => title.replace(/:$/, ''))),
    `|${titles.map((title) => (title.endsWith(':') ? '--:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

function cellOf(value: Value): string {
  return String(value ?? '')
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .replaceAll('\n', ' ');
}
