import type { CheckerDefinition } from '../../backend/checker/definition.ts';
import type { Registry } from '../../backend/find-server.ts';
import { namesOf } from '../../backend/language-map.ts';
import { NODE_MODULES } from '../../support/folders.ts';

/** Any JSON or TOML may be extended by another one, or imported by a module. */
const SETTINGS = ['.json', '.jsonc', '.toml', '.gitignore'];

/**
 * Version control, and what other tools unpacked or computed. These files are not edited, and
 * outnumber all others.
 */
const IGNORED = new Set(['.git', '.hg', '.svn', '.jj', '__pycache__']);

/** Entries that mark a folder as a cache (of cargo, of linters), or as a Python environment. */
const CACHE_TAG = 'CACHEDIR.TAG';
const ENVIRONMENT_TAGS = ['pyvenv.cfg', 'conda-meta'];

/** Whether a change of a file with this name may change what a server reports. */
export type WatchFilter = (name: string) => boolean;

/**
 * Servers may register for more files (TypeScript 7: for all). A file is left out if no server is
 * asked about it and it is not named like a settings file: images, logs, and documents come and go
 * all the time, and each would cost a second request.
 */
export function watchFilterOf(registry: Registry, checkers: readonly CheckerDefinition[]): WatchFilter {
  const { settingsFiles } = registry;
  const patterns = settingsFiles.filter((name) => typeof name !== 'string');
  const endings = new Set([...SETTINGS, ...settingsFiles.filter((name) => typeof name === 'string')]);
  for (const { id, extensions, imports } of registry.all()) {
    if (registry.isDisabled(id)) continue;
    for (const extension of [...extensions, ...(imports?.parts ?? [])]) endings.add(extension);
  }
  for (const { extensions, markers } of checkers)
    for (const name of [...extensions, ...markers]) endings.add(name);
  return (name) =>
    namesOf(name).some((ending) => endings.has(ending)) ||
    patterns.some((pattern) => pattern.test(name.toLowerCase()));
}

/** Kind of a folder by its name alone; undefined if the folder is ignored. */
export function folderKind(name: string): 'folder' | 'modules' | undefined {
  if (name === NODE_MODULES) return 'modules';
  return IGNORED.has(name) ? undefined : 'folder';
}

/** Kind of a folder by its entries. */
export function contentKind(names: ReadonlySet<string>): 'walked' | 'ignored' | 'environment' {
  if (ENVIRONMENT_TAGS.some((tag) => names.has(tag))) return 'environment';
  return names.has(CACHE_TAG) ? 'ignored' : 'walked';
}
