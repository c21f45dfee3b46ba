import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, parseJson } from '../../support/json.ts';
import type { PackageTraits, UninstalledPackage } from '../../backend/packages.ts';
import { ancestors, holds, nearest, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';

/** What each error names that is not found. */
const NOT_FOUND: Readonly<Record<number, RegExp>> = {
  2307: /^Cannot find module '([^']+)'/,
  2792: /^Cannot find module '([^']+)'/,
  2882: /module or type declarations for side-effect import of '([^']+)'/,
  7016: /^Could not find a declaration file for module '([^']+)'/,
  2875: /requires the module path '([^']+)' to exist/,
  2688: /^Cannot find type definition file for '([^']+)'/,
};

/** Global names that only a package declares. */
const GLOBALS: Readonly<Record<string, string>> = {
  NodeJS: '@types/node',
  React: '@types/react',
  JSX: '@types/react',
};

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
    if (number === 2503 || number === 2833)
      return [GLOBALS[/^Cannot find namespace '([^']+)'/.exec(message)?.[1] ?? ''] ?? []].flat();
    const module = NOT_FOUND[number]?.exec(message)?.[1];
    if (module !== undefined) return [module];
    // "Try `npm i --save-dev @types/node`": a global name that such a package declares.
    return number >= 2580 && number <= 2593
      ? [...message.matchAll(/npm i --save-dev (@types\/[\w.-]+)/g)].map(([, name = '']) => name)
      : [];
  },
  uninstalled(module, file, search) {
    const isBuiltin = module.startsWith('node:') || builtinModules.includes(module);
    const name = isBuiltin ? '@types/node' : packageOf(module);
    if (name === undefined || nearest(dirname(file), search.workspaceRoot, ['.pnp.cjs']) !== undefined)
      return undefined;
    const types = name.startsWith('@types/') ? [] : [`@types/${name.replace(/^@/, '').replace('/', '__')}`];
    return [name, ...types]
      .map((each) => missing(each, name === module, file, search))
      .find((found) => found !== undefined);
  },
};

/** Undefined for a path, and for an import of the package itself. */
function packageOf(module: string): string | undefined {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(module)?.[0];
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
function specOf(path: string, name: string): string | undefined {
  const text = readText(path, SETTINGS_BYTES);
  if (!text?.includes(`"${name}"`)) return undefined;
  const json = parseJson(text);
  const specs = ['dependencies', 'devDependencies'].map((key) =>
    isObject(json) && isObject(json[key]) ? json[key][name] : undefined,
  );
  return specs.find((spec) => typeof spec === 'string');
}

function installer(folder: string, { workspaceRoot }: Search): string {
  const found = ancestors(folder, workspaceRoot).flatMap((candidate) =>
    LOCKS.flatMap(([file, command]) => (holds(candidate, [file]) ? [command] : [])),
  );
  return found[0] ?? 'npm install';
}
