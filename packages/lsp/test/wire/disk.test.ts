import { describe, expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Event } from '../harness/probe.ts';
import { watchedBy } from '../harness/inotify.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import type { Workspace } from '../harness/workspace.ts';

/** Longer than any wait here. */
const FAR = 20_000;

const FILES = { 'dep.fake': '', 'lib/dep.fake': 'ERROR lib' };
const CONFIG = { diagnosticTimeout: FAR, firstTouchTimeout: FAR };

const open = (files: Record<string, string> = FILES): Promise<Lab> =>
  Lab.open({ files, servers: { fake: fake('reads-disk.ts') }, config: CONFIG });

/** As `changed dep.fake`, of one message or of all, in alphabetical order. */
function announced(
  lab: Lab,
  events: readonly Event[] = lab.probe.received('workspace/didChangeWatchedFiles'),
): string[] {
  const kinds = ['', 'created', 'changed', 'deleted'];
  return events
    .flatMap(({ params }) => (params as { changes: { uri: string; type: number }[] }).changes)
    .map(({ uri, type }) => `${kinds[type]} ${relative(lab.workspace.root, fileURLToPath(uri))}`)
    .sort();
}

function replaceByFolder(workspace: Workspace): void {
  workspace.remove('lib/dep.fake');
  mkdirSync(workspace.path('lib/dep.fake'));
}

const questions = (lab: Lab): number => lab.probe.received('textDocument/diagnostic').length;

/** So many that they are watched, where the platform can. */
const MANY = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`many/${n % 30}/${n}.json`, '']));
const WATCHES = process.platform === 'linux';

describe.each([
  ['a small workspace', FILES],
  ['a large one', { ...FILES, ...MANY }],
])('REQ-DIAG-010 REQ-TIME-020: what a shell did between two checks is in the next result: %s', (_, files) => {
  const MOVES: [
    title: string,
    reads: string,
    act: (workspace: Workspace) => void,
    was: string[],
    is: string[],
    announced: string[],
  ][] = [
    ['changed', 'dep.fake', (on) => on.write('dep.fake', 'ERROR new'), [], ['new'], ['changed dep.fake']],
    [
      'created',
      'new/dep.fake',
      (on) => on.write('new/dep.fake', ''),
      ['missing'],
      [],
      ['created new/dep.fake'],
    ],
    [
      'deleted',
      'lib/dep.fake',
      (on) => on.remove('lib/dep.fake'),
      ['lib'],
      ['missing'],
      ['deleted lib/dep.fake'],
    ],
    [
      'renamed',
      'was.fake',
      (on) => renameSync(on.path('lib/dep.fake'), on.path('was.fake')),
      ['missing'],
      ['lib'],
      ['created was.fake', 'deleted lib/dep.fake'],
    ],
    [
      'moved over',
      'dep.fake',
      (on) => renameSync(on.path('lib/dep.fake'), on.path('dep.fake')),
      [],
      ['lib'],
      ['changed dep.fake', 'deleted lib/dep.fake'],
    ],
    [
      'its folder renamed',
      'src/dep.fake',
      (on) => renameSync(on.path('lib'), on.path('src')),
      ['missing'],
      ['lib'],
      ['created src/dep.fake', 'deleted lib/dep.fake'],
    ],
    [
      'its folder deleted',
      'lib/dep.fake',
      (on) => rmSync(on.path('lib'), { recursive: true }),
      ['lib'],
      ['missing'],
      ['deleted lib/dep.fake'],
    ],
    [
      'linked',
      'link.fake',
      (on) => symlinkSync('lib/dep.fake', on.path('link.fake')),
      ['missing'],
      ['lib'],
      ['created link.fake'],
    ],
    ['replaced by a folder', 'lib/dep.fake', replaceByFolder, ['lib'], ['missing'], ['deleted lib/dep.fake']],
  ];
  for (const [title, reads, act, was, is, news] of MOVES) {
    test(title, async () => {
      await using lab = await open(files);
      expect(await lab.edit('a.fake', `READS ${reads}`)).toEqual(was);
      expect(await lab.edit('a.fake', `READS ${reads}`)).toEqual(was);
      expect(watchedBy(lab.sidecar.pid)).toBe(WATCHES && 'many/0/0.json' in files ? 33 : 0);
      const [before] = [announced(lab)];
      act(lab.workspace);
      const report = await lab.check({ 'a.fake': `READS ${reads}` });
      expect([messagesByFile(report.files), outcomes(report)]).toEqual([
        { 'a.fake': is },
        { fake: 'complete' },
      ]);
      expect(announced(lab)).toEqual([...before, 'changed a.fake', ...news].sort());
    });
  }
});

test('a large workspace: of a thousand files that come and go servers are notified once', async () => {
  await using lab = await open({ ...FILES, ...MANY });
  await lab.edit('a.fake', 'READS dep.fake');
  await lab.edit('a.fake', 'READS dep.fake');
  rmSync(lab.workspace.path('many'), { recursive: true });
  for (let n = 0; n < 900; n++) lab.workspace.write(`other/${n % 10}/${n}.fake`, '');
  lab.workspace.write('dep.fake', 'ERROR new');
  const told = (): number => lab.probe.received('workspace/didChangeWatchedFiles').length;
  const [before, asked] = [told(), questions(lab)];
  expect(await lab.messages('a.fake')).toEqual(['new']);
  expect(await lab.messages('a.fake')).toEqual(['new']);
  expect([told() - before, questions(lab) - asked]).toEqual([1, 3]);
});

