import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ServerKind } from '../subjects/subject.js';
import { filesOf } from '../workspace.js';

/**
 * Files that no project holds. A server of TypeScript finds nothing in them unless they are open,
 * so a client that asks no more than it must has to open them.
 */
export interface Strays {
  /** Those that say the name. */
  readonly saying: readonly string[];
  readonly all: readonly string[];
}

/**
 * @returns paths relative to the workspace, with `/`; of other servers none, as these look into all
 * files by themselves; throws where the compiler lists none
 */
export function straysOf(kind: ServerKind, workspace: string, name: string): Strays {
  if (kind !== 'tsserver' && kind !== 'typescript7') return { saying: [], all: [] };
  const compiler = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
  const listed = execFileSync(process.execPath, [compiler, '--listFilesOnly'], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const held = new Set(listed.split('\n').map((path) => relative(workspace, path).replaceAll(sep, '/')));
  const sources = filesOf(workspace).filter((path) => /\.[cm]?tsx?$/.test(path));
  const all = sources.filter((path) => !held.has(path));
  // The bare side would have everything open, and be slow for it.
  if (all.length === sources.length)
    throw new Error(`${compiler} --listFilesOnly lists no file of ${workspace}`);
  const word = new RegExp(`\\b${name}\\b`);
  return { saying: all.filter((path) => word.test(readFileSync(join(workspace, path), 'utf8'))), all };
}
