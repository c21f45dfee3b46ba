import { expect, test } from 'bun:test';
import { join } from 'node:path';

import type { LspConfig } from '../../src/types.ts';
import { Agent } from '../harness/agent.ts';
import { Lab, outcomes } from '../harness/lab.ts';

const FAKE = join(import.meta.dir, '../fakes/tsserver.ts');

/** What typescript-language-server does where the workspace has one: runs on Node, with somebody else behind it. */
const cli = (...words: string[]): string => `import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
const [givenUp, probe] = ['./given-up*', '../../../probe'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const words = [${JSON.stringify(FAKE)}, '--cancellationPipeName', givenUp, ...${JSON.stringify(words)}];
const env = { ...process.env, FAKE_PROBE: probe, FAKE_NAME: 'typescript' };
spawn(${JSON.stringify(process.execPath)}, words, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1));
`;

function open(config: Omit<LspConfig, 'servers'> = {}, ...words: string[]): Promise<Lab> {
  return Lab.open({
    config,
    servers: { typescript: {} },
    files: {
      'node_modules/typescript/package.json': '{ "name": "typescript", "version": "5.9.9" }',
      'node_modules/typescript/lib/tsserver.js': '',
      'node_modules/typescript-language-server/package.json':
        '{ "name": "typescript-language-server", "version": "5.9.9", "bin": { "typescript-language-server": "cli.mjs" } }',
      'node_modules/typescript-language-server/cli.mjs': cli(...words),
    },
  });
}

/** How often it was told so far to load everything anew. */
function loadsOf(lab: Lab): number {
  return lab.probe
    .received('workspace/executeCommand')
    .filter(({ params }) => JSON.stringify(params).includes('reloadProjects')).length;
}

test('a file that tsserver refuses to judge is shown to it once more, and judged', async () => {
  await using lab = await open();
  expect(await lab.messages('a.ts', 'ERROR one')).toEqual(['one']);
  const report = await lab.check({ 'b.ts': 'ORPHAN\nERROR two' });
  expect([report.files['b.ts']?.map(({ message, line }) => [line, message]), outcomes(report)]).toEqual([
    [[2, 'two']],
    { typescript: 'complete' },
  ]);
  expect(await lab.messages('b.ts', 'ORPHAN\nERROR three')).toEqual(['three']);
  expect(await lab.messages('b.ts', 'ORPHAN')).toEqual([]);
});

test('a file that breaks tsserver is not judged, and the reason is what tsserver says', async () => {
  await using lab = await open();
  const report = await lab.check({ 'a.ts': 'FAILS' });
  const reason = 'semanticDiagnosticsSync: TypeScript Server Error (5.9.9): Debug Failure.';
  expect(report.servers).toMatchObject([{ id: 'typescript', outcome: 'timed-out', reason }]);
  expect(report.unjudged).toMatchObject([{ id: 'typescript', files: ['a.ts'], reason }]);
  expect(await lab.messages('a.ts', 'ERROR one')).toEqual(['one']);
});

test('REQ-LIFE-070: a language server that outlives its tsserver is broken, and ended', async () => {
  await using lab = await open();
  expect(await lab.messages('a.ts', 'ERROR one')).toEqual(['one']);
  const report = await lab.check({ 'a.ts': 'GONE\nERROR two' });
  expect([report.files, outcomes(report)]).toEqual([{ 'a.ts': [] }, { typescript: 'broken' }]);
  const [row] = (await lab.sidecar.request('lsp/status', {})).filter(({ id }) => id === 'typescript');
  expect(row).toMatchObject({ status: 'broken', reason: 'tsserver has ended' });
});

test('REQ-DIAG-010: after a file was created tsserver reloads its projects, or those that import it would miss it for good', async () => {
  await using lab = await open();
  expect(await lab.messages('a.ts', 'IMPORT b.ts')).toEqual(['Cannot find module b.ts']);
  lab.workspace.write('b.ts', 'one');
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'b.ts', text: 'one', created: true }] });
  expect(await lab.messages('a.ts', 'IMPORT b.ts')).toEqual([]);
});

