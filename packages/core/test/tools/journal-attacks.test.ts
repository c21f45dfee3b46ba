import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { digestOf, type JournalEntry, type Step } from '../../src/tools/journal/entry.js';
import { Journal } from '../../src/tools/journal/journal.js';
import { ownIdentity } from '../../src/tools/journal/process-identity.js';
import { notesIn } from '../../src/tools/journal/interrupted.js';
import { takeBack } from '../../src/tools/journal/take-back.js';
import { folderOf, livingIn, OWN_STATE } from '../support/folders.js';
import { treeOf, workspace, type Workspace } from './workspace.js';

let DEAD: JournalEntry['owner'];
beforeAll(() => {
  DEAD = { ...ownIdentity(), pid: spawnSync(process.execPath, ['-e', '']).pid };
});
const NAME = '0123456789abcdef.json';
const temp = (name: string): string => `.${name}.0123456789ab.tmp`;
const kept = (name: string): string => `.${name}.ba9876543210.tmp`;

interface Place {
  readonly ws: Workspace;
  readonly home: string;
  /** `XDG_RUNTIME_DIR`: short, and no other one is known but that in `/tmp`. */
  readonly runtime: string;
  /** Where notes of this user lie. */
  readonly folder: string;
}

const FILES = { 'a.txt': 'new\n', [kept('a.txt')]: 'old\n', 'b.txt': 'b\n', 'deep/c.txt': 'c\n' };
const SECRET = 'secret\n';

async function place(home = folderOf()): Promise<Place> {
  livingIn(home);
  const runtime = realpathSync(mkdtempSync(join(tmpdir(), 'r')));
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(runtime, { recursive: true });
  });
  const ws = await workspace(FILES);
  for (const name of ['secret', temp('secret'), kept('secret')])
    writeFileSync(join(ws.outside, name), SECRET);
  mkdirSync(join(ws.outside, 'empty'));
  symlinkSync(ws.outside, ws.path('link'));
  symlinkSync(join(ws.outside, 'secret'), ws.path('file'));
  return { ws, home, runtime, folder: join(home, OWN_STATE, 'unfinished') };
}

function plant(folder: string, root: string, steps: readonly unknown[], name = NAME): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(folder, name),
    JSON.stringify({ version: 1, owner: DEAD, root, at: '2026-01-02T03:04:05.678Z', steps }),
  );
  return join(folder, name);
}

/** `a.txt` was exchanged: it gets its original back. */
function honest({ root }: { readonly root: string }, more: object = {}): Step {
  return {
    kind: 'write',
    path: join(root, 'a.txt'),
    temp: join(root, temp('a.txt')),
    kept: join(root, kept('a.txt')),
    digest: digestOf(Buffer.from('new\n')),
    folders: [],
    ...more,
  };
}

/** Was not begun: a note of which every step is made is only cleared up. */
function notBegun(ws: Workspace): Step {
  return {
    kind: 'write',
    path: ws.path('deep/c.txt'),
    temp: ws.path(`deep/${temp('c.txt')}`),
    digest: digestOf(Buffer.from('never\n')),
    folders: [],
  };
}

type Attack = (ws: Workspace) => object;

const secret = (ws: Workspace, name = 'secret'): string => join(ws.outside, name);
/** What a note says of a file that is removed, or written, wherever it is. */
const removed = (path: string, name = 'secret'): object => ({
  kind: 'remove',
  path,
  kept: join(dirname(path), kept(name)),
});
const written = (path: string, name = 'secret'): object => ({
  kind: 'write',
  path,
  temp: join(dirname(path), temp(name)),
  kept: join(dirname(path), kept(name)),
  digest: digestOf(Buffer.from(SECRET)),
  folders: [],
});
const moved = (ws: Workspace, more: object): object => ({
  kind: 'rename',
  path: ws.path('b.txt'),
  from: ws.path('new.txt'),
  inode: '1',
  folders: [],
  ...more,
});

