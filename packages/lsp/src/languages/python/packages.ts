import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  environmentOf,
  isMade,
  sitePackages,
  type Environment,
} from '../../backend/program/environments/environment.ts';
import { behindShim } from '../../backend/program/environments/find.ts';
import { normalized } from '../../backend/program/environments/hashed.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import { ancestors, firstLine, holds, home, realPath } from '../../backend/program/files.ts';
import type { Search } from '../../backend/program/search.ts';
import type { PackageTraits } from '../../backend/packages.ts';
import { type Manifest, manifestsIn, scriptManifest } from './declared.ts';
import { distributionsOf } from './distributions.ts';
import { symbolIn } from './statements.ts';
import { modulesIgnored } from './ignored-lines.ts';
import { environmentFor } from './interpreter.ts';
import { entriesOf, namesIn } from '../../support/folders.ts';

const MYPY = /^Cannot find implementation or library stub for module named "([^"]+)"/;
const TY = /^Cannot resolve imported module `([^`]+)`/;

/** By the codes of pyright, of those made from it, of ty, which has renamed its code, and of mypy. */
const NOT_FOUND: Readonly<Record<string, readonly RegExp[]>> = {
  reportMissingImports: [/^Import "([^"]+)" could not be resolved/],
  reportMissingModuleSource: [/^Import "([^"]+)" could not be resolved from source/],
  'unresolved-import': [TY],
  // Of older versions of ty, and of mypy.
  'import-not-found': [TY, MYPY],
  import: [MYPY],
};

/**
 * A module of Python that is not found because its package is not installed: the nearest manifest
 * that declares such a package counts. A module of the project itself is none.
 */
export const pythonPackages: PackageTraits = {
  missingModules({ code, message }) {
    const [module] = (NOT_FOUND[String(code ?? '')] ?? []).flatMap((words) => words.exec(message)?.[1] ?? []);
    return module === undefined || module.startsWith('.') ? [] : [module];
  },
  uninstalled(module, file, search) {
    const folders = ancestors(dirname(file), search.workspaceRoot);
    const [top = ''] = module.split('.');
    if (folders.some((folder) => isLocal(top, folder))) return undefined;
    const candidates = distributionsOf(module);
    const own = scriptManifest(file);
    const manifests = function* (): Generator<Manifest> {
      if (own !== undefined) yield own;
      for (const folder of folders) yield* manifestsIn(folder, search.workspaceRoot);
    };
    // Of `google.cloud`, google-cloud-storage has a part.
    const prefix = module.includes('.') ? `${normalized(module)}-` : undefined;
    for (const { path, declared, install } of manifests()) {
      const name =
        candidates.find((candidate) => declared.has(candidate)) ??
        (prefix === undefined ? undefined : [...declared.keys()].find((each) => each.startsWith(prefix)));
      if (name === undefined) continue;
      // Of a package on this disk, the import may be wrong, and nothing tells.
      if (declared.get(name) === 'local' && module !== top) return undefined;
      return isMissing(name, module, dirname(file), search) ? { manifest: path, install } : undefined;
    }
    return undefined;
  },
  followsFromImports: ({ code, message }) => UNKNOWN.has(String(code)) || UNTYPED.test(message),
  // Quirk(pyright): a part of a namespace package that is there is no missing import.
  behind(finding, text, file, search) {
    const { message, line } = finding;
    for (const module of modulesIgnored(finding, text)) {
      const missed = pythonPackages.uninstalled(module, file, search);
      if (missed !== undefined) return { ...missed, module };
    }
    const module = symbolIn(message, text, line);
    if (module?.startsWith('.') !== false) return undefined;
    const found = pythonPackages.uninstalled(module, file, search);
    return found === undefined ? undefined : { ...found, module };
  },
  installedFiles(text, file, search) {
    const environment = environmentFor(dirname(file), search);
    if (environment === undefined) return [];
    const sites = sitePackages(environment, thisWorld());
    const modules = new Set(
      [...text.matchAll(IMPORTS)].flatMap(([, names = '']) =>
        (names.split(/[ \t]import\b/, 1)[0] ?? '').split(','),
      ),
    );
    const tops = [...modules].map((name) => /[\p{ID_Continue}]+/u.exec(name)?.[0] ?? '');
    return tops
      .filter((top) => top !== '')
      .flatMap((top) => sites.flatMap((site) => [...sourcesOf(site, top)].slice(0, MOST_FILES)));
  },
};

/** What strict settings of pyright and mypy say of a value whose type a package would tell. */
const UNKNOWN: ReadonlySet<string> = new Set([
  ...['reportUnknownMemberType', 'reportUnknownVariableType', 'reportUnknownArgumentType'],
  ...['reportUnknownParameterType', 'reportUnknownLambdaType', 'reportUntypedFunctionDecorator'],
  ...['reportUntypedClassDecorator', 'reportUntypedBaseClass', 'reportUntypedNamedTuple'],
  ...['no-any-unimported', 'untyped-decorator'],
]);
const UNTYPED = /^(?:Class cannot subclass "[^"]+" \(has type "Any"\)|Untyped decorator makes function )/;

/** `import a.b as c, d` and `from a.b import c`: the names of the modules. */
const IMPORTS = /^[ \t]*(?:from|import)[ \t]+([^#\n]*)/gm;
/** Of one package. */
const MOST_FILES = 3000;

/** Where the sources of an installed module lie: a folder, a file, or stubs. */
function* sourcesOf(site: string, top: string): Generator<string> {
  for (const name of [`${top}.py`, `${top}.pyi`]) if (existsSync(join(site, name))) yield join(site, name);
  for (const folder of [top, `${top}-stubs`]) yield* sourcesBelow(join(site, folder));
}

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(path);
    else if (/\.pyi?$/.test(entry.name)) yield path;
  }
}

function isLocal(top: string, folder: string): boolean {
  return holds(folder, [top, `${top}.py`, join('src', top), join('src', `${top}.py`)]);
}

/** False in doubt. */
function isMissing(distribution: string, module: string, folder: string, search: Search): boolean {
  const [top = '', ...parts] = module.split('.');
  const environment = environmentFor(folder, search) ?? onPath(search);
  if (environment === 'unknown') return false;
  if (environment === undefined) return true;
  return !sitesOf(environment).some((site) =>
    namesIn(site).some(
      (name) =>
        (name === top && !isOtherPart(join(site, top), parts)) ||
        name === `${top}.py` ||
        name.startsWith(`${top}.`) ||
        distributionOf(name) === distribution,
    ),
  );
}

/** Of a namespace package several distributions have parts: the one that has these is not there. */
function isOtherPart(folder: string, parts: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined || existsSync(join(folder, '__init__.py'))) return false;
  const names = namesIn(folder);
  if (names.includes(part)) return isOtherPart(join(folder, part), rest);
  return !names.some((name) => name.startsWith(`${part}.`));
}

const ENDINGS = ['.dist-info', '.egg-info', '.egg-link'];

/** `Foo_Bar-1.0.dist-info` is of foo-bar. */
function distributionOf(name: string): string | undefined {
  const ending = ENDINGS.find((each) => name.endsWith(each));
  return ending === undefined ? undefined : normalized(name.slice(0, -ending.length).split('-', 1)[0] ?? '');
}

/** Where its packages lie. */
function sitesOf(environment: Environment): string[] {
  const world = thisWorld();
  const versions = sitePackages(environment, world);
  const own = versions.map((site) =>
    site.replace(join(environment.prefix, 'lib'), join(home(), '.local', 'lib')),
  );
  return [...versions, ...own, join(environment.prefix, 'lib', 'python3', 'dist-packages')];
}

/** The Python that a server runs without an environment. Undefined: there is none. */
function onPath(search: Search): Environment | 'unknown' | undefined {
  const python = search.which('python3') ?? search.which('python');
  if (python === undefined) return undefined;
  const own = environmentOf(python, thisWorld());
  if (own !== undefined && isMade(own.prefix, thisWorld())) return own;
  const real = realPath(python);
  if (!firstLine(real).startsWith('#!')) return environmentOf(real, thisWorld()) ?? 'unknown';
  return behindShim(python) ?? 'unknown';
}
