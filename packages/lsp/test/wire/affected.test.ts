import { basename } from 'node:path';
import { expect, test } from 'bun:test';

import type { CheckReport, LspConfig } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile } from '../harness/lab.ts';

/** Longer than any test waits. ms. */
const FAR = 20_000;

const FILES = {
  'a.py': 'def f\ndef g\n',
  'b.py': 'from a import f\n',
  'c.py': 'from a import g\n',
  'd.py': 'from b import f\n',
  'e.py': 'def alone\n',
};

/** `b.py` says what `a.py` declares, and twenty files say what `b.py` makes of it. */
const MANY = {
  ...FILES,
  'b.py': 'from a import f\nx = f\n',
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`g${n}.py`, 'from b import x\n'])),
};

/** A server that answers about one file at a time, for a language whose imports can be read. */
function open(config: Omit<LspConfig, 'servers'> = {}, files: Record<string, string> = FILES): Promise<Lab> {
  const servers = { pyright: fake('imports.ts', { extensions: ['.py'] }) };
  return Lab.open({
    files,
    servers,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR, ...config },
  });
}

/** As write_file does. */
function write(lab: Lab, file: string, text: string, before?: string): Promise<CheckReport> {
  lab.workspace.write(file, text);
  return lab.sidecar.request('lsp/check', {
    files: [{ filePath: file, text, ...(before !== undefined && { before }) }],
    others: true,
  });
}

const whatItSays = ({ others, othersComplete }: CheckReport): unknown => [
  messagesByFile(others),
  othersComplete,
];

/** The files that were asked about, in order. */
const asked = (lab: Lab): string[] =>
  lab.probe.received('textDocument/diagnostic').map(({ path = '' }) => basename(path));

