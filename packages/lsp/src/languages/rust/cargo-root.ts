import { dirname, join, relative, resolve, sep } from 'node:path';
import { ancestors, holds, readText, realPath } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { tableAt, tableOf, type Table } from '../../backend/program/toml.ts';

/**
 * The root of the Cargo workspace that files in `folder` belong to, by Cargo's own rules for the
 * nearest package. First what its `package.workspace` names, then the nearest folder at or above it
 * with a `[workspace]` that does not exclude it, then the package itself.
 *
 * @param top nothing above it is looked at
 */
export function cargoRoot(folder: string, top: string): string | undefined {
  const packages = ancestors(folder, top).filter((candidate) => holds(candidate, [MANIFEST]));
  const [home] = packages;
  if (home === undefined) return undefined;
  const named = workspaceOf(home);
  if (named !== undefined && holds(named, [MANIFEST])) return realPath(named);
  const root = packages.find(
    (candidate) => isWorkspace(candidate) && (candidate === home || !excludes(candidate, home)),
  );
  return root ?? home;
}

const MANIFEST = 'Cargo.toml';

/**
 * Matches the text, so that an error elsewhere in the manifest does not move the root while the
 * manifest is being edited.
 */
function isWorkspace(folder: string): boolean {
  return /^[ \t]*\[[ \t]*workspace[ \t]*[.\]]/m.test(manifestText(folder));
}

function workspaceOf(folder: string): string | undefined {
  if (!/^[ \t]*workspace[ \t]*=[ \t]*["']/m.test(manifestText(folder))) return undefined;
  const { workspace } = tableAt(manifest(folder), 'package');
  return typeof workspace === 'string' ? resolve(folder, workspace) : undefined;
}

/**
 * A named member takes precedence over an excluded folder (Cargo's own order); patterns among the
 * members name no folder.
 */
function excludes(root: string, home: string): boolean {
  if (!manifestText(root).includes('exclude')) return false;
  const workspace = tableAt(manifest(root), 'workspace');
  const path = relative(root, home).replaceAll(sep, '/');
  const isIn = (entry: string): boolean => path === entry || path.startsWith(`${entry}/`);
  return texts(workspace['exclude']).some(isIn) && !texts(workspace['members']).includes(path);
}

function texts(list: unknown): string[] {
  return Array.isArray(list)
    ? list.filter((item) => typeof item === 'string').map((item) => item.replace(/^\.\/|\/$/g, ''))
    : [];
}

export function manifest(folder: string): Table {
  return tableOf(join(folder, MANIFEST), manifestText(folder));
}

function manifestText(folder: string): string {
  return readText(join(folder, MANIFEST), SETTINGS_BYTES) ?? '';
}

/** The topmost folder of the disk that `path` is on: Cargo looks that far up. */
export function diskRoot(path: string): string {
  for (let current = path; ; current = dirname(current)) if (dirname(current) === current) return current;
}
