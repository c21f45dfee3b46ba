import { afterEach, expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eslint as recipe } from '../../eslint.ts';
import { define } from '../../../../backend/server-preset.ts';
import {
  add,
  cleanUp,
  env,
  launchOf,
  locate,
  npmPackage,
  workspace,
  type Entry,
} from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

const eslint = define(recipe);

/** `root` and reasons are relative to the workspace. */
interface Want {
  root?: string;
  version?: string;
  settings?: Record<string, unknown>;
  kind?: 'not-applicable' | 'unavailable';
  reason?: string;
}

function check(files: Record<string, Entry>, folder: string, want: Want, definition = eslint): void {
  env({ PATH: '' });
  const root = workspace({ ...files, [`${folder}/`]: '' });
  const location = locate(definition, root, folder);
  if (want.kind !== undefined) {
    expect(location).toMatchObject({ kind: want.kind, reason: want.reason });
    return;
  }
  const launch = launchOf(location);
  expect(launch.root).toBe(join(root, want.root ?? '.'));
  if (want.version !== undefined)
    expect(launch.program.uses).toMatchObject({ name: 'eslint', version: want.version, origin: 'workspace' });
  if (want.settings !== undefined) expect(launch.configuration?.('')).toMatchObject(want.settings);
}

const modern = npmPackage('.', 'eslint', '10.15.0');

