import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';

import type { RefactorResult, ServerConfig } from '../../src/types.ts';
import { toUri } from '../../src/support/paths.ts';
import { fake, Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { move, moved } from '../real/move-suite.ts';

const FAR = 20_000;
const edit = (line: number, start: number, end: number, newText: string): object => ({
  range: { start: { line, character: start }, end: { line, character: end } },
  newText,
});
const OWN = `MOVE ${JSON.stringify({ 'a.fake': [edit(1, 5, 6, 'Z')], '../user.fake': [edit(0, 4, 5, 'b')] })}\nuses b\n`;
const FILES = { 'lib/a.fake': OWN, 'user.fake': 'use a\n' };

function open(
  files: Tree = FILES,
  servers: Record<string, ServerConfig> = {
    fake: fake('moves-files.ts', { args: ['--files', '--folders'] }),
  },
): Promise<Lab> {
  return Lab.open({ servers, config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR }, files });
}

const asked = (lab: Lab): unknown[] =>
  lab.probe.received('workspace/willRenameFiles').map(({ params }) => (params as { files: unknown }).files);

describe('a server that changes imports', () => {
  test('is asked once, shown a file that moves, and its changes are those of a move; what it cannot judge is to be proven', async () => {
    await using lab = await open();
    const result = await move(lab, 'lib/a.fake', 'lib/b.fake');
    expect(result).toEqual({
      changes: [
        { file: 'lib/b.fake', from: 'lib/a.fake', former: OWN, text: OWN.replace('uses b', 'uses Z') },
        { file: 'user.fake', former: 'use a\n', text: 'use b\n' },
      ],
      caused: [],
      mentions: [expect.objectContaining({ file: 'lib/b.fake', line: 1 })],
      moreMentions: 0,
      untried: 'fake: it cannot judge a tree without files that are still on disk',
      proveAfterwards: { files: [], servers: ['fake'], standing: [], othersKnown: true },
    });
    expect(asked(lab)).toEqual([
      [{ oldUri: toUri(lab.workspace.path('lib/a.fake')), newUri: toUri(lab.workspace.path('lib/b.fake')) }],
    ]);
    expect(lab.probe.received('textDocument/didOpen').map(({ path }) => path)).toContain(
      lab.workspace.path('lib/a.fake'),
    );
  });

  test('an error that a file has stands under its new name, and is no reason to refuse the move', async () => {
    const text = `ERROR old\n${OWN}`.replaceAll('"line":1', '"line":2');
    await using lab = await open({ ...FILES, 'lib/a.fake': text });
    const result = await move(lab, 'lib/a.fake', 'lib/b.fake');
    expect(result).toMatchObject({ proveAfterwards: { standing: [{ file: 'lib/b.fake', message: 'old' }] } });
  });

  test.each([
    [['--files', '--folders'], 'lib'],
    [['--folders'], 'lib'],
    [['--files'], 'lib'],
  ])('registered for %j: a folder is named by itself', async (args, name) => {
    await using lab = await open(FILES, { fake: fake('moves-files.ts', { args }) });
    await move(lab, 'lib', 'app');
    expect(asked(lab)).toEqual([
      [{ oldUri: toUri(lab.workspace.path(name)), newUri: toUri(lab.workspace.path('app')) }],
    ]);
  });

  test('that is not registered for files is not asked, and nothing is moved that nothing knows', async () => {
    await using lab = await open(FILES, { fake: fake('moves-files.ts', { args: ['--folders'] }) });
    expect(moved(await move(lab, 'lib/a.fake', 'lib/b.fake'))).toBe(
      'fake does not say what imports lib/a.fake. `force` moves it and changes no import. Nothing was changed',
    );
    expect(asked(lab)).toEqual([]);
    expect(moved(await move(lab, 'lib/a.fake', 'lib/b.fake', true))).toEqual({
      'lib/a.fake -> lib/b.fake': '',
    });
  });

  test('that changes nothing, null: the file is moved alone', async () => {
    await using lab = await open({ ...FILES, 'lib/a.fake': 'MOVE null' });
    expect(moved(await move(lab, 'lib/a.fake', 'lib/b.fake'))).toEqual({ 'lib/a.fake -> lib/b.fake': '' });
  });

  test.each<[what: string, answer: string, reason: RegExp]>([
    ['refuses', 'REFUSE', /^fake answered with an error/],
    ['dies', 'CRASH', /^fake has ended and is not started again/],
    [
      'names a file outside of the workspace',
      JSON.stringify({ '../../outside.fake': [edit(0, 0, 0, 'x')] }),
      /it would change a file outside of the workspace/,
    ],
    [
      'has a range that is none',
      JSON.stringify({ 'a.fake': [edit(0, 5, 2, 'x')] }),
      /the answer is not about lib\/a\.fake as it is on disk/,
    ],
  ])('REQ-EXCL-020: that %s: nothing is moved', async (_, answer, reason) => {
    await using lab = await open({ ...FILES, 'lib/a.fake': `MOVE ${answer}` });
    lab.workspace.write('../outside.fake', 'x');
    expect(moved(await move(lab, 'lib/a.fake', 'lib/b.fake'))).toMatch(reason);
  });

  test('that is late: the caller may cancel, which cancels its request, too', async () => {
    await using lab = await open({ ...FILES, 'lib/a.fake': 'MOVE NEVER' });
    const { id, result } = lab.sidecar.ask('lsp/refactor', {
      kind: 'move',
      from: 'lib/a.fake',
      to: 'lib/b.fake',
    });
    const question = await lab.probe.until(
      ({ event, method }) => event === 'received' && method === 'workspace/willRenameFiles',
    );
    lab.sidecar.cancel(id);
    expect(await result).toEqual({ refused: 'the call was cancelled' });
    await lab.probe.until(
      ({ event, method, params }) =>
        event === 'received' &&
        method === '$/cancelRequest' &&
        (params as { id: unknown }).id === question.id,
    );
  });
});

