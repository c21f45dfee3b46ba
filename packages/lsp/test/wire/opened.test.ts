import { expect, test } from 'bun:test';

import type { LspConfig } from '../../src/types.ts';
import { Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import { NamedFake } from '../harness/named-fake.ts';

const FAR = 20_000;
const USER = '#include "base.h"\n';

/** Publishes as clangd does. */
const named = (): NamedFake => new NamedFake('clangd', 'fenced.ts', ['.c', '.h', '.cu'], ['--opened']);

function open(
  { config: clangd }: NamedFake,
  files: Record<string, string>,
  config: LspConfig = {},
): Promise<Lab> {
  return Lab.open({
    files,
    servers: { clangd },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR, ...config },
  });
}

function heardSince(lab: Lab, count: number): string[] {
  return lab.probe.events
    .slice(count)
    .flatMap(({ event, method = '', path = '' }) =>
      event === 'received' ? [`${method.replace('textDocument/', '')} ${path.split('/').at(-1) ?? ''}`] : [],
    );
}

async function others(lab: Lab, files: Record<string, string>): Promise<Record<string, string[]>> {
  const report = await lab.check(files, true);
  expect([outcomes(report), report.othersComplete]).toEqual([{ clangd: 'complete' }, true]);
  return messagesByFile(report.others);
}

test('REQ-DIAG-040: an edit of a source that no other file includes asks nothing about other files', async () => {
  using clangd = named();
  await using lab = await open(clangd, {
    'base.h': '',
    'a.c': USER,
    'b.c': USER,
    'all.c': '#include "b.c"\n',
  });
  await others(lab, { 'a.c': `${USER}ERROR own` });
  const before = lab.probe.events.length;
  expect(await others(lab, { 'a.c': `${USER}fine` })).toEqual({});
  expect(heardSince(lab, before)).toEqual(['didChange a.c', 'sync ']);
  // A unity build.
  expect(await others(lab, { 'b.c': `${USER}BREAKS all.c twice` })).toEqual({ 'all.c': ['twice'] });
});

test('REQ-DIAG-040 REQ-DIAG-045: files that include a header are opened, and asked without a barrier; open ones are opened again', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'base.h': '', 'a.c': USER, 'b.c': USER, 'c.c': 'fine\n' });
  await lab.edit('a.c', `${USER}fine`);
  await lab.edit('base.h', 'one');
  for (const round of [1, 2]) {
    const before = lab.probe.events.length;
    const seen = new Set(lab.probe.events);
    expect(await others(lab, { 'base.h': `BREAKS a.c missing\n${round}` })).toEqual({
      'a.c': ['missing'],
    });
    // The last thing that is sent, and nothing is answered after it.
    await lab.probe.until(
      (event) =>
        event.method === 'textDocument/didClose' && event.path?.endsWith('b.c') === true && !seen.has(event),
    );
    const heard = heardSince(lab, before);
    expect(heard.filter((what) => !what.endsWith(' b.c'))).toEqual([
      'didChange base.h',
      'sync ',
      'didClose a.c',
      'didOpen a.c',
    ]);
    expect(heard.filter((what) => what.endsWith(' b.c'))).toEqual(['didOpen b.c', 'didClose b.c']);
    expect(await lab.messages('a.c')).toEqual(['missing']);
    expect(await others(lab, { 'base.h': `fine ${round}` })).toEqual({});
    expect(await lab.messages('a.c')).toEqual([]);
  }
});

test('REQ-DIAG-010: a file whose text did not change is judged by the header as it is now', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'base.h': '', 'a.c': USER });
  expect(await lab.messages('a.c')).toEqual([]);
  for (const text of ['BREAKS a.c missing', '', 'BREAKS a.c again']) {
    await lab.edit('base.h', text);
    expect(await lab.messages('a.c')).toEqual(text === '' ? [] : [text.slice('BREAKS a.c '.length)]);
  }
});

