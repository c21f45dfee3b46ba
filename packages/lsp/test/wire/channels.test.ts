import { expect, test } from 'bun:test';

import { fake, Lab, messagesByFile } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';

interface Answer {
  structuredContent: { diagnostics: Record<string, { line: number; character: number; severity: string; message: string; code?: string | number }[]> };
}

async function known(mcp: Mcp): Promise<Answer['structuredContent']['diagnostics']> {
  const answer = (await mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: {} })) as Answer;
  return answer.structuredContent.diagnostics;
}

test('REQ-ARCH-030 REQ-ARCH-040 REQ-ARCH-090: both channels see the same servers, and neither starts one of its own', async () => {
  await using lab = await Lab.open({ mcp: true, servers: { fake: fake('pull.ts') } });
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
  expect(Object.fromEntries(Object.entries(found).map(([file, list]) => [file, list.map(({ message }) => message)]))).toEqual(messagesByFile(wire));
  expect(lab.started).toBe(1);
});

test('REQ-ARCH-040: what goes wrong on the navigation channel leaves diagnostics alone, and the channel itself where it can', async () => {
  await using lab = await Lab.open({ mcp: true, servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  mcp.send('this is no JSON\n{"jsonrpc": "2.0", "id": "x"}\n\n');
  await mcp.initialize();
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(Object.keys(await known(mcp))).toEqual(['a.fake']);
  mcp.close();
  expect(await lab.edit('a.fake', 'ERROR b')).toEqual(['b']);
});

test('REQ-ARCH-040: a host that never speaks on the navigation channel, or has none, gets diagnostics all the same', async () => {
  await using silent = await Lab.open({ mcp: true, servers: { fake: fake('pull.ts') } });
  expect(await silent.edit('a.fake', 'ERROR a')).toEqual(['a']);
  await using without = await Lab.open({ withoutMcpPipes: true, mcp: true, servers: { fake: fake('pull.ts') } });
  expect(await without.edit('a.fake', 'ERROR a')).toEqual(['a']);
});

test('REQ-ARCH-040: a message of more than 10 MiB is dropped, and the channel goes on', async () => {
  await using lab = await Lab.open({ mcp: true, servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  mcp.send(`{"jsonrpc": "2.0", "id": "big", "method": "ping", "params": {"_meta": {"x": "${'x'.repeat(11 * 1024 * 1024)}"}}}\n`);
  // The line feed of what was too long may be lost with it.
  mcp.send('\n');
  expect(await known(mcp)).toEqual({});
});

test.each(['lsp', 'vscode'] as const)('%s: a call that asks to be a task is answered as any other, as there are no tasks', async (catalog) => {
  await using lab = await Lab.open({ mcp: true, catalog, servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  const name = catalog === 'lsp' ? 'lsp_diagnostics' : 'vscode.lsp.diagnostics.workspace';
  expect(await mcp.request('tools/call', { name, arguments: {}, task: { ttl: 60_000 } })).toMatchObject({ structuredContent: expect.any(Object) });
});

test.each([
  ['lsp', undefined],
  ['vscode', { code: 'MCP_LSP_GATEWAY/INVALID_PARAMS' }],
] as const)('gateway-contract 6.3: what is no call is refused in the words of the catalogue: %s', async (catalog, data) => {
  await using lab = await Lab.open({ mcp: true, catalog, servers: { fake: fake('pull.ts') } });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  for (const params of [undefined, {}, { name: 5 }, { name: 'no_such_tool' }, { name: '__proto__' }, { name: 'lsp_hover', arguments: [] }, { name: 'lsp_hover', arguments: null }]) {
    const answer = await mcp.request('tools/call', params).catch((failure: unknown) => failure);
    expect(answer).toHaveProperty('error', { code: -32602, message: expect.any(String), ...(data !== undefined && { data }) });
  }
  const answer = await mcp.request('resources/list', {}).catch((failure: unknown) => failure);
  expect(answer).toHaveProperty('error', { code: -32601, message: 'Method not found' });
});
