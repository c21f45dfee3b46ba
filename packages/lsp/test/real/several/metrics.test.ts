import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

import type { ServerMetrics } from '../../../src/types.ts';
import { openReal } from '../real-lab.ts';

const MIB = 2 ** 20;

interface Case {
  readonly id: string;
  readonly file: string;
  readonly wrong: string;
  readonly right: string;
  readonly config: Record<string, string>;
}

const CASES: Case[] = [
  {
    id: 'typescript',
    file: 'src/a.ts',
    wrong: 'export const a: string = 1;\n',
    right: 'export const a: string = "";\n',
    config: { 'tsconfig.json': '{"compilerOptions": {"strict": true, "lib": ["es5"]}}' },
  },
  {
    id: 'pyright',
    file: 'src/a.py',
    wrong: 'a: str = 1\n',
    right: 'a: str = ""\n',
    config: { 'pyrightconfig.json': '{}' },
  },
];

/** Of the process alone, bytes. */
function residentSize(pid: number): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

const SERVERS = CASES.map(({ id }) => id);

test.each(CASES)(
  'REQ-OBS-020: what $id takes and how fast it is, as it was measured',
  async ({ id, file, wrong, right, config }) => {
    await using lab = await openReal({ servers: SERVERS, files: config });
    const measured: number[] = [];
    for (let round = 0; round < 6; round++) {
      const { files, servers } = await lab.check({ [file]: round % 2 === 0 ? wrong : right });
      expect(files[file]).toHaveLength(round % 2 === 0 ? 1 : 0);
      measured.push(servers[0]?.ms ?? 0);
    }
    const status = (await lab.sidecar.request('lsp/status', { verbose: true })).find(
      (server) => server.id === id,
    );
    const {
      uptime = 0,
      unused = -1,
      memory = 0,
      median = 0,
      p95 = 0,
      ...counts
    }: Partial<ServerMetrics> = status?.metrics ?? {};
    expect(unused).toBeGreaterThanOrEqual(0);
    expect(unused).toBeLessThanOrEqual(uptime);
    expect(counts).toEqual({ openDocuments: 1, checks: 6, timedOut: 0, navigations: 0 });
    const sorted = measured.toSorted((a, b) => a - b);
    // The same checks, by another clock: from the start of each to its answer, which is a little more than the server's own.
    expect(median).toBeWithin(sorted[0] === undefined ? 0 : sorted[0] * 0.5, (sorted[2] ?? 0) + 1);
    expect(p95).toBeWithin((sorted[5] ?? 0) * 0.5, (sorted[5] ?? 0) + 1);
    expect(uptime).toBeGreaterThan(p95);
    if (process.platform === 'linux') {
      const alone = residentSize(status?.serverPid ?? 0);
      expect(alone).toBeGreaterThan(20 * MIB);
      expect(memory).toBeWithin(40 * MIB, 2048 * MIB);
      // typescript-language-server is the smaller part of what it has started.
      if (id === 'typescript') expect(memory).toBeGreaterThan(alone * 1.5);
    }
    expect(await lab.sidecar.request('lsp/metrics', {})).toMatchObject({
      starts: { succeeded: 1, failed: 0, crashed: 0 },
      checks: 6,
      timedOut: 0,
      findings: { total: 0, files: 0, most: [] },
    });
  },
);
