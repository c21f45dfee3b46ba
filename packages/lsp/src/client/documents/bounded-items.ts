import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol';
import { numberOf } from '../../diagnostics.ts';
import { isObject } from '../../support/json.ts';
import type { Diagnostic as Finding } from '../../types.ts';
import { readPosition } from './read-position.ts';

/**
 * No caller reads more findings of one file, nor of one run of a compiler. A missing package may
 * cause a hundred thousand. Those that are not kept are counted.
 */
export const MOST_FINDINGS = 10_000;

/** How much the findings of one file may take, bytes, about: a message may be a book. */
const MOST_OF_A_FILE = 16 * 1024 * 1024;
/** The same for all files of one server: a hundred thousand findings of the usual size. */
const MOST_OF_A_SERVER = 100 * 1024 * 1024;
/** Beyond that, findings are only counted, one entry for each severity, until this is full, too. */
const MOST_WITH_COUNTS = 125 * 1024 * 1024;

/** What a finding of the usual size counts, bytes. */
const USUAL = 1024;

/** Of items that are larger than usual, bytes. */
const sizes = new WeakMap<object, number>();
/** Of entries that stand for findings that were not kept: how many those are. No server can forge one. */
const counts = new WeakMap<object, number>();

/** How many findings this entry stands for, if it is one that only counts. */
export const unlistedBy = (item: object): number | undefined => counts.get(item);

/** The second one was made of the first one, and keeps it alive. */
export function isMadeOf(made: object, item: object): void {
  const size = sizes.get(item);
  if (size !== undefined) sizes.set(made, size);
}

/**
 * A server's list for one file as it is kept: errors first, if not all of it is. For the others
 * there is one entry for each severity, where the first of them stands.
 */
export function boundedItems(list: unknown): readonly Diagnostic[] {
  if (!Array.isArray(list)) return [];
  const items: readonly unknown[] = list;
  if (
    items.length <= MOST_FINDINGS &&
    items.reduce<number>((sum, item) => sum + sizeOf(item), 0) <= MOST_OF_A_FILE
  )
    return items as readonly Diagnostic[];
  const kept = new Set<unknown>();
  const left = new Unlisted();
  let size = 0;
  for (const ofSeverity of bySeverity(items)) {
    for (const item of ofSeverity) {
      if (kept.size < MOST_FINDINGS) size += sizeOf(item);
      if (kept.size < MOST_FINDINGS && size <= MOST_OF_A_FILE) kept.add(item);
      else left.add(item);
    }
  }
  return [...items.filter((item): item is Diagnostic => kept.has(item)), ...left.entries()];
}

/** Only how many there are. */
export function countedItems(items: readonly Diagnostic[]): Diagnostic[] {
  const unlisted = new Unlisted();
  for (const item of items) unlisted.add(item);
  return unlisted.entries();
}

/** The same for findings in our form. */
export function countedFindings(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ severity }) => severity)].map(([severity, all]) => {
    const [first] = all.toSorted((a, b) => a.line - b.line || a.character - b.character);
    const count = numberOf(all);
    return {
      file: first?.file ?? '',
      line: first?.line ?? 1,
      character: first?.character ?? 1,
      severity,
      message: unlisted(count),
      count,
    };
  });
}

const unlisted = (count: number): string =>
  `${count} more like this are not listed: there are too many findings`;

/** Counts findings by severity. What is no finding does not count. */
class Unlisted {
  readonly #bySeverity = new Map<DiagnosticSeverity, { count: number; line: number; character: number }>();

  add(item: unknown): void {
    if (!isObject(item) || typeof item['message'] !== 'string' || !isObject(item['range'])) return;
    const start = readPosition(item['range']['start']);
    if (start === undefined) return;
    const counted = this.#bySeverity.getOrInsertComputed(severityOf(item), () => ({ count: 0, ...start }));
    counted.count += counts.get(item) ?? 1;
    if (start.line < counted.line || (start.line === counted.line && start.character < counted.character))
      Object.assign(counted, start);
  }

  entries(): Diagnostic[] {
    return [...this.#bySeverity].map(([severity, { count, line, character }]) => {
      const start = { line, character };
      const entry = { range: { start, end: start }, severity, message: unlisted(count) };
      counts.set(entry, count);
      return entry;
    });
  }
}

function bySeverity(items: readonly unknown[]): unknown[][] {
  const groups = Map.groupBy(items, (item) => (isObject(item) ? severityOf(item) : 4));
  return ([1, 2, 3, 4] as const).map((severity) => groups.get(severity) ?? []);
}

/** Without a severity the client decides (LSP 3.17). */
function severityOf({ severity }: Record<string, unknown>): DiagnosticSeverity {
  return severity === 2 || severity === 3 || severity === 4 ? severity : 1;
}

/** Bytes, about; not counted further than a file's findings may take. */
function sizeOf(item: unknown): number {
  let size = 0;
  const left = [item];
  while (left.length > 0 && size <= MOST_OF_A_FILE) {
    const value = left.pop();
    size += 16;
    if (typeof value === 'string') size += 2 * value.length;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) left.push(inner);
  }
  if (size <= USUAL || typeof item !== 'object' || item === null) return USUAL;
  sizes.set(item, size);
  return size;
}

/** What one server's findings take, of all files together. */
export class Room {
  readonly #byFile = new Map<string, number>();
  #taken = 0;
  #isOverfull = false;

  /** There was not even room to count the findings of some file. */
  get isOverfull(): boolean {
    return this.#isOverfull;
  }

  /**
   * What is kept about a file in place of what was: its findings; where there is no room for them,
   * their number; undefined: nothing.
   */
  take<Item extends object>(
    file: string,
    items: readonly Item[],
    counted: (items: readonly Item[]) => readonly Item[],
  ): readonly Item[] | undefined {
    this.leave(file);
    if (this.#fits(file, items, MOST_OF_A_SERVER)) return items;
    const entries = counted(items);
    if (this.#fits(file, entries, MOST_WITH_COUNTS)) return entries;
    this.#isOverfull = true;
    return undefined;
  }

  leave(file: string): void {
    this.#taken -= this.#byFile.get(file) ?? 0;
    this.#byFile.delete(file);
  }

  #fits(file: string, items: readonly object[], most: number): boolean {
    const size = items.reduce((sum, item) => sum + (sizes.get(item) ?? USUAL), 0);
    if (this.#taken + size > most) return false;
    this.#taken += size;
    this.#byFile.set(file, size);
    return true;
  }
}
