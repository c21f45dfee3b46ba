import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { ShadowFolder } from '../../tsc/shadow-folder.ts';
import type { ShadowSubject } from '../../../../backend/shadow/shadow-scan.ts';
import { ShadowWorkspace } from '../../tsc/shadow-workspace.ts';
import { Workspace, type Tree } from '../../../../../test/harness/workspace.ts';

const never = new AbortController().signal;
const OWN = { host: 'here', pid: process.pid };

let workspace: Workspace;
let place: ShadowFolder;

beforeEach(() => {
  workspace = new Workspace({}, 'work space #1');
  place = new ShadowFolder(join(workspace.outside, 'cache'), OWN);
});

afterEach(() => workspace[Symbol.dispose]());

async function refresh(subject: Partial<ShadowSubject> = {}, toolchain = 'a'): Promise<void> {
  expect(
    await new ShadowWorkspace(place, toolchain).refresh(
      { roots: [workspace.root], named: [], leftOut: [], ...subject },
      never,
    ),
  ).toBeUndefined();
}

function write(files: Tree): void {
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
}

const copyOf = (path: string): string => place.copyOf(workspace.path(path));
const copied = (path: string): string => readFileSync(copyOf(path), 'utf8');

/** Every file and link of the mirror, by its path in the workspace. */
function shadowed(folder = workspace.root): string[] {
  const copy = place.copyOf(folder);
  if (!existsSync(copy)) return [];
  return readdirSync(copy, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? shadowed(join(folder, entry.name))
        : relative(workspace.root, join(folder, entry.name)),
    )
    .sort();
}

/** What a builder has made of the copies. */
function built(path: string): void {
  mkdirSync(dirname(copyOf(path)), { recursive: true });
  writeFileSync(copyOf(path), 'built');
}

test('what TypeScript reads is copied byte by byte; what it writes, and version control, is not', async () => {
  write({
    'src/a.ts': '\uFEFFexport const a = "\u{1F600}";\r\n',
    'src/b.d.ts': 'declare const b: 1;\n',
    'src/empty.mts': '',
    'data.json': '{}',
    'tool.cjs': '',
    'view.tsx': '',
    // Beside their source they are what was made of it.
    'src/a.js': '',
    'src/a.d.ts': '',
    'view.js': '',
    'src/a.js.map': '',
    'readme.md': '',
    'out/a.js': '',
    '.git/x.json': '',
    'target/CACHEDIR.TAG': '',
    'target/x.json': '',
  });
  await refresh({ leftOut: [workspace.path('out')] });
  expect(shadowed()).toEqual([
    'data.json',
    'src/a.ts',
    'src/b.d.ts',
    'src/empty.mts',
    'tool.cjs',
    'view.tsx',
  ]);
  expect(copied('src/a.ts')).toBe('\uFEFFexport const a = "\u{1F600}";\r\n');
});

test('only what changed is copied again, also where its time was set back, and what was built stays', async () => {
  write({ 'a.ts': '1', 'b.ts': '1' });
  await refresh();
  built('out/a.js');
  writeFileSync(copyOf('b.ts'), 'kept');
  write({ 'a.ts': '2', 'sub/new.ts': '3' });
  utimesSync(workspace.path('a.ts'), 0, 0);
  await refresh();
  expect(shadowed()).toEqual(['a.ts', 'b.ts', 'out/a.js', 'sub/new.ts']);
  expect([copied('a.ts'), copied('b.ts'), copied('sub/new.ts')]).toEqual(['2', 'kept', '3']);
  // Newer than what was built, as a builder wants a change to be.
  expect(statSync(copyOf('a.ts')).mtimeMs).toBeGreaterThan(1);
});

const GONE: [what: string, change: () => void, left: string[]][] = [
  ['a deleted file', () => workspace.remove('a.ts'), ['b.ts']],
  ['a renamed file', () => renameSync(workspace.path('a.ts'), workspace.path('c.ts')), ['b.ts', 'c.ts']],
  [
    'a folder in place of a file',
    () => {
      workspace.remove('a.ts');
      workspace.write('a.ts/index.ts', '');
    },
    ['a.ts/index.ts', 'b.ts'],
  ],
];

test.each(GONE)('%s takes along what was built', async (_, change, left) => {
  write({ 'a.ts': '1', 'b.ts': '1' });
  await refresh();
  built('out/a.d.ts');
  change();
  await refresh();
  expect(shadowed()).toEqual(left);
});

