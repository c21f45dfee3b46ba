import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';

import { createRegistry } from '../../src/backend/find-server.ts';
import { DiskIndex } from '../../src/engine/disk/disk-index.ts';
import { watchFilterOf } from '../../src/engine/disk/disk-names.ts';
import type { AnnouncedChange } from '../../src/engine/disk/announced-change.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { FolderWatch, watchFolders } from '../../src/engine/disk/folder-watch.ts';
import { Inotify, openInotify } from '../../src/engine/disk/inotify.ts';
import { inotifiesOf, watchedBy } from '../harness/inotify.ts';
import { Workspace } from '../harness/workspace.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

/** Resolves once it holds, or after 10 s: the kernel has no event for queues. */
async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !holds() && performance.now() < end;)
    await new Promise(setImmediate);
}

const FILES = {
  'a/x.ts': '',
  'a/c/y.py': '',
  'b/x.ts': '',
  'fixed/x.ts': '',
  'fixed/in/y.py': '',
  'fixed.ts': '',
  'tsconfig.json': '{}',
};

let workspace: Workspace;
let opened: DiskIndex[];
let logged: string[];
let told: AnnouncedChange[];

beforeEach(() => {
  workspace = new Workspace(FILES);
  opened = [];
  logged = [];
  told = [];
});
afterEach(() => {
  for (const index of opened) index.close();
  workspace[Symbol.dispose]();
});

async function open(watchedFrom: number, on = workspace): Promise<DiskIndex> {
  const index = new DiskIndex({
    workspace: new Boundary(on.root),
    watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
    latest: () => undefined,
    knows: () => false,
    found: (changes) => {
      told.push(...changes);
    },
    log: (line) => logged.push(line),
    watchedFrom,
  });
  opened.push(index);
  await index.sweep();
  await index.walked;
  // Whatever began by itself is over then.
  await index.sweep();
  return index;
}

async function moved(index: DiskIndex, on = workspace): Promise<string[]> {
  const before = told.length;
  await index.sweep();
  return told
    .slice(before)
    .map(({ path, change }) => `${change} ${relative(on.root, path)}`)
    .sort();
}

function known(index: DiskIndex, on = workspace): string[] {
  return [...index.files(['.ts', '.py', '.json']).keys()].map((path) => relative(on.root, path)).sort();
}

const FOLDERS = [
  '.',
  'a',
  'b',
  'a/c',
  'a/c/d',
  'b/e',
  'node_modules',
  'node_modules/p',
  'node_modules/@s',
  'node_modules/@s/q',
  'b/node_modules/p',
  'a/lib/python3/site-packages',
];
const NAMES = [
  'x.ts',
  'y.py',
  'package.json',
  'CACHEDIR.TAG',
  'pyvenv.cfg',
  'z.png',
  '.package-lock.json',
  'e',
  'd',
];

const folder = fc.constantFrom(...FOLDERS);
const file = fc.tuple(folder, fc.constantFrom(...NAMES)).map((parts) => join(...parts));
const any = fc.oneof(
  folder.filter((path) => path !== '.'),
  file,
);
const step = fc.oneof(
  fc.record({ act: fc.constant('write' as const), at: file, text: fc.constantFrom('', '1', '2', '22') }),
  fc.record({
    act: fc.constantFrom('remove' as const, 'touch' as const, 'close' as const, 'make' as const),
    at: any,
  }),
  fc.record({ act: fc.constantFrom('rename' as const), at: any, to: any }),
  fc.record({
    act: fc.constant('symlink' as const),
    at: fc.constantFrom('a/l.ts', 'x.ts', 'b/y.py', 'a/e', 'e', 'b/node_modules'),
    to: fc.constantFrom('fixed', 'fixed/in', 'fixed.ts', 'fixed/x.ts'),
  }),
  fc.record({
    act: fc.constant('edit' as const),
    at: fc.constantFrom('fixed.ts', 'fixed/x.ts', 'fixed/in/y.py'),
  }),
);
/** A name that comes and goes between two looks leaves nothing behind but another ctime, which no event tells of. */
const last = fc.record({
  act: fc.constant('hardlink' as const),
  at: file,
  to: fc.constantFrom('a/x.ts', 'b/x.ts', 'a/c/y.py', 'b/new.ts'),
});
const round = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.array(last, { maxLength: 1 }))
  .map((steps) => steps.flat());
