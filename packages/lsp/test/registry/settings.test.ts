import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createRegistry } from '../../src/backend/find-server.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { describe as describeServer } from '../../src/backend/describe.ts';
import type { Launch, ServerLocation, ServerDefinition } from '../../src/backend/definition.ts';
import { sectionOf, settingsTree } from '../../src/backend/values.ts';
import type { ServerConfig } from '../../src/types.ts';
import { cleanUp, env, launchOf, locate, MODULES, npmPackage, workspace, type Entry } from './workspace.ts';
import type { ServerStrategies } from '../../src/backend/strategies.ts';
import { PULLING } from '../../src/languages/python/pyright.ts';
import { TSSERVER } from '../../src/languages/typescript/strategies.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

afterEach(cleanUp);

const program = { program: '#!/bin/sh\n' };

function server(id: string, config: ServerConfig): ServerDefinition {
  const found = createRegistry(LANGUAGES, { servers: { [id]: config } })
    .all()
    .find((definition) => definition.id === id);
  if (found === undefined) throw new Error(`no server ${id}`);
  return found;
}

test('settings by dotted sections and as a tree say the same', () => {
  const check = (settings: Record<string, unknown>, section: string, want: unknown): void => {
    expect(sectionOf(settingsTree(settings), section)).toEqual(want);
  };
  check({ 'a.b': { c: 1 } }, 'a.b.c', 1);
  check({ 'a.b': { c: 1 } }, 'a', { b: { c: 1 } });
  check({ a: { b: { c: 1 } } }, 'a.b', { c: 1 });
  check({ a: { x: 1 }, 'a.b': 2 }, '', { a: { x: 1, b: 2 } });
  check({ a: { '**/*.x': true } }, 'a', { '**/*.x': true });
  check({ a: [1] }, 'a.0', null);
  check({ a: false }, 'a', false);
  check({}, '', {});
  check({}, 'constructor', null);
});

test('REQ-CFG-040: a known program at another place is asked as before, another program as one that nobody knows', () => {
  const check = (id: string, command: string, want: string): void => {
    expect([command, server(id, { command }).source]).toEqual([command, want]);
  };
  check('rust-analyzer', '/opt/rust-analyzer', 'settled-pull');
  check('rust-analyzer', '/opt/rust-analyzer-nightly.exe', 'settled-pull');
  check('rust-analyzer', '/opt/ra', 'auto');
  check('rust-analyzer', '/opt/rust-analyzer/wrapper', 'auto');
  check('clangd', 'clangd-19', server('clangd', {}).source);
  check('clangd', '/usr/bin/ccls', 'auto');
});

