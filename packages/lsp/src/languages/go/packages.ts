import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { home, nearest, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import type { PackageTraits } from '../../backend/packages.ts';

/** Quirk(gopls): it says the same of a module that is not downloaded and of one that no go.mod has. */
const NOT_FOUND =
  /^could not import (\S+) \((?:no required module provides package|cannot find (?:package|module)|missing go\.sum entry|no metadata for)\b/;

/** A module that go.mod requires, and that is not in the module cache. */
export const goPackages: PackageTraits = {
  missingModules({ code, message }) {
    const path = code === 'BrokenImport' ? NOT_FOUND.exec(message)?.[1] : undefined;
    return path === undefined ? [] : [path];
  },
  // Quirk(go/types): of a package that is not there it takes the end of the path for the name.
  behind({ message }, text, file, search) {
    const name = /^undefined: ([\p{L}_][\p{L}\d_]*)$/u.exec(message)?.[1];
    if (name === undefined) return undefined;
    for (const [, module = ''] of text.matchAll(/^[ \t]*(?:import[ \t]+)?"([^"\n]+)"/gm)) {
      const found = mayBeCalled(module, name) ? goPackages.uninstalled(module, file, search) : undefined;
      if (found !== undefined) return { ...found, module };
    }
    return undefined;
  },
  uninstalled(module, file, { workspaceRoot }) {
    const folder = nearest(dirname(file), workspaceRoot, ['go.mod']);
    // A vendor folder is what is built, whatever the cache has.
    if (folder === undefined || existsSync(join(folder, 'vendor', 'modules.txt'))) return undefined;
    const text = (readText(join(folder, 'go.mod'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
    const required = [...text.matchAll(/^[ \t]*(?:require[ \t]+)?([^\s()]+)[ \t]+(v\d\S*)[ \t]*\r?$/gm)].map(
      ([, path = '', version = '']) => ({ path, version }),
    );
    // A package may be of the module with the longest path that begins its own.
    const [own] = required
      .filter(({ path }) => module === path || module.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length);
    // What replaces it may be anywhere.
    if (
      own === undefined ||
      isInWorkspace(own.path, folder, workspaceRoot) ||
      new RegExp(`^[ \\t]*(?:replace[ \\t]+)?${RegExp.escape(own.path)}(?:[ \\t]+v\\S+)?[ \\t]+=>`, 'm').test(
        text,
      )
    )
      return undefined;
    const cache = moduleCache();
    return existsSync(join(cache, `${escaped(own.path)}@${escaped(own.version)}`))
      ? undefined
      : { manifest: join(folder, 'go.mod'), install: 'go mod download' };
  },
};

/** `redis` of `github.com/redis/go-redis/v9`, `yaml` of `gopkg.in/yaml.v3`. */
function mayBeCalled(path: string, name: string): boolean {
  const parts = path.replace(/\/v\d+$/, '').split('/');
  const words = (parts.at(-1) ?? '').replace(/\.v\d+$/, '').split(/[-.]/);
  return words.includes(name) || words.join('') === name;
}

/** A go.work takes the module from a folder. */
function isInWorkspace(module: string, folder: string, workspaceRoot: string): boolean {
  const home = nearest(folder, workspaceRoot, ['go.work']);
  if (home === undefined) return false;
  const text = (readText(join(home, 'go.work'), SETTINGS_BYTES) ?? '').replace(/\/\/.*/g, '');
  const folders = [...text.matchAll(/(?:^|\s)(\.{1,2}(?:\/\S*)?)(?=\s|$)/g)].map(([, path = '']) =>
    join(home, path),
  );
  return folders.some((used) =>
    new RegExp(`^module[ \\t]+"?${RegExp.escape(module)}"?[ \\t]*\\r?$`, 'm').test(
      readText(join(used, 'go.mod'), SETTINGS_BYTES) ?? '',
    ),
  );
}

/** Go writes capitals so, for disks that ignore case. */
function escaped(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

export function moduleCache(): string {
  const set = variable('GOMODCACHE');
  if (set !== undefined) return set;
  const [first] = (variable('GOPATH') ?? '').split(delimiter).filter((path) => path !== '');
  return join(first ?? join(home(), 'go'), 'pkg', 'mod');
}

/** From the environment, else from what `go env -w` has written. */
function variable(name: string): string | undefined {
  const own = process.env[name] ?? '';
  if (own !== '') return own;
  const { XDG_CONFIG_HOME = '', APPDATA = '' } = process.env;
  const folder =
    process.platform === 'win32'
      ? APPDATA
      : process.platform === 'darwin'
        ? join(home(), 'Library', 'Application Support')
        : XDG_CONFIG_HOME === ''
          ? join(home(), '.config')
          : XDG_CONFIG_HOME;
  return new RegExp(`^${name}=(.+)$`, 'm')
    .exec(readText(join(folder, 'go', 'env'), SETTINGS_BYTES) ?? '')?.[1]
    ?.trim();
}
