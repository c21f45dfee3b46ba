import { afterEach, describe, expect, test } from 'bun:test';
import { delimiter, join } from 'node:path';
import { createCheckers } from '../../src/backend/checkers.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import { liesOutside } from '../../src/backend/program/files.ts';
import { importsFor } from '../../src/languages/python/interpreter.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { requiringOnly, untrustedEnvironment } from '../../src/backend/program/untrusted.ts';
import type { ServerConfig } from '../../src/types.ts';
import { add, cleanUp, env, launchOf, workspace } from './workspace.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

afterEach(cleanUp);

const program = { program: '#!/bin/sh\n' };

test('only these need no trust: of everything else nobody has shown that it runs nothing of the workspace', () => {
  const servers = createRegistry(LANGUAGES, {})
    .all()
    .filter(({ needsNoTrust }) => needsNoTrust);
  expect(servers.map(({ id }) => id)).toEqual(['css', 'html', 'json', 'pyright', 'typescript']);
  expect(
    LANGUAGES.flatMap(({ checkers = [] }) => checkers)
      .filter(({ needsNoTrust }) => needsNoTrust)
      .map(({ id }) => id),
  ).toEqual(['pyright', 'tsc']);
});

test('a path lies outside if neither it, nor its folder, nor what it links to is in the workspace', () => {
  const root = workspace({
    'ws/bin/tool': program,
    'ws2/tool': program,
    'links/tool': { link: '../ws/bin/tool' },
    'ws/out': { link: '../ws2/tool' },
    folder: { link: 'ws/bin' },
  });
  const check = (path: string, want: boolean): void => {
    expect([path, liesOutside(join(root, path), join(root, 'ws'))]).toEqual([path, want]);
  };
  check('ws', false);
  check('ws/bin/tool', false);
  check('ws/missing', false);
  check('ws2/tool', true);
  check('links/tool', false);
  check('ws/out', false);
  check('folder/tool', false);
  check('missing/tool', true);
});

test('a search in an untrusted workspace passes over programs of the workspace, wherever PATH says they are', () => {
  const root = workspace({
    'ws/bin/tool': program,
    folder: { link: 'ws/bin' },
    'links/tool': { link: '../ws/bin/tool' },
    'bin/tool': program,
  });
  env({ PATH: ['ws/bin', 'folder', 'links', 'bin'].map((name) => join(root, name)).join(delimiter) });
  const which = (trusted: boolean): string | undefined =>
    createSearch({ workspaceRoot: join(root, 'ws'), trusted }).which('tool');
  expect(which(false)).toBe(join(root, 'bin', 'tool'));
  expect(which(true)).toBe(join(root, 'ws', 'bin', 'tool'));
});

test('what is run there gets a PATH without the workspace, and nothing that has Node or Python load a file', () => {
  const root = workspace({ 'ws/bin/': '', 'bin/': '', folder: { link: 'ws/bin' } });
  const folders = ['ws/bin', 'folder', 'bin'].map((name) => join(root, name));
  env({
    PATH: ['', '.', 'bin', ...folders].join(delimiter),
    NODE_OPTIONS: '--require ./x.cjs',
    PYTHONPATH: '.',
  });
  expect(untrustedEnvironment(join(root, 'ws'))).toMatchObject({
    PATH: join(root, 'bin'),
    NODE_OPTIONS: '',
    NODE_PATH: '',
    PYTHONPATH: '',
    PYTHONHOME: '',
  });
});

test('and looks for libraries neither where it runs nor anywhere else in the workspace', () => {
  const root = workspace({ 'ws/lib/': '', 'lib/': '', folder: { link: 'ws/lib' } });
  const lib = join(root, 'lib');
  env({
    LD_LIBRARY_PATH: ['', '.', join(root, 'ws/lib'), join(root, 'folder'), lib].join(':'),
    LD_PRELOAD: './x.so /opt/y.so',
    LD_AUDIT: undefined,
  });
  const { LD_LIBRARY_PATH, LD_PRELOAD, ...others } = untrustedEnvironment(join(root, 'ws'));
  expect([LD_LIBRARY_PATH, LD_PRELOAD]).toEqual([lib, '/opt/y.so']);
  expect(Object.keys(others)).not.toContain('LD_AUDIT');
});

test('Python imports nothing from a home that is the workspace', () => {
  const root = workspace({ 'home/': '', 'ws/': '' });
  env({ HOME: join(root, 'home'), PYTHONUSERBASE: join(root, 'ws') });
  expect(untrustedEnvironment(join(root, 'home'))).toMatchObject({
    PYTHONNOUSERSITE: '1',
    PYTHONUSERBASE: '',
  });
  expect(untrustedEnvironment(join(root, 'ws'))).not.toHaveProperty('PYTHONNOUSERSITE');
});