type Step = (typeof round extends fc.Arbitrary<infer S> ? S : never)[number];

function take(on: Workspace, it: Step): void {
  const at = on.path(it.at);
  switch (it.act) {
    case 'write':
      mkdirSync(join(at, '..'), { recursive: true });
      writeFileSync(at, it.text);
      return;
    case 'edit':
      writeFileSync(at, `${Math.random()}`);
      return;
    case 'make':
      mkdirSync(at, { recursive: true });
      return;
    case 'remove':
      rmSync(at, { recursive: true });
      return;
    case 'touch':
      utimesSync(at, 1, 1);
      return;
    case 'close':
      chmodSync(at, 0o700);
      return;
    case 'rename':
      renameSync(at, on.path(it.to));
      return;
    case 'hardlink':
      // Another name of a symbolic link moves nothing but the link's own times.
      if (lstatSync(at).isFile()) linkSync(at, on.path(it.to));
      return;
    case 'symlink':
      symlinkSync(on.path(it.to), at);
      return;
  }
}

/** Much of what is tried at random cannot be done: nothing is there, or something in the way. */
function attempt(on: Workspace, it: Step): void {
  try {
    take(on, it);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
  }
}

describe.if(process.platform === 'linux')('where folders are watched', () => {
  test('whatever is done to the disk, as much is noticed as by looking at everything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
        using own = new Workspace(FILES);
        const [sweeping, watching] = [await open(Infinity, own), await open(0, own)];
        for (const steps of rounds) {
          for (const it of steps) attempt(own, it);
          const want = await moved(sweeping, own);
          expect(await moved(watching, own)).toEqual(want);
          expect(known(watching, own)).toEqual(known(sweeping, own));
        }
        expect(known(watching, own)).toEqual(known(await open(Infinity, own), own));
        for (const index of opened.splice(0)) index.close();
      }),
      { numRuns: 60 },
    );
  });

  test("every folder is watched, those too that packages are installed in, and none of another program's", async () => {
    for (const path of [
      'node_modules/@s/p/package.json',
      '.git/config',
      'venv/pyvenv.cfg',
      'venv/lib/python3/site-packages/p.py',
    ])
      workspace.write(path, '');
    const index = await open(0);
    // The root, a, a/c, b, fixed, fixed/in; node_modules, node_modules/@s and its package; venv, its lib, python3 and site-packages.
    expect(watchedBy(process.pid)).toBe(13);
    rmSync(workspace.path('a'), { recursive: true });
    renameSync(workspace.path('fixed'), workspace.path('b/fixed'));
    workspace.write('b/CACHEDIR.TAG', '');
    await index.sweep();
    expect(watchedBy(process.pid)).toBe(9);
    index.close();
    expect(watchedBy(process.pid)).toBe(0);
    workspace.write('x.ts', '');
    expect(await moved(index)).toEqual(['created x.ts']);
  });

  test('a small workspace is not watched until it has grown', async () => {
    const index = await open(20);
    expect(watchedBy(process.pid)).toBe(0);
    for (let n = 0; n < 20; n++) workspace.write(`many/${n}.ts`, '');
    await index.sweep();
    await index.sweep();
    expect(watchedBy(process.pid)).toBe(7);
    workspace.write('many/0.ts', '1');
    expect(await moved(index)).toEqual(['changed many/0.ts']);
  });

  test('where more has happened than the kernel remembers, everything is looked at', async () => {
    const index = await open(0);
    const most = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
    // Never twice the same in a row, which would count as one.
    for (let n = 0; n <= most / 2; n++)
      for (const path of ['a/x.ts', 'b/x.ts']) utimesSync(workspace.path(path), 1, n);
    workspace.write('fixed/x.ts', 'x');
    workspace.write('new/in/x.ts', '');
    expect(await moved(index)).toEqual([
      'changed a/x.ts',
      'changed b/x.ts',
      'changed fixed/x.ts',
      'created new/in/x.ts',
    ]);
    workspace.write('new/in/x.ts', '1');
    expect(await moved(index)).toEqual(['changed new/in/x.ts']);
  });

  test('a file with two names is noticed under both, whichever is written', async () => {
    const index = await open(0);
    linkSync(workspace.path('a/x.ts'), workspace.path('b/new.ts'));
    expect(await moved(index)).toEqual(['changed a/x.ts', 'created b/new.ts']);
    linkSync(workspace.path('fixed.ts'), join(workspace.outside, 'x'));
    await index.sweep();
    workspace.write('b/new.ts', '1');
    expect(await moved(index)).toEqual(['changed a/x.ts', 'changed b/new.ts']);
  });

  test('REQ-EXCL-040: what no event reports is found beside a check, once in ten minutes and not without one', async () => {
    const index = await open(0);
    linkSync(workspace.path('a/x.ts'), join(workspace.outside, 'x'));
    writeFileSync(join(workspace.outside, 'x'), '1');
    await index.lookAround();
    expect([await moved(index), told]).toEqual([[], []]);
    const { now } = performance;
    using _ = spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 600_000);
    expect(await moved(index)).toEqual([]);
    await index.lookAround();
    expect(told.map(({ path }) => relative(workspace.root, path))).toEqual(['a/x.ts']);
    // From now on it is known to have two names.
    writeFileSync(join(workspace.outside, 'x'), '2');
    expect(await moved(index)).toEqual(['changed a/x.ts']);
  });

  test('the root may be replaced', async () => {
    const index = await open(0);
    renameSync(workspace.root, join(workspace.outside, 'was'));
    workspace.write('a/x.ts', 'x');
    workspace.write('a/new.ts', '');
    expect(await moved(index)).toContain('created a/new.ts');
    workspace.write('a/new.ts', 'x');
    expect(await moved(index)).toEqual(['changed a/new.ts']);
  });

  test('the root may be closed to us, and opened again without an event', async () => {
    const index = await open(0);
    {
      using _ = spyOn(Inotify.prototype, 'add').mockReturnValue({ kind: 'absent' });
      utimesSync(workspace.root, 1, 1);
      await index.sweep();
    }
    workspace.write('new.ts', '');
    expect(await moved(index)).toEqual(['created new.ts']);
    workspace.write('new.ts', 'x');
    expect(await moved(index)).toEqual(['changed new.ts']);
  });

  test('what is closed while it begins to watch keeps nothing open', async () => {
    // Other test files of this process may have some open.
    const before = inotifiesOf(process.pid);
    const index = new DiskIndex({
      workspace: new Boundary(workspace.root),
      watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
      latest: () => undefined,
      knows: () => false,
      found: () => undefined,
      log: () => undefined,
      watchedFrom: 0,
    });
    void index.sweep();
    await index.walked;
    index.close();
    await index.sweep();
    // The queue may still be opened, to be closed at once: no event tells that.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    await until(() => inotifiesOf(process.pid) <= before);
    expect(inotifiesOf(process.pid)).toBeLessThanOrEqual(before);
  });

  test('where more are files by another name than a look at everything would cost, everything is looked at', async () => {
    for (let n = 0; n <= 1000; n++) {
      workspace.write(`one/${n}.ts`, '');
      linkSync(workspace.path(`one/${n}.ts`), join(workspace.outside, `${n}`));
    }
    const index = await open(0);
    expect([watchedBy(process.pid), logged.length]).toEqual([0, 1]);
    writeFileSync(join(workspace.outside, '7'), 'x');
    expect(await moved(index)).toEqual(['changed one/7.ts']);
  });
});

