import { randomUUID } from 'node:crypto';
import { findBun } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sidecar } from '../../scripts/lib/paths.mjs';
import { HostedService, HostWithPack } from './support/llxprt-code.js';
import { describeWith } from './support/needs.js';
import { GONE_WITHIN, marked } from './support/processes.js';
import { Workspace } from './support/workspace.js';

/** Three times what a cold server took beside the rest of a run on two cores, ms. */
const PATIENT = {
  diagnosticTimeout: 90_000,
  firstTouchTimeout: 90_000,
  navigationTimeout: 90_000,
  requestTimeout: 90_000,
};

/** What types.ts promises, ms. */
const AT_ONCE = 100;
/** Of so many starts, the quickest counts: the machine is busy. */
const STARTS = 3;

const TREE = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "Bundler" } }\n',
  'src/prices.ts': 'export function priceOf(name: string): number {\n  return name.length;\n}\n',
  'src/cart.ts': "import { priceOf } from './prices';\nexport const total: string = priceOf('tea');\n",
};

let host: HostWithPack;
let workspace: Workspace;

beforeAll(async () => {
  host = await HostWithPack.install();
  workspace = new Workspace();
  workspace.write(TREE);
});
afterAll(() => {
  host.dispose();
  workspace.dispose();
});

describe('the packed service is found where llxprt-code looks', () => {
  it('REQ-GRACE-030: by Node, by require.resolve and import.meta.resolve of its bare name', async () => {
    expect(await host.resolved(process.execPath)).toEqual([host.entry, host.entry]);
  });
});

const bundled = findBun({
  packageDir: sidecar,
  bunPath: undefined,
  workspaceRoot: sidecar,
  env: process.env,
});

describe('with our Bun', () => {
  dropsIn(() => (bundled.kind === 'found' ? bundled.path : ''));
});
describeWith(["llxprt-code's Bun"], "with llxprt-code's Bun", () => {
  dropsIn(() => process.env['LLXPRT_CODE_BUN'] ?? '');
});

function dropsIn(bun: () => string): void {
  const start = (mark: string, lsp: Record<string, unknown> = PATIENT): HostedService =>
    new HostedService({ bun: bun(), entry: host.entry, workspaceRoot: workspace.real, lsp, mark });

  it('REQ-GRACE-030: it is found, too', async () => {
    expect(await host.resolved(bun())).toEqual([host.entry, host.entry]);
  });

  it('REQ-DIAG-010 REQ-NAV-010 REQ-STATUS-025 REQ-LIFE-040: it starts, finds the error and its column, has rows with ids, answers its tools, and leaves nothing behind', async () => {
    const mark = randomUUID();
    const service = start(mark, { ...PATIENT, servers: [{ id: 'ts', rootUri: 'file:///nowhere' }] });
    try {
      await service.ready();
      const client = await service.navigation();
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('lsp_find_references');
      expect(await service.checkFile(workspace.path('src/cart.ts'))).toMatchObject([
        {
          severity: 'error',
          line: 2,
          column: 14,
          code: 2322,
          message: "Type 'number' is not assignable to type 'string'.",
        },
      ]);
      const rows = await service.status();
      expect(rows).toContainEqual(
        expect.objectContaining({ serverId: 'typescript', healthy: true, status: 'active' }),
      );
      expect(rows.filter(({ serverId }) => typeof serverId !== 'string' || serverId === '')).toEqual([]);
      const found = await client.callTool({
        name: 'lsp_goto_definition',
        arguments: { filePath: 'src/cart.ts', line: 2, character: 31 },
      });
      expect(found).toMatchObject({ structuredContent: { locations: [{ file: 'src/prices.ts', line: 1 }] } });
      await service.shutdown();
      await vi.waitFor(() => expect(marked(mark)).toEqual([]), { timeout: GONE_WITHIN, interval: 20 });
    } finally {
      service.kill();
    }
  });

  it.each([
    ['at lsp/ready', (service: HostedService) => service.ready()],
    [
      'once the service has done something',
      (service: HostedService) =>
        service.ready().then(() => service.checkFile(workspace.path('src/cart.ts'))),
    ],
  ])(
    'REQ-NAVR-010: initialize and tools/list, sent %s, are each answered within 100 ms',
    async (_, before) => {
      const quickest = new Map<string, number>();
      for (let started = 0; started < STARTS; started += 1) {
        const service = start(randomUUID());
        try {
          await before(service);
          const client = await service.navigation();
          await client.listTools();
          for (const { method, ms } of service.took)
            quickest.set(method, Math.min(ms, quickest.get(method) ?? Infinity));
          await service.shutdown();
        } finally {
          service.kill();
        }
      }
      expect([...quickest.keys()]).toEqual(['initialize', 'tools/list']);
      for (const [method, ms] of quickest) expect(ms, method).toBeLessThan(AT_ONCE);
    },
  );
}
