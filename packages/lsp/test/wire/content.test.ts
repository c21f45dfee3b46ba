import { expect, test } from 'bun:test';
import { rmSync, symlinkSync } from 'node:fs';

import type { ServerConfig } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

test('REQ-CONTENT-010 REQ-CONTENT-020: a given text is judged, the empty one too; without one the disk is', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR on disk' },
    servers: { fake: fake('pull.ts') },
  });
  expect(await lab.messages('a.fake')).toEqual(['on disk']);
  expect(await lab.messages('a.fake', 'ERROR given')).toEqual(['given']);
  expect(await lab.messages('a.fake', '')).toEqual([]);
  expect(await lab.messages('a.fake')).toEqual(['on disk']);
  const texts = lab.probe.events
    .filter(({ method }) => method === 'textDocument/didOpen' || method === 'textDocument/didChange')
    .map(({ text }) => text);
  expect(texts).toEqual(['ERROR on disk', 'ERROR given', '', 'ERROR on disk']);
});

test('REQ-CONTENT-010: a text counts before its file is on disk', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  expect(await lab.messages('new/deep/a.fake', 'ERROR given')).toEqual(['given']);
});

test('REQ-CONTENT-020: a file that vanishes between write and check is clean and no error, opened before or not', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR there' },
    servers: { fake: fake('pull.ts') },
  });
  expect(await lab.checkFile('never.fake')).toEqual([]);
  expect(await lab.messages('a.fake')).toEqual(['there']);
  lab.workspace.remove('a.fake');
  expect(await lab.checkFile('a.fake')).toEqual([]);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  expect(await lab.edit('a.fake', 'ERROR back')).toEqual(['back']);
});

test('an open document that changed on disk behind the session is synchronized to the server before the next question', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR old', 'b.fake': '', 'c.fake': 'WARN same size' },
    servers: { fake: fake('pull.ts') },
  });
  await lab.messages('a.fake');
  await lab.messages('b.fake');
  await lab.messages('c.fake');
  lab.workspace.write('a.fake', 'ERROR new text');
  lab.workspace.write('c.fake', 'ERROR ame size');
  const before = lab.probe.events.at(-1);
  expect(await lab.messages('b.fake', 'ERROR b')).toEqual(['b']);
  const pull = await lab.probe.untilReceived(
    'textDocument/diagnostic',
    'b.fake',
    before === undefined ? {} : { after: before },
  );
  const told = lab.probe.events
    .slice(0, lab.probe.events.indexOf(pull))
    .filter(({ method }) => method === 'textDocument/didChange');
  expect(told.map(({ text }) => text).sort()).toEqual(['ERROR ame size', 'ERROR b', 'ERROR new text']);
});

test('REQ-CONTENT-020: a file that changes while its server starts is judged as it is then, not as it was when the question came', async () => {
  const files = { 'a.fake': 'ERROR old', 'b.fake': 'ERROR old' };
  await using lab = await Lab.open({
    files,
    servers: { fake: fake('starts-when-told.ts') },
    config: { firstTouchTimeout: 20_000 },
  });
  const read = lab.messages('a.fake');
  const given = lab.messages('b.fake', 'ERROR old');
  const unsaved = lab.messages('c.fake', 'ERROR only given');
  await lab.probe.untilReceived('initialize');
  // Both questions stand before the answer to this on the same wire.
  await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.workspace.write('a.fake', 'ERROR new');
  lab.workspace.write('b.fake', 'ERROR new');
  lab.probe.tell({ command: 'initialize' });
  expect(await Promise.all([read, given, unsaved])).toEqual([['new'], ['new'], ['only given']]);
});

test('an open document that became binary is closed, and announced as changed, not as gone', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR a', 'b.fake': '' },
    servers: { fake: fake('watches-files.ts') },
  });
  await lab.messages('a.fake');
  lab.workspace.write('a.fake', '\0 no text');
  expect((await lab.check({ 'b.fake': 'ERROR b' }, true)).others).toEqual({});
  expect(lab.probe.received('textDocument/didClose')).toHaveLength(1);
  const announced = lab.probe
    .received('workspace/didChangeWatchedFiles')
    .map(({ params }) => JSON.stringify(params));
  expect(announced.filter((changes) => changes.includes('"type":3'))).toEqual([]);
  expect(announced.join()).toContain('/a.fake');
});