const ATTACKS: Readonly<Record<string, Attack>> = {
  'removes a file outside as its new bytes': (ws) => honest(ws, { temp: secret(ws) }),
  'reads a file outside as its original': (ws) => honest(ws, { kept: secret(ws) }),
  'reads a file outside as what was deleted': (ws) => ({
    kind: 'remove',
    path: ws.path('gone.txt'),
    kept: secret(ws),
  }),
  'writes a file outside as what was deleted': (ws) => removed(secret(ws, 'new')),
  'exchanges a file outside': (ws) => written(secret(ws)),
  'removes a file outside as one that was created': (ws) => ({ ...written(secret(ws)), kept: undefined }),
  'moves a file to outside': (ws) => moved(ws, { from: secret(ws, 'new') }),
  'moves a file from outside': (ws) => moved(ws, { path: secret(ws) }),
  'removes a folder outside': (ws) => honest(ws, { folders: [secret(ws, 'empty')] }),
  'removes the workspace': (ws) => honest(ws, { folders: [ws.root] }),
  'removes a folder that is not above its file': (ws) => honest(ws, { folders: [ws.path('deep')] }),
  'leads out by ..': (ws) => written(`${ws.root}/../outside/secret`),
  'leads out by .. in a name beside': (ws) =>
    honest(ws, { temp: `${ws.path(temp('a.txt'))}/../../outside/secret` }),
  'leads out by .. in the name that it had': (ws) => moved(ws, { from: `${ws.root}/../outside/new` }),
  'leads out by .. in a folder': (ws) => honest(ws, { folders: [`${ws.root}/../outside/empty`] }),
  'goes out and comes back': (ws) => honest(ws, { path: `${ws.root}/../workspace/a.txt` }),
  'leads through a linked folder': (ws) => written(ws.path('link/secret')),
  'leads through a linked folder with the names beside it': (ws) => removed(ws.path('link/new'), 'new'),
  'moves a file through a linked folder': (ws) => moved(ws, { from: ws.path('link/new') }),
  'compares the bytes behind a linked file': (ws) => written(ws.path('file'), 'file'),
  'has a NUL in its path': (ws) => honest(ws, { path: `${ws.path('a.txt')}\0` }),
  'has a NUL in a name beside': (ws) => honest(ws, { kept: `${ws.path(kept('a.txt'))}\0.tmp` }),
  'has a NUL in the name that it had': (ws) => moved(ws, { from: `${ws.path('new.txt')}\0` }),
  'is relative': () => ({ ...written('a.txt', 'a.txt') }),
  'is relative in the name that it had': (ws) => moved(ws, { from: 'new.txt' }),
  'is not normalised': (ws) => honest(ws, { path: `${ws.root}/./a.txt` }),
  'has a separator twice': (ws) => honest(ws, { path: `${ws.root}//a.txt` }),
  'ends in a separator': (ws) => honest(ws, { path: `${ws.path('a.txt')}/` }),
  'is empty': (ws) => honest(ws, { path: '' }),
  'is the workspace': (ws) => removed(ws.root, 'workspace'),
  'is of a folder whose name begins as the workspace': (ws) => removed(`${ws.root}-other/new`, 'new'),
  'is the same folder in other letters': (ws) => honest(ws, { path: ws.path('a.txt').toUpperCase() }),
  'has names beside in other letters': (ws) => honest(ws, { kept: ws.path(kept('a.txt')).toUpperCase() }),
  'takes the bytes of another file': (ws) => honest(ws, { kept: ws.path('b.txt') }),
  'removes another file': (ws) => honest(ws, { temp: ws.path('b.txt') }),
  'takes what is beside another file': (ws) => honest(ws, { kept: ws.path(kept('b.txt')) }),
  'takes what is in another folder': (ws) => honest(ws, { kept: ws.path(`deep/${kept('a.txt')}`) }),
};