test('REQ-DIAG-040 REQ-DIAG-045: files that nobody opened are found where a write breaks them, and leave once they are mended', async () => {
  await using lab = await open();
  expect(whatItSays(await write(lab, 'a.py', 'def g\n', FILES['a.py']))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'b.py': ['a has no f'],
  });
  expect(whatItSays(await write(lab, 'a.py', FILES['a.py']))).toEqual([{}, true]);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('those that see what was changed are asked about, and no others', async () => {
  await using lab = await open();
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect(asked(lab).toSorted()).toEqual(['a.py', 'b.py', 'd.py']);
});

test('REQ-DIAG-040: no other file is asked about an edit that none can see', async () => {
  const module = (body: string): string => `def f(a: int) -> int:\n    return ${body}\n`;
  await using lab = await open({}, { 'a.py': module('1'), 'b.py': 'from a import f\n' });
  await write(lab, 'b.py', 'from a import f, h\n', 'from a import f\n');
  await write(lab, 'b.py', 'from a import f\n', 'from a import f, h\n');
  const before = asked(lab).length;
  expect(whatItSays(await write(lab, 'a.py', module('2'), module('1')))).toEqual([{}, true]);
  expect(asked(lab).slice(before)).toEqual(['a.py']);
  const gone = module('2').replace('def f', 'def g');
  expect(whatItSays(await write(lab, 'a.py', gone, module('2')))).toEqual([{ 'b.py': ['a has no f'] }, true]);
  // What is known of others stays: it names no lines of the file.
  const since = asked(lab).length;
  expect(whatItSays(await write(lab, 'a.py', gone.replace('2', '3'), gone))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
  expect(asked(lab).slice(since).toSorted()).toEqual(['a.py']);
});

test('of those that git ignores, only what imports it; what a tool has edited counts as any other', async () => {
  const ignored = { 'out/says.py': 'def f\n', 'out/uses.py': 'from a import f\n', 'says.py': 'def f\n' };
  const git = { '.git/HEAD': '', '.gitignore': 'out/\n' };
  // With it, any may see what has changed.
  const builtins = { '__builtins__.py': 'from a import f\n' };
  await using lab = await open({}, { ...FILES, ...ignored, ...git, ...builtins });
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect(asked(lab).toSorted()).toEqual([
    '__builtins__.py',
    'a.py',
    'b.py',
    'c.py',
    'd.py',
    'e.py',
    'says.py',
    'uses.py',
  ]);
  await write(lab, 'out/says.py', 'def f\ndef h\n', 'def f\n');
  const before = asked(lab).length;
  await write(lab, 'a.py', FILES['a.py'], 'def g\n');
  expect(
    asked(lab)
      .slice(before)
      .filter((name) => name === 'says.py'),
  ).toHaveLength(2);
});

test('those that say what was taken away are asked about first', async () => {
  await using lab = await open({ maxAffectedFiles: 8 }, MANY);
  expect(whatItSays(await write(lab, 'a.py', 'def g\n', FILES['a.py']))).toEqual([
    { 'b.py': ['a has no f'] },
    false,
  ]);
});

test('a search that the bound cuts short is pending, and one that is complete is not', async () => {
  await using lab = await open({ maxAffectedFiles: 8 }, MANY);
  expect((await write(lab, 'a.py', 'def g\n', FILES['a.py'])).othersPending).toBe(true);
  await using whole = await open();
  expect(await write(whole, 'a.py', 'def g\n', FILES['a.py'])).not.toHaveProperty('othersPending');
});

test('those that are known to be broken are asked about before those, where one answer confirms most of it first', async () => {
  const broken = { 'b.py': `# ${'long '.repeat(400)}\nfrom a import f\n`, 'z.py': 'from a import f\n' };
  await using lab = await open({}, { ...FILES, ...broken });
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  const before = asked(lab).length;
  expect(whatItSays(await write(lab, 'a.py', 'def h\n', 'def g\n'))).toEqual([
    { 'b.py': ['a has no f'], 'c.py': ['a has no g'], 'z.py': ['a has no f'] },
    true,
  ]);
  expect(asked(lab).slice(before, before + 4)).toEqual(['a.py', 'z.py', 'b.py', 'c.py']);
});

test('what a shell has changed since is asked about before all of them', async () => {
  await using lab = await open(
    {},
    { ...FILES, 'y.py': 'from e import alone\n', 'z.py': 'from a import f\n' },
  );
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  lab.workspace.write('y.py', 'from e import together\n');
  const before = asked(lab).length;
  expect(whatItSays(await write(lab, 'a.py', 'def h\n', 'def g\n'))).toEqual([
    { 'b.py': ['a has no f'], 'c.py': ['a has no g'], 'y.py': ['e has no together'], 'z.py': ['a has no f'] },
    true,
  ]);
  expect([...new Set(asked(lab).slice(before))].slice(0, 4)).toEqual(['a.py', 'y.py', 'b.py', 'z.py']);
});

test('where nobody knows what a file held, all that depend on it are affected', async () => {
  await using lab = await open();
  expect(whatItSays(await write(lab, 'a.py', 'def f\n'))).toEqual([{ 'c.py': ['a has no g'] }, true]);
});

/** As hooks do: the host has written the file, and says which one. */
function written(lab: Lab, file: string, text: string): Promise<CheckReport> {
  lab.workspace.write(file, text);
  return lab.sidecar.request('lsp/check', { files: [{ filePath: file }], others: true });
}

const BROKEN_BY_A = { 'b.py': ['a has no f'] };

test('REQ-CONTENT-020 REQ-DIAG-040: a changed file that was never opened, and whose text is not given, makes all that depend on it stale', async () => {
  await using lab = await open();
  expect(whatItSays(await written(lab, 'e.py', 'def alone\n'))).toEqual([{}, true]);
  expect(whatItSays(await written(lab, 'a.py', 'def g\n'))).toEqual([BROKEN_BY_A, true]);
  expect(whatItSays(await written(lab, 'a.py', FILES['a.py']))).toEqual([{}, true]);
});

test('REQ-CONTENT-020 REQ-DIAG-040: also where it is the first file of the session', async () => {
  await using lab = await open();
  expect(whatItSays(await written(lab, 'a.py', 'def g\n'))).toEqual([BROKEN_BY_A, true]);
});

test('REQ-DIAG-040: a file that changed on disk before it was shown to a server is not taken for what it was', async () => {
  await using lab = await open();
  await written(lab, 'e.py', 'def alone\n');
  lab.workspace.write('a.py', 'def g\n');
  lab.sidecar.notify('lsp/warm', { filePath: 'a.py' });
  await lab.probe.untilReceived('textDocument/didOpen', 'a.py');
  expect(whatItSays(await written(lab, 'e.py', 'def alone\n\n'))).toEqual([BROKEN_BY_A, true]);
});

test('REQ-DIAG-010 REQ-DIAG-040: what changed between the start of a server and the first check is found', async () => {
  await using lab = await open();
  lab.sidecar.notify('lsp/warm', { filePath: 'e.py' });
  await lab.probe.untilReceived('textDocument/didOpen', 'e.py');
  lab.workspace.write('a.py', 'def g\n');
  expect(whatItSays(await written(lab, 'e.py', 'def alone\n\n'))).toEqual([BROKEN_BY_A, true]);
});

test('a file that was checked and has not changed makes nothing stale', async () => {
  await using lab = await open();
  await written(lab, 'e.py', 'def alone\n');
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.py' }], others: true });
  expect(asked(lab)).toEqual(['e.py', 'a.py']);
});

test('a check that is not given the text costs one question, as one that is', async () => {
  await using lab = await open();
  await written(lab, 'e.py', 'def alone\n');
  await written(lab, 'e.py', 'def alone\n\n');
  expect(asked(lab)).toEqual(['e.py', 'e.py']);
});

test('REQ-CONTENT-020 REQ-DIAG-040: a file that its caller has written counts as changed, though the disk was looked at since', async () => {
  await using lab = await open();
  lab.workspace.write('a.py', 'def g\n');
  await written(lab, 'e.py', 'def alone\n');
  expect(
    whatItSays(
      await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.py' }], others: true, written: true }),
    ),
  ).toEqual([BROKEN_BY_A, true]);
});

test('REQ-DIAG-040: what a shell changed before an edit of the same file counts, though the caller says what the edit changed', async () => {
  await using lab = await open();
  await written(lab, 'e.py', 'def alone\n');
  lab.workspace.write('a.py', 'def g\n');
  expect(whatItSays(await write(lab, 'a.py', 'def g\n#\n', 'def g\n'))).toEqual([BROKEN_BY_A, true]);
});

test('REQ-DIAG-040: also where the model has read the file in between', async () => {
  await using lab = await open();
  await written(lab, 'e.py', 'def alone\n');
  lab.workspace.write('a.py', 'def g\n');
  lab.sidecar.notify('lsp/warm', { filePath: 'a.py' });
  await lab.probe.untilReceived('textDocument/didOpen', 'a.py');
  expect(whatItSays(await write(lab, 'a.py', 'def g\n#\n', 'def g\n'))).toEqual([BROKEN_BY_A, true]);
});

test('REQ-DIAG-040: what a file held says that it was written, also where its text is read from disk', async () => {
  await using lab = await open();
  lab.workspace.write('a.py', 'def g\n');
  const report: CheckReport = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.py', before: FILES['a.py'] }],
    others: true,
  });
  expect(whatItSays(report)).toEqual([{ 'b.py': ['a has no f'] }, true]);
});