test('a document that vanished from disk behind the session is closed before the next question', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR a', 'b.fake': '' },
    servers: { fake: fake('pull.ts') },
  });
  await lab.messages('a.fake');
  lab.workspace.remove('a.fake');
  const report = await lab.check({ 'b.fake': 'ERROR b' }, true);
  expect(report.others).toEqual({});
  expect(lab.probe.received('textDocument/didClose').map(({ path }) => path)).toEqual([
    lab.workspace.path('a.fake'),
  ]);
});

test('an open document whose path can no longer be looked at is closed, and every other file is judged as before', async () => {
  await using lab = await Lab.open({
    files: { 'lib/a.fake': 'ERROR a', 'b.fake': '' },
    servers: { fake: fake('pull.ts') },
  });
  await lab.messages('lib/a.fake');
  rmSync(lab.workspace.path('lib'), { recursive: true });
  symlinkSync('lib', lab.workspace.path('lib'));
  const report = await lab.check({ 'b.fake': 'ERROR b' }, true);
  expect([messagesByFile(report.files), report.others]).toEqual([{ 'b.fake': ['b'] }, {}]);
  expect(lab.probe.received('textDocument/didClose').map(({ path }) => path)).toEqual([
    lab.workspace.path('lib/a.fake'),
  ]);
});

const EDITS = [
  'one\ntwo\nthree\n',
  'one\ntwo\nthree',
  'one\r\ntwo\r\nthree\r\n',
  'one\r\ntwö\r\nthree\r\n',
  '🎉\n',
  '🎊\n', // Shares its first code unit with the one before.
  'a🎊b🎉c\n',
  'ab🎉c\n',
  '',
  '\uFEFFbom\n',
  'bom\n',
  'bom\r',
  'bom\r\n',
  'bom\n\r\n\r',
  'aaaa\naaaa\naaaa\n',
  'aaaa\naaaa\n',
  'aaaa\naaaaaaaa\n',
  'e\u0301\u0301 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}\n',
  'e\u0301 \u{1F468}\u200D\u{1F467}\n',
  `${'long line '.repeat(5000)}\nend`,
  `${'long line '.repeat(4999)}\nEND`,
];

const SYNC: [title: string, server: ServerConfig][] = [
  ['incremental', fake('compares-disk.ts')],
  ['incremental, as a number', fake('compares-disk.ts', { args: ['--number'] })],
  ['full', fake('compares-disk.ts', { args: ['--full'] })],
  ['full, as a number', fake('compares-disk.ts', { args: ['--full', '--number'] })],
];

for (const [title, server] of SYNC) {
  test(`REQ-CONTENT-010: the server's copy is the disk's text after every edit, ${title}`, async () => {
    await using lab = await Lab.open({ servers: { fake: server } });
    for (const text of EDITS) expect([text, await lab.edit('a.fake', text)]).toEqual([text, []]);
    for (const text of EDITS.toReversed()) expect([text, await lab.edit('a.fake', text)]).toEqual([text, []]);
    const versions = lab.probe.received('textDocument/didChange').map(({ version = 0 }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
}

test('REQ-FMT-080: lines and characters are 1-based UTF-16 code units, ends exclusive, also with a server that prefers bytes', async () => {
  await using lab = await Lab.open({
    servers: {
      units: fake('compares-disk.ts'),
      bytes: fake('compares-disk.ts', { args: ['--utf8', '--full'], extensions: ['.bytes'] }),
    },
  });
  for (const name of ['a.fake', 'a.bytes']) {
    const text = 'ERROR top\r\n🎉é日 ERROR behind\r\n\r\n  ERROR 🎉';
    lab.workspace.write(name, text);
    const found = await lab.checkFile(name, text);
    expect(
      found.map(({ line, character, endLine, endCharacter, message }) => [
        line,
        character,
        endLine,
        endCharacter,
        message,
      ]),
    ).toEqual([
      [1, 1, 1, 10, 'top'],
      [2, 6, 2, 18, 'behind'],
      [4, 3, 4, 11, '🎉'],
    ]);
  }
});
