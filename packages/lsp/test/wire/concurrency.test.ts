import { expect, test } from 'bun:test';

import { fake, Lab } from '../harness/lab.ts';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

test('REQ-CONC-010 REQ-ARCH-090: many checks at once start one process per server and root, and each gets its own answer', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const results = await Promise.all(range(20).map((n) => lab.messages(`f${n}.fake`, `ERROR ${n}`)));
  expect(results).toEqual(range(20).map((n) => [`${n}`]));
  expect(lab.started).toBe(1);
  expect(lab.probe.received('initialize')).toHaveLength(1);
});

test('REQ-ARCH-090: every kind of request is served by the same process; another root gets one of its own', async () => {
  await using lab = await Lab.open({
    files: { 'a/fake.toml': '', 'b/fake.toml': '' },
    servers: { fake: fake('pull.ts', { rootMarkers: ['fake.toml'] }) },
  });
  lab.sidecar.notify('lsp/warm', { filePath: 'a/x.fake' });
  await Promise.all([
    lab.messages('a/x.fake', 'ERROR x'),
    lab.check({ 'a/y.fake': 'ERROR y', 'b/z.fake': 'ERROR z' }, true),
    lab.sidecar.request('lsp/diagnostics', {}),
    lab.sidecar.request('lsp/status', {}),
    lab.messages('b/z.fake', 'ERROR z'),
  ]);
  expect(lab.started).toBe(2);
  const roots = (await lab.sidecar.request('lsp/status', {}))
    .filter(({ id }) => id === 'fake')
    .map(({ root, status }) => [root, status]);
  expect(roots.sort()).toEqual([
    ['a', 'active'],
    ['b', 'active'],
  ]);
});

test('REQ-CONC-020: the queue is not held while a server computes, so two files of one server are asked in parallel', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('held.ts') } });
  const first = lab.messages('a.fake', 'HOLD\nERROR a');
  const asked = await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
  const second = lab.messages('b.fake', 'HOLD\nERROR b');
  await lab.probe.untilReceived('textDocument/diagnostic', 'b.fake', { after: asked });
  // A third, which is not held, is not even behind them.
  expect(await lab.messages('c.fake', 'ERROR c')).toEqual(['c']);
  lab.probe.tell({ command: 'answer' });
  expect(await Promise.all([first, second])).toEqual([['a'], ['b']]);
});

test('of two edits at once, each is judged with what the other had written before it began', async () => {
  await using lab = await Lab.open({
    files: { 'a.py': '', 'b.py': '' },
    servers: { pyright: fake('caches.ts', { args: ['f'], extensions: ['.py'] }) },
  });
  // The server reads b.py, and holds it as it was.
  await lab.messages('a.py', 'from b import f\n');
  const before = lab.probe.events.at(-1);
  const since = before === undefined ? {} : { after: before };
  lab.workspace.write('a.py', 'HOLD\nfrom b import f\n');
  lab.workspace.write('b.py', 'HOLD\ndef f\n');
  const first = lab.messages('a.py', 'HOLD\nfrom b import f\n');
  const second = lab.messages('b.py', 'HOLD\ndef f\n');
  const asked = await lab.probe.untilReceived('textDocument/diagnostic', 'a.py', since);
  await lab.probe.untilReceived('textDocument/diagnostic', 'b.py', since);
  const again = lab.probe.untilReceived('textDocument/diagnostic', 'a.py', { after: asked });
  lab.probe.tell({ command: 'answer' });
  await Promise.race([again, first]);
  lab.probe.tell({ command: 'answer' });
  expect(await first).toEqual([]);
  await second;
});