test('a still disk: every check is one question, and what the tools wrote is announced once', async () => {
  await using lab = await open({ ...FILES, 'a.fake': '' });
  await lab.edit('b.fake', '');
  await lab.probe.until(
    ({ event, method }) => event === 'answered' && method === 'client/registerCapability',
  );
  const [cold, asked] = [announced(lab), questions(lab)];
  for (const round of [1, 2, 3]) {
    lab.workspace.write(`new${round}/file.fake`, 'READS dep.fake');
    lab.workspace.write('a.fake', `${round}`);
    const files = [
      { filePath: `new${round}/file.fake`, text: 'READS dep.fake', created: true },
      { filePath: 'a.fake', text: `${round}` },
    ];
    expect((await lab.sidecar.request('lsp/check', { files })).files).toEqual({
      [`new${round}/file.fake`]: [],
      'a.fake': [],
    });
    expect(questions(lab)).toBe(asked + 2 * round);
  }
  lab.workspace.remove('dep.fake');
  await lab.sidecar.request('lsp/check', { files: [], deleted: ['dep.fake'] });
  expect(await lab.edit('a.fake', 'READS dep.fake')).toEqual(['missing']);
  expect(questions(lab)).toBe(asked + 7);
  expect(announced(lab)).toEqual(
    [
      ...cold,
      ...Array<string>(4).fill('changed a.fake'),
      ...[1, 2, 3].map((round) => `created new${round}/file.fake`),
      'deleted dep.fake',
    ].sort(),
  );
});

test('the answer of a server that did not know is no answer', async () => {
  await using lab = await open();
  await lab.edit('a.fake', 'READS dep.fake');
  lab.workspace.write('dep.fake', 'ERROR new');
  lab.workspace.write('a.fake', 'READS dep.fake\nHOLD');
  // The file itself is no news to a server that has the same text already.
  expect(await lab.messages('a.fake')).toEqual(['new']);
  // The notification lets it answer the first question, too: that one may be over before it is given up.
  const asked = lab.probe.received('textDocument/diagnostic').length - 1;
  expect(asked).toBeLessThanOrEqual(2);
  expect(lab.probe.received('$/cancelRequest').length).toBeLessThan(asked);
});

test('who does not watch such files is not asked twice', async () => {
  const servers = { watcher: fake('reads-disk.ts'), other: fake('reads-disk.ts', { args: ['**/nothing'] }) };
  await using lab = await Lab.open({ files: FILES, servers, config: CONFIG });
  await lab.edit('a.fake', 'READS dep.fake');
  lab.workspace.write('dep.fake', 'ERROR new');
  await lab.edit('a.fake', 'READS dep.fake');
  const asked = (id: string): number =>
    lab.probe.received('textDocument/diagnostic').filter(({ server }) => server === id).length;
  expect([asked('watcher'), asked('other')]).toEqual([3, 2]);
});

test('checks at the same time all know, and servers are notified once', async () => {
  await using lab = await open();
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.fake`);
  await lab.check(Object.fromEntries(names.map((name) => [name, 'READS dep.fake'])));
  const before = announced(lab);
  lab.workspace.write('dep.fake', 'ERROR new');
  expect(await Promise.all(names.map((name) => lab.messages(name)))).toEqual(names.map(() => ['new']));
  expect(announced(lab)).toEqual([...before, 'changed dep.fake'].sort());
});

test('REQ-KNOWN-010: what is known of other files is not repeated once the disk has moved', async () => {
  await using lab = await open();
  await lab.check({ 'a.fake': 'READS lib/dep.fake', 'b.fake': '' });
  lab.workspace.write('lib/dep.fake', '');
  expect((await lab.check({ 'b.fake': 'fine' }, true)).others).toEqual({});
  lab.workspace.write('lib/dep.fake', 'ERROR again');
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'a.fake': ['again'] });
});

test('REQ-TIME-040: a cancelled check ends at once, and the next one knows what moved all the same', async () => {
  await using lab = await open();
  await lab.edit('a.fake', 'READS dep.fake');
  lab.workspace.write('a.fake', 'READS dep.fake\nNEVER');
  lab.workspace.write('dep.fake', 'ERROR new');
  const { id, result } = lab.sidecar.ask('lsp/check', { files: [{ filePath: 'a.fake' }] });
  lab.sidecar.cancel(id);
  await result.catch(() => undefined);
  expect(await lab.messages('a.fake')).toEqual(['new']);
});

test('a server that was started when something moved is notified when it is ready', async () => {
  await using lab = await open();
  const first = lab.edit('a.fake', 'READS dep.fake');
  await lab.probe.untilReceived('initialize');
  lab.workspace.write('lib/dep.fake', 'ERROR moved');
  await first;
  expect(await lab.edit('b.fake', 'READS lib/dep.fake')).toEqual(['moved']);
});
