import { type Dirent, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { compareText } from './compare.ts';

/** Where packages of JavaScript are installed. */
export const NODE_MODULES = 'node_modules';

/** By name, since each file system has an order of its own. Empty where the folder cannot be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort(byName);
  } catch {
    return [];
  }
}

/** As {@link entriesOf}. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** As {@link entriesOf}, beside other work. */
export async function readEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort(byName);
}

function byName(a: Dirent, b: Dirent): number {
  return compareText(a.name, b.name);
}
