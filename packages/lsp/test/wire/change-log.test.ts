import { describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CheckFileParams, CheckReport } from '../../src/types.ts';
import { Agent } from '../harness/agent.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

/** Longer than any wait here, ms. */
const FAR = 20_000;
const PATIENT = { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR };

function edit({ workspace, sidecar }: Lab, file: CheckFileParams & { text: string }): Promise<CheckReport> {
  workspace.write(file.filePath, file.text);
  return sidecar.request('lsp/check', { files: [file], origins: true, others: true });
}

describe('REQ-DIAG-010: what a shell broke is the session’s error, though a hover has found it first', () => {
  const BY_SHELL = 'def a\nERROR old\nERROR shell\n';

  async function hovered(): Promise<Agent> {
    const agent = await Agent.open({
      servers: { fake: fake('navigates.ts') },
      config: PATIENT,
      files: { 'a.fake': 'def a\nERROR old\n', 'b.fake': 'def b\n' },
    });
    const { sidecar, workspace } = agent.lab;
    await sidecar.request('lsp/check', { files: [{ filePath: 'a.fake' }], origins: true });
    workspace.write('a.fake', BY_SHELL);
    await agent.find('hover', { file: 'a.fake', line: 1, character: 5 });
    return agent;
  }

  test('in what the session has caused', async () => {
    await using agent = await hovered();
    const { open, complete } = await agent.lab.sidecar.request('lsp/session', {});
    expect([messagesByFile(open), complete]).toEqual([{ 'a.fake': ['shell'] }, true]);
  });

  test('in the result of an edit of the file', async () => {
    await using agent = await hovered();
    const { files } = await edit(agent.lab, {
      filePath: 'a.fake',
      text: `${BY_SHELL}ERROR edit\n`,
      before: BY_SHELL,
    });
    expect(files['a.fake']?.map(({ message, origin }) => [message, origin])).toEqual([
      ['old', 'before'],
      ['shell', 'session'],
      ['edit', 'edit'],
    ]);
  });
});

test('REQ-DIAG-010: of two changes of one package each reaches the server', async () => {
  const install = ({ workspace }: Pick<Lab, 'workspace'>, version: number): void => {
    workspace.write('node_modules/p/package.json', `{ "version": "${version}.0.0" }`);
    workspace.write('node_modules/p/index.fake', `${version}`);
  };
  await using lab = await Lab.open({
    servers: { fake: fake('imports-once.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'node_modules/p/package.json': '{}', 'node_modules/p/index.fake': '' },
  });
  await lab.edit('a.fake', 'one\n');
  for (const version of [1, 2]) {
    const before = lab.probe.events.length;
    install(lab, version);
    await lab.edit('a.fake', `after ${version}\n`);
    const announced = lab.probe.events
      .slice(before)
      .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
      .flatMap(({ params }) => (params as { changes: { uri: string }[] }).changes)
      .map(({ uri }) => relative(lab.workspace.root, fileURLToPath(uri)));
    expect(announced.filter((path) => path.startsWith('node_modules')).sort()).toEqual([
      'node_modules/p/index.fake',
      'node_modules/p/package.json',
    ]);
  }
});

/** Two of these are more than the log keeps, which are 20,000 changes. */
const HALF = 10_500;

test('REQ-DIAG-010: a server that cannot be notified of all that has changed is renewed', async () => {
  const many = Array.from({ length: HALF }, (_, n): [string, string] => [`many/${n}.json`, '']);
  await using lab = await Lab.open({
    servers: {
      pyright: fake('imports.ts', { extensions: ['.py'], args: ['late'] }),
      clock: fake('pull.ts', { extensions: ['.clock'] }),
    },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'b.py': 'from a import f\n', ...Object.fromEntries(many) },
  });
  const { workspace, probe, sidecar } = lab;
  await lab.edit('x.clock', '');
  const asked = lab.check({ 'b.py': 'from a import f\n# asked\n' });
  await probe.until(({ server, event }) => server === 'pyright' && event === 'started');
  workspace.write('a.py', '');
  renameSync(workspace.path('many'), workspace.path('moved'));
  await lab.edit('x.clock', '1');
  // What comes together is kept together, until something follows.
  await lab.edit('x.clock', '2');
  probe.tell({ command: 'initialize' });
  await probe.until(() => probe.starts('pyright') === 2);
  probe.tell({ command: 'initialize' });
  await asked;
  const report = await lab.check({ 'b.py': 'from a import f\n# again\n' });
  expect([outcomes(report), messagesByFile(report.files)]).toEqual([
    { pyright: 'complete' },
    { 'b.py': ['a has no f'] },
  ]);
  const rows = await sidecar.request('lsp/status', {});
  expect(rows.find(({ id }) => id === 'pyright')?.reason).toBe(
    'restarted: more files have changed than it can be notified of',
  );
});