describe('a file that no server claims', () => {
  test('is moved, and the texts that name it are listed', async () => {
    await using lab = await open({
      'docs/logo.png': new Uint8Array([0, 1, 255]),
      'a.fake': 'see docs/logo.png, ./docs/logo.png and other/docs/logo.png\nor docs/logo.png2\n',
      'package.json': '{"icon": "docs/logo.png"}',
    });
    const result = await move(lab, 'docs/logo.png', 'img/');
    expect(moved(result)).toEqual({ 'docs/logo.png -> img/logo.png': '' });
    expect(result).toMatchObject({
      mentions: [
        { file: 'a.fake', line: 1, character: 5 },
        { file: 'package.json', line: 1 },
      ],
      moreMentions: 0,
    });
    expect(Object.keys(result)).toEqual(['changes', 'caused', 'mentions', 'moreMentions']);
  });
});

/** What stands in the workspace beside `lib`, what moves where, and why it does not. */
const REFUSED: [title: string, prepare: (lab: Lab) => void, from: string, to: string, reason: string][] = [
  ['what is not there', () => undefined, 'nothing', 'b', 'nothing does not exist'],
  ['a path that is taken', () => undefined, 'lib/a.fake', 'user.fake', 'user.fake exists already'],
  [
    'a path that is taken, in a folder',
    (lab) => lab.workspace.write('app/lib', ''),
    'lib',
    'app',
    'app/lib exists already',
  ],
  ['a file to itself', () => undefined, 'lib/a.fake', 'lib/', 'that is its path already'],
  ['a folder to itself', () => undefined, 'lib', 'lib', 'that is its path already'],
  [
    'a folder into itself',
    () => undefined,
    'lib',
    'lib/deep/',
    'lib/deep/lib is inside of what would be moved',
  ],
  [
    'below a file',
    () => undefined,
    'lib/a.fake',
    'user.fake/',
    'user.fake is a file, so nothing can be put into it',
  ],
  ['outside of the workspace', () => undefined, 'lib', '../lib', '../lib is outside the workspace'],
  ['the workspace', () => undefined, '.', 'lib/', ' is outside the workspace'],
  ['into node_modules', () => undefined, 'lib', 'node_modules/lib', 'node_modules/lib is in node_modules'],
  ['into a repository', () => undefined, 'lib', '.git/lib', '.git/lib is in .git, which is ignored'],
  [
    'a folder with packages',
    (lab) => lab.workspace.write('lib/node_modules/x/a.fake', ''),
    'lib',
    'app',
    'lib holds node_modules, installed packages: such a folder is not moved',
  ],
  [
    'a folder with a repository',
    (lab) => lab.workspace.write('lib/.git/config', ''),
    'lib',
    'app',
    'lib holds .git, a repository: such a folder is not moved',
  ],
  [
    'a folder with an environment',
    (lab) => lab.workspace.write('lib/venv/pyvenv.cfg', ''),
    'lib',
    'app',
    'lib holds venv, an environment: such a folder is not moved',
  ],
  [
    'a folder with a link',
    (lab) => symlinkSync(lab.workspace.path('user.fake'), lab.workspace.path('lib/link')),
    'lib',
    'app',
    'lib holds link, a symbolic link: such a folder is not moved',
  ],
  [
    'a link',
    (lab) => symlinkSync(lab.workspace.path('user.fake'), lab.workspace.path('link')),
    'link',
    'app',
    'link is a symbolic link: move what it leads to',
  ],
  ['an empty folder', (lab) => mkdirSync(lab.workspace.path('empty')), 'empty', 'app', 'empty holds no file'],
  [
    'more than 500 files',
    (lab) => Array.from({ length: 501 }, (_, at) => lab.workspace.write(`many/${at}.txt`, '')),
    'many',
    'app',
    'many holds more than 500 files, which is the limit (the setting `maxRefactoredFiles`)',
  ],
];

test.each(REFUSED)('REQ-BOUNDARY-010: not moved: %s', async (_, prepare, from, to, reason) => {
  await using lab = await open();
  prepare(lab);
  expect(moved(await move(lab, from, to))).toBe(`${reason}. Nothing was changed`);
  expect(asked(lab)).toEqual([]);
});

test('what tools have computed stays behind, and the result says so', async () => {
  await using lab = await open({
    ...FILES,
    'lib/__pycache__/a.pyc': '',
    'lib/cache/CACHEDIR.TAG': '',
    'lib/cache/x': '',
  });
  const result: RefactorResult = await move(lab, 'lib', 'app');
  expect(moved(result)).toMatchObject({ 'lib/a.fake -> app/a.fake': OWN.replace('uses b', 'uses Z') });
  expect(result).toMatchObject({
    notes: [
      'lib/__pycache__ stays where it is: its files are computed.',
      'lib/cache stays where it is: its files are computed.',
    ],
  });
});
