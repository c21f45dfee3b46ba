import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { npmProgram, runsOnNode, type NpmProgram } from '../../src/backend/program/program.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { add, cleanUp, env, npmPackage, workspace } from './workspace.ts';

afterEach(cleanUp);

test('JavaScript for Node is known by its name or its first line', () => {
  const check = (name: string, content: string, want: boolean): void => {
    expect(runsOnNode(join(workspace({ [name]: content }), name))).toBe(want);
  };
  check('cli.mjs', '', true);
  check('cli.cjs', 'x', true);
  check('cli', '#!/usr/bin/env node\nx', true);
  check('cli', '#!/usr/bin/env -S node\r\nx', true);
  check('cli', '#!/opt/node/bin/node', true);
  check('cli', '#!/bin/sh\nexec node "$0"', false);
  check('cli', '#!/usr/bin/env python3', false);
  check('cli', '#!/usr/bin/env nodeenv-python', false);
  check('cli', '', false);
  check('cli', '\x7fELF', false);
  expect(runsOnNode(join(workspace(), 'missing'))).toBe(false);
});

describe('a server from npm', () => {
  const SERVER: NpmProgram = { packageName: 'server', bin: 'server-cli' };
  const NODE = process.execPath;
  const find = (
    root: string,
    folder = '.',
    wanted = SERVER,
    node: string | undefined = NODE,
  ): ReturnType<typeof npmProgram> =>
    npmProgram(wanted, join(root, folder), {
      ...createSearch({ workspaceRoot: root }),
      node,
      bundled: () => join(root, 'ours'),
    });
  const ours = {
    'ours/package.json': { name: 'server', version: '9.0.0', bin: { 'server-cli': 'cli.js' } },
    'ours/cli.js': '',
  };
  const js = { program: '#!/usr/bin/env node\n' };

  test("is the workspace's own before the one on PATH before ours", () => {
    const root = workspace({ ...ours, 'bin/server-cli': js });
    env({ PATH: join(root, 'bin') });
    expect(find(root)).toMatchObject({ about: { origin: 'path', path: join(root, 'bin', 'server-cli') } });
    add(root, npmPackage('.', 'server', '1.0.0', 'server-cli'));
    expect(find(root)).toMatchObject({ about: { origin: 'workspace', version: '1.0.0' } });
    env({ PATH: '' });
    expect(find(root)).toMatchObject({ about: { origin: 'workspace' } });
    expect(find(workspace(ours))).toMatchObject({ about: { origin: 'bundled', version: '9.0.0' } });
  });

  test('is the nearest of a monorepo', () => {
    env({ PATH: '' });
    const root = workspace({
      ...ours,
      ...npmPackage('.', 'server', '1.0.0', 'server-cli'),
      ...npmPackage('p', 'server', '2.0.0', 'server-cli'),
      'p/src/': '',
    });
    expect(find(root, 'p/src')).toMatchObject({ about: { version: '2.0.0' } });
  });

  test('runs its real path with the Node we were given', () => {
    env({ PATH: '' });
    const root = workspace({
      'store/package.json': { version: '3.0.0', bin: { 'server-cli': 'x/cli' } },
      'store/x/cli': js,
      'node_modules/server': { link: '../store' },
    });
    expect(find(root)).toEqual({
      kind: 'found',
      command: NODE,
      prefix: [join(root, 'store', 'x', 'cli')],
      about: {
        name: 'server-cli',
        version: '3.0.0',
        origin: 'workspace',
        path: join(root, 'store', 'x', 'cli'),
      },
    });
  });

  test("is the package's script, not the shell wrapper that pnpm and Windows put into .bin", () => {
    env({ PATH: '' });
    const root = workspace({
      ...npmPackage('.', 'server', '1.0.0', 'server-cli'),
      'node_modules/.bin/server-cli': { program: '#!/bin/sh\nexec node x' },
    });
    expect(find(root)).toMatchObject({ command: NODE, prefix: [join(root, 'node_modules/server/cli.js')] });
  });

  test('is found in .bin where another package brings it', () => {
    env({ PATH: '' });
    const root = workspace({
      'node_modules/.bin/server-cli': { link: '../fork/cli.js' },
      'node_modules/fork/cli.js': '',
    });
    expect(find(root)).toMatchObject({
      command: NODE,
      prefix: [join(root, 'node_modules/fork/cli.js')],
      about: { origin: 'workspace' },
    });
  });

  test('on PATH gives the version of the package that its link leads to', () => {
    const root = workspace({
      ...npmPackage('lib', 'server', '4.5.6', 'server-cli'),
      'bin/server-cli': { link: '../lib/node_modules/server/cli.js' },
    });
    add(root, { 'lib/node_modules/server/cli.js': { program: '' } });
    env({ PATH: join(root, 'bin') });
    expect(find(root)).toMatchObject({
      about: { version: '4.5.6', origin: 'path', path: join(root, 'lib/node_modules/server/cli.js') },
    });
  });

  test('runs as it is where it is not JavaScript', () => {
    const root = workspace({ 'bin/server-cli': { program: '#!/usr/bin/env python3\n' } });
    env({ PATH: join(root, 'bin') });
    const path = join(root, 'bin', 'server-cli');
    expect(find(root)).toEqual({
      kind: 'found',
      command: path,
      prefix: [],
      about: { name: 'server-cli', path, origin: 'path' },
    });
  });

  test('that needs a newer Node is passed over', () => {
    const check = (files: Parameters<typeof workspace>[0], node: string, origin: string): void => {
      env({ PATH: '' });
      const root = workspace({ ...ours, ...npmPackage('.', 'server', '6.0.0', 'server-cli'), ...files });
      add(root, {
        'node_modules/server/package.json': {
          version: '6.0.0',
          bin: { 'server-cli': 'cli.js' },
          engines: { node: '>=22.22' },
        },
      });
      expect(find(root, '.', SERVER, join(root, node))).toMatchObject({ about: { origin } });
    };
    const header = (major: number, minor: number): string =>
      `#define NODE_MAJOR_VERSION ${major}\n#define NODE_MINOR_VERSION ${minor}\n#define NODE_PATCH_VERSION 1\n`;
    check({ 'v22.22.0/bin/node': js }, 'v22.22.0/bin/node', 'workspace');
    check({ 'v20.20.0/bin/node': js }, 'v20.20.0/bin/node', 'bundled');
    check(
      { 'usr/bin/node': js, 'usr/include/node/node_version.h': header(24, 1) },
      'usr/bin/node',
      'workspace',
    );
    check(
      { 'usr/bin/node': js, 'usr/include/node/node_version.h': header(20, 20) },
      'usr/bin/node',
      'bundled',
    );
    check({ 'bin/node': js }, 'bin/node', 'bundled');
    check(
      { 'cellar/node/24.3.0/bin/node': js, 'bin/node': { link: '../cellar/node/24.3.0/bin/node' } },
      'bin/node',
      'workspace',
    );
  });

  test('of a version that will not do is passed over, an unknown one too', () => {
    env({ PATH: '' });
    const wanted = { ...SERVER, versions: '>=4.4.0' };
    const check = (version: string, origin: string): void => {
      expect(
        find(workspace({ ...ours, ...npmPackage('.', 'server', version, 'server-cli') }), '.', wanted),
      ).toMatchObject({
        about: { origin },
      });
    };
    check('4.4.0', 'workspace');
    check('5.0.0', 'workspace');
    check('4.3.9', 'bundled');
    check('', 'bundled');
  });

  test('without any Node is unavailable and says so', () => {
    env({ PATH: '' });
    const search = { ...createSearch({ workspaceRoot: workspace() }), node: undefined };
    const found = npmProgram(
      { packageName: 'pyright', bin: 'pyright-langserver' },
      search.workspaceRoot,
      search,
    );
    expect(found).toEqual({
      kind: 'unavailable',
      reason: 'pyright-langserver runs on Node, and there is none on PATH',
      hint: 'install Node.js',
    });
  });

  test('that is nowhere is unavailable, with the command that installs it', () => {
    env({ PATH: '' });
    const found = find(workspace());
    expect(found).toMatchObject({ kind: 'unavailable', hint: 'npm install --global server' });
    expect(found).toHaveProperty(
      'reason',
      "server-cli was found neither in the workspace's node_modules, nor on PATH, nor beside this package",
    );
  });

  test('may be a script of an unreadable package', () => {
    env({ PATH: '' });
    const root = workspace({
      ...ours,
      'node_modules/server/package.json': 'garbage',
      'node_modules/.bin/server-cli': { link: '../server/cli.js' },
      'node_modules/server/cli.js': '',
    });
    expect(find(root)).toMatchObject({ about: { origin: 'workspace' } });
  });
});
