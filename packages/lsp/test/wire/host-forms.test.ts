import { expect, test } from 'bun:test';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

import { PROTOCOL_VERSIONS } from '../../src/channels/mcp/mcp-server.ts';
import { elapsed, fake, Lab } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';
import { Sidecar } from '../harness/sidecar.ts';
import { Workspace } from '../harness/workspace.ts';

/** What llxprt-code sends and expects beside what the specification says: types.ts has a line for each. */

const FAKE = fake('pull.ts');

/** A sidecar with this config, as it is, and no other server that could be in the way. */
function start(config: unknown, workspace: Workspace): Sidecar {
  return new Sidecar({
    bootstrap: JSON.stringify({ workspaceRoot: workspace.root, config }),
    path: '/nonexistent',
  });
}

/** The rows of these ids, once the settings are read. */
async function rows(sidecar: Sidecar, ...ids: string[]): Promise<(string | undefined)[]> {
  const status = await sidecar.request('lsp/status', {});
  return ids.map((id) => status.find((row) => row.id === id)?.status);
}

test('a result of lsp/checkFile has exactly one field more than a finding: column, the same number as character', async () => {
  await using lab = await Lab.open({ servers: { fake: FAKE } });
  lab.workspace.write('a.fake', '  ERROR a');
  const [checked] = await lab.checkFile('a.fake');
  const [found] =
    (await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.fake' }] })).files['a.fake'] ?? [];
  expect(found).toMatchObject({ line: 1, character: 3 });
  expect(found).not.toHaveProperty('column');
  expect(checked).toEqual({ ...found!, column: 3 });
});

test('REQ-STATUS-025: rows of lsp/status have serverId and healthy, too', async () => {
  await using lab = await Lab.open({
    servers: { fake: FAKE, broken: fake('refuses-to-start.ts', { extensions: ['.broken'] }) },
  });
  await lab.checkFile('a.broken', 'ERROR a');
  const status = await lab.sidecar.request('lsp/status', {});
  expect(status.map(({ serverId }) => serverId)).toEqual(status.map(({ id }) => id));
  expect(status.filter(({ healthy }) => healthy)).toEqual(status.filter((row) => row.status === 'active'));
  expect(status.filter(({ id }) => id === 'fake' || id === 'broken')).toMatchObject([
    { id: 'broken', status: 'broken', serverId: 'broken', healthy: false },
    { id: 'fake', status: 'active', serverId: 'fake', healthy: true },
  ]);
});

test('REQ-CFG-030 REQ-CFG-040: a list of servers with ids is the same as an object by id', async () => {
  using workspace = new Workspace({ 'a.fake': 'ERROR listed' });
  await using sidecar = start(
    {
      servers: [
        { id: 'mine', ...FAKE },
        { id: 'gopls', enabled: false },
      ],
    },
    workspace,
  );
  expect(await rows(sidecar, 'mine', 'gopls', '0')).toEqual(['active', 'disabled', undefined]);
  expect(await sidecar.request('lsp/checkFile', { filePath: 'a.fake' })).toMatchObject([
    { message: 'listed', column: 1 },
  ]);
  expect(sidecar.stderr).not.toContain('do not count');
});

test.each([
  [
    'a list',
    [
      { id: 'ts', enabled: false },
      { id: 'python', enabled: false },
      { id: 'rust', enabled: false },
    ],
  ],
  ['an object', { ts: { enabled: false }, python: { enabled: false }, rust: { enabled: false } }],
])(
  'REQ-CFG-030: in %s, ts, python and rust without extensions are typescript, pyright and rust-analyzer',
  async (_, servers) => {
    using workspace = new Workspace();
    await using sidecar = start({ servers }, workspace);
    expect(await rows(sidecar, 'typescript', 'pyright', 'rust-analyzer', 'ts', 'python', 'rust')).toEqual([
      'disabled',
      'disabled',
      'disabled',
      undefined,
      undefined,
      undefined,
    ]);
  },
);

test('REQ-CFG-030: a server that says which files are its own keeps its id, and of two names of one server ours counts', async () => {
  using workspace = new Workspace({ 'a.fake': 'ERROR own' });
  await using sidecar = start(
    {
      servers: [
        { id: 'rust-analyzer', enabled: false },
        { id: 'ts', ...FAKE },
        { id: 'rust', enabled: true },
      ],
    },
    workspace,
  );
  expect(await rows(sidecar, 'ts', 'rust-analyzer')).toEqual(['active', 'disabled']);
  expect(await sidecar.request('lsp/checkFile', { filePath: 'a.fake' })).toMatchObject([{ message: 'own' }]);
});

test('settings that do not count are in the log, by name alone; requestTimeoutMs means nothing', async () => {
  using workspace = new Workspace();
  const config = {
    colour: 'SECRET',
    requestTimeoutMs: 1,
    servers: [
      { id: 'gopls', rootUri: 'SECRET' },
      { id: 'mine', command: '/bin/true' },
    ],
    checkers: { tsc: { speed: 'SECRET' } },
  };
  await using sidecar = start(config, workspace);
  await sidecar.request('lsp/status', {});
  expect(sidecar.stderr).toContain(
    'lsp: settings that do not count: colour; servers[0].rootUri; checkers.tsc.speed; servers.mine, which has no extensions\n',
  );
  expect(sidecar.stderr).not.toContain('SECRET');
});

test('REQ-TIME-010 REQ-TIME-030: diagnosticsTimeoutMs and firstTouchTimeoutMs are diagnosticTimeout and firstTouchTimeout', async () => {
  using workspace = new Workspace();
  const late = fake('never-publishes.ts');
  const check = async (config: object): Promise<number> => {
    await using sidecar = start({ servers: { late }, ...config }, workspace);
    await sidecar.request('lsp/checkFile', { filePath: 'first.fake', text: '' });
    return await elapsed(sidecar.request('lsp/checkFile', { filePath: 'second.fake', text: '' }));
  };
  const waits = { firstTouchTimeout: 50, firstTouchTimeoutMs: 90_000 };
  expect(await check({ ...waits, diagnosticsTimeoutMs: 50.5 })).toBeLessThan(2500);
  await using sidecar = start(
    { servers: { late }, diagnosticTimeout: 90_000, firstTouchTimeoutMs: 50 },
    workspace,
  );
  expect(await elapsed(sidecar.request('lsp/checkFile', { filePath: 'first.fake', text: '' }))).toBeLessThan(
    9000,
  );
});

test('REQ-NAV-055: navigationTimeoutMs is navigationTimeout', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('waits.ts') }, files: { 'a.fake': 'word' } });
  const config = {
    servers: { fake: fake('loads-slowly.ts', { env: { FAKE_PROBE: lab.probe.path, FAKE_NAME: 'fake' } }) },
    navigationTimeoutMs: 300,
  };
  await using sidecar = start(config, lab.workspace);
  const mcp = sidecar.openMcp();
  await mcp.initialize();
  const call = mcp.request('tools/call', {
    name: 'lsp_find_references',
    arguments: { file: 'a.fake', line: 1, character: 1 },
  });
  // The default is 10 s.
  expect(await elapsed(call)).toBeLessThan(8000);
  expect(await call).toMatchObject({ isError: true });
});

