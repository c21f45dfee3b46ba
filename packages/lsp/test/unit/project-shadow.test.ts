import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import type { CompilerRun, ShadowRun } from '../../src/backend/checker/definition.ts';
import { ProjectShadow, type ShadowChanges } from '../../src/backend/shadow/project-shadow.ts';
import { stampsBelow, Workspace, type Tree } from '../harness/workspace.ts';
import { addWorkTree } from '../harness/work-trees.ts';

const MIB = 2 ** 20;
const NEVER = new AbortController().signal;
const LONG_AGO = new Date(2001, 1, 1);

let workspace: Workspace;
let shadow: ProjectShadow;
let folder: string;

beforeEach(() => {
  workspace = new Workspace({}, 'work space #1');
  folder = join(workspace.outside, 'temporary', 'shadow');
});

afterEach(() => workspace[Symbol.dispose]());

function open(
  files: Tree,
  run: ShadowRun = {},
  { root = workspace.root, more = {} }: { root?: string; more?: Partial<CompilerRun> } = {},
): void {
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  shadow = new ProjectShadow({
    folder,
    launch: { root, command: 'compiler' },
    workspaceRoot: workspace.root,
    leftOut: [],
    run: { reads: [], shadow: run, ...more },
  });
}

function update(
  texts: Record<string, string> = {},
  deleted: readonly string[] = [],
  { isCacheInvalid = false, signal = NEVER } = {},
): Promise<string | undefined> {
  const changes: ShadowChanges = {
    texts: Object.entries(texts).map(([path, text]) => ({ path: workspace.path(path), text })),
    deleted: deleted.map((path) => workspace.path(path)),
  };
  return shadow.update(changes, isCacheInvalid, signal);
}

const copyOf = (path: string): string => shadow.copyOf(workspace.path(path));
const output = (path: string): string => join(folder, 'output', path);

/** The text of every file in the copy; of a link, where it leads. */
function copies(): Record<string, string> {
  const paths = Object.keys(stampsBelow(copyOf('.'))).filter(
    (path) => !lstatSync(copyOf(path)).isDirectory(),
  );
  return Object.fromEntries(
    paths.map((path) => [
      path,
      lstatSync(copyOf(path)).isSymbolicLink()
        ? `-> ${realpathSync(copyOf(path))}`
        : readFileSync(copyOf(path), 'utf8'),
    ]),
  );
}

test('a copy has what the proposal changes, and the next one has it no more', async () => {
  open({
    'a.rs': 'a',
    'sub/b.rs': 'b',
    '.env': 'hidden',
    'node_modules/x/index.js': '',
    '.git/HEAD': '',
    'target/CACHEDIR.TAG': '',
    'target/x': '',
  });
  await update();
  expect(await update({ 'a.rs': 'A', 'new/c.rs': 'C' }, ['sub/b.rs'])).toBeUndefined();
  expect(copies()).toEqual({ '.env': 'hidden', 'a.rs': 'A', 'new/c.rs': 'C' });
  // As after the deletion of the one file in it.
  expect(existsSync(copyOf('sub'))).toBe(true);
  const before = stampsBelow(workspace.root);
  await update({ 'sub/b.rs': 'B' });
  expect(copies()).toEqual({ '.env': 'hidden', 'a.rs': 'a', 'sub/b.rs': 'B' });
  expect(existsSync(copyOf('new'))).toBe(false);
  expect(stampsBelow(workspace.root)).toEqual(before);
});

test('another work tree of the repository is no part of the project, a submodule is', async () => {
  open({
    'a.rs': 'a',
    '.git/HEAD': '',
    '.git/modules/sub/HEAD': '',
    'sub/.git': 'gitdir: ../.git/modules/sub',
    'sub/b.rs': 'b',
  });
  addWorkTree(workspace, 'wt/x');
  workspace.write('wt/x/a.rs', 'copy');
  await update();
  expect(copies()).toEqual({ 'a.rs': 'a', 'sub/b.rs': 'b' });
});

test('only what differs is copied again, and a folder that is gone is gone', async () => {
  open({ 'a.rs': 'a', 'b.rs': 'b', 'crates/c/Cargo.toml': '' });
  await update();
  const before = stampsBelow(copyOf('.'));
  workspace.write('b.rs', 'changed');
  rmSync(workspace.path('crates/c'), { recursive: true });
  await update();
  const after = stampsBelow(copyOf('.'));
  expect([copies(), after['a.rs'] === before['a.rs'], existsSync(copyOf('crates/c'))]).toEqual([
    { 'a.rs': 'a', 'b.rs': 'changed' },
    true,
    false,
  ]);
});

test('an update that was cut short is finished by the next one', async () => {
  open(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.rs`, String(at)])));
  const abort = new AbortController();
  const cut = update({ '7.rs': 'proposed' }, ['8.rs'], { signal: abort.signal });
  setTimeout(() => abort.abort(), 5);
  await cut;
  await update();
  expect(copies()).toEqual(
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.rs`, String(at)])),
  );
});