const PYTHONS: [title: string, files: Parameters<typeof workspace>[0], python: string | undefined][] = [
  [
    'that is one',
    { 'bin/python3': { link: '../real/python3.11' }, 'real/python3.11': { program: '\x7fELF' } },
    'bin/python3',
  ],
  [
    'of another name',
    { 'bin/python': { link: '../real/pypy3.10' }, 'real/pypy3.10': { program: '\x7fELF' } },
    'bin/python',
  ],
  [
    'that is a script, as that of pyenv',
    { 'bin/python3': { program: '#!/usr/bin/env bash\nexec pyenv exec python3 "$@"\n' } },
    undefined,
  ],
  [
    'that links to another program, as that of mise',
    { 'bin/python3': { link: '../real/mise' }, 'real/mise': { program: '\x7fELF' } },
    undefined,
  ],
];

test.each(PYTHONS)(
  'pyright is given a Python %s, unless a file of the workspace says which it is',
  (_, files, python) => {
    const root = workspace({ ...files, 'ws/': '' });
    env({ PATH: join(root, 'bin'), VIRTUAL_ENV: undefined });
    const { python: found } = importsFor(
      join(root, 'ws'),
      createSearch({ workspaceRoot: join(root, 'ws'), trusted: false }),
    );
    if (python === undefined) expect(found).toMatch(/no-python$/);
    else expect(found).toBe(join(root, python));
  },
);

test.each([
  ['not built: that writes where project files say', false],
  ['built where somebody trusts it', true],
])('a solution is %s', (_, trusted) => {
  const root = workspace({
    'tsconfig.json': { files: [], references: [{ path: 'a' }] },
    'a/tsconfig.json': { compilerOptions: { composite: true } },
  });
  const search = createSearch({ workspaceRoot: root, node: process.execPath, trusted });
  const checker = createCheckers(LANGUAGES, {}).find(({ id }) => id === 'tsc');
  for (const folder of ['.', 'a'])
    expect(checker?.locate(join(root, folder), search)).toMatchObject(
      trusted ? { kind: 'found' } : { kind: 'untrusted', reason: 'untrusted workspace' },
    );
});

test('Node requires nothing but what lies in the folders that it may', () => {
  const mark = 'module.exports = __filename;\n';
  const root = workspace({
    'good/a.js': mark,
    'good2/a.js': mark,
    'evil/a.js': mark,
    'good/link.js': { link: '../evil/a.js' },
    'good/node_modules/evil': { link: '../../evil' },
  });
  const script = `
    const tried = ['good/a.js', 'good2/a.js', 'evil/a.js', 'good/link.js', 'good/node_modules/evil/a.js'].map((path) => {
      try { require(path.replace(/^/, ${JSON.stringify(`${root}/`)})); return path; } catch (error) { return String(error.message).split(':')[0]; }
    });
    process.stdout.write(JSON.stringify(tried));`;
  add(root, { 'good/main.cjs': script });
  const { stdout, stderr } = Bun.spawnSync(['node', join(root, 'good', 'main.cjs')], {
    env: { ...process.env, NODE_OPTIONS: requiringOnly([join(root, 'good')]) },
  });
  const refused = 'untrusted workspace';
  expect([JSON.parse(String(stdout)), String(stderr)]).toEqual([
    ['good/a.js', refused, refused, refused, refused],
    '',
  ]);
});

describe('what the user has set for a server that needs no trust', () => {
  const locate = (id: string, given: ServerConfig, files: Parameters<typeof workspace>[0] = {}) => {
    const root = workspace(files);
    const definition = createRegistry(LANGUAGES, { servers: { [id]: given } })
      .all()
      .find((each) => each.id === id);
    if (definition === undefined) throw new Error(`no ${id}`);
    return definition.locate(
      root,
      createSearch({ workspaceRoot: root, node: process.execPath, trusted: false }),
    );
  };

  test('counts, except where we say what is run', () => {
    const { env: own, initializationOptions } = launchOf(
      locate('typescript', {
        env: { TZ: 'UTC', NODE_OPTIONS: '--require ./x' },
        initializationOptions: { locale: 'de', tsserver: { path: './lib' } },
      }),
    );
    expect(initializationOptions).toMatchObject({
      locale: 'de',
      tsserver: { path: expect.stringMatching(/tsserver\.js$/) },
    });
    expect(own).toMatchObject({
      TZ: 'UTC',
      NODE_OPTIONS: expect.stringMatching(/^--import=data:text\/javascript,/),
    });
    const { configuration } = launchOf(
      locate(
        'pyright',
        {
          settings: { 'python.pythonPath': '.venv/bin/python', 'python.analysis.typeCheckingMode': 'strict' },
        },
        { '.venv/pyvenv.cfg': '', '.venv/bin/python': program },
      ),
    );
    expect(configuration?.('python')).toMatchObject({
      pythonPath: expect.not.stringContaining('.venv'),
      analysis: { typeCheckingMode: 'strict' },
    });
  });

  test('does not if it is another program', () => {
    expect(locate('pyright', { command: process.execPath })).toEqual({
      kind: 'untrusted',
      reason: 'untrusted workspace',
    });
    expect(locate('mine', { command: process.execPath, extensions: ['.mine'] })).toEqual({
      kind: 'untrusted',
      reason: 'untrusted workspace',
    });
  });

  test("is of no use where Yarn's Plug'n'Play is on: only a patched compiler finds the packages", () => {
    expect(locate('typescript', {}, { '.pnp.cjs': '' })).toEqual({
      kind: 'untrusted',
      reason: 'untrusted workspace',
    });
  });
});