test('REQ-LIFE-060: what was opened to be asked about is closed again', async () => {
  await using lab = await open();
  const closed = (): string[] =>
    lab.probe.received('textDocument/didClose').map(({ path = '' }) => basename(path));
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  await lab.probe.until(() => closed().length === 2);
  expect(closed().toSorted()).toEqual(['b.py', 'd.py']);
});

test('REQ-DIAG-030: an edit asks about no other file, and the next write makes up for it', async () => {
  await using lab = await open();
  await lab.edit('a.py', 'def g\n');
  expect(asked(lab)).toEqual(['a.py']);
  expect(whatItSays(await write(lab, 'e.py', 'def alone\n\n', FILES['e.py']))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
});

test('REQ-KNOWN-010: what the bound cuts off is asked about in the background, and joins the known files', async () => {
  await using lab = await open({ maxAffectedFiles: 0 });
  const report = await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  await lab.probe.until(() => asked(lab).length === 3);
  expect(report.othersComplete).toBe(false);
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'b.py': ['a has no f'],
  });
});

test('REQ-TIME-040: a file that takes too long costs the bound, and its finding comes with the next result', async () => {
  await using lab = await open({ otherFilesTimeout: 300 }, { ...FILES, 'b.py': '# HOLD\nfrom a import f\n' });
  const late = write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect(await elapsed(late)).toBeLessThan(FAR / 2);
  expect(whatItSays(await late)).toEqual([{}, false]);
  const epoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'answer' });
  expect(
    messagesByFile(await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: FAR })),
  ).toEqual({ 'b.py': ['a has no f'] });
});

test('REQ-TIME-040: an edit waits for what it may have broken, and not for what an earlier one may have', async () => {
  const files = { ...FILES, 'b.py': '# HOLD\nfrom a import f\n', 'y.py': 'from e import alone\n' };
  await using lab = await open({ otherFilesTimeout: 1000 }, files);
  const first = await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect([first.othersComplete, first.othersPending]).toEqual([false, true]);
  const next = await write(lab, 'e.py', 'def together\n', FILES['e.py']);
  expect([next.othersComplete, next.othersPending]).toEqual([false, undefined]);
  expect(messagesByFile(next.others)).toEqual({ 'y.py': ['e has no alone'] });
});

