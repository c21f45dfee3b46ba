import { chmod, chown, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { escaped } from '../../src/support/escaped.js';
import { applyPatch } from '../../src/tools/apply-patch.js';
import type { Change } from '../../src/tools/change.js';
import { commit } from '../../src/tools/commit.js';
import { lookUp, type DiskFile } from '../../src/tools/disk-file.js';
import { Rollback } from '../../src/tools/rollback.js';
import { admitPath, type WorkspacePath } from '../../src/tools/workspace-path.js';
import { writeFile } from '../../src/tools/write-file.js';
import { asOrdinaryUser, ORDINARY_USER, workspace, wrapped, type Workspace } from './workspace.js';

async function admitted(ws: Workspace, name: string): Promise<WorkspacePath> {
  const path = await admitPath(ws.root, name);
  if (!path.ok) throw new Error(path.refusal.message);
  return path.value;
}

async function existing(ws: Workspace, name: string): Promise<DiskFile> {
  const file = await lookUp(await admitted(ws, name));
  if (!file.ok || file.value === undefined) throw new Error(`${name} is not there`);
  return file.value;
}

async function write(ws: Workspace, name: string, text: string): Promise<Change> {
  const path = await admitted(ws, name);
  const found = await lookUp(path);
  const before = found.ok ? found.value : undefined;
  return { kind: 'write', path, before, bytes: Buffer.from(text), like: before };
}

const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' };

/** One change of every kind. */
async function everything(ws: Workspace): Promise<Change[]> {
  const c = await existing(ws, 'c.txt');
  const d = await existing(ws, 'd.txt');
  return [
    await write(ws, 'a.txt', 'changed\n'),
    await write(ws, 'new/deep/file.txt', 'new\n'),
    { kind: 'remove', path: c.path, before: c },
    { kind: 'rename', path: await admitted(ws, 'moved/d.txt'), from: d },
    await write(ws, 'b.txt', 'changed\n'),
  ];
}

test('makes every kind of change and leaves nothing else behind', async () => {
  const ws = await workspace(FILES);
  expect(await commit(await everything(ws), { workspaceRoot: ws.root })).toEqual({
    ok: true,
    value: { isUnnoted: false },
  });
  expect(await ws.tree()).toEqual({
    'a.txt': 'changed\n',
    'b.txt': 'changed\n',
    'new/deep/file.txt': 'new\n',
    'moved/d.txt': 'd\n',
  });
});

test('a move keeps the file itself: its identity, its times, its mode', async () => {
  const ws = await workspace({ 'd.txt': 'd\n' });
  await chmod(ws.path('d.txt'), 0o640);
  await utimes(ws.path('d.txt'), 1000, 1000);
  const before = await stat(ws.path('d.txt'));
  await applyPatch(
    { patch: '*** Begin Patch\n*** Update File: d.txt\n*** Move to: e.txt\n*** End Patch' },
    ws.context,
  );
  const after = await stat(ws.path('e.txt'));
  expect([after.ino, after.mtimeMs, after.mode]).toEqual([before.ino, before.mtimeMs, before.mode]);
});

describe('a file that something else touches between check and commit', () => {
  const meddling: Record<string, readonly [meddle: (ws: Workspace) => Promise<unknown>, says: string]> = {
    vanishes: [(ws) => rm(ws.path('b.txt')), 'b.txt vanished while'],
    'is changed': [(ws) => ws.write('b.txt', 'by another\n'), 'b.txt was changed by something else while'],
    'is replaced by one of the same size and time': [
      async (ws) => {
        await ws.write('B.txt', 'B\n');
        await utimes(ws.path('B.txt'), 1000, 1000);
        await rename(ws.path('B.txt'), ws.path('b.txt'));
      },
      'b.txt was changed by something else while',
    ],
    appears: [
      (ws) => ws.write('new/deep/file.txt', 'by another\n'),
      'new/deep/file.txt was created by something else while',
    ],
    'to be removed vanishes': [(ws) => rm(ws.path('c.txt')), 'c.txt vanished while'],
    'to be moved is changed': [
      (ws) => ws.write('d.txt', 'by another\n'),
      'd.txt was changed by something else while',
    ],
    'appears where another moves': [
      (ws) => ws.write('moved/d.txt', 'by another\n'),
      'moved/d.txt was created by something else while',
    ],
  };
  test.each(Object.entries(meddling))('%s', async (_, [meddle, says]) => {
    const ws = await workspace(FILES);
    await utimes(ws.path('b.txt'), 1000, 1000);
    const changes = await everything(ws);
    await meddle(ws);
    const before = await ws.tree();
    const outcome = await commit(changes, { workspaceRoot: ws.root });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { type: 'file_changed', message: expect.stringContaining(says) as string },
    });
    expect(await ws.tree()).toEqual(before);
  });
});

/** An ordinary user's files, in folders of that user; no entry of `folder` can be added, replaced or removed. */
async function locked<T>(ws: Workspace, folder: string, work: () => Promise<T>): Promise<T> {
  await chmod(ws.path('..'), 0o755);
  if (process.geteuid?.() === 0) {
    const names = Object.keys(await ws.tree());
    for (const name of new Set(['.', ...names, ...names.map(dirname)]))
      await chown(ws.path(name), ORDINARY_USER, 0);
  }
  await chmod(ws.path(folder), 0o555);
  try {
    return await asOrdinaryUser(work);
  } finally {
    await chmod(ws.path(folder), 0o755);
  }
}

