import { expect, test } from 'bun:test';

import type { Severity } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

const ALL = 'HINT a hint\nINFO an info\nWARN a warning\nERROR an error\n';

const SEVERITIES: [title: string, includeSeverities: Severity[] | undefined, found: string[]][] = [
  ['REQ-FMT-060: errors only by default', undefined, ['an error']],
  ['REQ-FMT-065: exactly the configured ones', ['warning', 'hint'], ['a hint', 'a warning']],
  [
    'REQ-FMT-065: all of them',
    ['error', 'warning', 'info', 'hint'],
    ['a hint', 'an info', 'a warning', 'an error'],
  ],
  ['REQ-FMT-065: none of them', [], []],
];

for (const [title, includeSeverities, found] of SEVERITIES) {
  test(`${title}, REQ-FMT-067: in every method alike`, async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('pull.ts') },
      config: includeSeverities === undefined ? {} : { includeSeverities },
    });
    const { sidecar } = lab;
    const epoch = await sidecar.request('lsp/getDiagnosticEpoch', {});
    expect(await lab.edit('a.fake', ALL)).toEqual(found);
    const byFile = found.length === 0 ? {} : { 'a.fake': found };
    expect(messagesByFile(await sidecar.request('lsp/diagnostics', {}))).toEqual(byFile);
    expect(messagesByFile(await sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch }))).toEqual(
      byFile,
    );
    const report = await lab.check({ 'b.fake': ALL }, true);
    expect([messagesByFile(report.files), messagesByFile(report.others)]).toEqual([
      { 'b.fake': found },
      byFile,
    ]);
  });
}

test("REQ-FMT-066: the wire carries all findings of the included severities; the cap is the host's, who says how many it left out", async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { maxDiagnosticsPerFile: 2, includeSeverities: ['error', 'warning'] },
  });
  const text = Array.from(
    { length: 30 },
    (_, n) => `${n % 3 === 0 ? 'HINT' : n % 3 === 1 ? 'WARN' : 'ERROR'} ${n}`,
  ).join('\n');
  const found = await lab.checkFile('a.fake', text);
  expect(found).toHaveLength(20);
  expect(found.map(({ line }) => line)).toEqual(found.map(({ line }) => line).toSorted((a, b) => a - b));
});

test('REQ-FMT-070: the same finding of two servers comes once, by file, range and message', async () => {
  await using lab = await Lab.open({
    servers: { one: fake('pull.ts'), two: fake('refuses.ts'), three: fake('push-versioned.ts') },
  });
  expect(await lab.edit('a.fake', 'ERROR same\nERROR same\nERROR other')).toEqual(['same', 'same', 'other']);
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'a.fake': ['same', 'same', 'other'],
  });
});

test('REQ-FMT-070: what differs in range or message is kept', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('compares-disk.ts'), shifted: fake('odd-findings.ts') },
  });
  lab.workspace.write('a.fake', 'ERROR code as number');
  const found = await lab.checkFile('a.fake');
  expect(
    found.filter(({ message }) => message === 'code as number').map(({ endCharacter }) => endCharacter),
  ).toEqual([2, 21]);
});

test('REQ-KNOWN-030: a file is known as long as any of its servers holds a finding, and no longer', async () => {
  const servers = {
    compiler: fake('pull.ts'),
    lint: fake('held.ts', { args: ['--lint'] }),
    dying: fake('crashes-mid-check.ts', { extensions: ['.fake', '.dying'] }),
  };
  await using lab = await Lab.open({ servers });
  const known = async (): Promise<unknown> =>
    messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}));
  await lab.edit('a.fake', 'ERROR type\nLINT style');
  expect(await known()).toEqual({ 'a.fake': ['type', 'style'] });
  await lab.edit('a.fake', 'LINT style');
  expect(await known()).toEqual({ 'a.fake': ['style'] });
  await lab.edit('a.fake', 'ERROR type');
  expect(await known()).toEqual({ 'a.fake': ['type'] });
  // The end of one of its servers takes only that one's findings.
  await lab.edit('b.dying', 'ERROR only of the dying');
  await lab.edit('c.dying', 'CRASH');
  expect(await known()).toEqual({ 'a.fake': ['type'] });
  await lab.edit('a.fake', '');
  expect(await known()).toEqual({});
});

test('REQ-ARCH-080: lsp/diagnostics and the other files of a check are in ascending order of their paths', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const names = [
    'b.fake',
    'a/z.fake',
    'a.fake',
    'Z.fake',
    'a/a.fake',
    'ä.fake',
    'a-b.fake',
    '10.fake',
    '9.fake',
  ];
  for (const name of names) await lab.edit(name, 'ERROR x');
  expect(Object.keys(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual(names.toSorted());
  const { others } = await lab.check({ 'a.fake': 'ERROR x' }, true);
  expect(Object.keys(others)).toEqual(names.filter((name) => name !== 'a.fake').toSorted());
});

test('REQ-DIAG-045: other files are rechecked with the edit, so a mended one is not quoted and a broken one is', async () => {
  await using lab = await Lab.open({ files: { 'user.fake': 'uses it' }, servers: { fake: fake('pull.ts') } });
  await lab.messages('user.fake');
  const broken = await lab.check({ 'lib.fake': 'BREAKS user.fake no longer there' }, true);
  expect(messagesByFile(broken.others)).toEqual({ 'user.fake': ['no longer there'] });
  // Which other files it broke, such a server does not say.
  expect(broken.othersComplete).toBe(false);
  expect((await lab.check({ 'lib.fake': 'as it was' }, true)).others).toEqual({});
});
