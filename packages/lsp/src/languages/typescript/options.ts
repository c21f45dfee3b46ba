import { dirname, join } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { ancestors, holds } from '../../backend/program/files.ts';
import { resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import type { Configuration } from './configuration.ts';
import { ecmascriptPackages } from './packages.ts';

/** Those of `module` and `moduleResolution`. */
const MODULES = new Set([
  ...[1259, 1308, 1309, 1323, 1324, 1343, 1378, 1432, 1470, 1471, 1479, 1541, 1542, 1543, 2732, 2792, 2821],
  ...[2823, 2834, 2835, 2836, 5097, 1202, 1203],
]);

/**
 * Errors that are there for want of an option, whatever the source says: no option that is set brings
 * them. Of `lib` and `target`, `jsx`, `module` and `moduleResolution`, `types`, decorators.
 */
const OPTIONS = new Set([
  // The library: names and members of later versions.
  ...[2318, 2468, 2550, 2568, 2569, 2583, 2584, 2585, 2697, 2705, 2712, 2737, 2802],
  // The target.
  ...[1501, 1503, 1250, 1251, 1252, 18028, 2340, 2815],
  // Modules.
  ...MODULES,
  7016,
  // JSX.
  ...[17004, 2686, 2874, 2875, 7026, 6142],
  // Decorators.
  ...[1206, 1219, 1238, 1239, 1240, 1241, 1270, 1271, 1278, 1329],
  // Types of a runtime or a test runner, which `types` names.
  ...[2580, 2581, 2582, 2591, 2592, 2593, 2867, 2868],
]);

/** Those of `lib` and `target`, where only these are not known. */
const LIBRARY = new Set([
  ...[2318, 2468, 2550, 2568, 2569, 2583, 2584, 2585, 2697, 2705, 2712, 2737, 2802, 2812],
]);
/** Names of the libraries for browsers, and of `types`. */
const GLOBAL = new Set([2304, 2552, 2580, 2581, 2582, 2591, 2592, 2593, 2867, 2868]);

/** Whether an error may be there only because the values of these options are refused. */
export function followsFromRefused(
  finding: Pick<Diagnostic, 'code' | 'message'>,
  refused: readonly { readonly option: string }[],
): boolean {
  const code = Number(finding.code);
  const is = (...names: readonly string[]): boolean => refused.some(({ option }) => names.includes(option));
  if (is('lib', 'target') && LIBRARY.has(code)) return true;
  if (is('jsx') && code === 17004) return true;
  if (is('module', 'moduleResolution', 'target') && MODULES.has(code)) return true;
  return (
    is('types') &&
    (GLOBAL.has(code) || code === 2503) &&
    ecmascriptPackages.missingModules(finding).length > 0
  );
}

/** Names and members that a package may declare, where `types` names it. */
const NAMES = new Set([2304, 2339, 2503, 2552, 2833, 18004]);
const MODULE = /^(?:Cannot find module|Could not find a declaration file for module) '([^']+)'/;

/**
 * Whether an error may be there only because the options of a file are not known. An import that
 * no option would resolve is one of the source.
 */
export function followsFromOptions(
  finding: Pick<Diagnostic, 'code' | 'message'>,
  file: AdmittedPath,
  configurations: readonly Configuration[],
  search: Search,
): boolean {
  const code = Number(finding.code);
  if (OPTIONS.has(code)) return code !== 2792 || mayResolve(finding, file, configurations, search);
  if (code === 2307) return mayResolve(finding, file, configurations, search);
  return NAMES.has(code) && ecmascriptPackages.missingModules(finding).length > 0;
}

function mayResolve(
  { message }: Pick<Diagnostic, 'message'>,
  file: AdmittedPath,
  configurations: readonly Configuration[],
  { workspaceRoot }: Search,
): boolean {
  const module = MODULE.exec(message)?.[1];
  if (module === undefined || /^\.{0,2}\//.test(module)) return false;
  const name = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(module)?.[0];
  // Under another `moduleResolution`, and its conditions.
  if (name !== undefined && resolvePackage(dirname(file), name) !== undefined) return true;
  // `paths` are those of the nearest configuration that has some.
  if (configurations.every(({ options }) => options['paths'] !== undefined)) return false;
  if (name === undefined) return true;
  const [first = ''] = module.split('/');
  return ancestors(dirname(file), workspaceRoot).some((folder) =>
    ['', 'src', 'app', 'lib'].some((base) =>
      holds(join(folder, base), [first, `${first}.ts`, `${first}.tsx`, `${first}.js`, `${first}.d.ts`]),
    ),
  );
}
