import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Search } from '../../backend/program/search.ts';
import { ancestors, holds, nearest, shown } from '../../backend/program/files.ts';
import { findPackage, majorOf, readPackage, type Package } from '../../backend/program/packages.ts';
import { npmProgram, type Absent } from '../../backend/program/program.ts';
import type { ReadOnce } from '../../backend/read-once.ts';
import type { ServerProject, ServerPreset } from '../../backend/server-preset.ts';
import { CODE_TEMPLATES, withTemplates } from '../../backend/templates/templates.ts';
import type { WhyNoError } from '../../backend/why-no-error.ts';
import type { Values } from '../../backend/values.ts';
import { isObject } from '../../support/json.ts';
import { isBelow } from '../../support/paths.ts';
import { eslintPackages } from './packages.ts';
import { scriptKind } from './kinds.ts';
import { ESLINT } from './source.ts';
import { settingsCode } from '../typescript/imports/settings-code.ts';

/** typescript-eslint judges nothing of a file that none of its projects holds. */
const NO_PROJECT =
  /^Parsing error: .*(?:was not found by the project service|`?parserOptions\.project`?.*(?:does not include this file|none of those TSConfigs include this file))/s;

const refusal: WhyNoError = ({ message }) =>
  NO_PROJECT.test(message)
    ? "ESLint judged nothing: the file is in no project of its parser's settings (`parserOptions`)"
    : undefined;

/**
 * ESLint, only where the workspace configures and installs it: its configuration is code, and
 * installing ESLint is the user's choice to run it.
 *
 * One process per configuration: a second configuration in the same process breaks
 * typescript-eslint's guess at `tsconfigRootDir` in both.
 */
const server: ServerPreset = {
  id: 'eslint',
  language: 'ESLint',
  extensions: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'],
  role: 'linter',
  source: 'pull',
  // Not `eslint.applyDisableLine`, `eslint.applyAllFixes` and others of its kind.
  fixes: { commands: ['eslint.applySingleFix', 'eslint.applySuggestion'], byLastPass: true },
  args: ['--stdio'],
  whyNoError: refusal,
  packages: eslintPackages,
  kindOf: scriptKind,
  project(folder, search, given) {
    const found = findUse(folder, search);
    if (found.kind !== 'found') return found;
    const directory = workingDirectory(folder, search.workspaceRoot, given?.settings['workingDirectories']);
    // A configuration below that folder is nearer to the file, and has its own process.
    const use =
      directory !== undefined && isBelow(directory, found.root) ? { ...found, root: directory } : found;
    return {
      kind: 'found',
      root: use.root,
      toolchain: `${use.package.folder}@${use.version}`,
      settings: () => settings(use),
      readsOnce: () => settingsRead(use, folder, search),
      strategies: () => ESLINT,
      program: () => program(use, folder, search),
    };
  },
};

export const eslint = withTemplates(server, CODE_TEMPLATES);

export interface Use {
  readonly kind: 'found';
  /** ESLint's working directory: from there it finds its configuration and its own package. */
  readonly root: string;
  readonly package: Package;
  readonly version: string;
  readonly flat: boolean;
}

/**
 * Quirk(ESLint): it loads eslint.config.js again once that file itself has another time. What the
 * file imports, Node loads once, and so it reads package.json. Quirk(typescript-eslint): it reads
 * a tsconfig.json once.
 */
function settingsRead(use: Use, folder: string, { workspaceRoot }: Search): ReadOnce {
  const { root, flat } = use;
  const folders = ancestors(folder, workspaceRoot);
  const isTyped =
    findPackage(root, workspaceRoot, join('@typescript-eslint', 'parser')) !== undefined ||
    findPackage(root, workspaceRoot, 'typescript-eslint') !== undefined;
  const read = settingsCode(
    [
      ...(flat
        ? FLAT.map((name) => join(root, name))
        : folders.flatMap((above) => LEGACY.map((name) => join(above, name)))),
      ...folders.map((above) => join(above, 'package.json')),
      ...(isTyped ? folders.map((above) => join(above, 'tsconfig.json')) : []),
    ],
    workspaceRoot,
  );
  return {
    ...read,
    mayRead: (path) => read.mayRead?.(path) === true || (isTyped && TSCONFIG.test(basename(path))),
    readsAgain: (path) => CONFIGURATIONS.has(basename(path)),
  };
}

const TSCONFIG = /^[jt]sconfig(?:\..+)?\.json$/;

const FLAT = [
  'eslint.config.js',
  'eslint.config.mjs',
  'eslint.config.cjs',
  'eslint.config.ts',
  'eslint.config.mts',
  'eslint.config.cts',
];
const LEGACY = [
  '.eslintrc.js',
  '.eslintrc.cjs',
  '.eslintrc.yaml',
  '.eslintrc.yml',
  '.eslintrc.json',
  '.eslintrc',
];

const CONFIGURATIONS = new Set([...FLAT, ...LEGACY]);

