import { sep } from 'node:path';
import type { ShadowRules } from '../../../backend/shadow/shadow-scan.ts';
import { NODE_MODULES } from '../../../support/folders.ts';

export const MOST_FILES = 100_000;

const READ = /\.(?:[cm]?[jt]s|[jt]sx|json)$/i;
/** A compiler writes such a file beside a source of the same name, and reads the source instead. */
const WRITTEN = /(?:\.d\.([cm]?)ts|\.([cm]?)jsx?)$/i;

/** What `tsc --build` reads. */
export const TSC_RULES: ShadowRules = {
  copies: (name, names) => READ.test(name) && !isOutput(name, names),
  linked: (target) => (isSource(target) ? 'copy' : 'original'),
  folders: 'installed',
  most: { files: MOST_FILES, bytes: Infinity },
};

/**
 * Whatever no package manager has installed is copied, wherever it is: compilers write beside their
 * sources, and never into installed packages.
 */
export function isSource(path: string): boolean {
  return !path.split(sep).includes(NODE_MODULES);
}

function isOutput(name: string, names: ReadonlySet<string>): boolean {
  const match = WRITTEN.exec(name);
  if (match === null) return false;
  const stem = name.slice(0, match.index);
  const kind = match[1] ?? match[2] ?? '';
  return names.has(`${stem}.${kind}ts`) || (kind === '' && names.has(`${stem}.tsx`));
}
