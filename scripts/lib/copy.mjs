import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies a file or a folder, links as what they point to.
 * Quirk(Node 22): `cpSync` with `dereference` leaves the links in a folder what they are.
 * @param {string} from
 * @param {string} to
 */
export function copyFollowing(from, to) {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) copyFollowing(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
