import { builtinModules } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { objectOf } from '../../support/json.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { PackageTraits, UninstalledPackage } from '../../backend/packages.ts';
import { ancestors, holds, isFile, nearest } from '../../backend/program/files.ts';
import { manifestAt, resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import { isOfArgument } from './arguments.ts';
import { moduleBehind } from './bases.ts';
import { moduleOfCall } from './behind-calls.ts';
import { readConfiguration } from './configuration.ts';
import { modulesExpected } from './directives.ts';
import { declaring, declaringMember, isNamedPart } from './globals.ts';
import { configsOfFolder, nearestConfig } from './tsconfig.ts';

/** What each error names that is not found. */
const NOT_FOUND: Readonly<Record<number, RegExp>> = {
  2307: /^Cannot find module '([^']+)'/,
  2792: /^Cannot find module '([^']+)'/,
  2882: /module or type declarations for side-effect import of '([^']+)'/,
  7016: /^Could not find a declaration file for module '([^']+)'/,
  2875: /requires the module path '([^']+)' to exist/,
  2688: /^Cannot find type definition file for '([^']+)'/,
  2664: /^Invalid module name in augmentation, module '([^']+)'/,
};

/** A name that is not found, whatever is suggested for it. */
const NAME = /^(?:Cannot find name|Could not find name|Cannot find namespace) '([^']+)'/;
const SHORTHAND = /^No value exists in scope for the shorthand property '([^']+)'/;
const NAMES = new Set([
  ...[2304, 2311, 2503, 2552, 2570, 2580, 2581, 2582, 2584, 2591, 2592, 2593, 2662, 2663, 2833, 2867, 2868],
  18004,
]);
const MEMBER = /^Property '([^']+)' does not exist on type '(\w+)(?:<[^']*>)?(?: & typeof globalThis)?'/;

/** Modules that a runtime has, and only types of a package declare. */
const RUNTIMES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^bun(?::|$)/, ['@types/bun', 'bun-types']],
  [/^cloudflare:/, ['@cloudflare/workers-types']],
  [/^astro:/, ['astro']],
  [
    /^@(?:generated|site|theme|theme-original|theme-init)\/|^@docusaurus\/(?:[A-Z]|use|router$|renderRoutes)/,
    ['@docusaurus/module-type-aliases', '@docusaurus/core'],
  ],
];

/** Bundlers whose types declare the files that are no sources: `./logo.svg`, `./a.module.css`. */
const BUNDLERS = ['vite', 'next', 'astro', 'nuxt', '@rsbuild/core', '@sveltejs/kit', 'react-scripts', 'wxt'];
const CODE = /\.[cm]?[jt]sx?$/i;

/** Packages that declare the elements of JSX. */
const JSX = ['@types/react', 'react', 'preact', 'solid-js'];

const LOCKS: readonly (readonly [file: string, command: string])[] = [
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
  ['package-lock.json', 'npm install'],
];

/** A package that package.json declares, and that is in no node_modules folder. */
export const ecmascriptPackages: PackageTraits = {
  missingModules({ code, message }) {
    const number = Number(code);
    if (number === 7026) return JSX;
    const module = NOT_FOUND[number]?.exec(message)?.[1];
    // A reference names the part itself: `/// <reference types="vite/client" />`.
    if (module !== undefined) return number === 2688 ? [module, packageOf(module) ?? module] : [module];
    if (number === 2339 || number === 2551) {
      const [, member = '', type = ''] = MEMBER.exec(message) ?? [];
      return declaringMember(type, member);
    }
    if (!NAMES.has(number)) return [];
    const name = NAME.exec(message)?.[1] ?? SHORTHAND.exec(message)?.[1] ?? '';
    // "Try `npm i --save-dev @types/node`": a global name that such a package declares.
    const advised = [...message.matchAll(/npm i --save-dev (@types\/[\w.-]+)/g)].map(([, own = '']) => own);
    return [...new Set([...declaring(name), ...advised])];
  },
  uninstalled(module, file, search) {
    if (isNamedPart(module) && !namesTypes(module, file, search)) return undefined;
    const names = isAsset(module, file, search) ? BUNDLERS : namesFor(module);
    return firstMissing(names, module, file, search);
  },
  followsFromImports: ({ code, line, character }, text) =>
    IMPLICIT.has(Number(code)) && isOfArgument(text, line, character),
  behind(finding, text, file, search) {
    for (const module of modulesExpected(finding, text)) {
      const missed = firstMissing(namesFor(module), module, file, search);
      if (missed !== undefined) return { ...missed, module };
    }
    const called = moduleOfCall(finding, text);
    const base = called === undefined ? moduleBehind(finding, text, file, search) : { module: called, file };
    if (base === undefined) return undefined;
    const found = firstMissing(namesFor(base.module), base.module, base.file, search);
    return found === undefined ? undefined : { ...found, module: base.module };
  },
};

