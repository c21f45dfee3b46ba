import { expect, test } from 'bun:test';

import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const SERVER_CANCELLED = -32802;
const CONTENT_MODIFIED = -32801;
const INTERNAL_ERROR = -32603;

test('a pull provider that is registered after initialized is asked already on the first touch', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull-dynamic.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const cold = lab.edit('a.fake', 'ERROR cold');
  expect(await elapsed(cold)).toBeLessThan(FAR / 2);
  expect(await cold).toEqual(['cold']);
  expect(await lab.edit('a.fake', '')).toEqual([]);
  expect(await lab.edit('a.fake', 'ERROR again')).toEqual(['again']);
  // It asks for a refresh whenever it is asked: obeyed, that would never end.
  expect(lab.probe.received('textDocument/diagnostic').length).toBeLessThan(10);
});

test('an answer that says unchanged means the last one, through breaking and mending', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  for (const text of ['ERROR one', 'ERROR one', '', 'ERROR one', '', '', 'ERROR two', 'ERROR one']) {
    expect([text, await lab.edit('a.fake', text)]).toEqual([
      text,
      text === '' ? [] : [text.slice('ERROR '.length)],
    ]);
  }
});

const REPORTS: [title: string, report: string, outcome: string][] = [
  ["null, as for a file that is none of the server's business", 'null', 'timed-out'],
  ['a list', '[]', 'timed-out'],
  [
    'unchanged, of a document whose report is not with us',
    '{"kind": "unchanged", "resultId": "of another life"}',
    'timed-out',
  ],
  ['no items, as gopls writes an empty list', '{"kind": "", "items": null}', 'complete'],
];

test('REQ-TIME-020: an answer that judges nothing is not taken for a clean one', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('odd-reports.ts') } });
  for (const [title, report, outcome] of REPORTS)
    expect([title, outcomes(await lab.check({ 'a.fake': `REPORT ${report}` }))]).toEqual([
      title,
      { fake: outcome },
    ]);
});

test('REQ-TIME-020: unchanged means what was reported since the document was opened, never what was before it was closed', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('odd-reports.ts') },
    config: { maxOpenDocuments: 1 },
  });
  expect(await lab.edit('a.fake', 'ERROR old')).toEqual(['old']);
  await lab.edit('b.fake', 'closes the other');
  const report = await lab.check({ 'a.fake': 'REPORT {"kind": "unchanged", "resultId": "same for all"}' });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([{ 'a.fake': [] }, { fake: 'timed-out' }]);
});

const REFUSALS: [title: string, order: string, found: string[], outcome: string][] = [
  ['ServerCancelled that asks to retrigger', `${SERVER_CANCELLED} 2 true`, ['found'], 'complete'],
  ['ServerCancelled without data, which means the same', `${SERVER_CANCELLED} 1`, ['found'], 'complete'],
  ['ServerCancelled that must not be retriggered', `${SERVER_CANCELLED} 1 false`, [], 'timed-out'],
  ['ServerCancelled without end', `${SERVER_CANCELLED} 1000000 true`, [], 'timed-out'],
  ['ContentModified', `${CONTENT_MODIFIED} 1`, ['found'], 'complete'],
  [
    'ContentModified many times in a row, as while a project is loaded',
    `${CONTENT_MODIFIED} 6`,
    ['found'],
    'complete',
  ],
  ['InternalError', `${INTERNAL_ERROR} 1`, [], 'timed-out'],
];

test('REQ-TIME-020: a refused question is asked again where the server wants that, and is no answer otherwise', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('refuses.ts') },
    config: { diagnosticTimeout: 1000 },
  });
  await lab.edit('a.fake', 'warm');
  for (const [title, order, found, outcome] of REFUSALS) {
    const text = `REFUSE ${order}\nERROR found`;
    const asked = lab.probe.received('textDocument/diagnostic').length;
    const report = lab.check({ 'a.fake': text });
    expect(await elapsed(report)).toBeLessThan(FAR / 2);
    const messages = (await report).files['a.fake']?.map(({ message }) => message);
    expect([title, messages, outcomes(await report)['fake']]).toEqual([title, found, outcome]);
    // Retried, but not in a tight loop for the whole timeout.
    expect([title, lab.probe.received('textDocument/diagnostic').length - asked < 100]).toEqual([
      title,
      true,
    ]);
  }
  expect(await lab.status('fake')).toBe('active');
  expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
});

test('REQ-TIME-060: a pull answered late, for the previous edit, is not the answer to the next one', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('answers-late.ts') },
    config: { diagnosticTimeout: 300, firstTouchTimeout: FAR },
  });
  expect(await lab.edit('a.fake', 'ERROR zero')).toEqual(['zero']);
  // Nobody answers until the next question comes: two edits at most see nothing, none sees another's findings.
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const found = await lab.edit('a.fake', `ERROR ${word}`);
    expect(['', word]).toContain(found.join());
  }
});

test('REQ-FMT-080: what a server leaves out or gets wrong in a finding does no harm', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('odd-findings.ts') },
    config: { includeSeverities: ['error', 'warning', 'info', 'hint'] },
  });
  const found = await lab.checkFile('a.fake', 'some text\n');
  const plain = found.find(({ message }) => message === 'without a severity');
  // LSP leaves the meaning to the client; a finding nobody called harmless is an error.
  expect(plain).toEqual({
    file: 'a.fake',
    line: 1,
    character: 1,
    column: 1,
    endLine: 1,
    endCharacter: 2,
    severity: 'error',
    message: 'without a severity',
  });
  expect(found.find(({ message }) => message === 'far below')?.line).toBe(2 ** 31);
  expect(found.find(({ message }) => message === 'code as number')?.code).toBe(2304);
  expect(found.find(({ message }) => message === 'code zero')?.code).toBe(0);
  expect(found.find(({ message }) => message === '<b> & "raw"\n\tsecond line')).toBeDefined();
  expect(await lab.status('odd')).toBeUndefined();
  expect(await lab.status('fake')).toBe('active');
});