test.each([
  ['diagnosticsTimeoutMs', 0],
  ['firstTouchTimeoutMs', '5'],
  ['navigationTimeoutMs', -1],
  ['requestTimeoutMs', 'soon'],
])('REQ-START-040: %s: %p is an error that has this name', async (name, value) => {
  using workspace = new Workspace();
  await using sidecar = start({ [name]: value }, workspace);
  sidecar.endStdin();
  expect(await sidecar.exited).toEqual({ code: 1, signal: null });
  expect(sidecar.stderr).toContain(`LSP_BOOTSTRAP: config: ${name}: `);
});

test('REQ-CFG-010: config true means that there are no settings', async () => {
  using workspace = new Workspace();
  await using sidecar = start(true, workspace);
  const [typescript] = await rows(sidecar, 'typescript');
  expect(typescript).toBeString();
});

interface ToolAnswer {
  isError?: boolean;
  content: { text: string }[];
}

async function symbols(mcp: Mcp, input: object): Promise<string> {
  const answer = (await mcp.request('tools/call', {
    name: 'lsp_document_symbols',
    arguments: input,
  })) as ToolAnswer;
  return answer.content[0]?.text ?? '';
}

test.each([
  ['fd3, and reads fd4', false],
  ['fd4, and reads fd3', true],
])('REQ-ARCH-030: a host that writes MCP to %s, is answered', async (_, swapped) => {
  await using lab = await Lab.open({ servers: { fake: FAKE }, files: { 'a.fake': 'ERROR a' } });
  const mcp = lab.sidecar.openMcp({ swapped });
  expect(await mcp.initialize()).toEqual({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'llxprt-code-lsp', version: expect.any(String) },
  });
  expect(await mcp.request('tools/list', {})).toMatchObject({ tools: { length: 10 } });
  // It stays in that direction.
  mcp.send('this is no JSON\n');
  expect(await mcp.request('ping', {})).toEqual({});
  expect(
    await mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: { path: 'a.fake' } }),
  ).toMatchObject({ structuredContent: { total: 1 } });
});

