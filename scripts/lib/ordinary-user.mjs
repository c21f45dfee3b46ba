import { realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';

/** Permissions hold no root back, and CI containers run as root: some tests go on as another user. */
const isRoot = process.geteuid?.() === 0;

/**
 * The folder for temporary files, or the system's own where that one lies in a folder that is closed
 * to others, as a home folder is. Real.
 */
export function reachableTmp() {
  const usual = realpathSync(tmpdir());
  return !isRoot || isReachable(usual) ? usual : realpathSync('/tmp');
}

/**
 * @param {string} folder absolute
 * @returns {boolean} whether every user can go into it
 */
function isReachable(folder) {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isReachable(dirname(folder));
}

/**
 * What a program is started through, so that permissions hold it back. It keeps its user, whose
 * files it reads: this clone, and Node.
 * @type {readonly string[]}
 */
export const withoutRights = isRoot ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : [];