/** What is `any` for want of a type: a parameter, a destructured one, a rest. */
const IMPLICIT = new Set([7006, 7019, 7031]);

function namesFor(module: string): readonly string[] {
  if (module.startsWith('node:') || builtinModules.includes(module)) return ['@types/node'];
  const runtime = RUNTIMES.find(([pattern]) => pattern.test(module))?.[1];
  if (runtime !== undefined) return runtime;
  const name = packageOf(module);
  if (name === undefined) return [];
  return name.startsWith('@types/') ? [name] : [name, `@types/${name.replace(/^@/, '').replace('/', '__')}`];
}

/** A path of a file that is there, and is none of TypeScript's. */
function isAsset(module: string, file: AdmittedPath, { workspaceRoot }: Search): boolean {
  const path = module.replace(/\?.*$/, '');
  if (extname(path) === '' || CODE.test(path) || !/^(?:\.{1,2}|~|@)?\//.test(path)) return false;
  return path.startsWith('.')
    ? isFile(resolve(dirname(file), path))
    : ancestors(dirname(file), workspaceRoot).some((folder) =>
        ['', 'src', 'app', 'public'].some((base) => isFile(join(folder, base, path.replace(/^[~@]?\//, '')))),
      );
}

/** A configuration of the file names these types. */
function namesTypes(module: string, file: AdmittedPath, { workspaceRoot }: Search): boolean {
  const config = nearestConfig(file, workspaceRoot);
  const configs = config === undefined ? [] : [config, ...configsOfFolder(config)];
  return configs.some((path) => {
    const { options } = readConfiguration(path);
    return Array.isArray(options['types']) && options['types'].includes(module);
  });
}

/** Undefined for a path, and for an import of the package itself. */
function packageOf(module: string): string | undefined {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(module)?.[0];
}

/** The folder above the file whose packages Yarn's Plug'n'Play keeps in archives. */
export const pnpFolder = (file: string, { workspaceRoot }: Search): string | undefined =>
  nearest(dirname(file), workspaceRoot, ['.pnp.cjs']);

/** The finding is about a package that a manifest declares, and that is in no node_modules folder. */
export function isOfDeclared(finding: Diagnostic, file: AdmittedPath, search: Search): boolean {
  return ecmascriptPackages
    .missingModules(finding)
    .some((module) => firstDeclared(namesFor(module), module, file, search) !== undefined);
}

/** Plug'n'Play: no node_modules tells what is installed. */
function firstMissing(
  names: readonly string[],
  module: string,
  file: string,
  search: Search,
): UninstalledPackage | undefined {
  return pnpFolder(file, search) === undefined ? firstDeclared(names, module, file, search) : undefined;
}

function firstDeclared(
  names: readonly string[],
  module: string,
  file: string,
  search: Search,
): UninstalledPackage | undefined {
  return names
    .map((each) => missing(each, each === module, file, search))
    .find((found) => found !== undefined);
}

function missing(
  name: string,
  isWhole: boolean,
  file: string,
  search: Search,
): UninstalledPackage | undefined {
  // Above the workspace, too: the server looks there.
  if (resolvePackage(dirname(file), name) !== undefined) return undefined;
  for (const folder of ancestors(dirname(file), search.workspaceRoot)) {
    const spec = specOf(join(folder, 'package.json'), name);
    if (spec === undefined) continue;
    // Of a package on this disk, the path may be wrong, and nothing tells.
    if (/^(?:workspace|file|link|portal):|^\.{0,2}\//.test(spec) && !isWhole) return undefined;
    return { manifest: join(folder, 'package.json'), install: installer(folder, search) };
  }
  return undefined;
}

/** Optional packages are left out: they may be missing. */
export function specOf(path: string, name: string): string | undefined {
  const manifest = manifestAt(path) ?? {};
  const isOptional = objectOf(objectOf(manifest['peerDependenciesMeta'])?.[name])?.['optional'] === true;
  const keys = ['dependencies', 'devDependencies', ...(isOptional ? [] : ['peerDependencies'])];
  return keys.map((key) => objectOf(manifest[key])?.[name]).find((spec) => typeof spec === 'string');
}

export function installer(folder: string, { workspaceRoot }: Search): string {
  const found = ancestors(folder, workspaceRoot).flatMap((candidate) =>
    LOCKS.flatMap(([file, command]) => (holds(candidate, [file]) ? [command] : [])),
  );
  return found[0] ?? 'npm install';
}
