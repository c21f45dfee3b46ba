import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CompilerReport } from '../../src/backend/output/output.ts';
import { CargoOutput } from '../../src/languages/rust/cargo-output.ts';
import { runSteps, type Steps } from '../../src/engine/session/compiler/run-steps.ts';
import {
  BatchRunQueue,
  type BatchRunQueueOptions,
} from '../../src/engine/session/compiler/batch-run-queue.ts';

const NEVER = new AbortController().signal;

function turns(
  command: string,
  args: string[] = [],
  root = realpathSync(tmpdir()),
): { turns: BatchRunQueue; reports: CompilerReport[] } {
  const reports: CompilerReport[] = [];
  const project: Steps = { root, steps: [{ command, args, output: (folder) => new CargoOutput(folder) }] };
  const concluded = (report: CompilerReport): Promise<void> => {
    reports.push(report);
    return Promise.resolve();
  };
  const judge: BatchRunQueueOptions['judge'] = (signal, started) => runSteps(project, signal, started);
  return { turns: new BatchRunQueue({ judge, invalidateBuildCache: () => undefined, concluded }), reports };
}

test('nothing runs before somebody asks, and one run answers all changes that were announced before it began', async () => {
  const { turns: one, reports } = turns('/bin/sh', ['-c', 'exit 0']);
  const changes = [one.change(), one.change()];
  expect([one.upToDate, one.state.kind]).toEqual([false, 'idle']);
  expect(await Promise.all(changes.map((change) => one.answered(change, NEVER)))).toEqual([true, true]);
  expect([one.upToDate, one.state.kind, reports.length]).toEqual([true, 'idle', 1]);
  expect(await one.answered(2, NEVER)).toBe(true);
  expect(reports).toHaveLength(1);
  one.change();
  expect(one.upToDate).toBe(false);
  await one.stop();
});

test('whose deadline has passed leaves, and the run goes on; a stop ends it and answers everybody', async () => {
  const { turns: one, reports } = turns('/bin/sh', ['-c', 'echo running >&2; exec sleep 600']);
  expect(await one.answered(one.change(), AbortSignal.abort())).toBe(false);
  expect(one.state.kind).toBe('running');
  const waiting = one.answered(one.latestChange, NEVER);
  await one.stop();
  expect([await waiting, one.state, reports]).toEqual([false, { kind: 'ended' }, []]);
  expect(await one.answered(one.change(), NEVER)).toBe(false);
});

test('REQ-LIFE-070: a program that cannot be run has ended for good, with the reason', async () => {
  const { turns: one } = turns('/no/such/program');
  expect(await one.answered(one.change(), NEVER)).toBe(false);
  await one.ended;
  expect(one.state).toEqual({ kind: 'ended', problem: expect.stringContaining('/no/such/program') });
});

test('a folder that is gone is a failed run, and may come back', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'turns-')));
  const { turns: one, reports } = turns(
    '/bin/sh',
    ['-c', 'test "$PWD" = "$(pwd -P)" && test "$PWD" = "$0"', root],
    root,
  );
  rmSync(root, { recursive: true });
  expect(await one.answered(one.change(), NEVER)).toBe(true);
  mkdirSync(root);
  expect(await one.answered(one.change(), NEVER)).toBe(true);
  expect(reports).toEqual([
    { findings: [], failure: expect.stringContaining(root) },
    { findings: [], failure: undefined },
  ]);
  await one.stop();
  rmSync(root, { recursive: true });
});

test('a daemon that keeps the output open costs one run, and not the session', async () => {
  const daemon = `Bun.spawn(['/bin/sleep', '20'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref(); process.exit(0)`;
  const { turns: one, reports } = turns(process.execPath, ['-e', daemon]);
  expect(await one.answered(one.change(), NEVER)).toBe(true);
  expect(reports).toEqual([{ findings: [], failure: expect.stringContaining('output open') }]);
  await one.stop();
});

test('what a build script printed does not hide that it failed', async () => {
  const script =
    'echo "error: failed to run custom build command for x" >&2; yes "  noise of the script" | head -n 2000 >&2; exit 101';
  const { turns: one, reports } = turns('/bin/sh', ['-c', script]);
  expect(await one.answered(one.change(), NEVER)).toBe(true);
  expect(reports.map(({ failure }) => failure)).toEqual(['failed to run custom build command for x']);
  await one.stop();
});
