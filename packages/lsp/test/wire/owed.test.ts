import { basename } from 'node:path';
import { expect, test } from 'bun:test';

import type { CheckReport } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

/** Longer than any test waits. ms. */
const FAR = 20_000;

const FILES = { 'a.py': 'def f\n', 'b.py': '', 'c.py': '' };

/** A server that judges imports, with a diagnosticTimeout of so many ms. */
function open(diagnosticTimeout: number): Promise<Lab> {
  return Lab.open({
    files: FILES,
    servers: { pyright: fake('caches.ts', { args: ['f'], extensions: ['.py'] }) },
    config: { diagnosticTimeout, firstTouchTimeout: FAR, otherFilesTimeout: FAR },
  });
}

/** As write_file does. */
function write(lab: Lab, filePath: string, text: string): Promise<CheckReport> {
  lab.workspace.write(filePath, text);
  return lab.sidecar.request('lsp/check', { files: [{ filePath, text }], others: true });
}

const whatItSays = ({ others, othersComplete }: CheckReport): unknown => [
  messagesByFile(others),
  othersComplete,
];

test('what a server that ended has not answered about, the next one is asked about', async () => {
  await using lab = await open(300);
  await write(lab, 'b.py', '');
  const late = await write(lab, 'c.py', '# HOLD\nfrom b import f\n');
  expect(late.servers.map(({ outcome }) => outcome)).toEqual(['timed-out']);
  await lab.sidecar.request('lsp/restart', {});
  const after = lab.probe.received('textDocument/diagnostic').at(-1);
  const next = write(lab, 'a.py', 'def f\n\n');
  await lab.probe.untilReceived('textDocument/diagnostic', 'c.py', { ...(after && { after }) });
  lab.probe.tell({ command: 'answer' });
  expect(whatItSays(await next)).toEqual([{ 'c.py': ['b has no f'] }, true]);
});

test('of a text that a server refuses to judge, no former error is listed', async () => {
  await using lab = await open(FAR);
  await write(lab, 'b.py', '');
  expect(messagesByFile((await write(lab, 'c.py', 'from b import f\n')).files)).toEqual({
    'c.py': ['b has no f'],
  });
  await write(lab, 'c.py', '# REFUSED\n');
  expect((await write(lab, 'a.py', 'def f\n\n')).others).toEqual({});
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('a linter whose answer was interrupted is asked about that file alone', async () => {
  await using lab = await Lab.open({
    servers: { compiler: fake('pull.ts'), lint: fake('held.ts', { role: 'linter', args: ['--lint'] }) },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, linterGrace: FAR, otherFilesTimeout: FAR },
  });
  await lab.check({ 'a.fake': 'LINT one', 'b.fake': 'LINT two' });
  lab.workspace.write('c.fake', 'HOLD lint');
  const files = [{ filePath: 'c.fake', text: 'HOLD lint' }];
  const { id, result } = lab.sidecar.ask('lsp/check', { files });
  await lab.probe.until(
    ({ server, method, path = '' }) =>
      server === 'lint' && method === 'textDocument/diagnostic' && basename(path) === 'c.fake',
  );
  lab.sidecar.cancel(id);
  await result.catch(() => undefined);
  lab.probe.tell({ command: 'answer' });
  const before = lab.probe.received('textDocument/diagnostic').length;
  lab.workspace.write('c.fake', 'LINT three');
  const report = await lab.check({ 'd.fake': '' }, true);
  const asked = lab.probe.received('textDocument/diagnostic').slice(before);
  const ofLinter = asked.filter(({ server }) => server === 'lint').map(({ path = '' }) => basename(path));
  expect([...new Set(ofLinter)]).toEqual(['d.fake', 'c.fake']);
  expect(messagesByFile(report.others)).toEqual({
    'a.fake': ['one'],
    'b.fake': ['two'],
    'c.fake': ['three'],
  });
});
