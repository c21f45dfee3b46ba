import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Budget, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.js';
import { digestOf } from '../../src/tools/journal/entry.js';
import { ownIdentity } from '../../src/tools/journal/process-identity.js';
import { ownFolders } from '../../src/own-folders.js';
import { takeBack } from '../../src/tools/journal/take-back.js';
import { contentsOf, Folder } from './folder.js';
import { hostileText } from './hostile-text.js';

const TEMP = '.0123456789ab.tmp';
const KEPT = '.ba9876543210.tmp';
const SECRET = 'secret';
const FILES = {
  a: 'new',
  [`.a${KEPT}`]: 'old',
  [`.b${TEMP}`]: 'new',
  b: 'old',
  'd/c': 'c',
  [`d/.c${KEPT}`]: 'old',
};
const OUTSIDE = ['secret', `.secret${TEMP}`, `.secret${KEPT}`, `.linked${KEPT}`];

/** `@` is the folder around the workspace. */
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('a', 'b', 'new', 'd/c', 'd/new', 'n/e/w', `.a${KEPT}`)
      .map((name) => `@/work/${name}`),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '@/outside/secret',
      '@/outside/new',
      '@/work/../outside/secret',
      '@/work/link/secret',
      '@/work/linked',
      '@/work/dangling',
      '@/work/loop',
      '@/work/in/c',
      '@/work',
      '@/work/',
      '@/work/d',
      '@/work//a',
      '@/work/./a',
      '@/WORK/a',
      '@/work-other/a',
      '@',
      '/',
      '/etc/passwd',
      'a',
      '',
      '.',
      '..',
      '@/work/a\0',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
/** Mostly what stands beside the file. */
const beside =
  (end: string) =>
  (at: string): fc.Arbitrary<string> => {
    const own = at.replace(/([^/]*)$/, `.$1${end}`);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(own) },
      { weight: 1, arbitrary: path },
      { weight: 1, arbitrary: fc.constant(`${own}/../../../outside/secret`) },
    );
  };
const folders = (at: string): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.constant<string[]>([at.replace(/\/[^/]*$/, '')]) },
    { weight: 1, arbitrary: fc.array(fc.oneof(path, fc.constant('@/outside/empty')), { maxLength: 2 }) },
  );
const digest = fc.constantFrom('new', 'old', SECRET).map((text) => digestOf(Buffer.from(text)));

const step = path.chain((at) =>
  fc.oneof(
    fc.record(
      {
        kind: fc.constant('write'),
        path: fc.constant(at),
        temp: beside(TEMP)(at),
        kept: beside(KEPT)(at),
        digest,
        folders: folders(at),
      },
      { requiredKeys: ['kind', 'path', 'temp', 'digest', 'folders'] },
    ),
    fc.record({ kind: fc.constant('remove'), path: fc.constant(at), kept: beside(KEPT)(at) }),
    fc.record({
      kind: fc.constant('rename'),
      path: fc.constant(at),
      from: path,
      inode: fc.constant('@inode'),
      folders: folders(at),
    }),
  ),
);
const note = fc.record({
  root: fc.oneof({ weight: 8, arbitrary: fc.constant('@/work') }, { weight: 1, arbitrary: path }),
  isDone: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

/** Everything outside of the workspace: bytes, folders and what they are. */
function outside({ around }: Folder): unknown {
  const names = readdirSync(around, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:work|home)(?:\/|$)/.test(name))
    .sort();
  return [
    names.map((name) => [name, lstatSync(join(around, name)).ino]),
    contentsOf(join(around, 'outside')),
  ];
}

/** The process that has written the note does not run any more. */
const dead = () => ({ ...ownIdentity(), pid: spawnSync(process.execPath, ['-e', '']).pid });

const property = (folder: Folder, runs: Runs, owner: ReturnType<typeof dead>) =>
  fc.asyncProperty(
    note,
    runs.of(async ({ root, isDone, steps }) => {
      folder.fill(FILES);
      for (const [name, target] of Object.entries({
        link: '../outside',
        linked: '../outside/secret',
        dangling: '../outside/new',
        loop: 'loop',
        in: 'd',
      }))
        symlinkSync(target, join(folder.root, name));
      const journal = join(ownFolders(join(folder.around, 'home'), process.env).state[0], 'unfinished');
      rmSync(journal, { recursive: true, force: true });
      mkdirSync(journal, { recursive: true });
      const placed = (text: string): string =>
        text.replaceAll('@inode', String(lstatSync(join(folder.root, 'a')).ino)).replace(/^@/, folder.around);
      const entry = { version: 1, owner, root: placed(root), at: '2026-01-02T03:04:05.678Z', steps };
      writeFileSync(
        join(journal, `0123456789abcdef${isDone ? '.done' : ''}.json`),
        JSON.stringify(entry, (_, value: unknown) => (typeof value === 'string' ? placed(value) : value)),
      );
      const before = { inside: contentsOf(folder.root), outside: outside(folder) };
      const said = (await takeBack(folder.root)) ?? '';
      assert.deepEqual(outside(folder), before.outside);
      const after = contentsOf(folder.root);
      assert.equal(Object.values(after).includes(SECRET), false);
      if (said === '' || said.includes('is not followed')) assert.deepEqual(after, before.inside);
      assert.equal(existsSync(folder.root), true);
      assert.equal(/[\p{Cc}]/u.test(said.replaceAll('\n', '')), false);
    }),
  );

/** The user's home is this folder meanwhile. */
function livingIn(home: string): Disposable {
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env['HOME'];
      else process.env['HOME'] = before;
    },
  };
}

async function check(budget: Budget) {
  using folder = new Folder();
  const home = join(folder.around, 'home');
  mkdirSync(home);
  using _ = livingIn(home);
  // Disposed of first: its last run may still be under way.
  await using runs = new Runs();
  mkdirSync(join(folder.outside, 'empty'));
  for (const name of OUTSIDE) writeFileSync(join(folder.outside, name), SECRET);
  return await fc.check(property(folder, runs, dead()), budget);
}

export const notes: FuzzTarget = {
  name: 'notes',
  holds:
    'a note of a change that was cut short touches nothing outside of the workspace, and a refused one nothing at all',
  check,
  found: {},
};
