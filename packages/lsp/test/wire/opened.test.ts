import { expect, test } from 'bun:test';

import { Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import { NamedFake } from '../harness/named-fake.ts';

const FAR = 20_000;
const USER = '#include "base.h"\n';

/** Publishes as clangd does. */
const named = (): NamedFake => new NamedFake('clangd', 'fenced.ts', ['.c', '.h'], ['--opened']);

function open({ config: clangd }: NamedFake, files: Record<string, string>): Promise<Lab> {
  return Lab.open({
    files,
    servers: { clangd },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR },
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
    expect(await others(lab, { 'base.h': `BREAKS a.c missing\n${round}` })).toEqual({
      'a.c': ['missing'],
    });
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
