import { afterEach, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { ancestors, nearest, shown } from '../../src/backend/program/files.ts';
import { atOnce, createSearch } from '../../src/backend/program/search.ts';
import { add, cleanUp, env, MODULES, workspace } from './workspace.ts';

afterEach(cleanUp);

const program = { program: '#!/bin/sh\n' };

test('a search goes from the folder up to the workspace root and no further', () => {
  const check = (folder: string, root: string, want: string[]): void => {
    expect(ancestors(folder, root)).toEqual(want);
  };
  check('/w/a/b', '/w', ['/w/a/b', '/w/a', '/w']);
  check('/w', '/w', ['/w']);
  check('/w2/a', '/w', ['/w']);
  check('/', '/w', ['/w']);
  check('/a', '/', ['/a', '/']);
});

test('REQ-LIFE-030: the nearest folder with a marker is found, and none above the workspace root', () => {
  const root = workspace({ 'go.mod': '', 'w/a/go.mod': '', 'w/a/b/c/x.go': '', 'w/d/x.go': '' });
  const check = (folder: string, want: string | undefined): void => {
    expect(nearest(join(root, folder), join(root, 'w'), ['go.work', 'go.mod'])).toBe(
      want && join(root, want),
    );
  };
  check('w/a/b/c', 'w/a');
  check('w/a', 'w/a');
  check('w/d', undefined);
});

test('paths in reasons are relative to the workspace', () => {
  expect(shown('/w/a b/c', '/w')).toBe('a b/c');
  expect(shown('/w', '/w')).toBe('.');
  expect(shown('/w2', '/w')).toBe('/w2');
});

test('only an executable file on an absolute PATH entry is a program', () => {
  const root = workspace({
    'empty/': '',
    'folder/tool/': '',
    'plain/tool': 'text',
    'first/tool': program,
    'second/tool': program,
  });
  const { which } = createSearch({ workspaceRoot: root });
  const check = (folders: string[], want: string | undefined): void => {
    env({ PATH: folders.join(delimiter) });
    expect(which('tool')).toBe(want);
  };
  const at = (...names: string[]): string[] => names.map((name) => join(root, name));
  check(at('empty', 'folder', 'plain', 'first', 'second'), join(root, 'first', 'tool'));
  check(at('folder', 'plain'), undefined);
  check(['', relative(process.cwd(), join(root, 'first')), ...at('second')], join(root, 'second', 'tool'));
  check([], undefined);
  env({ PATH: undefined });
  expect(which('tool')).toBeUndefined();
});

test('a program that is installed during the session is found at once', () => {
  const root = workspace({ 'bin/': '' });
  env({ PATH: join(root, 'bin') });
  const { which } = createSearch({ workspaceRoot: root });
  expect(which('late')).toBeUndefined();
  add(root, { 'bin/late': program });
  expect(which('late')).toBe(join(root, 'bin', 'late'));
});

test("the host's Node is used where it is a program, else the one on PATH, else none", () => {
  const root = workspace({ 'w/': '', 'bin/node': program, 'host/node': program, 'host/text': '' });
  env({ PATH: join(root, 'bin') });
  const node = (given?: string): string | undefined =>
    createSearch({ workspaceRoot: join(root, 'w'), node: given }).node;
  expect(node(join(root, 'host', 'node'))).toBe(join(root, 'host', 'node'));
  expect(node(join(root, 'host', 'text'))).toBe(join(root, 'bin', 'node'));
  expect(node()).toBe(join(root, 'bin', 'node'));
  env({ PATH: '' });
  expect(node()).toBeUndefined();
});

test('the Node that runs our servers is never that of the workspace, with trust or without; tools of a language may be', () => {
  const root = workspace({
    'w/node_modules/.bin/node': program,
    'w/bin/node': program,
    'w/bin/tool': program,
    linked: { link: 'w/bin' },
    'links/node': { link: '../w/bin/node' },
    'bin/node': program,
  });
  env({
    PATH: [
      ...['w/node_modules/.bin', 'w/bin', 'linked', 'links'].map((path) => join(root, path)),
      '',
      relative(process.cwd(), join(root, 'w/bin')),
      join(root, 'bin'),
    ].join(delimiter),
  });
  for (const trusted of [true, false])
    expect(createSearch({ workspaceRoot: join(root, 'w'), trusted }).node).toBe(join(root, 'bin', 'node'));
  expect(createSearch({ workspaceRoot: join(root, 'w') }).which('tool')).toBe(join(root, 'w/bin/tool'));
});

test('a workspace root that is a symbolic link is resolved', () => {
  const root = workspace({ 'real/': '', alias: { link: 'real' } });
  expect(createSearch({ workspaceRoot: join(root, 'alias') }).workspaceRoot).toBe(join(root, 'real'));
});

test('bundled packages are found from src, and a missing one is not', () => {
  const { bundled } = createSearch({ workspaceRoot: workspace() });
  expect(bundled('pyright')).toBe(realpathSync(join(MODULES, 'pyright')));
  expect(bundled('no-such-package')).toBeUndefined();
});

test('bundled packages are found from the one-file build in a hoisted install', async () => {
  const root = workspace({
    'node_modules/pyright/package.json': { name: 'pyright', version: '1.0.0', exports: {} },
    'entry.ts': `import { atOnce, createSearch } from ${JSON.stringify(join(import.meta.dir, '..', '..', 'src', 'backend', 'program', 'search.ts'))};
      console.log(createSearch({ workspaceRoot: '/' }).bundled('pyright'));`,
  });
  const home = join(root, 'node_modules', '@scope', 'sidecar', 'dist');
  mkdirSync(home, { recursive: true });
  const built = await Bun.build({ entrypoints: [join(root, 'entry.ts')], target: 'bun', outdir: home });
  expect(built.success).toBe(true);
  expect(execFileSync(process.execPath, [join(home, 'entry.js')], { encoding: 'utf8' }).trim()).toBe(
    join(root, 'node_modules', 'pyright'),
  );
});

test('at one moment, each program is found where it is found by itself', () => {
  const root = workspace({
    'empty/': '',
    'folder/tool/': '',
    'plain/tool': 'text',
    'first/tool': program,
    'second/tool': program,
    'second/other': program,
    'w/bin/own': program,
  });
  const search = createSearch({ workspaceRoot: join(root, 'w'), trusted: false });
  const names = ['tool', 'other', 'own', 'missing', 'constructor', '../second/other'];
  for (const folders of [
    ['empty', 'missing', 'folder', 'plain', 'first', 'second', 'w/bin'],
    ['second', 'first'],
    [],
  ]) {
    env({ PATH: folders.map((name) => join(root, name)).join(delimiter) });
    expect(names.map(atOnce(search).which)).toEqual(names.map(search.which));
  }
  expect(atOnce(search)).toMatchObject({ workspaceRoot: search.workspaceRoot, trusted: false });
});