test('REQ-NAV-010: filePath is another name of file, and file counts where both are given', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('navigates.ts') },
    files: { 'a.fake': 'word\n' },
  });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  expect(await symbols(mcp, { filePath: 'a.fake' })).toBe(await symbols(mcp, { file: 'a.fake' }));
  expect(await symbols(mcp, { filePath: 'a.fake', file: 'a.fake' })).toContain('there is no `filePath`');
  expect(await symbols(mcp, { filePath: '' })).toContain('`file` has to be');
  expect(await symbols(mcp, { filePath: '../outside.fake' })).toContain('outside');
  const hover = (await mcp.request('tools/call', {
    name: 'lsp_hover',
    arguments: { filePath: 'a.fake', line: 1, character: 1 },
  })) as ToolAnswer;
  expect(hover.isError).toBeUndefined();
});

test('REQ-NAV-020: the versions of MCP are those of its SDK; another one is answered with the newest', async () => {
  expect(PROTOCOL_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  await using lab = await Lab.open();
  const mcp = lab.sidecar.openMcp();
  const client = { capabilities: {}, clientInfo: { name: 'test', version: '0' } };
  for (const protocolVersion of PROTOCOL_VERSIONS)
    expect(await mcp.request('initialize', { ...client, protocolVersion })).toMatchObject({
      protocolVersion,
    });
  expect(await mcp.request('initialize', { ...client, protocolVersion: '1999-01-01' })).toMatchObject({
    protocolVersion: PROTOCOL_VERSIONS[0],
  });
  expect(await mcp.request('initialize', {}).catch((failure: unknown) => failure)).toHaveProperty(
    'error.code',
    -32602,
  );
});

test('REQ-NAV-010: a call that is cancelled gets no answer, and the server is notified', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('loads-slowly.ts') },
    files: { 'a.fake': 'word' },
    config: { navigationTimeout: 90_000 },
  });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  mcp.send({
    jsonrpc: '2.0',
    id: 'cancelled',
    method: 'tools/call',
    params: { name: 'lsp_find_references', arguments: { file: 'a.fake', line: 1, character: 1 } },
  });
  await lab.probe.until(({ event }) => event === 'begun');
  mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'cancelled' } });
  lab.probe.tell({ command: 'loaded' });
  expect(await mcp.request('ping', {})).toEqual({});
  await lab.sidecar.request('lsp/shutdown', {});
  await lab.sidecar.exited;
  expect(mcp.received.map(({ id }) => id)).not.toContain('cancelled' as never);
});
