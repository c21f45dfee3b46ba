import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Mix } from '../../bench/src/load/agent.js';
import { go } from '../../bench/src/load/code/go.js';
import { python } from '../../bench/src/load/code/python.js';
import { typescript5, typescript7 } from '../../bench/src/load/code/typescript.js';
import { assemble, begin, drive } from '../../bench/src/load/drive.js';
import { EDITS, MIXED } from '../../bench/src/load/mixes.js';
import { Service } from '../../bench/src/load/service.js';
import { leftOvers, usageOf } from '../../bench/src/load/usage.js';
import { SHARED, World } from '../../bench/src/load/world.js';
import { probe } from '../../bench/src/programs.js';
import { withTools } from '../../../scripts/lib/servers/place.mjs';

/** What a connection or two take. */
const DESCRIPTORS = 8;

const env = withTools(process.env);
const LANGUAGES = [typescript5, typescript7, python, ...(['go', 'gopls'] as const).every((program) => probe(program, env).kind === 'runs') ? [go] : []];

/** Times are no matter here: the bounds are the product's, and a machine that is busy makes answers late and never wrong. */
async function work(mix: Mix, { agents: count, calls }: { agents: number; calls: number }): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-load-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = process.env['PATH'];
  process.env['PATH'] = env['PATH'];
  onTestFinished(() => {
    process.env['PATH'] = path;
  });
  const world = World.make(join(folder, 'work space #1'), LANGUAGES, SHARED + count);
  const service = await Service.start(world.workspace, LANGUAGES);
  onTestFinished(() => service.close());
  const { pid } = service;
  const agents = assemble({ world, service, agents: count, seed: 9, mix });
  const first = await begin(agents);
  expect(first.quotes).toEqual([]);
  const before = await usageOf(service);

  let left = calls;
  const { tally } = await drive(agents, { thinkMs: 0, seed: 9, goesOn: () => left-- > 0 });
  expect(tally.quotes).toEqual([]);
  expect(tally.count).toBeGreaterThanOrEqual(calls);
  expect(tally.count).toBeGreaterThan(2 * tally.timedOut());
  const { descriptors } = await usageOf(service);
  if (descriptors !== undefined && before.descriptors !== undefined) expect(descriptors.sidecar).toBeLessThanOrEqual(before.descriptors.sidecar + DESCRIPTORS);

  await service.close();
  expect(await leftOvers(pid)).toEqual([]);
}

it('REQ-CONC-020 REQ-TIME-010: ten agents over one sidecar, each with its own texts and some that all share, are told what is true of them, and in time', async () => {
  await work(MIXED, { agents: 10, calls: 120 });
});

it('REQ-CONC-010: edits without a pause, files that come and go: none is lost, every result is about its own text, and nothing is left over', async () => {
  await work(EDITS, { agents: 4, calls: 120 });
});