test.each([
  ['b.ts', true],
  ['package.json', true],
  ['unknown', true],
  ['a.module.css', true],
  ['notes.py', false],
  ['src/main.go', false],
])(
  '%s comes: that tsserver reloads its projects is %p, for where agents write other languages at the same time it would never be done',
  async (file, isLoadedAnew) => {
    await using lab = await open();
    const missing = ['Cannot find module opened.ts'];
    await lab.messages('opened.ts', '');
    expect(await lab.messages('a.ts', 'IMPORT opened.ts')).toEqual(missing);
    lab.workspace.write(file, '{}');
    await lab.sidecar.request('lsp/check', { files: [{ filePath: file, text: '{}', created: true }] });
    expect(await lab.messages('a.ts', 'IMPORT opened.ts')).toEqual(isLoadedAnew ? [] : missing);
  },
);

test('REQ-CONC-020: a file that changed behind its back while it was reading is another one for whatever is asked next, and nothing is reloaded', async () => {
  await using agent = await Agent.over(await open({}, '--watches'));
  const { lab, mcp } = agent;
  lab.workspace.write('b.ts', 'ERROR old');
  lab.workspace.write('a.ts', 'READS b.ts');
  expect(await lab.messages('c.ts', 'ERROR one')).toEqual(['one']);
  const busy = lab.messages('c.ts', 'BUSY\nREADS b.ts');
  await lab.probe.until(({ event }) => event === 'busy');
  const loads = loadsOf(lab);
  lab.workspace.write('b.ts', 'ERROR new');
  const next = lab.messages('a.ts', 'READS b.ts');
  await lab.probe.untilReceived('textDocument/didOpen', 'a.ts');
  const hover = mcp.request('tools/call', {
    name: 'lsp_hover',
    arguments: { file: 'a.ts', line: 1, character: 1 },
  });
  await lab.probe.untilReceived('textDocument/hover', 'a.ts');
  lab.probe.tell({ command: 'answer' });
  expect(await next).toEqual(['new']);
  expect(await hover).toMatchObject({ structuredContent: { content: 'ERROR new' } });
  await busy;
  expect(loadsOf(lab)).toBe(loads);
});

test.each([
  { how: 'came', before: undefined, after: 'ERROR new', found: ['new'] },
  { how: 'went', before: 'ERROR old', after: undefined, found: ['Cannot find module b.ts'] },
])(
  'REQ-CONC-020: a file that $how where it was just looking has done so for whoever asks next, and nothing is reloaded',
  async ({ before, after, found }) => {
    await using agent = await Agent.over(await open({}, '--watches'));
    const { lab, mcp } = agent;
    lab.workspace.write('a.ts', 'READS b.ts');
    if (before !== undefined) lab.workspace.write('b.ts', before);
    expect(await lab.messages('c.ts', 'ERROR one')).toEqual(['one']);
    const busy = lab.messages('c.ts', 'BUSY\nREADS b.ts');
    await lab.probe.until(({ event }) => event === 'busy');
    const loads = loadsOf(lab);
    if (after === undefined) lab.workspace.remove('b.ts');
    else lab.workspace.write('b.ts', after);
    const next = lab.messages('a.ts', 'READS b.ts');
    await lab.probe.untilReceived('textDocument/didOpen', 'a.ts');
    const hover = mcp.request('tools/call', {
      name: 'lsp_hover',
      arguments: { file: 'a.ts', line: 1, character: 1 },
    });
    await lab.probe.until(
      ({ method, params }) =>
        method === 'workspace/didChangeWatchedFiles' && JSON.stringify(params).includes('b.ts'),
    );
    lab.probe.tell({ command: 'answer' });
    expect(await next).toEqual([...found]);
    expect(await hover).toMatchObject({ structuredContent: { content: `ERROR ${found[0]}` } });
    await busy;
    expect(loadsOf(lab)).toBe(loads);
  },
);