test('what writes to a copy, or by way of a link in it, does not write to the workspace', async () => {
  open({
    'a.rs': 'a',
    'run.sh': '#!/bin/sh\n',
    'locked.rs': 'locked',
    'sub/b.rs': 'b',
    'node_modules/x/c.js': '',
    '../elsewhere/d.rs': 'd',
  });
  chmodSync(workspace.path('run.sh'), 0o755);
  chmodSync(workspace.path('locked.rs'), 0o444);
  const links = {
    same: 'a.rs',
    inside: 'sub',
    packages: 'node_modules/x',
    round: '.',
    above: '..',
    outside: '../elsewhere',
  };
  for (const [link, target] of Object.entries(links)) symlinkSync(target, workspace.path(link));
  await update({ 'run.sh': '#!/bin/bash\n' });
  expect(copies()).toEqual({
    'a.rs': 'a',
    'locked.rs': 'locked',
    'run.sh': '#!/bin/bash\n',
    'sub/b.rs': 'b',
    same: `-> ${copyOf('a.rs')}`,
    inside: `-> ${copyOf('sub')}`,
    round: `-> ${copyOf('.')}`,
    outside: `-> ${join(workspace.outside, 'elsewhere')}`,
  });
  const inodes = (at: string): bigint[] =>
    Object.keys(stampsBelow(at)).map((path) => lstatSync(join(at, path), { bigint: true }).ino);
  expect(new Set(inodes(workspace.root)).isDisjointFrom(new Set(inodes(folder)))).toBe(true);
  expect([statSync(copyOf('run.sh')).mode & 0o111, statSync(copyOf('a.rs')).mode & 0o111]).toEqual([
    0o111, 0,
  ]);
  // Copied again, though it is read-only.
  await update({ 'locked.rs': 'other' });
  expect(copies()['locked.rs']).toBe('other');
});

test('a text keeps the byte order mark of the file that it replaces', async () => {
  open({ 'a.rs': '\uFEFFa', 'b.rs': 'b' });
  await update({ 'a.rs': 'A', 'b.rs': '\uFEFFB' });
  expect(copies()).toEqual({ 'a.rs': '\uFEFFA', 'b.rs': '\uFEFFB' });
});

test('what is built is as old in the copy, sources are as old as their last change, and both are newer once a run has begun', async () => {
  open(
    {
      'target/CACHEDIR.TAG': '',
      'target/debug/a.rmeta': 'built',
      'target/debug/incremental/x': '',
      'old.rs': '',
      'older.rs': '',
    },
    {
      built: () => ({
        folder: workspace.path('target'),
        leftOut: [workspace.path('target/debug/incremental')],
      }),
    },
  );
  for (const path of ['target/debug/a.rmeta', 'old.rs', 'older.rs'])
    utimesSync(workspace.path(path), LONG_AGO, LONG_AGO);
  // Its time tells nothing of when it got this name.
  const renamed = Date.now();
  renameSync(workspace.path('older.rs'), workspace.path('a.rs'));
  await update();
  const time = (path: string): number => statSync(path).mtimeMs;
  expect([time(output('debug/a.rmeta')), existsSync(output('debug/incremental'))]).toEqual([
    LONG_AGO.getTime(),
    false,
  ]);
  expect(time(copyOf('a.rs'))).toBeGreaterThan(renamed - 100);
  shadow.begin();
  const begun = Date.now();
  workspace.write('b.rs', '');
  utimesSync(workspace.path('b.rs'), LONG_AGO, LONG_AGO);
  await update({ 'a.rs': 'A' });
  await update();
  for (const path of ['a.rs', 'b.rs']) expect(time(copyOf(path))).toBeGreaterThan(begun - 100);
});

test('what is built is copied until a run has ended, and never again', async () => {
  const invalidated: unknown[] = [];
  open(
    { 'a.rs': '' },
    {
      built: () => ({ folder: workspace.path('../target'), leftOut: [] }),
      env: (_, out) => ({ TARGET: out }),
    },
    { more: { invalidateBuildCache: (launch) => invalidated.push(launch.env) } },
  );
  await update();
  expect(existsSync(output('.'))).toBe(false);
  workspace.write('../target/one', '1');
  await update({}, [], { isCacheInvalid: true });
  expect([readdirSync(output('.')), invalidated]).toEqual([['one'], [{ TARGET: output('.') }]]);
  shadow.begin();
  shadow.end();
  workspace.write('../target/two', '2');
  await update();
  expect(readdirSync(output('.'))).toEqual(['one']);
});

