import { dirname, join, relative, sep } from 'node:path';
import { namesIn } from '../support/folders.ts';
import { toPath } from '../support/paths.ts';
import type { Position } from './model.ts';
import { isObject, parseJson, textOf } from '../support/json.ts';
import { readTextFile, SETTINGS_BYTES } from '../support/read-file.ts';

/** A file outside of the workspace, by the package that it belongs to. */
export interface InstalledPlace {
  readonly name: string;
  readonly version: string | undefined;
  /** Relative to the package, with `/`. */
  readonly file: string;
}

interface Package {
  readonly name: string;
  readonly version?: string | undefined;
  /** Of its files. */
  readonly folder: string;
}

/** How far above a file its manifest is looked for. */
const MOST_FOLDERS = 8;

/** Undefined where the file is in no package that is known by its path or its manifest. */
export function installedPlace(path: string): InstalledPlace | undefined {
  const found = byPath(slashes(path)) ?? byManifest(path);
  return (
    found && {
      name: found.name,
      version: found.version,
      file: slashes(relative(found.folder, path)),
    }
  );
}

/** In words: `zod 3.23.8, types.d.ts:12:3`. */
export function describedPlace(uri: string, start: Position): string | undefined {
  const path = toPath(uri);
  const place = path === undefined ? undefined : installedPlace(path);
  if (place === undefined) return undefined;
  const version = place.version === undefined ? '' : ` ${place.version}`;
  return `${place.name}${version}, ${place.file}:${start.line + 1}:${start.character + 1}`;
}

function byPath(path: string): Package | undefined {
  const go = /^(.*\/pkg\/mod\/([^@]+)@([^/]+))\//.exec(path);
  if (go !== null) return { name: go[2] ?? '', version: go[3], folder: go[1] ?? '' };
  const crate = /^(.*\/registry\/src\/[^/]+\/([^/]+?)-(\d[^/]*))\//.exec(path);
  if (crate !== null) return { name: crate[2] ?? '', version: crate[3], folder: crate[1] ?? '' };
  const rust = /^(.*\/rustlib\/src\/rust\/library\/([^/]+))\//.exec(path);
  if (rust !== null)
    return {
      name: rust[2] ?? '',
      version: /\/toolchains\/([^/]+)\/lib\//.exec(path)?.[1],
      folder: rust[1] ?? '',
    };
  const typeshed = /^(.*\/typeshed(?:-fallback)?\/(stdlib|stubs\/[^/]+))\//.exec(path);
  if (typeshed !== null)
    return {
      name: typeshed[2] === 'stdlib' ? "Python's standard library" : (typeshed[2] ?? '').slice(6),
      folder: typeshed[1] ?? '',
    };
  const python = /^(.*\/(?:site|dist)-packages)\/([^/]+?)(?:\.pyi?)?(?:\/|$)/.exec(path);
  if (python !== null) {
    const [, folder = '', name = ''] = python;
    return { name, version: distributionVersion(folder, name), folder };
  }
  const library = /^(.*\/lib(?:64)?\/python(3\.\d+))\//.exec(path);
  if (library !== null)
    return { name: "Python's standard library", version: library[2], folder: library[1] ?? '' };
  const headers = /^(\/(?:usr|opt|Library|Applications)\/(?:.*?\/)?include)\//.exec(path);
  return headers === null ? undefined : { name: "the system's headers", folder: headers[1] ?? '' };
}

function distributionVersion(folder: string, name: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_.]+/g, '-');
  return namesIn(folder)
    .map((entry) => /^(.+)-(\d[^-]*)\.dist-info$/.exec(entry))
    .find((found) => found !== null && plain(found[1] ?? '') === plain(name))?.[2];
}

function byManifest(path: string): Package | undefined {
  let folder = dirname(path);
  for (let step = 0; step < MOST_FOLDERS && folder !== dirname(folder); step += 1) {
    const found = packageIn(folder);
    if (found !== undefined) return { ...found, folder };
    folder = dirname(folder);
  }
  return undefined;
}

function packageIn(folder: string): Pick<Package, 'name' | 'version'> | undefined {
  const node = parseJson(textIn(folder, 'package.json'));
  const name = isObject(node) ? textOf(node['name']) : undefined;
  if (isObject(node) && name !== undefined) return { name, version: textOf(node['version']) };
  for (const manifest of ['Cargo.toml', 'pyproject.toml']) {
    const text = textIn(folder, manifest);
    const named = /^[ \t]*name[ \t]*=[ \t]*["']([^"'\n]+)["']/m.exec(text)?.[1];
    if (named !== undefined)
      return { name: named, version: /^[ \t]*version[ \t]*=[ \t]*["']([^"'\n]+)["']/m.exec(text)?.[1] };
  }
  const module = /^module\s+(\S+)/m.exec(textIn(folder, 'go.mod'))?.[1];
  if (module !== 'std') return module === undefined ? undefined : { name: module };
  const version = /^go\S+/.exec(textIn(dirname(folder), 'VERSION'))?.[0];
  return { name: "Go's standard library", version };
}

function textIn(folder: string, name: string): string {
  const read = readTextFile(join(folder, name), SETTINGS_BYTES);
  return read.kind === 'text' ? read.text : '';
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