test.each([
  ['is at', false],
  ['was at when it was given up', true],
])(
  'REQ-CONC-020: nor is a file missed that comes where a question of navigation %s it',
  async (_, isGivenUp) => {
    await using agent = await Agent.over(await open({}, '--watches'));
    const { lab, mcp } = agent;
    lab.workspace.write('a.ts', 'READS b.ts');
    lab.workspace.write('d.ts', 'BUSY\nREADS b.ts');
    expect(await lab.messages('c.ts', 'ERROR one')).toEqual(['one']);
    mcp.send({
      jsonrpc: '2.0',
      id: 900,
      method: 'tools/call',
      params: { name: 'lsp_hover', arguments: { file: 'd.ts', line: 1, character: 1 } },
    });
    await lab.probe.until(({ event }) => event === 'busy');
    if (isGivenUp) {
      mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 900 } });
      await lab.probe.untilReceived('$/cancelRequest');
    }
    lab.workspace.write('b.ts', 'ERROR new');
    // Nobody else has asked it anything when it is told.
    const made = lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'b.ts', text: 'ERROR new', created: true }],
    });
    await lab.probe.untilReceived('textDocument/didOpen', 'b.ts');
    const next = lab.messages('a.ts', 'READS b.ts');
    await lab.probe.untilReceived('textDocument/didOpen', 'a.ts');
    lab.probe.tell({ command: 'answer' });
    expect(await next).toEqual(['new']);
    await made;
  },
);

test('REQ-CONC-020: a question whose file becomes another one while it waits is put again, about the text that there is then', async () => {
  await using agent = await Agent.over(await open({}, '--watches'));
  const { lab, mcp } = agent;
  lab.workspace.write('a.ts', 'READS b.ts');
  expect(await lab.messages('c.ts', 'ERROR one')).toEqual(['one']);
  const busy = lab.messages('c.ts', 'BUSY\nREADS b.ts');
  await lab.probe.until(({ event }) => event === 'busy');
  lab.workspace.write('b.ts', 'ERROR new');
  const waiting = [lab.messages('a.ts', 'READS b.ts')];
  const opened = await lab.probe.untilReceived('textDocument/didOpen', 'a.ts');
  // A question waits from then on until the project is loaded anew.
  await lab.probe.until(
    ({ method, params }) =>
      method === 'workspace/didChangeWatchedFiles' && JSON.stringify(params).includes('b.ts'),
  );
  const hover = mcp.request('tools/call', {
    name: 'lsp_hover',
    arguments: { file: 'a.ts', line: 1, character: 1 },
  });
  // By then it has got as far as it can.
  for (let step = 0; step < 20; step++) await mcp.request('ping', {});
  waiting.push(lab.edit('a.ts', '// Above.\nREADS b.ts'));
  await lab.probe.untilReceived('textDocument/didChange', 'a.ts', { after: opened });
  lab.probe.tell({ command: 'answer' });
  expect(await hover).toMatchObject({ structuredContent: { content: 'ERROR new' } });
  // However often it is asked: about this text alone.
  const texts = lab.probe.received('textDocument/hover').map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set(['// Above.\nREADS b.ts']));
  await Promise.all([busy, ...waiting]);
});

// Elsewhere the system does not tell how a process was started, and the work is waited for.
test.if(process.platform === 'linux')(
  'REQ-TIME-080: work that nobody waits for any longer is ended, and what comes after it is answered',
  async () => {
    await using lab = await open({ diagnosticTimeout: 1000 });
    expect(await lab.messages('a.ts', 'ERROR one')).toEqual(['one']);
    const late = await lab.check({ 'a.ts': 'ENDLESS' });
    expect(outcomes(late)).toEqual({ typescript: 'timed-out' });
    expect(await lab.messages('a.ts', 'ERROR two')).toEqual(['two']);
    expect(await lab.messages('b.ts', 'ERROR three')).toEqual(['three']);
  },
);
