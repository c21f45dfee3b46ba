import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerConfig } from '../../src/types.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAKES = join(import.meta.dir, '../fakes');

/** A workspace that has this fake installed as the program of a well-known server, found and asked as that one is. */
function installed(id: string, program: string, file: string, config: ServerConfig = {}): Promise<Lab> {
  const script = `node_modules/.bin/${program}`;
  return Lab.open({
    files: { [script]: `#!/bin/sh\nexec '${process.execPath}' '${join(FAKES, file)}'\n` },
    servers: { [id]: { extensions: ['.fake'], ...config } },
    config: { firstTouchTimeout: 20_000, diagnosticTimeout: 20_000 },
    root: (workspace) => {
      chmodSync(workspace.path(script), 0o755);
      return workspace.root;
    },
  });
}

test('REQ-CFG-040: a server that never asks is sent its settings, nested or dotted, before the first document', async () => {
  const settings = { 'fake.word': 'needle', other: { a: 1 } };
  await using lab = await Lab.open({ servers: { fake: fake('settings-only-told.ts', { settings }) } });
  expect(await lab.edit('a.fake', 'hay needle hay')).toEqual(['needle']);
  expect(lab.probe.received('workspace/didChangeConfiguration').map(({ params }) => params)).toEqual([
    { settings: { fake: { word: 'needle' }, other: { a: 1 } } },
  ]);
});

test('REQ-CFG-040: without settings nothing is sent of them', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('settings-only-told.ts') } });
  expect(await lab.edit('a.fake', 'hay needle hay')).toEqual([]);
  expect(lab.probe.received('workspace/didChangeConfiguration')).toEqual([]);
});

test('REQ-LANG-030: whole file names, and a command and arguments with spaces', async () => {
  const servers = {
    make: fake('echoes-setup.ts', { extensions: ['Fakefile', '.mk'], args: ['two words', ''] }),
  };
  await using lab = await Lab.open({ servers });
  const report = await lab.check({
    'sub dir/Fakefile': 'ERROR whole',
    'api.fakefile': 'ERROR ending',
    'x.mk': 'ERROR mk',
    'Fakefile.am': 'ERROR other',
  });
  expect(messagesByFile(report.files)).toEqual({
    'sub dir/Fakefile': ['whole'],
    'api.fakefile': ['ending'],
    'x.mk': ['mk'],
    'Fakefile.am': [],
  });
});

test('a server that forgets what it is sent before it has asked for its settings is notified later', async () => {
  await using lab = await Lab.open({ servers: { bash: fake('asks-first.ts') } });
  const report = await lab.check({ 'a.fake': 'ERROR a', 'b.fake': 'ERROR b' });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'a.fake': ['a'], 'b.fake': ['b'] },
    { bash: 'complete' },
  ]);
});

test('REQ-TIME-050: of a server that publishes nothing first the first empty publish is a result', async () => {
  await using lab = await installed('dockerfile', 'docker-langserver', 'push-once.ts');
  const report = await lab.check({ 'a.fake': '' });
  expect([report.files, outcomes(report)]).toEqual([{ 'a.fake': [] }, { dockerfile: 'complete' }]);
  for (const text of ['ERROR one', '', 'ERROR two'])
    expect([text, await lab.edit('a.fake', text)]).toEqual([text, text === '' ? [] : [text.slice(6)]]);
});

test('REQ-TIME-060: a server that publishes what it found before is asked, also where it does not offer that', async () => {
  await using lab = await installed('astro', 'astro-ls', 'pull-unoffered.ts');
  for (const text of ['ERROR one', '', 'ERROR two', ''])
    expect([text, await lab.edit('a.fake', text)]).toEqual([text, text === '' ? [] : [text.slice(6)]]);
});

test('REQ-LANG-040: what a compiler has reported in its own words is not repeated in a linter’s', async () => {
  const linter = fake('undefined-names.ts');
  await using alone = await Lab.open({ servers: { ruff: linter } });
  await using both = await Lab.open({ servers: { ruff: linter, fake: fake('pull.ts') } });
  expect(await alone.edit('a.fake', 'ERROR x is unknown')).toEqual(['Undefined name', 'unused']);
  expect(await both.edit('a.fake', 'ERROR x is unknown')).toEqual(['x is unknown', 'unused']);
});

test('REQ-FMT-070 REQ-LANG-040: where pyright and ty report on one line, pyright’s words count, in this file and in others', async () => {
  const [pyright, ty] = [fake('pull.ts'), fake('pull.ts', { args: ['--lint'] })];
  const text = 'LINT wanted int ERROR int wanted\nLINT ty alone\nWARN nobody reads LINT ty all the same';
  const check = async (servers: Record<string, ServerConfig>, found: string[]): Promise<void> => {
    await using lab = await Lab.open({ servers });
    const { files } = await lab.check({ 'a.fake': text });
    expect(messagesByFile(files)).toEqual({ 'a.fake': found });
    const { others } = await lab.check({ 'b.fake': '' }, true);
    expect(messagesByFile(others)).toEqual({ 'a.fake': found });
  };
  await check({ pyright, ty }, ['int wanted', 'ty alone', 'ty all the same']);
  await check({ pyright: { enabled: false }, ty }, [
    'wanted int ERROR int wanted',
    'ty alone',
    'ty all the same',
  ]);
});

test.each([
  ['php', 'intelephense', false],
  ['css', 'vscode-css-language-server', true],
])(
  'REQ-DIAG-045: a result claims to know of all other files where each of them is judged alone, or something finds which a change broke: %s',
  async (id, program, complete) => {
    await using lab = await installed(id, program, 'pull.ts');
    expect(await lab.edit('user.fake', '')).toEqual([]);
    for (const found of ['no longer there', 'gone']) {
      const { others, othersComplete } = await lab.check({ 'lib.fake': `BREAKS user.fake ${found}` }, true);
      expect([messagesByFile(others), othersComplete]).toEqual([{ 'user.fake': [found] }, complete]);
    }
  },
);

test('REQ-STATUS-025: a well-known server that settings name is listed, found or not', async () => {
  await using lab = await Lab.open({ servers: { zig: { enabled: false }, nim: { args: [] } } });
  const listed = (await lab.sidecar.request('lsp/status', {})).filter(({ id }) =>
    ['zig', 'nim'].includes(id),
  );
  expect(listed.map(({ id, status, hint }) => [id, status, hint])).toEqual([
    ['nim', 'unavailable', 'nimble install nimlangserver'],
    ['zig', 'disabled', undefined],
  ]);
});