describe('a planted note', () => {
  describe.each([NAME, NAME.replace('.json', '.done.json')])('%s', (name) =>
    test.each(Object.entries(ATTACKS))('that %s is not followed in any of its steps', async (_, attack) => {
      const { ws, folder } = await place();
      const note = plant(folder, ws.root, [honest(ws), attack(ws)], name);
      const before = [await ws.tree(), await treeOf(ws.outside)];
      expect(await takeBack(ws.root)).toBe(
        `A note of a change that was cut short is not followed, because it names what no change of this workspace could have touched: nothing was read or changed by it. It is ${note}.refused.`,
      );
      expect([await ws.tree(), await treeOf(ws.outside)]).toEqual(before);
      expect([await takeBack(ws.root), readdirSync(folder)]).toEqual([undefined, [`${name}.refused`]]);
    }),
  );

  test('that is refused hinders no other one', async () => {
    const { ws, folder } = await place();
    plant(folder, ws.root, [removed(secret(ws, 'new'))]);
    plant(folder, ws.root, [honest(ws), notBegun(ws)], '1123456789abcdef.json');
    expect(await takeBack(ws.root)).toMatch(
      /^An earlier change of 2 files was cut short .*\nA note of a change that was cut short is not followed/,
    );
    expect(await ws.read('a.txt')).toBe('old\n');
  });

  test('has no original that is a link', async () => {
    const { ws, folder } = await place();
    rmSync(ws.path(kept('a.txt')));
    symlinkSync(join(ws.outside, 'secret'), ws.path(kept('a.txt')));
    plant(folder, ws.root, [honest(ws)]);
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([
      expect.stringContaining('is not followed'),
      'new\n',
    ]);
  });

  test('of another workspace is not for this one', async () => {
    const { ws, folder } = await place();
    for (const root of ['/', dirname(ws.root), ws.outside, `${ws.root}-other`, '.', ''])
      plant(folder, root, [honest(ws)]);
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([undefined, 'new\n']);
  });

  test('replaces no file that has come to stand under the former name', async () => {
    const { ws, folder } = await place();
    writeFileSync(ws.path('new.txt'), 'mine\n');
    const { ino } = lstatSync(ws.path('b.txt'));
    plant(folder, ws.root, [moved(ws, { inode: String(ino) }), notBegun(ws)]);
    expect(await takeBack(ws.root)).toMatch(
      /Except for these, which something else has changed or holds: b\.txt\.$/,
    );
    expect([await ws.read('new.txt'), await ws.read('b.txt')]).toEqual(['mine\n', 'b\n']);
  });

  test.skipIf(process.platform === 'win32')('waits for no pipe', async () => {
    const { ws, folder } = await place();
    rmSync(ws.path('a.txt'));
    execFileSync('mkfifo', [ws.path('a.txt')]);
    plant(folder, ws.root, [honest(ws), notBegun(ws)]);
    expect(await takeBack(ws.root)).toContain('which something else has changed or holds: a.txt');
  });

  test.each<[why: string, make: (path: string, elsewhere: string) => void]>([
    ['a link', (path, elsewhere) => symlinkSync(elsewhere, path)],
    ['a folder', (path) => mkdirSync(path)],
    [
      'too large',
      (path, elsewhere) => {
        linkSync(elsewhere, path);
        truncateSync(path, 17 * 1024 * 1024);
      },
    ],
  ])('is none where it is %s', async (_, make) => {
    const { ws, folder, home } = await place();
    const elsewhere = plant(home, ws.root, [honest(ws)], 'elsewhere');
    mkdirSync(folder, { recursive: true });
    make(join(folder, NAME), elsewhere);
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([undefined, 'new\n']);
  });

  test('is none under another name, or with another form', async () => {
    const { ws, folder } = await place();
    for (const name of ['x.json', `${NAME}~`, `${NAME}.refused`]) plant(folder, ws.root, [honest(ws)], name);
    plant(folder, ws.root, []);
    plant(folder, ws.root, [honest(ws, { digest: 'x' })], '1123456789abcdef.json');
    writeFileSync(
      join(folder, '2123456789abcdef.json'),
      JSON.stringify({
        version: 1,
        owner: DEAD,
        root: ws.root,
        at: 'now\n<diagnostics>',
        steps: [honest(ws)],
      } satisfies JournalEntry),
    );
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([undefined, 'new\n']);
  });
});

function linked(path: string, to: string): string {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
  return path;
}

/** Of two files. */
const PATCH =
  '*** Begin Patch\n*** Update File: a.txt\n@@\n-new\n+newer\n*** Update File: b.txt\n@@\n-b\n+c\n*** End Patch\n';
const CHANGED = { 'a.txt': 'newer\n', 'b.txt': 'c\n' };
const UNNOTED =
  'No note of this change could be kept outside of the workspace: had its process been killed midway, nothing could have taken it back.';

