import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { digestOf, type JournalEntry, type Step } from '../../src/tools/journal/entry.js';
import { interruptedIn } from '../../src/tools/journal/interrupted.js';
import { isGone, ownIdentity } from '../../src/tools/journal/process-identity.js';
import { takeBack } from '../../src/tools/journal/take-back.js';
import { folderOf, livingIn, OWN_STATE } from '../support/folders.js';
import { workspace, type Workspace } from './workspace.js';

/** The process that has written the note does not run any more. */
let DEAD: JournalEntry['owner'];
beforeAll(() => {
  DEAD = { ...ownIdentity(), pid: spawnSync(process.execPath, ['-e', '']).pid };
});
const NAME = '0123456789abcdef.json';
/** The names that stand beside a file meanwhile. */
const tempOf = (name: string): string => `.${name}.txt.0123456789ab.tmp`;
const keptOf = (name: string): string => `.${name}.txt.ba9876543210.tmp`;
const AT = '2026-01-02T03:04:05.678Z';
const START = `An earlier change of 2 files was cut short at ${AT}, because its process was killed.`;

interface Given {
  readonly ws: Workspace;
  readonly folder: string;
  readonly steps: Step[];
  readonly note: (entry?: Partial<JournalEntry>, name?: string) => void;
}

/** `a.txt` was exchanged, `b.txt` was not yet. */
async function halfWritten(where = join(OWN_STATE, 'unfinished')): Promise<Given> {
  const home = folderOf();
  livingIn(home);
  const ws = await workspace({
    'a.txt': 'new a\n',
    [keptOf('a')]: 'old a\n',
    'b.txt': 'old b\n',
    [tempOf('b')]: 'new b\n',
  });
  const write = (name: string): Step => ({
    kind: 'write',
    path: ws.path(`${name}.txt`),
    temp: ws.path(tempOf(name)),
    kept: ws.path(keptOf(name)),
    digest: digestOf(Buffer.from(`new ${name}\n`)),
    folders: [],
  });
  const steps = [write('a'), write('b')];
  const folder = join(home, where);
  mkdirSync(folder, { recursive: true });
  return {
    ws,
    folder,
    steps,
    note: (entry = {}, name = NAME) =>
      writeFileSync(
        join(folder, name),
        JSON.stringify({
          version: 1,
          owner: DEAD,
          root: ws.root,
          at: AT,
          steps,
          ...entry,
        } satisfies JournalEntry),
      ),
  };
}

const OLD = { 'a.txt': 'old a\n', 'b.txt': 'old b\n' };