/** Older versions only publish, and do not report for which text. */
const SERVER = {
  packageName: 'vscode-langservers-extracted',
  bin: 'vscode-eslint-language-server',
  versions: '>=4.10.0',
};

/** The first ESLint that can read eslint.config.js. */
const FIRST_FLAT = '>=8.21.0';

export function findUse(folder: string, search: Search): Use | Absent {
  const { workspaceRoot } = search;
  const configured = nearest(folder, workspaceRoot, FLAT);
  const home = findPackage(configured ?? folder, workspaceRoot, 'eslint');
  if (configured === undefined && home === undefined) {
    return notApplicable(`no ESLint configuration at or above ${shown(folder, workspaceRoot)}`);
  }
  if (home === undefined) {
    return {
      kind: 'unavailable',
      reason:
        `${shown(configured ?? folder, workspaceRoot)} has an ESLint configuration, but no eslint ` +
        'package is installed',
      hint: 'npm install --save-dev eslint',
    };
  }
  const from = readPackage(home);
  if (from?.version === undefined) {
    return {
      kind: 'unavailable',
      reason: `${shown(home, workspaceRoot)}/package.json does not say which ESLint it is`,
      hint: 'npm install',
    };
  }
  const found = { kind: 'found', package: from, version: from.version } as const;
  if (configured !== undefined && Bun.semver.satisfies(from.version, FIRST_FLAT))
    return { ...found, root: configured, flat: true };
  return legacyUse(folder, home, found, search);
}

/**
 * Legacy configurations of a folder and of the folders above it are merged, so none of them is the
 * root. The root is where ESLint is installed, because ESLint 8 and below load plugins and
 * .eslintignore from the working directory.
 */
function legacyUse(
  folder: string,
  home: string,
  found: Omit<Use, 'root' | 'flat'>,
  { workspaceRoot }: Search,
): Use | Absent {
  const configured = ancestors(folder, workspaceRoot).find(
    (candidate) => holds(candidate, LEGACY) || readPackage(candidate)?.fields.includes('eslintConfig'),
  );
  if (configured === undefined)
    return notApplicable(`no ESLint configuration at or above ${shown(folder, workspaceRoot)}`);
  if ((majorOf(found.version) ?? 0) >= 9) {
    const where = shown(configured, workspaceRoot);
    return notApplicable(
      `ESLint ${found.version} needs an eslint.config.js; ${where} has a configuration of the old format`,
    );
  }
  return { ...found, root: dirname(dirname(home)), flat: false };
}

/**
 * The nearest folder that the setting `eslint.workingDirectories` of VS Code names: paths, patterns
 * of paths, or a `mode`, which asks for what is done without.
 */
function workingDirectory(folder: string, workspaceRoot: string, setting: unknown): string | undefined {
  const named = (Array.isArray(setting) ? setting : []).flatMap((entry: unknown) => {
    const path: unknown = isObject(entry) ? (entry['directory'] ?? entry['pattern']) : entry;
    if (typeof path !== 'string') return [];
    const below = relative(workspaceRoot, resolve(workspaceRoot, path)).replaceAll(sep, '/');
    return [
      isObject(entry) && 'pattern' in entry ? new Bun.Glob(below) : { match: (way: string) => way === below },
    ];
  });
  return ancestors(folder, workspaceRoot).find((candidate) =>
    named.some((one) => one.match(relative(workspaceRoot, candidate).replaceAll(sep, '/'))),
  );
}

function program(use: Use, folder: string, search: Search): ReturnType<ServerProject['program']> {
  const found = npmProgram(SERVER, folder, search);
  if (found.kind !== 'found') return found;
  const uses = {
    name: 'eslint',
    version: use.version,
    path: use.package.folder,
    origin: 'workspace',
  } as const;
  return { ...found, about: { ...found.about, uses } };
}

/** Complete, because the server reads every key without checking that it is there. */
function settings({ root, version, flat }: Use): Values {
  return {
    // Quirk(vscode-eslint-language-server): without flat configuration, ESLint's own command checks
    // only files whose parser the configuration names. `probe` finds that out; `on` would report
    // parsing errors for TypeScript.
    validate: flat ? 'on' : 'probe',
    useESLintClass: true,
    useFlatConfig: flat,
    // Quirk(vscode-eslint-language-server): true selects an export that ESLint 9 and 10 do not
    // have, and 8 needs.
    experimental: { useFlatConfig: flat && (majorOf(version) ?? 0) < 9 },
    workingDirectory: { directory: root },
    workspaceFolder: { name: basename(root), uri: Bun.pathToFileURL(root).href },
    nodePath: null,
    run: 'onType',
    quiet: false,
    format: false,
    onIgnoredFiles: 'off',
    options: {},
    problems: { shortenToSingleLine: false },
    rulesCustomizations: [],
    codeActionOnSave: { enable: false, mode: 'all' },
    codeAction: {
      disableRuleComment: { enable: true, location: 'separateLine' },
      showDocumentation: { enable: true },
    },
  };
}

function notApplicable(reason: string): Absent {
  return { kind: 'not-applicable', reason };
}