describe('a failure of the disk half-way', () => {
  const files = { 'x/a.txt': 'a\n', 'x/b.txt': 'b\n', 'x/c.txt': 'c\n', 'locked/z.txt': 'z\n' };
  const first =
    '*** Update File: x/a.txt\n-a\n+A\n*** Add File: x/new/n.txt\n+n\n*** Delete File: x/b.txt\n*** Update File: x/c.txt\n*** Move to: x/moved/c.txt\n';
  const last: Record<string, string> = {
    'removing the last file': '*** Delete File: locked/z.txt\n',
    'moving the last file away': '*** Update File: locked/z.txt\n*** Move to: x/z.txt\n',
    'moving a file into it': '*** Update File: locked/z.txt\n*** Move to: locked/y.txt\n',
    'replacing the last file': '*** Update File: locked/z.txt\n-z\n+Z\n',
    'adding the last file': '*** Add File: locked/y.txt\n+y\n',
    'adding a folder': '*** Add File: locked/new/y.txt\n+y\n',
  };
  test.each(Object.entries(last))(
    '%s: everything is put back, in its old place and with its old identity',
    async (_, patch) => {
      const ws = await workspace(files);
      const before = await stat(ws.path('x/a.txt'));
      const result = await locked(ws, 'locked', () =>
        applyPatch({ patch: `*** Begin Patch\n${first}${patch}*** End Patch` }, ws.context),
      );
      expect(result.error?.type).toBe('permission_denied');
      expect(result.error?.message).toMatch(/Could not (write|remove|move) \S*(locked|x)\/\S.*: EACCES/);
      expect(await ws.tree()).toEqual(files);
      expect((await stat(ws.path('x/a.txt'))).ino).toBe(before.ino);
      expect(ws.asked).toEqual([]);
    },
  );

  // Only root can leave a file for others in a folder where everyone may write but nobody replace what is not theirs.
  test.runIf(process.geteuid?.() === 0)(
    'exchanging a single name: the original stays, and its second name goes',
    async () => {
      const ws = await workspace({ 'x/a.txt': 'a\n', 'x/b.txt': 'b\n' });
      await chmod(ws.path('..'), 0o755);
      await chmod(ws.path('x'), 0o1777);
      for (const name of ['x/a.txt', 'x/b.txt']) await chmod(ws.path(name), 0o666);
      const patch = wrapped('*** Update File: x/a.txt\n-a\n+A\n*** Update File: x/b.txt\n-b\n+B');
      const result = await asOrdinaryUser(() => applyPatch({ patch }, ws.context));
      expect(result.error?.message).toMatch(/Could not write x\/a\.txt: EPERM/);
      expect(await ws.tree()).toEqual({ 'x/a.txt': 'a\n', 'x/b.txt': 'b\n' });
    },
  );

  test('is taken back last things first, to the end, and what cannot be put back is named with the reason', async () => {
    const rollback = new Rollback();
    const undone: string[] = [];
    rollback.add(escaped`first.txt`, () => Promise.resolve(void undone.push('first')));
    rollback.add(escaped`second.txt`, () => Promise.reject(new Error('EIO: rename kept -> second.txt')));
    rollback.add(escaped`third.txt`, () => Promise.resolve(void undone.push('third')));
    expect(await rollback.run()).toEqual(['second.txt (EIO: rename kept -&gt; second.txt)']);
    expect(undone).toEqual(['third', 'first']);
  });

  test('an original that cannot be brought back stays under its other name, which is named', async () => {
    const ws = await workspace({ 'kept.tmp': 'the original\n', 'a.txt/now a folder': '' });
    const rollback = new Rollback();
    const kept = ws.path('kept.tmp');
    rollback.add(escaped`a.txt`, () => rollback.drop(kept));
    rollback.add(escaped`a.txt`, () => rollback.restore(kept, ws.path('a.txt')));
    expect(await rollback.run()).toEqual([expect.stringContaining(`; the original is ${kept})`)]);
    expect(await ws.read('kept.tmp')).toBe('the original\n');
  });
});

test('an open reader sees the old file whole while it is replaced', async () => {
  const old = 'old\n'.repeat(100_000);
  const ws = await workspace({ 'a.txt': old });
  const reader = await open(ws.path('a.txt'));
  await writeFile({ file_path: 'a.txt', content: 'new\n' }, ws.context);
  const seen = await reader.readFile('utf8');
  await reader.close();
  expect(seen).toBe(old);
  expect(await ws.read('a.txt')).toBe('new\n');
});

test('an abort before the first exchange takes back what was prepared, folders included', async () => {
  const ws = await workspace(FILES);
  const outcome = await commit(await everything(ws), { workspaceRoot: ws.root, signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ ok: false, refusal: { type: 'aborted' } });
  expect(await ws.tree()).toEqual(FILES);
});

test('a folder that someone has begun to use is not taken back', async () => {
  const ws = await workspace(FILES);
  await mkdir(ws.path('new'));
  await commit(await everything(ws), { workspaceRoot: ws.root, signal: AbortSignal.abort() });
  expect(await ws.tree()).toEqual({ ...FILES, 'new/': '' });
});