describe('a change that was cut short', () => {
  test('is taken back before the next one is prepared, which says so, done or refused', async () => {
    const { ws, note, folder } = await halfWritten();
    note();
    const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n-old a\n+next\n*** End Patch\n';
    const { llmContent } = await applyPatch({ patch }, ws.context);
    expect(llmContent).toContain(`\n\n${START} It was taken back now: the files are as they were before it.`);
    expect([await ws.tree(), readdirSync(folder)]).toEqual([{ ...OLD, 'a.txt': 'next\n' }, []]);
    const again = await halfWritten();
    again.note();
    const { error } = await applyPatch({ patch: patch.replace('-old a', '-nothing') }, again.ws.context);
    expect([error?.message, await again.ws.tree()]).toEqual([expect.stringContaining(START), OLD]);
  });

  test.each<[string, plant: (earlier: string) => void, left: string[] | undefined]>([
    ['nothing else is in it', () => undefined, undefined],
    ['our other folders in it are empty', (earlier) => mkdirSync(join(earlier, 'run')), undefined],
    [
      'it has files of others',
      (earlier) => writeFileSync(join(earlier, 'settings.json'), '{}'),
      ['settings.json'],
    ],
    [
      'a folder of others in it is empty',
      (earlier) => mkdirSync(join(earlier, 'extensions')),
      ['extensions'],
    ],
  ])('is taken back by a note in the earlier folder, which then goes: %s', async (_, plant, left) => {
    const { ws, note, folder } = await halfWritten('.llxprt/unfinished');
    const earlier = dirname(folder);
    plant(earlier);
    note();
    expect(await takeBack(ws.root)).toContain(START);
    expect(await ws.tree()).toEqual(OLD);
    expect(existsSync(earlier) ? readdirSync(earlier) : undefined).toEqual(left);
  });

  test('is left to another workspace, and the earlier folder with it', async () => {
    const { ws, note, folder } = await halfWritten('.llxprt/unfinished');
    note({ root: folderOf() });
    expect([await takeBack(ws.root), readdirSync(folder)]).toEqual([undefined, [NAME]]);
  });

  test('by a link for the earlier folder, which stays', async () => {
    const { ws, note, folder } = await halfWritten('theirs/unfinished');
    note();
    const home = dirname(dirname(folder));
    symlinkSync(join(home, 'theirs'), join(home, '.llxprt'));
    expect(await takeBack(ws.root)).toContain(START);
    expect(realpathSync(join(home, '.llxprt'))).toBe(join(home, 'theirs'));
  });

  test('is not taken back in a dry run', async () => {
    const { ws, note } = await halfWritten();
    note();
    const before = await ws.tree();
    await applyPatch(
      { patch: '*** Begin Patch\n*** Add File: c.txt\n+c\n*** End Patch\n', dry_run: true },
      ws.context,
    );
    expect(await ws.tree()).toEqual(before);
  });

  test('leaves alone what something else has changed since, and says where its former text is', async () => {
    const { ws, note } = await halfWritten();
    note();
    await ws.write('a.txt', 'by hand\n');
    expect(await takeBack(ws.root)).toBe(
      `${START} It was taken back now: the files are as they were before it. Except for these, which something else has changed or holds: a.txt (as it was: ${keptOf('a')}).`,
    );
    expect(await ws.tree()).toEqual({ ...OLD, 'a.txt': 'by hand\n', [keptOf('a')]: 'old a\n' });
  });

  test('moves and deletes are taken back, and the folders that were made', async () => {
    const { ws, note } = await halfWritten();
    await ws.write('made/deep/moved.txt', 'moved\n');
    const { ino } = lstatSync(ws.path('made/deep/moved.txt'));
    await ws.write(keptOf('gone'), 'gone\n');
    const folders = [ws.path('made/deep'), ws.path('made')];
    const steps: Step[] = [
      {
        kind: 'rename',
        path: ws.path('made/deep/moved.txt'),
        from: ws.path('from.txt'),
        inode: String(ino),
        folders,
      },
      { kind: 'remove', path: ws.path('gone.txt'), kept: ws.path(keptOf('gone')) },
      {
        kind: 'write',
        path: ws.path('b.txt'),
        temp: ws.path(tempOf('b')),
        kept: ws.path(keptOf('b')),
        digest: digestOf(Buffer.from('new b\n')),
        folders: [],
      },
    ];
    note({ steps });
    expect(await takeBack(ws.root)).toContain('change of 3 files');
    expect(await ws.tree()).toEqual({
      'a.txt': 'new a\n',
      [keptOf('a')]: 'old a\n',
      'b.txt': 'old b\n',
      'from.txt': 'moved\n',
      'gone.txt': 'gone\n',
    });
    expect(readdirSync(ws.root)).not.toContain('made');
  });

  test('stands where all of it had been written, even if a part was changed since', async () => {
    const { ws, note, folder } = await halfWritten();
    note({}, NAME.replace('.json', '.done.json'));
    await ws.write('b.txt', 'by hand\n');
    expect(await takeBack(ws.root)).toBe(`${START} It had been written completely, and stands.`);
    expect([await ws.tree(), readdirSync(folder)]).toEqual([
      { 'a.txt': 'new a\n', 'b.txt': 'by hand\n' },
      [],
    ]);
  });

  test.each<[why: string, change: (given: Given) => void]>([
    ['its process still runs', ({ note }) => note({ owner: ownIdentity() })],
    ['it is of another machine, and young', ({ note }) => note({ owner: { host: 'elsewhere', pid: 1 } })],
    ['it is of a workspace around this one', ({ note, ws }) => note({ root: dirname(ws.root) })],
    ['its note cannot be read', ({ folder }) => writeFileSync(join(folder, NAME), '{"version":1,')],
    [
      'its note is of another version',
      ({ folder }) => writeFileSync(join(folder, NAME), '{"version":2,"steps":[]}'),
    ],
  ])('is left alone where %s', async (_, change) => {
    const given = await halfWritten();
    change(given);
    const before = await given.ws.tree();
    expect([await takeBack(given.ws.root), await given.ws.tree(), readdirSync(given.folder)]).toEqual([
      undefined,
      before,
      [NAME],
    ]);
  });

  test('of another machine is taken back once it is old', async () => {
    const { ws, note, folder } = await halfWritten();
    note({ owner: { host: 'elsewhere', pid: 1 } });
    utimesSync(join(folder, NAME), new Date(AT), new Date(AT));
    expect(
      (await interruptedIn(ws.root)).map(({ at, isComplete, steps }) => [
        at,
        isComplete,
        steps.map(({ progress }) => progress),
      ]),
    ).toEqual([[AT, false, ['made', 'not made']]]);
    await takeBack(ws.root);
    expect(await ws.tree()).toEqual(OLD);
  });
});

test('a process is distinguished from a later one with its pid', () => {
  expect([isGone(ownIdentity(), 0), isGone(DEAD, 0), isGone({ ...ownIdentity(), began: '1' }, 0)]).toEqual([
    false,
    true,
    process.platform === 'linux',
  ]);
});