describe('where a model could write the notes', () => {
  /** The home folder, and how it leads into the workspace. */
  const homes: Readonly<
    Record<string, (given: { readonly ws: Workspace; readonly home: string }) => string>
  > = {
    'the home folder is the workspace': ({ ws }) => ws.root,
    'the home folder is in the workspace': ({ ws }) => ws.path('deep'),
    'the home folder is a link into it': ({ ws, home }) => linked(join(home, 'link'), ws.root),
    "the user's folder is a link into it": ({ ws, home }) => {
      linked(join(home, OWN_STATE), ws.path('deep'));
      return home;
    },
    'the folder of the notes is a link into it': ({ ws, home }) => {
      linked(join(home, OWN_STATE, 'unfinished'), ws.path('deep'));
      return home;
    },
    "the user's folder is a link to what is not there yet": ({ ws, home }) => {
      linked(join(home, OWN_STATE), ws.path('dot'));
      return home;
    },
  };

  test.each(Object.entries(homes))('they are not followed, and ours lies elsewhere: %s', async (_, make) => {
    const { ws, home, runtime } = await place();
    const own = make({ ws, home });
    livingIn(own);
    const folder = join(own, OWN_STATE, 'unfinished');
    // A link to nothing: nothing can be planted either.
    const isThere = !folder.startsWith(home) || existsSync(join(own, OWN_STATE));
    if (isThere) plant(folder, ws.root, [honest(ws)]);
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([undefined, 'new\n']);
    const { llmContent, seen } = await noted(ws, join(runtime, 'llxprt-lsp/unfinished'));
    expect([seen, llmContent]).toEqual([1, expect.not.stringContaining(UNNOTED)]);
    expect(await ws.tree()).toMatchObject(CHANGED);
    expect(readdirSync(join(runtime, 'llxprt-lsp/unfinished'))).toEqual([]);
    if (isThere) expect(readdirSync(folder)).toContain(NAME);
  });

  test.each<[string, (given: { readonly ws: Workspace; readonly home: string }) => string]>([
    [
      'the earlier folder is a link into it',
      ({ ws, home }) => linked(join(home, '.llxprt'), ws.path('deep')),
    ],
    [
      'XDG_STATE_HOME names a folder of it',
      ({ ws }) => {
        vi.stubEnv('XDG_STATE_HOME', ws.path('deep'));
        return ws.path('deep/llxprt-lsp');
      },
    ],
  ])("they are not followed, and ours lies in the user's own folder: %s", async (_, make) => {
    const { ws, home, folder } = await place();
    const theirs = join(make({ ws, home }), 'unfinished');
    plant(theirs, ws.root, [honest(ws)]);
    expect([await takeBack(ws.root), await ws.read('a.txt')]).toEqual([undefined, 'new\n']);
    expect(await noted(ws, folder)).toMatchObject({ seen: 1 });
    expect(readdirSync(theirs)).toEqual([NAME]);
  });

  test('of a note in a folder with several names one is followed', async () => {
    const { ws, home, folder } = await place();
    plant(folder, ws.root, [honest(ws)]);
    linked(join(home, '.llxprt'), join(home, OWN_STATE));
    linked(join(home, 'named'), dirname(join(home, OWN_STATE)));
    vi.stubEnv('XDG_STATE_HOME', join(home, 'named'));
    expect((await notesIn(ws.root)).interrupted).toHaveLength(1);
  });

  test('it lies in the usual folder, where a process with fewer variables looks, if that can be', async () => {
    const { ws, home, folder } = await place();
    vi.stubEnv('XDG_STATE_HOME', join(home, 'named'));
    expect(await noted(ws, folder)).toMatchObject({ seen: 1 });
    rmSync(join(home, '.local'), { recursive: true });
    writeFileSync(join(home, '.local'), '');
    plant(join(home, 'named/llxprt-lsp/unfinished'), ws.root, [honest(ws)]);
    expect((await notesIn(ws.root)).interrupted).toHaveLength(1);
  });

  test("a note in the folder of the sockets is followed as one in the user's own", async () => {
    const { ws, runtime } = await place();
    livingIn(ws.root);
    plant(join(runtime, 'llxprt-lsp/unfinished'), ws.root, [honest(ws), notBegun(ws)]);
    chmodSync(join(runtime, 'llxprt-lsp'), 0o700);
    expect(await takeBack(ws.root)).toContain('It was taken back now');
    expect(await ws.read('a.txt')).toBe('old\n');
  });

  test('and no other folder is there, the change is made, and says that it had no note', async () => {
    const { ws } = await place();
    const at = ws.root.slice(1);
    const { llmContent } = await applyPatch(
      { patch: PATCH.replaceAll('File: ', `File: ${at}/`) },
      { ...ws.context, workspaceRoot: '/' },
    );
    expect(llmContent.split('\n')).toContain(UNNOTED);
    expect(await ws.tree()).toMatchObject(CHANGED);
  });

  test('a change of one file needs none', async () => {
    const { ws } = await place();
    const { llmContent } = await applyPatch(
      {
        patch: PATCH.replace(/\*\*\* Update File: b[^*]*/, '').replaceAll(
          'File: ',
          `File: ${ws.root.slice(1)}/`,
        ),
      },
      { ...ws.context, workspaceRoot: '/' },
    );
    expect(llmContent).not.toContain(UNNOTED);
  });

  test("the user's own folder cannot be written: the note is in the folder of the sockets", async () => {
    const { ws, runtime } = await place(folderOf({ [OWN_STATE]: 'a file' }));
    expect(await noted(ws, join(runtime, 'llxprt-lsp/unfinished'))).toMatchObject({ seen: 1 });
  });
});

/** Makes the change, and counts the notes that lie in a folder once its files are written. */
async function noted(
  ws: Workspace,
  folder: string,
): Promise<{ readonly llmContent: string; readonly seen: number }> {
  let seen = 0;
  const complete = vi.spyOn(Journal.prototype, 'complete').mockImplementation(() => {
    seen = existsSync(folder) ? readdirSync(folder).length : 0;
    return Promise.resolve();
  });
  try {
    const { llmContent } = await applyPatch({ patch: PATCH }, ws.context);
    return { llmContent, seen };
  } finally {
    complete.mockRestore();
  }
}