test('a file in place of a folder', async () => {
  write({ 'a.json/index.ts': '' });
  await refresh();
  rmSync(workspace.path('a.json'), { recursive: true });
  write({ 'a.json': '{}' });
  await refresh();
  expect(shadowed()).toEqual(['a.json']);
});

test('another compiler, a changed project file and other outputs begin a new one', async () => {
  write({ 'tsconfig.json': '{}' });
  const named = [workspace.path('tsconfig.json')];
  await refresh({ named });
  built('out/a.js');
  await refresh({ named });
  expect(shadowed()).toContain('out/a.js');
  await refresh({ named }, 'b');
  expect(shadowed()).toEqual(['tsconfig.json']);
  built('out/a.js');
  write({ 'tsconfig.json': '{ }' });
  await refresh({ named }, 'b');
  expect(shadowed()).toEqual(['tsconfig.json']);
  built('out/a.js');
  await refresh({ named, leftOut: [workspace.path('dist')] }, 'b');
  expect(shadowed()).toEqual(['tsconfig.json']);
});

test('project files are newer than whatever was built, each time', async () => {
  write({ 'tsconfig.json': '{}' });
  await refresh({ named: [workspace.path('tsconfig.json')] });
  utimesSync(copyOf('tsconfig.json'), 1, 1);
  await refresh({ named: [workspace.path('tsconfig.json')] });
  expect(statSync(copyOf('tsconfig.json')).mtimeMs).toBeGreaterThan(1000);
});

test('a file that nobody may write is copied, and copied again', async () => {
  write({ 'a.ts': '1' });
  chmodSync(workspace.path('a.ts'), 0o444);
  await refresh();
  chmodSync(workspace.path('a.ts'), 0o644);
  write({ 'a.ts': '2' });
  chmodSync(workspace.path('a.ts'), 0o444);
  await refresh();
  expect(copied('a.ts')).toBe('2');
});

test('packages of the workspace lead to their copies, others to themselves: npm, pnpm and scopes', async () => {
  write({
    'packages/core/src/index.ts': '',
    'packages/app/src/index.ts': '',
    'node_modules/.package-lock.json': '{}',
    'node_modules/plain/index.d.ts': '',
    'node_modules/@types/node/index.d.ts': '',
    'node_modules/.pnpm/react@1/node_modules/react/index.d.ts': '',
    '../node_modules/above/index.d.ts': '',
  });
  mkdirSync(workspace.path('packages/app/node_modules/@m'), { recursive: true });
  symlinkSync('../../../core', workspace.path('packages/app/node_modules/@m/core'));
  symlinkSync(
    '../../../node_modules/.pnpm/react@1/node_modules/react',
    workspace.path('packages/app/node_modules/react'),
  );
  await refresh();
  const leads = (path: string): string => realpathSync(copyOf(path));
  expect(leads('packages/app/node_modules/@m/core')).toBe(realpathSync(copyOf('packages/core')));
  expect(leads('packages/app/node_modules/react')).toBe(
    workspace.path('node_modules/.pnpm/react@1/node_modules/react'),
  );
  expect(leads('node_modules/plain')).toBe(workspace.path('node_modules/plain'));
  expect(leads('node_modules/@types/node')).toBe(workspace.path('node_modules/@types/node'));
  expect(leads('../node_modules/above')).toBe(join(workspace.outside, 'node_modules/above'));
  // So that what is written into it is not written into the workspace.
  expect(lstatSync(copyOf('node_modules')).isSymbolicLink()).toBe(false);
  expect(existsSync(copyOf('node_modules/.package-lock.json'))).toBe(false);
});

test('a package that is gone, or comes from elsewhere, leaves what was built alone', async () => {
  write({ 'node_modules/a/index.d.ts': '', 'node_modules/b/index.d.ts': '', 'packages/b/index.ts': '' });
  await refresh();
  built('out/a.js');
  rmSync(workspace.path('node_modules'), { recursive: true });
  mkdirSync(workspace.path('node_modules'));
  symlinkSync('../packages/b', workspace.path('node_modules/b'));
  await refresh();
  expect(shadowed()).toEqual(['node_modules/b', 'out/a.js', 'packages/b/index.ts']);
  expect(readlinkSync(copyOf('node_modules/b'))).toBe('../packages/b');
});