describe.if(process.platform === 'linux')('what cannot be watched is reported', () => {
  const owner = {};

  test('more folders than the user may watch', () => {
    const watch = new FolderWatch(queue(), 2);
    watch.hold(owner, '', [workspace.root, workspace.path('a')]);
    expect(watch.problem).toBeUndefined();
    watch.hold(owner, '', [workspace.root, workspace.path('a'), workspace.path('b')]);
    expect(watch.problem).toContain('max_user_watches');
    watch.close();
  });

  test('a file system that others change, as a whole or below the root', () => {
    expect(watchFolders('/proc')).toBe('not on a local disk');
    const watch = new FolderWatch(queue(), 10);
    watch.hold(owner, '', [workspace.root, '/proc/self']);
    expect(watch.problem).toBe('/proc/self is not on a local disk');
    watch.close();
  });

  test('a folder that is not there, or is none, is no problem', () => {
    const watch = new FolderWatch(queue(), 10);
    expect([
      watch.hold(owner, '', [workspace.path('none'), workspace.path('fixed.ts')]),
      watch.problem,
    ]).toEqual([false, undefined]);
    watch.close();
  });
});

function queue(): Inotify {
  const inotify = openInotify();
  if (typeof inotify === 'string') throw new Error(inotify);
  return inotify;
}
