import { expect, test } from 'bun:test';
import { utimesSync } from 'node:fs';

import type { Event } from '../harness/probe.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import { NamedFake } from '../harness/named-fake.ts';

/** Longer than any wait here. */
const FAR = 20_000;

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const openCounts = (lab: Lab): number[] =>
  lab.probe.events.filter(({ event }) => event === 'open').map(({ result }) => Number(result));
const closed = (lab: Lab): string[] =>
  lab.probe
    .received('textDocument/didClose')
    .map(({ path = '' }) => path.slice(lab.workspace.root.length + 1));

test('REQ-LIFE-060: no more than maxOpenDocuments are open, and the least recently used is closed first', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('only-open.ts') },
    config: { maxOpenDocuments: 3 },
  });
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'f'])
    expect(await lab.edit(`${name}.fake`, `ERROR ${name}`)).toEqual([name]);
  expect(closed(lab)).toEqual(['b.fake', 'c.fake', 'd.fake']);
  expect(Math.max(...openCounts(lab))).toBe(3);
  expect(openCounts(lab).at(-1)).toBe(3);
  // What was closed is opened again when it is needed.
  expect(await lab.edit('b.fake', 'ERROR b again')).toEqual(['b again']);
});

test('REQ-LIFE-060: four hundred edits over two hundred files never have more documents open than configured', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('only-open.ts') },
    config: { maxOpenDocuments: 10 },
  });
  for (const n of range(400))
    expect(await lab.edit(`f${(n * 77) % 200}.fake`, `ERROR ${n}`)).toEqual([`${n}`]);
  expect(Math.max(...openCounts(lab))).toBe(10);
  expect(lab.probe.received('textDocument/didOpen').length).toBeGreaterThanOrEqual(200);
});

test('REQ-LIFE-060: 64 documents are open unless configured otherwise', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('only-open.ts') } });
  for (const n of range(70)) expect(await lab.edit(`f${n}.fake`, `ERROR ${n}`)).toEqual([`${n}`]);
  expect(openCounts(lab).at(-1)).toBe(64);
  expect(closed(lab)).toEqual(range(6).map((n) => `f${n}.fake`));
});

test('a patch of more files than may be open is judged whole, by a server that knows only what is open', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('only-open.ts') },
    config: { maxOpenDocuments: 3 },
  });
  const names = range(10).map((n) => `f${n}.fake`);
  const report = await lab.check(Object.fromEntries(names.map((name) => [name, `ERROR ${name}`])), true);
  expect(messagesByFile(report.files)).toEqual(Object.fromEntries(names.map((name) => [name, [name]])));
  expect(Math.max(...openCounts(lab))).toBe(3);
});

test('REQ-CONC-020: a document that is being asked about is not closed for others, so its server still knows its text when it answers', async () => {
  const config = { maxOpenDocuments: 2, diagnosticTimeout: FAR, firstTouchTimeout: FAR };
  await using lab = await Lab.open({ servers: { fake: fake('held.ts', { args: ['--as-it-is'] }) }, config });
  const slow = lab.check({ 'a.fake': 'HOLD\nERROR a' });
  const asked = await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
  for (const name of ['b', 'c', 'd']) expect(await lab.edit(`${name}.fake`, `ERROR ${name}`)).toEqual([name]);
  expect(closed(lab)).toEqual(['b.fake', 'c.fake']);
  const answer = (): void => lab.probe.tell({ command: 'answer' });
  answer();
  // A file that was written in the same tick of the system's clock counts as older, and it is asked again.
  void lab.probe
    .untilReceived('textDocument/diagnostic', 'a.fake', { after: asked, ms: FAR })
    .then(answer, () => undefined);
  expect(messagesByFile((await slow).files)).toEqual({ 'a.fake': ['a'] });
  // Answered, it is closed like any other.
  for (const name of ['b', 'c']) expect(await lab.edit(`${name}.fake`, `ERROR ${name}`)).toEqual([name]);
  expect(closed(lab)).toContain('a.fake');
});

test('REQ-TIME-020: what a server says about a document that was closed while it was asked is no result', async () => {
  const config = { diagnosticTimeout: FAR, firstTouchTimeout: FAR };
  await using lab = await Lab.open({ servers: { fake: fake('held.ts', { args: ['--as-it-is'] }) }, config });
  const slow = lab.check({ 'a.fake': 'HOLD\nERROR a' });
  await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
  lab.workspace.remove('a.fake');
  await lab.sidecar.request('lsp/check', { files: [], deleted: ['a.fake'] });
  lab.probe.tell({ command: 'answer' });
  expect(outcomes(await slow)).toEqual({ fake: 'timed-out' });
});

