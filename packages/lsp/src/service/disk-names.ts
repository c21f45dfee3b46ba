import type { CheckerDefinition } from '../registry/checkers/definition.ts';
import type { Registry } from '../registry/find-server.ts';
import { namesOf } from '../registry/language-map.ts';

/**
 * Beside the files that servers are asked about: what says how those are to be judged. Any JSON or TOML may be extended by another one, or
 * imported by a module. Whole names or endings, lower case.
 */
const SETTINGS = [
  ...['.json', '.jsonc', '.toml', 'setup.py', 'setup.cfg', 'go.mod', 'go.sum', 'go.work', 'go.work.sum', 'cargo.lock', 'rust-toolchain'],
  ...['compile_flags.txt', '.clangd', '.clang-tidy', '.eslintignore'],
];
const SETTINGS_PATTERN = /^(requirements.*\.txt|eslint\.config\..+|\.eslintrc.*)$/;

/** Version control, and what other tools unpacked or computed: nobody edits it, and there is more of it than of everything else. */
const IGNORED = new Set(['.git', '.hg', '.svn', '.jj', '__pycache__']);

export const MODULES = 'node_modules';

/** What lies in a folder that is a cache (of cargo, of linters), and in a Python environment. */
const CACHE_TAG = 'CACHEDIR.TAG';
const ENVIRONMENT_TAGS = ['pyvenv.cfg', 'conda-meta'];

/** Whether a change of a file with this name may change what a server says. */
export type WatchFilter = (name: string) => boolean;

/**
 * Servers may ask to be told of more (TypeScript 7: of everything). What nobody is asked about and what no settings file is named like is left
 * out: images, logs, and documents come and go all the time, and each would cost a second question.
 */
export function interestOf(registry: Registry, checkers: readonly CheckerDefinition[]): WatchFilter {
  const endings = new Set(SETTINGS);
  for (const { id, extensions } of registry.all()) {
    if (!registry.isDisabled(id)) for (const extension of extensions) endings.add(extension);
  }
  for (const { extensions, markers } of checkers) for (const name of [...extensions, ...markers]) endings.add(name);
  return (name) => namesOf(name).some((ending) => endings.has(ending)) || SETTINGS_PATTERN.test(name.toLowerCase());
}

/** By its name alone; undefined where nobody looks into it. */
export function folderKind(name: string): 'folder' | 'modules' | undefined {
  if (name === MODULES) return 'modules';
  return IGNORED.has(name) ? undefined : 'folder';
}

/** By what it holds. */
export function contentKind(names: ReadonlySet<string>): 'walked' | 'ignored' | 'environment' {
  if (ENVIRONMENT_TAGS.some((tag) => names.has(tag))) return 'environment';
  return names.has(CACHE_TAG) ? 'ignored' : 'walked';
}