test('REQ-TIME-060: the answer about a document that was opened is what is published of it, whenever that is', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'a.c': 'LATE\nERROR late' });
  const asked = lab.messages('a.c');
  await lab.probe.untilReceived('textDocument/didOpen');
  lab.probe.tell({ command: 'answer' });
  expect(await asked).toEqual(['late']);
});

test('REQ-DIAG-010: a file that includes a source, through a header or of another ending, is judged by it as it is now', async () => {
  using clangd = named();
  await using lab = await open(clangd, {
    'through.h': '#include "impl.c"\n',
    'impl.c': '',
    'kernel.cu': '',
    'a.c': '#include "through.h"\n',
    'b.c': '#include "kernel.cu"\n',
  });
  for (const file of ['a.c', 'b.c']) expect(await lab.messages(file)).toEqual([]);
  for (const [part, file] of [
    ['impl.c', 'a.c'],
    ['kernel.cu', 'b.c'],
  ] as const)
    for (const text of ['one', 'two', '']) {
      await lab.edit(part, text === '' ? '' : `BREAKS ${file} ${text}`);
      const before = lab.probe.events.length;
      expect(await lab.messages(file)).toEqual(text === '' ? [] : [text]);
      expect(await lab.messages(file === 'a.c' ? 'b.c' : 'a.c')).toEqual([]);
      expect(heardSince(lab, before)).toEqual([`didClose ${file}`, `didOpen ${file}`, 'sync ']);
    }
});

test('REQ-TIME-060: a file is not closed while an answer about it is awaited, by a search or by another check', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'base.h': '', 'a.c': USER, 'd.c': '' }, { otherFilesTimeout: 1000 });
  expect(await lab.messages('a.c')).toEqual([]);
  const changed = lab.check({ 'a.c': `HOLD once\n${USER}ERROR own` });
  await lab.probe.untilReceived('sync');
  const before = lab.probe.events.length;
  // Opened, it is answered without a barrier.
  expect(outcomes(await lab.check({ 'base.h': 'BREAKS a.c missing' }, true))).toEqual({ clangd: 'complete' });
  const again = lab.messages('a.c');
  expect(await lab.edit('d.c', 'ERROR other')).toEqual(['other']);
  expect(heardSince(lab, before)).not.toContain('didClose a.c');
  lab.probe.tell({ command: 'answer' });
  expect(outcomes(await changed)).toEqual({ clangd: 'complete' });
  await lab.probe.untilReceived('textDocument/didClose', 'a.c');
  expect(await again).toEqual(['missing', 'own']);
});

test('REQ-DIAG-010: a file that is shown and asked about is not opened again, as nothing has changed since', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'a.c': 'LATE\nERROR own' });
  lab.sidecar.notify('lsp/warm', { filePath: 'a.c', findings: true });
  await lab.probe.untilReceived('textDocument/didOpen');
  lab.probe.tell({ command: 'answer' });
  expect(await lab.messages('a.c')).toEqual(['own']);
  expect(heardSince(lab, 0).filter((what) => what.endsWith(' a.c'))).toEqual(['didOpen a.c']);
});

test('REQ-TIME-020: a file that cannot be opened again in time is not asked about', async () => {
  using clangd = named();
  await using lab = await open(clangd, { 'base.h': '', 'a.c': `LATE\n${USER}` }, { diagnosticTimeout: 1000 });
  // Starts the server.
  await lab.edit('d.c', 'fine');
  const late = await lab.check({ 'a.c': `LATE\n${USER}` });
  await lab.probe.untilReceived('textDocument/didOpen', 'a.c');
  await lab.edit('base.h', 'HOLD\nBREAKS a.c missing');
  const before = lab.probe.events.length;
  const report = await lab.check({ 'a.c': `LATE\n${USER}` });
  expect([outcomes(late), outcomes(report)]).toEqual([{ clangd: 'timed-out' }, { clangd: 'timed-out' }]);
  await lab.probe.untilReceived('sync');
  expect(heardSince(lab, before)).toEqual(['sync ']);
});