test('REQ-LIFE-030: the root is the folder of the nearest configuration', () => {
  const files = {
    ...modern,
    'eslint.config.js': '',
    'packages/a/eslint.config.mjs': '',
    'packages/a/src/deep/x.ts': '',
    'packages/b/x.ts': '',
  };
  check(files, 'packages/a/src/deep', { root: 'packages/a', version: '10.15.0' });
  check(files, 'packages/b', { root: '.' });
  for (const extension of ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'])
    check({ ...modern, [`p/eslint.config.${extension}`]: '' }, 'p/src', { root: 'p' });
});

test('REQ-CFG-040: the working directories of VS Code are roots, where no configuration lies nearer to the file', () => {
  const at = (
    workingDirectories: unknown,
    folder: string,
    root: string,
    files: Record<string, Entry> = {},
  ): void => {
    check(
      { ...modern, 'eslint.config.js': '', ...files },
      folder,
      { root },
      define(recipe, { settings: { workingDirectories } }),
    );
  };
  at(['./client', 'server/'], 'client/src', 'client');
  at(['./client', 'server/'], 'server', 'server');
  at(['./client', 'server/'], 'other', '.');
  at(['client', 'client/deep'], 'client/deep/src', 'client/deep');
  at([{ directory: 'client', changeProcessCWD: true }], 'client', 'client');
  at([{ pattern: './packages/*/' }], 'packages/a/src', 'packages/a');
  at([{ pattern: './packages/*/' }], 'packages', '.');
  at(['packages'], 'packages/a/src', 'packages/a', { 'packages/a/eslint.config.js': '' });
  for (const none of [undefined, 'client', [{ mode: 'auto' }], [5, null, '..', '/'], {}])
    at(none, 'client', '.');
});

test('REQ-LANG-020: ESLint runs only where the workspace configures and installs it', () => {
  const flat = { 'eslint.config.js': '' };
  check({}, 'src', { kind: 'not-applicable', reason: 'no ESLint configuration at or above src' });
  check(modern, '.', { kind: 'not-applicable', reason: 'no ESLint configuration at or above .' });
  check(flat, 'src', {
    kind: 'unavailable',
    reason: '. has an ESLint configuration, but no eslint package is installed',
  });
  check({ 'p/eslint.config.js': '', ...npmPackage('p/src', 'eslint', '10.0.0') }, 'p/src', {
    kind: 'unavailable',
    reason: 'p has an ESLint configuration, but no eslint package is installed',
  });
  check({ ...flat, 'node_modules/eslint/package.json': '{' }, 'src', {
    kind: 'unavailable',
    reason: 'node_modules/eslint/package.json does not say which ESLint it is',
  });
});

test('a configuration of the old format counts for an ESLint that reads it', () => {
  const old = npmPackage('.', 'eslint', '8.57.1');
  for (const name of [
    '.eslintrc',
    '.eslintrc.json',
    '.eslintrc.js',
    '.eslintrc.cjs',
    '.eslintrc.yml',
    '.eslintrc.yaml',
  ]) {
    check({ ...old, [`p/${name}`]: '' }, 'p/src', {
      root: '.',
      version: '8.57.1',
      settings: { useFlatConfig: false, validate: 'probe' },
    });
  }
  check({ ...old, 'package.json': { eslintConfig: {} } }, 'p/src', { root: '.' });
  check({ ...old, 'package.json': {} }, 'p/src', {
    kind: 'not-applicable',
    reason: 'no ESLint configuration at or above p/src',
  });
  check({ ...old, '.eslintrc': '', ...npmPackage('p', 'eslint', '7.0.0') }, 'p/src', {
    root: 'p',
    version: '7.0.0',
  });
  check({ ...modern, 'p/.eslintrc.json': '' }, 'p/src', {
    kind: 'not-applicable',
    reason: 'ESLint 10.15.0 needs an eslint.config.js; p has a configuration of the old format',
  });
});

test('eslint.config.js and its age decide which ESLint class the server takes', () => {
  const both = { 'eslint.config.js': '', '.eslintrc.json': '' };
  const using = (version: string, settings: Record<string, unknown>): void => {
    check({ ...npmPackage('.', 'eslint', version), ...both }, 'src', { settings });
  };
  using('10.15.0', { validate: 'on', useFlatConfig: true, experimental: { useFlatConfig: false } });
  using('9.39.0', { validate: 'on', useFlatConfig: true, experimental: { useFlatConfig: false } });
  using('8.57.1', { validate: 'on', useFlatConfig: true, experimental: { useFlatConfig: true } });
  using('8.21.0', { validate: 'on', useFlatConfig: true, experimental: { useFlatConfig: true } });
  using('8.20.0', { validate: 'probe', useFlatConfig: false, experimental: { useFlatConfig: false } });
});

test('the server gets a whole settings object, for the folder of the configuration', () => {
  env({ PATH: '' });
  const root = workspace({ ...modern, 'p q/eslint.config.js': '', 'p q/src/': '' });
  const launch = launchOf(locate(eslint, root, 'p q/src'));
  expect(launch.configuration?.('')).toMatchObject({
    run: 'onType',
    nodePath: null,
    workingDirectory: { directory: join(root, 'p q') },
    workspaceFolder: { name: 'p q', uri: pathToFileURL(join(root, 'p q')).href },
    rulesCustomizations: [],
    options: {},
    problems: {},
    codeAction: { showDocumentation: { enable: true } },
  });
  expect(basename(launch.root)).toBe('p q');
  expect(launch.configuration?.('codeAction.disableRuleComment.location')).toBe('separateLine');
});

test('a server that only pushes is passed over for ours', () => {
  env({ PATH: '' });
  const name = 'vscode-langservers-extracted';
  const root = workspace({
    ...modern,
    'eslint.config.js': '',
    ...npmPackage('.', name, '4.8.0', 'vscode-eslint-language-server'),
  });
  expect(launchOf(locate(eslint, root)).program).toMatchObject({
    name: 'vscode-eslint-language-server',
    origin: 'bundled',
  });
  add(root, npmPackage('.', name, '4.10.0', 'vscode-eslint-language-server'));
  expect(launchOf(locate(eslint, root)).program).toMatchObject({ version: '4.10.0', origin: 'workspace' });
});

test('ESLint is a linter, and another ESLint is another process', () => {
  expect(eslint.role).toBe('linter');
  env({ PATH: '' });
  const root = workspace({ ...modern, 'eslint.config.js': '' });
  const before = launchOf(locate(eslint, root)).toolchain;
  add(root, npmPackage('.', 'eslint', '10.16.0'));
  expect(launchOf(locate(eslint, root)).toolchain).not.toBe(before);
});
