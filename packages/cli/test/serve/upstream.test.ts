import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { LspServiceClient, parseLspSettings } from '@vybestack/llxprt-lsp-core';
import { expect, it, vi } from 'vitest';
import { connectUpstream } from '../../src/serve/upstream.js';

const { lsp } = parseLspSettings({});
const running = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('a service that has ended while its tools were connected leaves nothing that keeps the process', async () => {
  if (lsp === false) throw new Error('on by default');
  const service = new LspServiceClient({ workspaceRoot: '/', config: lsp, logger: { debug: () => undefined } });
  const [ours] = InMemoryTransport.createLinkedPair();
  vi.spyOn(ours, 'start').mockRejectedValue(new Error('closed'));
  vi.spyOn(service, 'openMcpTransport').mockResolvedValue(ours);
  await service.shutdown();
  const before = running();
  expect(await connectUpstream(service, { lsp, catalog: 'lsp', revisions: ['2025-06-18'] })).toEqual({ kind: 'unavailable', reason: 'service was shut down' });
  expect(running()).toBe(before);
});
