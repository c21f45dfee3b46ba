import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { TraceLine } from '../../src/trace/trace-line.ts';
import { fake, fakeChecker, Lab } from '../harness/lab.ts';

const SECRET = 'SECRETtext';

function linesOf(file: string): TraceLine[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceLine);
}

/** A session with a check, a call of a tool, and an end; what it has written. */
async function recorded(content: 'redacted' | 'full'): Promise<TraceLine[]> {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { trace: { file: 'trace.jsonl', content } },
  });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  lab.workspace.write('a.fake', `ERROR ${SECRET}`);
  await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake', text: `ERROR ${SECRET}` }],
    edit: '1.7',
  });
  await mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: {} });
  await lab.sidecar.request('lsp/shutdown', {});
  await lab.sidecar.exited;
  const file = lab.workspace.path('trace.jsonl');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return linesOf(file);
}

test('a trace holds both channels, every server and the processes, in the order of time, answers with their questions', async () => {
  const lines = await recorded('redacted');
  expect(lines[0]).toMatchObject({ kind: 'start', version: 1, from: 'sidecar', content: 'redacted' });
  expect(lines.map(({ t }) => t)).toEqual(lines.map(({ t }) => t).toSorted((a, b) => a - b));
  const told = (kind: string, dir: string, type: string, method: string): TraceLine | undefined =>
    lines.find(
      (line) =>
        line.kind === kind &&
        'dir' in line &&
        line.dir === dir &&
        line.type === type &&
        line.method === method,
    );
  expect(told('rpc', 'in', 'request', 'lsp/check')).toMatchObject({ edit: '1.7', bytes: expect.any(Number) });
  expect(told('rpc', 'out', 'answer', 'lsp/check')).toMatchObject({ edit: '1.7', ms: expect.any(Number) });
  expect(told('mcp', 'in', 'request', 'tools/call')).toMatchObject({ tool: 'lsp_diagnostics' });
  expect(told('mcp', 'out', 'answer', 'tools/call')).toMatchObject({
    tool: 'lsp_diagnostics',
    ms: expect.any(Number),
  });
  expect(told('server', 'out', 'notification', 'textDocument/didOpen')).toMatchObject({
    server: expect.stringMatching(/\[\d+\]$/),
  });
  expect(told('server', 'in', 'answer', 'textDocument/diagnostic')).toMatchObject({ ms: expect.any(Number) });
  const processes = lines.filter((line) => line.kind === 'process');
  expect(processes.map(({ event }) => event)).toEqual(['spawn', 'exit']);
  expect(new Set(processes.map(({ child }) => child)).size).toBe(1);
});

test('unless it is asked for, no text of a file or a message is in it', async () => {
  expect(JSON.stringify(await recorded('redacted'))).not.toContain(SECRET);
  expect(JSON.stringify(await recorded('full'))).toContain(SECRET);
});

test('a checker’s run is in it, from its start to its end', async () => {
  await using lab = await Lab.open({
    checkers: { fake: fakeChecker('checker.ts') },
    files: { 'a.fake': '' },
    config: { trace: 'trace.jsonl' },
  });
  await lab.sidecar.request('lsp/checkProject', {});
  await lab.sidecar.request('lsp/shutdown', {});
  await lab.sidecar.exited;
  const runs = linesOf(lab.workspace.path('trace.jsonl')).filter((line) => line.kind === 'process');
  expect(runs.map(({ event, role }) => [event, role])).toEqual([
    ['spawn', 'checker'],
    ['exit', 'checker'],
  ]);
});

test('where the trace cannot be had, checks go on, and one line says so', async () => {
  for (const trace of ['no/such/folder/trace', 'link', '/dev/full']) {
    await using lab = await Lab.open({
      servers: { fake: fake('pull.ts') },
      config: { trace },
      root: (workspace) => (prepare(workspace.root), workspace.root),
    });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    expect(lab.sidecar.stderr.match(/no trace in/g)).toHaveLength(1);
  }
});

function prepare(root: string): void {
  mkdirSync(root, { recursive: true });
  symlinkSync(join(root, 'elsewhere'), join(root, 'link'));
}