test('a patch that runs out of time in its first turn opens no more, and is no complete result', async () => {
  const config = { maxOpenDocuments: 2, diagnosticTimeout: 300, firstTouchTimeout: FAR };
  const files = { 'warm.fake': '', 'a.fake': '', 'b.fake': '', 'c.fake': '', 'd.fake': '' };
  await using lab = await Lab.open({ files, servers: { fake: fake('held.ts') }, config });
  await lab.edit('warm.fake', '');
  const report = await lab.check({
    'a.fake': 'HOLD',
    'b.fake': 'ERROR b',
    'c.fake': 'ERROR c',
    'd.fake': 'ERROR d',
  });
  expect(messagesByFile(report.files)).toEqual({ 'a.fake': [], 'b.fake': ['b'], 'c.fake': [], 'd.fake': [] });
  expect(outcomes(report)).toEqual({ fake: 'timed-out' });
  await lab.edit('warm.fake', 'all that was sent stands before this');
  const opened = lab.probe
    .received('textDocument/didOpen')
    .map(({ path = '' }) => path.slice(lab.workspace.root.length + 1));
  expect(opened).toEqual(['warm.fake', 'a.fake', 'b.fake', 'warm.fake']);
});

test('REQ-KNOWN-010: a file stays known when its document is closed for others', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('only-open.ts') },
    config: { maxOpenDocuments: 1 },
  });
  await lab.edit('a.fake', 'ERROR a');
  await lab.edit('b.fake', 'ERROR b');
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'a.fake': ['a'],
    'b.fake': ['b'],
  });
  expect(messagesByFile((await lab.check({ 'c.fake': '' }, true)).others)).toEqual({
    'a.fake': ['a'],
    'b.fake': ['b'],
  });
});

const notifications = (lab: Lab, after: number): string[] =>
  lab.probe.events
    .slice(after)
    .filter(({ event, id, method }) => event === 'received' && id === undefined && method !== undefined)
    .map(({ method = '' }) => method);

interface Change {
  uri: string;
  type: number;
}

function changes({ params }: Event): Record<string, number> {
  return Object.fromEntries(
    (params as { changes: Change[] }).changes.map(({ uri, type }) => [
      uri.slice(uri.lastIndexOf('/workspace/') + '/workspace/'.length),
      type,
    ]),
  );
}

/** All announcements so far, each file's in order. */
function announced(lab: Lab): Record<string, number[]> {
  const all: Record<string, number[]> = {};
  for (const event of lab.probe.received('workspace/didChangeWatchedFiles')) {
    for (const [file, type] of Object.entries(changes(event))) (all[file] ??= []).push(type);
  }
  return all;
}

test('an edit is announced, changed and saved, in an order in which the disk is never behind, before the question', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('watches-files.ts') } });
  await lab.edit('a.fake', 'warm');
  const before = lab.probe.events.length;
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const sent = notifications(lab, before);
  expect(sent.toSorted()).toEqual([
    'textDocument/didChange',
    'textDocument/didSave',
    'workspace/didChangeWatchedFiles',
  ]);
  expect(sent.indexOf('textDocument/didSave')).toBeGreaterThan(sent.indexOf('textDocument/didChange'));
  expect(lab.probe.events.slice(before).at(-1)?.method).toBe('textDocument/diagnostic');
  // It asked for the text with the save.
  expect(lab.probe.received('textDocument/didSave').at(-1)?.params).toMatchObject({ text: 'ERROR a' });
});