describe('REQ-LANG-030: a custom server', () => {
  test('starts with everything that its settings say (REQ-CFG-040)', () => {
    const root = workspace({ 'bin/foo-ls': program, 'p/foo.toml': '', 'p/src/': '' });
    env({ PATH: join(root, 'bin') });
    const definition = server('foo', {
      command: 'foo-ls',
      args: ['--stdio', 'x'],
      extensions: ['.foo'],
      env: { FOO: '1' },
      initializationOptions: { deep: { a: 1 } },
      settings: { 'foo.lint': { on: true } },
      rootMarkers: ['foo.toml'],
      languageId: 'foolang',
      role: 'linter',
    });
    expect(definition).toMatchObject({
      id: 'foo',
      language: '.foo',
      extensions: ['.foo'],
      role: 'linter',
      source: 'auto',
      languageId: 'foolang',
    });
    const launch = launchOf(locate(definition, root, 'p/src'));
    expect(launch).toMatchObject({
      root: join(root, 'p'),
      command: join(root, 'bin/foo-ls'),
      args: ['--stdio', 'x'],
      env: { FOO: '1' },
      initializationOptions: { deep: { a: 1 } },
      program: { name: 'foo-ls', path: join(root, 'bin/foo-ls'), origin: 'custom' },
    });
    expect(launch.configuration?.('foo.lint')).toEqual({ on: true });
    expect(launch.configuration?.('')).toEqual({ foo: { lint: { on: true } } });
  });

  test('needs no more than a command and extensions', () => {
    const root = workspace({ 'bin/foo-ls': program, 'src/': '' });
    const command = join(root, 'bin', 'foo-ls');
    const definition = server('foo', { command, extensions: ['.foo'] });
    expect(definition).toMatchObject({ role: 'compiler', source: 'auto' });
    expect(definition.languageId).toBeUndefined();
    const launch: Launch = launchOf(locate(definition, root, 'src'));
    expect(launch).toMatchObject({ root, command, args: [], env: {} });
    expect(launch.initializationOptions).toBeUndefined();
    expect(launch.configuration?.('anything')).toBeNull();
  });

  test('REQ-LIFE-030: without a root marker above the file its root is the workspace', () => {
    const root = workspace({ 'bin/foo-ls': program, 'src/': '' });
    const definition = server('foo', {
      command: join(root, 'bin/foo-ls'),
      extensions: ['.foo'],
      rootMarkers: ['foo.toml'],
    });
    expect(launchOf(locate(definition, root, 'src')).root).toBe(root);
  });

  test('comes from the nearest node_modules/.bin before PATH, or from the home folder', () => {
    const run = (files: Record<string, Entry>, command: string): string => {
      const root = workspace({ 'bin/foo-ls': program, ...files, 'p/src/': '' });
      env({ PATH: join(root, 'bin'), HOME: join(root, 'home') });
      return launchOf(
        locate(server('foo', { command, extensions: ['.foo'] }), root, 'p/src'),
      ).program.path.slice(root.length);
    };
    expect(run({}, 'foo-ls')).toBe('/bin/foo-ls');
    expect(
      run({ 'node_modules/.bin/foo-ls': program, 'p/node_modules/.bin/foo-ls': program }, 'foo-ls'),
    ).toBe('/p/node_modules/.bin/foo-ls');
    expect(run({ 'home/tools/foo-ls': program }, '~/tools/foo-ls')).toBe('/home/tools/foo-ls');
  });

  test('in JavaScript runs with the Node we were given', () => {
    const root = workspace({ 'package.json': { version: '3.2.1' }, 'tools/foo.mjs': '' });
    const launch = launchOf(
      locate(
        server('foo', { command: join(root, 'tools/foo.mjs'), args: ['--stdio'], extensions: ['.foo'] }),
        root,
      ),
    );
    expect(launch).toMatchObject({
      command: process.execPath,
      args: [join(root, 'tools/foo.mjs'), '--stdio'],
      program: { version: '3.2.1', origin: 'custom' },
    });
  });

  test('EC-33: with an invalid command is unavailable, and the reason names the command', () => {
    env({ PATH: '' });
    const root = workspace({ 'text.txt': 'x', 'folder/': '' });
    const check = (command: string | undefined, want: string): void => {
      const location = locate(
        server('foo', { extensions: ['.foo'], ...(command !== undefined && { command }) }),
        root,
      );
      expect(location).toEqual({ kind: 'unavailable', reason: want } satisfies ServerLocation);
    };
    check(
      'foo-ls',
      "the command foo-ls of its settings was found neither on PATH nor in the workspace's node_modules/.bin",
    );
    check('/no/such/foo-ls', 'the command /no/such/foo-ls of its settings is not an executable file');
    check(
      join(root, 'text.txt'),
      `the command ${join(root, 'text.txt')} of its settings is not an executable file`,
    );
    check(
      join(root, 'folder'),
      `the command ${join(root, 'folder')} of its settings is not an executable file`,
    );
    check(
      './foo-ls',
      'the command ./foo-ls of its settings is a relative path: write an absolute one, or a name on PATH',
    );
    check('', 'its settings name no command');
    check(undefined, 'its settings name no command');
  });
});

