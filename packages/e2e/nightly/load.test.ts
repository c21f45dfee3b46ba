import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Mix } from '../../bench/src/load/agent.js';
import { goCode } from '../../bench/src/load/code/go.js';
import { python } from '../../bench/src/load/code/python.js';
import { typescript5, typescript7 } from '../../bench/src/load/code/typescript.js';
import { compareSessions } from '../../bench/src/load/compare.js';
import { assemble, begin, drive } from '../../bench/src/load/drive.js';
import { EDITS, MIXED } from '../../bench/src/load/mixes.js';
import { Service } from '../../bench/src/load/service.js';
import { leftOvers, processUsageOf } from '../../bench/src/load/usage.js';
import { range, SHARED, World } from '../../bench/src/load/world.js';
import { probe } from '../../bench/src/programs.js';
import { withTools } from '../../../scripts/lib/servers/place.mjs';

/** What a connection or two take. */
const DESCRIPTORS = 8;

const env = withTools(process.env);
const LANGUAGES = [
  typescript5,
  typescript7,
  python,
  ...((['go', 'gopls'] as const).every((program) => probe(program, env).kind === 'runs') ? [goCode] : []),
];

/** Times are no matter here: the bounds are the product's, and a machine that is busy makes answers late and never wrong. */
async function work(
  mix: Mix,
  { agents: count, calls, sessions = 1 }: { agents: number; calls: number; sessions?: number },
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-load-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = process.env['PATH'];
  process.env['PATH'] = env['PATH'];
  onTestFinished(() => {
    process.env['PATH'] = path;
  });
  const world = World.make(join(folder, 'work space #1'), LANGUAGES, SHARED + count);
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const open = async (): Promise<Service> => {
    const opened = await Service.start(world.workspace, LANGUAGES, sessions > 1);
    onTestFinished(() => opened.close());
    return opened;
  };
  const service = await open();
  const services: [Service, ...Service[]] = [service, ...(await Promise.all(range(sessions - 1).map(open)))];
  const { pid } = service;
  const agents = assemble({ world, services, agents: count, seed: 9, mix });
  const first = await begin(agents);
  expect(first.quotes).toEqual([]);
  const before = await processUsageOf(service);

  let left = calls;
  const { tally } = await drive(agents, { thinkMs: 0, seed: 9, goesOn: () => left-- > 0 });
  expect(tally.quotes).toEqual([]);
  expect(tally.count).toBeGreaterThanOrEqual(calls);
  expect(tally.count).toBeGreaterThan(2 * tally.timedOut());
  const { descriptors } = await processUsageOf(service);
  if (descriptors !== undefined && before.descriptors !== undefined)
    expect(descriptors.sidecar).toBeLessThanOrEqual(before.descriptors.sidecar + DESCRIPTORS);

  if (sessions > 1) {
    await using isolated = await Service.start(world.workspace, LANGUAGES);
    const compared = await compareSessions(world, services, isolated, calls, 9);
    expect(compared.quotes).toEqual([]);
    expect(compared.count).toBeGreaterThan(2 * compared.timedOut());
  }
  await Promise.all(services.map((each) => each.close()));
  expect(await leftOvers(pid)).toEqual([]);
}

it('REQ-CONC-020 REQ-TIME-010: ten agents over one sidecar, each with its own texts and some that all share, get correct findings, and in time', async () => {
  await work(MIXED, { agents: 10, calls: 120 });
});

it('REQ-CONC-010: edits without a pause, files that come and go: none is lost, every result is about its own text, and nothing is left over', async () => {
  await work(EDITS, { agents: 4, calls: 120 });
});

it('REQ-ARCH-090 REQ-CONC-020: agents over four sessions of one service get correct findings, and what a service of one session says, byte for byte', async () => {
  await work(MIXED, { agents: 8, calls: 120, sessions: 4 });
});
