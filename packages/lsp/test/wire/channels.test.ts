import { expect, test } from 'bun:test';

import { fake, Lab, messagesByFile } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';
import { Sidecar } from '../harness/sidecar.ts';
import { Workspace } from '../harness/workspace.ts';

interface Answer {
  structuredContent: {
    diagnostics: Record<
      string,
      { line: number; character: number; severity: string; message: string; code?: string | number }[]
    >;
  };
}

async function known(mcp: Mcp): Promise<Answer['structuredContent']['diagnostics']> {
  const answer = (await mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: {} })) as Answer;
  return answer.structuredContent.diagnostics;
}

test('REQ-ARCH-030 REQ-ARCH-040 REQ-ARCH-090: both channels see the same servers, and neither starts one of its own', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  expect(await known(mcp)).toEqual({});
  expect(lab.started).toBe(0);

  await lab.edit('b.fake', 'ERROR b');
  await lab.edit('a.fake', '  ERROR a');
  // Ascending, workspace-relative, 1-based (REQ-NAV-060).
  const found = await known(mcp);
  expect(Object.keys(found)).toEqual(['a.fake', 'b.fake']);
  expect(found['a.fake']).toEqual([{ line: 1, character: 3, severity: 'error', message: 'a', code: 'F0' }]);
  const wire = await lab.sidecar.request('lsp/diagnostics', {});
  expect(
    Object.fromEntries(
      Object.entries(found).map(([file, list]) => [file, list.map(({ message }) => message)]),
    ),
  ).toEqual(messagesByFile(wire));
  expect(lab.started).toBe(1);
});

test('REQ-ARCH-040: what goes wrong on the navigation channel leaves diagnostics alone, and the channel itself where it can', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  mcp.send('this is no JSON\n{"jsonrpc": "2.0", "id": "x"}\n\n');
  await mcp.initialize();
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(Object.keys(await known(mcp))).toEqual(['a.fake']);
  mcp.close();
  expect(await lab.edit('a.fake', 'ERROR b')).toEqual(['b']);
});

test('REQ-ARCH-040: a host that never sends on the navigation channel gets diagnostics all the same', async () => {
  await using silent = await Lab.open({ servers: { fake: fake('pull.ts') } });
  expect(await silent.edit('a.fake', 'ERROR a')).toEqual(['a']);
});

test('REQ-START-030: a bootstrap with workspaceRoot and config alone has the navigation tools', async () => {
  using workspace = new Workspace({});
  await using sidecar = new Sidecar({
    bootstrap: JSON.stringify({ workspaceRoot: workspace.root, config: {} }),
  });
  const mcp = sidecar.openMcp();
  await mcp.initialize();
  const { tools } = (await mcp.request('tools/list', {})) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toContain('lsp_find_references');
});

test('REQ-CFG-070 REQ-NAV-050: navigationTools false takes them away, whatever else the bootstrap says', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { navigationTools: false },
    catalog: 'lsp',
    bootstrap: { mcp: true },
  });
  const mcp = lab.sidecar.openMcp();
  mcp.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  await lab.sidecar.request('lsp/shutdown', {});
  await lab.sidecar.exited;
  expect(mcp.received).toEqual([]);
});

test.each<[string, string]>([
  ['closed', '3<&- 4>&-'],
  ['a file and a device', '3<"$1" 4>/dev/null'],
  ['half closed', '4>&-'],
])(
  'REQ-START-030 REQ-GRACE-050: descriptors of the navigation channel that are %s are no fault',
  async (_, redirections) => {
    await using lab = await Lab.open({ servers: { fake: fake('pull.ts') }, redirections });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    expect(lab.sidecar.stderr).not.toContain('mcp');
  },
);

test('REQ-ARCH-040: a message of more than 10 MiB is dropped, and the channel goes on', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  mcp.send(
    `{"jsonrpc": "2.0", "id": "big", "method": "ping", "params": {"_meta": {"x": "${'x'.repeat(11 * 1024 * 1024)}"}}}\n`,
  );
  // The line feed of what was too long may be lost with it.
  mcp.send('\n');
  expect(await known(mcp)).toEqual({});
});

test.each(['lsp', 'vscode'] as const)(
  '%s: a call that asks to be a task is answered as any other, as there are no tasks',
  async (catalog) => {
    await using lab = await Lab.open({ catalog, servers: { fake: fake('pull.ts') } });
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    const name = catalog === 'lsp' ? 'lsp_diagnostics' : 'vscode.lsp.diagnostics.workspace';
    expect(await mcp.request('tools/call', { name, arguments: {}, task: { ttl: 60_000 } })).toMatchObject({
      structuredContent: expect.any(Object),
    });
  },
);

test.each([
  ['lsp', undefined],
  ['vscode', { code: 'MCP_LSP_GATEWAY/INVALID_PARAMS' }],
] as const)(
  'gateway-contract 6.3: what is no call is refused in the words of the catalogue: %s',
  async (catalog, data) => {
    await using lab = await Lab.open({ catalog, servers: { fake: fake('pull.ts') } });
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    for (const params of [
      undefined,
      {},
      { name: 5 },
      { name: 'no_such_tool' },
      { name: '__proto__' },
      { name: 'lsp_hover', arguments: [] },
      { name: 'lsp_hover', arguments: null },
    ]) {
      const answer = await mcp.request('tools/call', params).catch((failure: unknown) => failure);
      expect(answer).toHaveProperty('error', {
        code: -32602,
        message: expect.any(String),
        ...(data !== undefined && { data }),
      });
    }
    const answer = await mcp.request('resources/list', {}).catch((failure: unknown) => failure);
    expect(answer).toHaveProperty('error', { code: -32601, message: 'Method not found' });
  },
);