test('a text that was copied before what is built is newer than that all the same', async () => {
  open({ 'a.rs': 'a', 'b.rs': '' }, { built: () => ({ folder: workspace.path('../target'), leftOut: [] }) });
  await update({ 'a.rs': 'A' });
  shadow.begin();
  // A check has killed the run, and has built the tree that is on disk.
  workspace.write('../target/a.rmeta', 'of a');
  utimesSync(copyOf('a.rs'), LONG_AGO, LONG_AGO);
  const begun = Date.now();
  await update({ 'a.rs': 'A' });
  expect([copies(), readdirSync(output('.'))]).toEqual([{ 'a.rs': 'A', 'b.rs': '' }, ['a.rmeta']]);
  expect(statSync(copyOf('a.rs')).mtimeMs).toBeGreaterThan(begun - 100);
});

const OBSTACLES: [title: string, make: () => void, reason: RegExp][] = [
  [
    'too many bytes',
    () => truncateSync(workspace.write('data.bin', ''), 513 * MIB),
    /^its project has more than 20000 files or 512 MiB$/,
  ],
  [
    'too much that is built',
    () => truncateSync(workspace.write('target/x', ''), 2049 * MIB),
    /^what it has built takes more than \d+ MiB$/,
  ],
];

test.each(OBSTACLES)('%s is a reason, and leaves nothing behind', async (_, make, reason) => {
  open({ 'a.rs': '' }, { built: () => ({ folder: workspace.path('target'), leftOut: [] }) });
  make();
  expect(await update()).toMatch(reason);
  expect(existsSync(output('x'))).toBe(false);
});

test('what is read outside of the root is copied, until its folders name no more', async () => {
  open(
    { 'one/a.rs': '', 'two/uses': '', 'three/c.rs': '', 'settings.toml': 'settings' },
    {
      ignores: /\.class$/,
      reads: ({ files }) => ({
        files: [workspace.path('settings.toml'), workspace.path('nothing.toml')],
        folders: [...files].some((path) => path.endsWith('uses'))
          ? [workspace.path('three')]
          : [workspace.path('two')],
      }),
    },
    { root: workspace.path('one') },
  );
  workspace.write('one/a.class', '');
  await update();
  expect(Object.keys(copies())).toEqual(['one/a.rs', 'settings.toml', 'three/c.rs', 'two/uses']);
  await update({}, ['settings.toml']);
  expect(copies()['settings.toml']).toBeUndefined();
});

test('a report names the originals', () => {
  open({});
  const report = shadow.original({
    findings: [
      { path: copyOf('a.rs'), line: 1, character: 1, severity: 'error', message: `see ${copyOf('b.rs')}:2` },
    ],
    failure: `no ${copyOf('c.rs')}`,
    excludes: (path) => path === copyOf('d.rs'),
  });
  expect([report.findings[0]?.path, report.findings[0]?.message, report.failure]).toEqual([
    workspace.path('a.rs'),
    `see ${workspace.path('b.rs')}:2`,
    `no ${workspace.path('c.rs')}`,
  ]);
  expect([report.excludes?.(workspace.path('d.rs')), report.excludes?.(workspace.path('a.rs'))]).toEqual([
    true,
    false,
  ]);
});

const MISSED: [title: string, message: string, reason: string | undefined][] = [
  [
    'a file outside',
    "couldn't read `src/../../elsewhere/d.rs`: No such file",
    'elsewhere/d.rs is read, of which there is no copy',
  ],
  ['a file of version control', "couldn't read `.git/HEAD`", '.git/HEAD is read, of which there is no copy'],
  ['a file that is nowhere', "couldn't read `src/nothing.rs`: No such file", undefined],
  ['a file that the proposal deletes', "couldn't read `src/gone.rs`: No such file", undefined],
  ['a file that is there', 'in `src/a.rs` something is wrong', undefined],
  [
    'the repository',
    'git failed: fatal: not a git repository (or any of the parent directories): .git',
    'its build reads the repository, of which there is no copy',
  ],
];

test.each(MISSED)(
  'an error about %s is a reason if it is there in the workspace alone',
  async (_, message, reason) => {
    open({ 'src/a.rs': '', 'src/gone.rs': '', '../elsewhere/d.rs': '', '.git/HEAD': '' });
    const changes = { texts: [], deleted: [workspace.path('src/gone.rs')] };
    await shadow.update(changes, false, NEVER);
    const finding = { path: copyOf('src/a.rs'), line: 1, character: 1, severity: 'error', message } as const;
    for (const report of [
      { findings: [finding], failure: undefined },
      { findings: [], failure: message },
    ]) {
      if (reason === undefined) expect(shadow.missing(report, changes)).toBeUndefined();
      else expect(shadow.missing(report, changes)).toEndWith(reason);
    }
  },
);

test('a place that cannot be written is an error, and a shadow that is removed is gone', async () => {
  open({ 'a.rs': '' });
  await update();
  await shadow.remove();
  expect(existsSync(folder)).toBe(false);
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, '');
  open({});
  expect(await update().catch((error: unknown) => String(error))).toMatch(/ENOTDIR|EEXIST/);
});