describe('REQ-CFG-040: settings laid over a built-in server', () => {
  test('merge with its own', () => {
    env({ PATH: '', VIRTUAL_ENV: undefined });
    const root = workspace();
    const pyright = launchOf(
      locate(
        server('pyright', {
          env: { A: '1' },
          settings: { 'python.analysis.typeCheckingMode': 'strict', python: { pythonPath: '/py' } },
        }),
        root,
      ),
    );
    expect(pyright.program.origin).toBe('bundled');
    expect(pyright.env).toEqual({ A: '1' });
    expect(pyright.configuration?.('python')).toEqual({
      pythonPath: '/py',
      analysis: {
        autoSearchPaths: true,
        diagnosticMode: 'openFilesOnly',
        useLibraryCodeForTypes: true,
        typeCheckingMode: 'strict',
      },
    });
    const typescript = launchOf(
      locate(
        server('typescript', { initializationOptions: { tsserver: { logVerbosity: 'off' }, locale: 'de' } }),
        root,
      ),
    );
    expect(typescript.initializationOptions).toMatchObject({
      locale: 'de',
      tsserver: { logVerbosity: 'off', useSyntaxServer: 'never' },
    });
    expect(typescript.strategies).toBe(TSSERVER);
  });

  test('reach the server also where it asks for its options once more', () => {
    const root = workspace({ 'Cargo.toml': '', 'bin/rust-analyzer': program });
    env({ PATH: join(root, 'bin') });
    const launch = launchOf(
      locate(
        server('rust-analyzer', {
          initializationOptions: { cargo: { features: 'all' } },
          settings: { 'rust-analyzer.procMacro': { enable: false } },
        }),
        root,
      ),
    );
    expect(launch.configuration?.('rust-analyzer')).toMatchObject({
      checkOnSave: false,
      cargo: { targetDir: true, features: 'all' },
      procMacro: { enable: false },
    });
  });

  test('replace its arguments, its files and its role', () => {
    env({ PATH: '' });
    const definition = server('pyright', {
      args: ['--verbose', '--stdio'],
      extensions: ['.PY', '.Star'],
      role: 'linter',
      languageId: 'python',
    });
    expect(definition).toMatchObject({
      language: 'Python',
      extensions: ['.py', '.star'],
      role: 'linter',
      languageId: 'python',
    });
    const { args } = launchOf(locate(definition, workspace()));
    expect(args.slice(-2)).toEqual(['--verbose', '--stdio']);
    expect(args).toHaveLength(3);
  });

  test('replace its program, which may answer in its own way', () => {
    const root = workspace({ 'bin/based': program });
    env({ PATH: join(root, 'bin'), VIRTUAL_ENV: undefined });
    const definition = server('pyright', { command: 'based' });
    const launch = launchOf(locate(definition, root));
    expect(launch).toMatchObject({
      command: join(root, 'bin/based'),
      args: ['--stdio'],
      program: { name: 'based', origin: 'custom' },
    });
    expect([definition.source, launch.strategies]).toEqual(['auto', undefined]);
    expect(launch.configuration?.('python.analysis.autoSearchPaths')).toBe(true);
    expect(locate(server('typescript', { command: 'gone' }), root).kind).toBe('unavailable');
  });

  test('replace its program by the same one at another place, which is asked in the same way if it is new enough', () => {
    env({ PATH: '', VIRTUAL_ENV: undefined });
    const old = (name: string, bin: string, version: string): Record<string, Entry> => ({
      ...npmPackage('old', name, version, bin),
      [`old/node_modules/${name}/cli.js`]: { program: '#!/usr/bin/env node\n' },
      [`old/node_modules/.bin/${bin}`]: { link: `../${name}/cli.js` },
    });
    const root = workspace({
      ...old('typescript-language-server', 'typescript-language-server', '4.3.9'),
      ...old('pyright', 'pyright-langserver', '1.1.300'),
    });
    const check = (id: string, command: string, want: ServerStrategies | undefined): void => {
      expect([command, launchOf(locate(server(id, { command }), root)).strategies]).toEqual([command, want]);
    };
    check('typescript', join(MODULES, '.bin/typescript-language-server'), TSSERVER);
    check('typescript', join(MODULES, '.bin/pyright-langserver'), undefined);
    check('pyright', join(MODULES, '.bin/pyright-langserver'), PULLING);
    check('typescript', join(root, 'old/node_modules/.bin/typescript-language-server'), undefined);
    check('pyright', join(root, 'old/node_modules/.bin/pyright-langserver'), undefined);
  });

  test('choose its root', () => {
    env({ PATH: '' });
    const root = workspace({ 'a/pyproject.toml': '', BUILD: '', 'a/b/': '' });
    expect(launchOf(locate(server('pyright', { rootMarkers: ['BUILD'] }), root, 'a/b')).root).toBe(root);
  });
});

test('REQ-STATUS-020: a server is described without being started', () => {
  const root = workspace({ 'bin/go': program, 'bin/gopls': program });
  env({ PATH: join(root, 'bin') });
  const search = createSearch({ workspaceRoot: root });
  const registry = createRegistry(LANGUAGES, { servers: { foo: { command: 'gone', extensions: ['.foo'] } } });
  const described = Object.fromEntries(
    registry
      .all()
      .map((definition) => [
        definition.id,
        describeServer(definition, { ...search, node: process.execPath }),
      ]),
  );
  expect(described).toMatchObject({
    eslint: { kind: 'not-applicable', reason: 'no ESLint configuration at or above .' },
    foo: {
      kind: 'unavailable',
      reason:
        "the command gone of its settings was found neither on PATH nor in the workspace's node_modules/.bin",
    },
    gopls: { kind: 'found', program: { name: 'gopls', origin: 'path', path: join(root, 'bin/gopls') } },
    pyright: { kind: 'found', program: { name: 'pyright-langserver', origin: 'bundled' } },
    'rust-analyzer': { kind: 'not-applicable', reason: 'no Cargo.toml at or above .' },
    typescript: { kind: 'found', program: { uses: { name: 'typescript', origin: 'bundled' } } },
  });
});