test('REQ-CONC-020: concurrent writes of one file reach the server one after the other, and the last is what it keeps', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  await lab.messages('a.fake', '');
  const results = await Promise.all(range(15).map((n) => lab.messages('a.fake', `ERROR ${n}`)));
  expect(results.at(-1)).toEqual(['14']);
  const changes = lab.probe.received('textDocument/didChange');
  const versions = changes.map(({ version = 0 }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(changes.at(-1)?.text).toBe('ERROR 14');
});

test('REQ-CONC-020: an earlier question that is slower to read its files does not put an older text over a newer one', async () => {
  const slow = Object.fromEntries(
    range(4).map((n) => [`slow${n}.fake`, `${'x'.repeat(99)}\n`.repeat(30_000)]),
  );
  await using lab = await Lab.open({ files: slow, servers: { fake: fake('pull.ts') } });
  await lab.edit('a.fake', 'ERROR new');
  await lab.messages('a.fake', '');
  const earlier = lab.sidecar.request('lsp/check', {
    files: [
      { filePath: 'a.fake', text: 'ERROR old' },
      ...Object.keys(slow).map((filePath) => ({ filePath })),
    ],
  });
  expect(await lab.messages('a.fake', 'ERROR new')).toEqual(['new']);
  await earlier;
  expect(
    lab.probe.events.findLast(({ path, text }) => path === lab.workspace.path('a.fake') && text !== undefined)
      ?.text,
  ).toBe('ERROR new');
});

test('REQ-TIME-060: each of two overlapping edits of a file is answered with its own text', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('held.ts') } });
  await lab.messages('a.fake', '');
  const warmUp = lab.probe.events.at(-1);
  const first = lab.messages('a.fake', 'HOLD\nERROR first');
  const asked = await lab.probe.untilReceived(
    'textDocument/diagnostic',
    'a.fake',
    warmUp === undefined ? {} : { after: warmUp },
  );
  const second = lab.messages('a.fake', 'HOLD\nERROR second');
  await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake', { after: asked });
  lab.probe.tell({ command: 'answer' });
  expect(await second).toEqual(['second']);
  // The first may have been given up, but it never shows what it was not asked about.
  expect(['', 'first']).toContain((await first).join());
});

test('lsp/check: every file of a patch is with the server before the first question, and the report is in the order asked', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  await lab.messages('b.fake', 'open already');
  const start = lab.probe.events.length;
  const names = ['c.fake', 'b.fake', 'a.fake', 'sub/d.fake'];
  const report = await lab.check(Object.fromEntries(names.map((name) => [name, `ERROR ${name}`])));
  expect(
    Object.entries(report.files).map(([name, found]) => [name, found.map(({ message }) => message)]),
  ).toEqual(names.map((name) => [name, [name]]));
  expect(report.servers.map(({ id, root, outcome }) => ({ id, root, outcome }))).toEqual([
    { id: 'fake', root: '.', outcome: 'complete' },
  ]);
  expect(report.servers[0]?.ms).toBeGreaterThan(0);
  expect(report.others).toEqual({});

  const methods = lab.probe.events.slice(start).map(({ method }) => method);
  const lastWrite = Math.max(
    methods.lastIndexOf('textDocument/didOpen'),
    methods.lastIndexOf('textDocument/didChange'),
  );
  expect(methods.indexOf('textDocument/diagnostic')).toBeGreaterThan(lastWrite);
  expect(methods.filter((method) => method === 'textDocument/didOpen')).toHaveLength(3);
  expect(methods.filter((method) => method === 'textDocument/didChange')).toHaveLength(1);
});

test('lsp/check: the questions about the files of a patch are asked in parallel', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('held.ts') } });
  const report = lab.check({
    'a.fake': 'HOLD\nERROR a',
    'b.fake': 'HOLD\nERROR b',
    'c.fake': 'HOLD\nERROR c',
  });
  for (const name of ['a.fake', 'b.fake', 'c.fake'])
    await lab.probe.untilReceived('textDocument/diagnostic', name);
  lab.probe.tell({ command: 'answer' });
  expect(Object.keys((await report).files)).toEqual(['a.fake', 'b.fake', 'c.fake']);
  expect(
    Object.values((await report).files)
      .flat()
      .map(({ message }) => message),
  ).toEqual(['a', 'b', 'c']);
});

test('lsp/check: one file under two spellings is one document, and both keys are answered', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  lab.workspace.write('a.fake', 'ERROR a');
  const report = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake' }, { filePath: lab.workspace.path('a.fake') }],
  });
  expect(
    Object.values(report.files)
      .flat()
      .map(({ message }) => message),
  ).toContain('a');
  // What the fake tells the probe may come after its answer.
  await lab.probe.untilReceived('textDocument/diagnostic');
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
});

test('lsp/check: names that are properties of every object are names like others', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts', { extensions: ['.fake', '.x'] }) } });
  const names = ['constructor.fake', '__proto__.fake', '1.fake'];
  const report = await lab.check(Object.fromEntries(names.map((name) => [name, `ERROR ${name}`])));
  expect(Object.keys(report.files)).toEqual(names);
});

test('a text that the server already has is not sent again', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  for (let n = 0; n < 3; n += 1) expect(await lab.messages('a.fake', 'ERROR same')).toEqual(['same']);
  expect(await lab.messages('a.fake', 'ERROR other')).toEqual(['other']);
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
  expect(lab.probe.received('textDocument/didChange')).toHaveLength(1);
});