test('REQ-KNOWN-010: what no change can have reached is reported again, also while a search goes on', async () => {
  const files = { ...FILES, 'y.py': '# HOLD\nfrom e import alone\n', 'z.py': 'def z\n' };
  await using lab = await open({ otherFilesTimeout: 1000 }, files);
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect((await write(lab, 'e.py', 'def together\n', FILES['e.py'])).othersPending).toBe(true);
  const before = asked(lab).length;
  const next = await write(lab, 'z.py', 'def zz\n', 'def z\n');
  expect([messagesByFile(next.others), next.othersPending]).toEqual([BROKEN_BY_A, undefined]);
  expect(asked(lab).slice(before)).toEqual(['z.py']);
});

test('REQ-TIME-080: the next check takes back what is asked in the background', async () => {
  await using lab = await open({ otherFilesTimeout: 300 }, { ...FILES, 'b.py': '# HOLD\nfrom a import f\n' });
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  expect(await lab.edit('e.py', 'def alone\nfrom a import f\n')).toEqual(['a has no f']);
  expect(lab.probe.received('$/cancelRequest')).toHaveLength(1);
});

const IMPORTS_F = 'from a import f\n';
/** Those that import `a` are asked about in this order, four at a time: what the first ones take tells what the large one will. */
const ONE_LARGE = {
  'a.py': 'def f\n',
  ...Object.fromEntries(['b.py', 'c.py', 'd.py', 'e.py', 'f.py', 'z.py'].map((file) => [file, IMPORTS_F])),
  'large.py': IMPORTS_F + '# a long comment\n'.repeat(20_000),
};
const SLOW = { pyright: fake('imports.ts', { extensions: ['.py'], args: ['slow'] }) };

test('REQ-TIME-080: a file that would outlast the bound is not begun, as the next check would wait for it; those behind it are asked about', async () => {
  await using lab = await Lab.open({
    files: ONE_LARGE,
    servers: SLOW,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: 2000 },
  });
  const broken = ['b.py', 'c.py', 'd.py', 'e.py', 'f.py', 'z.py'].map((file) => [file, ['a has no f']]);
  expect(whatItSays(await write(lab, 'a.py', '', ONE_LARGE['a.py']))).toEqual([
    Object.fromEntries(broken),
    false,
  ]);
  expect(asked(lab)).not.toContain('large.py');
});

test('a file that is deleted breaks those that import it; one that is created mends them', async () => {
  await using lab = await open();
  await lab.edit('e.py', 'def alone\n');
  lab.workspace.remove('a.py');
  const gone = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'e.py', text: 'def alone\n' }],
    deleted: ['a.py'],
    others: true,
  });
  expect(whatItSays(gone)).toEqual([{ 'b.py': ['a has no f'], 'c.py': ['a has no g'] }, true]);
  lab.workspace.write('a.py', FILES['a.py']);
  const back = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.py', text: FILES['a.py'], created: true }],
    others: true,
  });
  expect(whatItSays(back)).toEqual([{}, true]);
});

test('REQ-KNOWN-010: what no change can have reached is reported again without a request', async () => {
  await using lab = await open();
  await write(lab, 'a.py', 'def g\n', FILES['a.py']);
  const before = asked(lab).length;
  expect(whatItSays(await write(lab, 'e.py', 'def alone\n\n', FILES['e.py']))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
  expect(asked(lab).slice(before)).toEqual(['e.py']);
});

test('REQ-DIAG-010: what moved behind us is known before other files are asked about, also where the check itself asks and notifies nobody', async () => {
  await using lab = await open();
  await write(lab, 'a.py', 'def f\ndef g\n#\n', FILES['a.py']);
  lab.workspace.write('a.py', 'def g\n');
  expect(whatItSays(await lab.sidecar.request('lsp/check', { files: [], others: true }))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
});

test('what was edited while the server still started is made up for once it has', async () => {
  const servers = { pyright: fake('imports.ts', { extensions: ['.py'], args: ['late'] }) };
  await using lab = await Lab.open({
    files: FILES,
    servers,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: 1000, otherFilesTimeout: FAR },
  });
  expect(whatItSays(await write(lab, 'a.py', 'def g\n', FILES['a.py']))).toEqual([{}, false]);
  lab.probe.tell({ command: 'initialize' });
  expect(whatItSays(await write(lab, 'e.py', 'def alone\n\n', FILES['e.py']))).toEqual([
    { 'b.py': ['a has no f'] },
    true,
  ]);
});

test('a server that starts only while others are asked has not been asked, and nothing is complete without it', async () => {
  const servers = {
    pyright: fake('imports.ts', { extensions: ['.py'] }),
    ty: fake('imports.ts', { extensions: ['.py'], args: ['late'] }),
  };
  await using lab = await Lab.open({
    files: { ...FILES, 'b.py': `from e import alone\n${FILES['b.py']}# HOLD\n` },
    servers,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: 1000, otherFilesTimeout: FAR },
  });
  const { probe, sidecar, workspace } = lab;
  await lab.edit('a.py', FILES['a.py']);
  workspace.remove('e.py');
  const deleted = sidecar.request('lsp/check', { files: [], deleted: ['e.py'], others: true });
  await probe.untilReceived('textDocument/diagnostic', 'b.py');
  probe.tell({ command: 'initialize' });
  await probe.until(({ server, method }) => server === 'ty' && method === 'initialized');
  probe.tell({ command: 'answer' });
  expect(whatItSays(await deleted)).toEqual([{ 'b.py': ['e has no alone'] }, false]);
});