test('folders and files behind links are copied, too, outside of the workspace as well: a build writes beside them', async () => {
  write({ 'src/a.ts': '1', '../elsewhere/b.ts': '2', '../c.ts': '3' });
  symlinkSync('src', workspace.path('inside'));
  symlinkSync('../elsewhere', workspace.path('outside'));
  symlinkSync('../c.ts', workspace.path('c.ts'));
  symlinkSync('nowhere', workspace.path('gone.ts'));
  symlinkSync('.', workspace.path('round'));
  await refresh();
  expect([copied('inside/a.ts'), copied('outside/b.ts'), copied('c.ts'), copied('round/src/a.ts')]).toEqual([
    '1',
    '2',
    '3',
    '1',
  ]);
  writeFileSync(copyOf('outside/b.js'), '');
  expect(readdirSync(join(workspace.outside, 'elsewhere'))).toEqual(['b.ts']);
});

test('a refresh that was cut short is not taken for one that was finished', async () => {
  write({ 'a.ts': '1' });
  await refresh();
  write({ 'b.ts': '1' });
  const abort = new AbortController();
  const under = new ShadowWorkspace(place, 'a').refresh(
    { roots: [workspace.root], named: [], leftOut: [] },
    abort.signal,
  );
  abort.abort();
  expect(await under).toBeTruthy();
  workspace.remove('b.ts');
  await refresh();
  expect(shadowed()).toEqual(['a.ts']);
});

test('a shadow workspace of a process that has ended is taken over, with what was built; of one that is alive it is not', async () => {
  write({ 'a.ts': '1', 'node_modules/x/index.d.ts': '' });
  symlinkSync('node_modules/x', workspace.path('linked'));
  const child = Bun.spawn(['true']);
  await child.exited;
  const dead = new ShadowFolder(join(workspace.outside, 'cache'), { host: 'here', pid: child.pid });
  const alive = new ShadowFolder(join(workspace.outside, 'cache'), { host: 'here', pid: process.ppid });
  const other = new ShadowFolder(join(workspace.outside, 'cache'), { host: 'there', pid: child.pid });
  for (const each of [alive, other, dead]) {
    place = each;
    await refresh();
    built('out/a.js');
  }
  place = new ShadowFolder(join(workspace.outside, 'cache'), OWN);
  await refresh();
  expect([dead, alive, other, place].map(({ folder }) => existsSync(folder))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(shadowed()).toContain('out/a.js');
  expect(realpathSync(copyOf('linked'))).toBe(workspace.path('node_modules/x'));
});

test('what a compiler prints names the originals, by absolute and by relative paths', () => {
  const path = copyOf('src/a.ts');
  const root = workspace.path('packages/app');
  for (const named of [path, relative(root, path)]) {
    const line = `${named}(1,2): error TS6307: File '${path}' is not listed.`;
    expect(place.original(line, root)).toBe(
      `${workspace.path('src/a.ts')}(1,2): error TS6307: File '${workspace.path('src/a.ts')}' is not listed.`,
    );
  }
});

test('a place that cannot be written is a reason', async () => {
  const blocked = join(workspace.outside, 'blocked');
  writeFileSync(blocked, '');
  place = new ShadowFolder(join(blocked, 'cache'), OWN);
  expect(
    await new ShadowWorkspace(place, 'a').refresh({ roots: [workspace.root], named: [], leftOut: [] }, never),
  ).toContain('cannot be copied');
});

test('nobody else may read the copies', async () => {
  write({ 'secret.json': '{}' });
  await refresh();
  expect(statSync(dirname(place.folder)).mode & 0o077).toBe(0);
});

test('shadow workspaces of other workspaces that nobody has judged for a month are cleared away, and nothing else', async () => {
  const month = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  const homes = dirname(dirname(place.folder));
  const kept = ['lately/1@here', 'not ours/1@here', 'not ours/other'];
  for (const name of ['long ago/1@here', 'long ago/2@elsewhere', ...kept]) {
    mkdirSync(join(homes, name), { recursive: true });
    if (name !== 'lately/1@here') utimesSync(join(homes, name), month, month);
  }
  await refresh();
  expect(existsSync(join(homes, 'long ago'))).toBe(false);
  expect(
    [...kept.map((name) => join(homes, name)), place.folder].filter((path) => !existsSync(path)),
  ).toEqual([]);
});