test('gopls is sent the texts of open files, and is notified of nothing else about them', async () => {
  using gopls = new NamedFake('gopls', 'watches-files.ts', ['.fake']);
  await using lab = await Lab.open({ files: { 'b.fake': '' }, servers: { gopls: gopls.config } });
  await lab.edit('a.fake', 'warm');
  const before = lab.probe.events.length;
  await lab.check({ 'a.fake': 'ERROR a', 'b.fake': 'ERROR b' });
  expect(notifications(lab, before)).toEqual(['textDocument/didChange', 'textDocument/didOpen']);
  // What a shell does to an open file, and to another one.
  lab.workspace.write('a.fake', 'ERROR again');
  lab.workspace.write('c.fake', '');
  const shell = lab.probe.events.length;
  await lab.sidecar.request('lsp/diagnostics', {});
  expect(notifications(lab, shell).slice(0, 2)).toEqual([
    'workspace/didChangeWatchedFiles',
    'textDocument/didChange',
  ]);
  const [told] = lab.probe.received('workspace/didChangeWatchedFiles').slice(-1).map(changes);
  expect(told).toEqual({ 'c.fake': 1 });
});

test('created, changed and deleted files are announced to servers that registered for them', async () => {
  await using lab = await Lab.open({
    files: { 'old.fake': 'ERROR old' },
    servers: { fake: fake('watches-files.ts') },
  });
  const { sidecar, workspace } = lab;
  await lab.edit('a.fake', 'warm');
  workspace.write('new.fake', 'ERROR new');
  const report = await sidecar.request('lsp/check', {
    files: [
      { filePath: 'new.fake', text: 'ERROR new', created: true },
      { filePath: 'old.fake', text: 'ERROR old' },
    ],
  });
  expect(messagesByFile(report.files)).toEqual({ 'new.fake': ['new'], 'old.fake': ['old'] });
  expect(announced(lab)).toMatchObject({ 'new.fake': [1], 'old.fake': [2] });

  workspace.remove('old.fake');
  const after = await sidecar.request('lsp/check', { files: [], deleted: ['old.fake'], others: true });
  expect(messagesByFile(after.others)).toEqual({ 'new.fake': ['new'] });
  expect(announced(lab)).toMatchObject({ 'old.fake': [2, 3] });
  expect(closed(lab)).toEqual(['old.fake']);
  expect(Object.keys(await sidecar.request('lsp/diagnostics', {}))).toEqual(['new.fake']);
});

test('what a server did not register for is not announced to it: other names, other folders, other kinds of change', async () => {
  const servers = {
    watcher: fake('watches-files.ts', { extensions: ['.fake', '.txt'] }),
    deaf: fake('pull.ts'),
  };
  await using lab = await Lab.open({ files: { 'lib/changed.txt': '' }, servers });
  await lab.edit('a.fake', 'warm');
  const { sidecar, workspace } = lab;
  const check = async (filePath: string, created: boolean): Promise<void> => {
    workspace.write(filePath, 'text');
    await sidecar.request('lsp/check', { files: [{ filePath, text: 'text', created }] });
  };
  await check('lib/new.txt', true);
  await check('lib/changed.txt', false);
  await check('lib/deep/new.txt', true);
  await check('new.txt', true);
  await check('deep/down/x.fake', true);
  await sidecar.request('lsp/check', { files: [], deleted: ['lib/gone.txt', 'gone.txt', '../gone.fake'] });
  // Whatever was to be announced stands before this on the pipe.
  await lab.edit('a.fake', 'last');
  // a.fake was written before the server was there to register.
  const { 'a.fake': _, ...others } = announced(lab);
  expect(others).toEqual({ 'lib/new.txt': [1], 'deep/down/x.fake': [1], 'lib/gone.txt': [3] });
  const told = new Set(lab.probe.received('workspace/didChangeWatchedFiles').map(({ server }) => server));
  expect([...told]).toEqual(['watcher']);
});

test('REQ-SCOPE-020 REQ-SCOPE-025: a deletion alone starts no server and asks none', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const report = await lab.sidecar.request('lsp/check', { files: [], deleted: ['a.fake', 'b.fake'] });
  expect(report).toEqual({ files: {}, refused: {}, others: {}, othersComplete: true, servers: [] });
  expect(lab.started).toBe(0);
});

test('REQ-DIAG-010: an open document whose file was written in place, in the same length and with its time set back, is sent again', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('only-open.ts') } });
  const write = (text: string): void => utimesSync(lab.workspace.write('b.fake', text), 1, 1);
  write('ERROR one');
  expect(await lab.messages('b.fake')).toEqual(['one']);
  write('ERROR two');
  await lab.edit('a.fake', '');
  expect(
    lab.probe
      .received('textDocument/didChange')
      .map(({ path = '', text }) => [path.slice(lab.workspace.root.length + 1), text]),
  ).toEqual([['b.fake', 'ERROR two']]);
});
