import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { LspServiceClient, parseLspSettings } from '@vybestack/llxprt-lsp-core';
import { expect, it, vi } from 'vitest';
import { PassThrough } from '../../src/serve/pass-through.js';
import { connectUpstream } from '../../src/serve/upstream.js';

const { lsp } = parseLspSettings({});
const running = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('a service that has ended while its tools were connected leaves nothing that keeps the process', async () => {
  if (lsp === false) throw new Error('on by default');
  const service = new LspServiceClient({
    workspaceRoot: '/',
    config: lsp,
    logger: { debug: () => undefined },
  });
  const [ours] = InMemoryTransport.createLinkedPair();
  vi.spyOn(ours, 'start').mockRejectedValue(new Error('closed'));
  vi.spyOn(service, 'openMcpTransport').mockResolvedValue(ours);
  await service.shutdown();
  const before = running();
  expect(await connectUpstream(service, { lsp, catalog: 'lsp', revisions: ['2025-06-18'] })).toEqual({
    kind: 'unavailable',
    reason: 'service was shut down',
  });
  expect(running()).toBe(before);
});

it('lsp_diagnostics is waited for as long as checkers may take, and nothing else is', async () => {
  if (lsp === false) throw new Error('on by default');
  const service = new LspServiceClient({
    workspaceRoot: '/',
    config: lsp,
    logger: { debug: () => undefined },
  });
  const [ours] = InMemoryTransport.createLinkedPair();
  const connect = vi.spyOn(PassThrough, 'connect').mockRejectedValue(new Error('closed'));
  vi.spyOn(service, 'openMcpTransport').mockResolvedValue(ours);
  await service.shutdown();
  await connectUpstream(service, {
    lsp: { ...lsp, checkerTimeout: 300_000 },
    catalog: 'lsp',
    revisions: ['2025-06-18'],
  });
  const options = connect.mock.calls[0]?.[1];
  connect.mockRestore();
  expect(options?.timeoutFor?.('lsp_diagnostics')).toBeGreaterThan(300_000);
  expect(options?.timeoutFor?.('lsp_hover')).toBe(options?.timeout);
  expect(options?.timeout).toBeLessThan(120_000);
});
