import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { reachableTmp } from '../../../../scripts/lib/ordinary-user.mjs';
import { diskStamp } from '../../src/support/paths.ts';
import { Workspace } from '../../src/engine/base/workspace.ts';

let outside: string;
let root: string;
let workspace: Workspace;

beforeAll(() => {
  outside = mkdtempSync(join(reachableTmp(), 'boundary #'));
  root = join(outside, 'workspace');
  for (const folder of ['workspace/src', 'workspace/node_modules/dep', 'workspace2', 'workspace-backup'])
    mkdirSync(join(outside, folder), { recursive: true });
  for (const file of ['workspace/src/a.ts', 'workspace/top.ts', 'workspace2/evil.ts', 'secret.ts'])
    writeFileSync(join(outside, file), '');
  symlinkSync(root, join(outside, 'linked'));
  symlinkSync(join(root, 'src'), join(root, 'alias'));
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.ts'), join(root, 'src/secret.ts'));
  symlinkSync(join(root, 'loop'), join(root, 'loop'));
  workspace = new Workspace(join(outside, 'linked'));
});
afterAll(() => {
  rmSync(outside, { recursive: true });
});

const LONG = `${'n'.repeat(256)}.ts`;

const ADMITTED: [path: string, relative: string][] = [
  ['src/a.ts', 'src/a.ts'],
  ['./src//x/../a.ts', 'src/a.ts'],
  ['alias/a.ts', 'src/a.ts'],
  ['alias/new/b.ts', 'src/new/b.ts'],
  ['new/deep/b.ts', 'new/deep/b.ts'],
  ['src/a.ts/below-a-file', 'src/a.ts/below-a-file'],
  ['..file', '..file'],
  ['node_modules2/x.ts', 'node_modules2/x.ts'],
  ['ROOT/src/a.ts', 'src/a.ts'],
  ['OUTSIDE/linked/src/a.ts', 'src/a.ts'],
  ['OUTSIDE/workspace2/../workspace/src/a.ts', 'src/a.ts'],
];

const REFUSED: [path: string, reason: string, relative: string][] = [
  ['', 'not a path', ''],
  ['a\0b', 'not a path', 'a\0b'],
  ['.', 'outside the workspace', ''],
  ['..', 'outside the workspace', '..'],
  ['../secret.ts', 'outside the workspace', '../secret.ts'],
  ['src/../../secret.ts', 'outside the workspace', '../secret.ts'],
  ['ROOT', 'outside the workspace', ''],
  ['ROOT2/evil.ts', 'outside the workspace', '../workspace2/evil.ts'],
  ['ROOT-backup/new.ts', 'outside the workspace', '../workspace-backup/new.ts'],
  ['OUTSIDE/linked2', 'outside the workspace', '../linked2'],
  ['out/secret.ts', 'outside the workspace', 'out/secret.ts'],
  ['out/workspace2/new.ts', 'outside the workspace', 'out/workspace2/new.ts'],
  ['src/secret.ts', 'outside the workspace', 'src/secret.ts'],
  ['/', 'outside the workspace', expect.stringMatching(/^(\.\.\/)+(\.\.)$/)],
  ['loop', 'its symlinks go round in a circle', 'loop'],
  ['loop/a.ts', 'its symlinks go round in a circle', 'loop/a.ts'],
  [LONG, 'its name is too long', LONG],
  ['node_modules/dep/index.ts', 'in node_modules', 'node_modules/dep/index.ts'],
  ['src/node_modules/x.ts', 'in node_modules', 'src/node_modules/x.ts'],
];

const spelled = (path: string): string => path.replace('ROOT', root).replace('OUTSIDE', outside);

test('REQ-PATH-010 REQ-BOUNDARY-010 REQ-BOUNDARY-030: what is inside, by its real path, is admitted under its one name', () => {
  for (const [path, relative] of ADMITTED) {
    expect([path, workspace.admit(spelled(path))]).toEqual([
      path,
      { kind: 'admitted', path: join(root, relative) as never, relative },
    ]);
  }
});

test('REQ-PATH-010 REQ-BOUNDARY-010 REQ-BOUNDARY-030: what is not is refused, and the answer has the name that was asked for', () => {
  for (const [path, reason, relative] of REFUSED) {
    const why =
      reason === 'outside the workspace' ? 'outside' : reason === 'in node_modules' ? 'package' : 'unusable';
    expect([path, workspace.admit(spelled(path))]).toEqual([
      path,
      { kind: 'refused', why, reason, relative },
    ]);
  }
});

test('REQ-NAV-030 REQ-NAV-040: what may be judged may be looked at, and what lies in node_modules as well, but nothing else', () => {
  for (const [path] of ADMITTED)
    expect([path, workspace.look(spelled(path))]).toEqual([path, workspace.admit(spelled(path))]);
  for (const [path, reason, relative] of REFUSED) {
    const looked = workspace.look(spelled(path));
    expect([path, looked]).toEqual([
      path,
      reason === 'in node_modules'
        ? { kind: 'admitted', path: join(root, relative) as never, relative }
        : workspace.admit(spelled(path)),
    ]);
  }
});

test('REQ-NAV-030 REQ-BOUNDARY-030: of the files of one answer each has its one name, is outside, or gone, as if it were looked at alone', () => {
  const names = workspace.names();
  for (const path of [...ADMITTED, ...REFUSED].map(([path]) => spelled(path))) {
    const alone = workspace.look(path);
    const isThere = alone.kind === 'admitted' && diskStamp(alone.path) !== undefined;
    const expected = isThere ? alone.path : alone.kind === 'admitted' ? 'gone' : undefined;
    expect([path, names(path), names(path)]).toEqual([path, expected, expected]);
  }
  expect([
    names('src/a.ts'),
    names('alias/a.ts'),
    names('top.ts'),
    names('src/secret.ts'),
    names('gone.ts'),
  ]).toEqual([
    join(root, 'src/a.ts'),
    join(root, 'src/a.ts'),
    join(root, 'top.ts'),
    undefined,
    'gone',
  ] as never);
});

test('REQ-PATH-010: a workspace at the top of the file system holds everything', () => {
  const top = new Workspace('/');
  expect(top.admit('/any/where.ts')).toMatchObject({ kind: 'admitted', relative: 'any/where.ts' });
  expect(top.admit('/')).toMatchObject({ kind: 'refused' });
});

test('a folder is named from the root, which is a dot', () => {
  expect([root, join(root, 'src')].map((folder) => workspace.folder(folder))).toEqual(['.', 'src']);
});

test('REQ-PATH-010: what lies in a folder that is closed to us is refused, and said to be', () => {
  chmodSync(outside, 0o755);
  mkdirSync(join(root, 'closed'), { mode: 0 });
  // Root may go everywhere.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    expect(workspace.admit('closed/a.ts')).toEqual({
      kind: 'refused',
      why: 'unusable',
      reason: 'permission denied on the way to it',
      relative: 'closed/a.ts',
    });
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(join(root, 'closed'), 0o755);
  }
});