test('what a check that does not concern it says while it still starts is not lost on a server', async () => {
  const servers = { pyright: fake('imports.ts', { extensions: ['.py'], args: ['late'] }) };
  await using lab = await Lab.open({
    files: FILES,
    servers,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR },
  });
  const first = lab.edit('e.py', 'def alone\n');
  await lab.probe.untilReceived('initialize');
  lab.workspace.remove('a.py');
  await lab.sidecar.request('lsp/check', { files: [], deleted: ['a.py'] });
  lab.probe.tell({ command: 'initialize' });
  await first;
  expect(whatItSays(await write(lab, 'e.py', 'def alone\n\n', FILES['e.py']))).toEqual([
    { 'b.py': ['a has no f'], 'c.py': ['a has no g'] },
    true,
  ]);
});

test('REQ-NAV-060: whoever asks for all diagnostics at the same time gets all of them', async () => {
  await using lab = await open();
  await lab.edit('a.py', 'def g\n');
  const all = await Promise.all(Array.from({ length: 5 }, () => lab.sidecar.request('lsp/diagnostics', {})));
  expect(all.map(messagesByFile)).toEqual(all.map(() => ({ 'b.py': ['a has no f'] })));
});

// These wait for the clock of what is done in the background: they do so at the same time.

test('REQ-TIME-080: in the background one file is asked about at a time, so that the next check waits for no more than that', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`g${n}.py`, 'from a import f\n# HOLD\n']),
  );
  await using lab = await open(
    { otherFilesTimeout: 1000 },
    { 'a.py': 'def f\n', 'e.py': 'def alone\n', ...many },
  );
  expect((await write(lab, 'a.py', '', 'def f\n')).othersComplete).toBe(false);
  const awaited = lab.probe.received('textDocument/diagnostic');
  expect(awaited.length).toBeGreaterThan(2);
  lab.probe.tell({ command: 'answer' });
  const next = await lab.probe.untilReceived('textDocument/diagnostic', '', { after: awaited.at(-1)! });
  await lab.checkFile('e.py');
  const since = lab.probe.received('textDocument/diagnostic');
  expect(since.slice(since.indexOf(next)).map(({ path = '' }) => basename(path))).toEqual([
    basename(next.path ?? ''),
    'e.py',
  ]);
});

test.concurrent(
  'REQ-TIME-080: the longer a file is likely to take, the longer it has been quiet before it is asked about in the background',
  async () => {
    // By what the others take, it takes 300 ms or more, and is asked about 3 s or more after the check.
    const files = { ...ONE_LARGE, 'large.py': IMPORTS_F + '# a long comment\n'.repeat(900) };
    await using lab = await Lab.open({
      files,
      servers: SLOW,
      config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, maxAffectedFiles: 0 },
    });
    await write(lab, 'a.py', '', ONE_LARGE['a.py']);
    await lab.probe.until(() => asked(lab).includes('z.py'));
    expect(asked(lab)).not.toContain('large.py');
    await lab.probe.until(() => asked(lab).includes('large.py'));
  },
);

test.concurrent(
  'a file that takes longer than anybody waits is closed, and its question is taken back',
  async () => {
    await using lab = await open(
      { firstTouchTimeout: 1500 },
      { ...FILES, 'b.py': '# HOLD\nfrom a import f\n' },
    );
    await write(lab, 'a.py', 'def g\n', FILES['a.py']);
    await lab.probe.until(() =>
      lab.probe.received('textDocument/didClose').some(({ path = '' }) => basename(path) === 'b.py'),
    );
    await lab.probe.untilReceived('$/cancelRequest');
  },
);

test.concurrent(
  'REQ-KNOWN-010: what there was no time to search for is searched for in the background',
  async () => {
    await using lab = await open({ otherFilesTimeout: 0 });
    expect((await write(lab, 'a.py', 'def g\n', FILES['a.py'])).othersComplete).toBe(false);
    await lab.probe.until(() => asked(lab).length === 3);
    expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
      'b.py': ['a has no f'],
    });
  },
);
