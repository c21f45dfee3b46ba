import { join } from 'node:path';
import { entriesOf } from '../../support/folders.ts';

/** Entries that are looked at. */
const MOST = 20_000;
/** Installed, built or hidden: no source of the project. */
const LEFT_OUT = /^(?:\.|node_modules$|vendor$|target$|build$|dist$|__pycache__$|site-packages$)/;

/** The file of this name that is nearest below a folder. Undefined where too much is there to look. */
export const findBelow = (folder: string, name: string): string | undefined =>
  foundBelow(folder, (each) => each === name).next().value;

/** Those with such names, the nearest first; none more once too much is there to look. */
export function* foundBelow(
  folder: string,
  isWanted: (name: string) => boolean,
): Generator<string, undefined> {
  const queue = [folder];
  let left = MOST;
  for (const at of queue) {
    const entries = entriesOf(at);
    left -= entries.length;
    if (left < 0) return undefined;
    for (const entry of entries) if (entry.isFile() && isWanted(entry.name)) yield join(at, entry.name);
    for (const entry of entries)
      if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) queue.push(join(at, entry.name));
  }
  return undefined;
}
