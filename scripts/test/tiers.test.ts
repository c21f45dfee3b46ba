import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runSteps, type Finished, type Step } from '../lib/schedule.mjs';
import { root } from '../lib/paths.mjs';
import { tiers } from '../lib/steps.mjs';
import { testFiles } from '../lib/test-files.mjs';
import { groups } from '../lib/test-jobs.mjs';
import { projects } from './projects.js';

async function stepsOf(tier: string): Promise<readonly Step[]> {
  const steps = await tiers[tier]!({});
  if ('failed' in steps) throw new Error(steps.failed);
  return steps;
}

/** The test files that a tier runs, each as often as it does. */
async function filesOf(tier: string): Promise<string[]> {
  const jobs = (await stepsOf(tier)).flatMap(({ jobs }) => (typeof jobs === 'function' ? jobs() : jobs));
  return jobs.flatMap(({ files = [] }) => files).toSorted();
}

test('npm test and the nightly tests together run every test file of every package, each once', async () => {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/test`);
  const every = [...packages, 'packages/lsp/src', 'packages/e2e', 'scripts/test'].filter((folder) => existsSync(join(root, folder))).flatMap(testFiles);
  expect(every.length).toBeGreaterThan(200);
  expect([...(await filesOf('all')), ...(await filesOf('nightly'))].toSorted()).toEqual(every.toSorted());
});

test('every project of vitest is run, but the one that measures and tests nothing', async () => {
  const run = [...(await stepsOf('all')), ...(await stepsOf('nightly'))].flatMap((step) => ('project' in step ? [step.project] : []));
  expect([...new Set(run)].toSorted()).toEqual(projects.filter((name) => name !== 'measure').toSorted());
});

test('a language that has no tests is refused with the names of those that do', async () => {
  expect(await tiers['real']!({ lang: ['cobol'] })).toEqual({ failed: expect.stringMatching(/^--lang: there is no cobol\. There are: .*\bgo\b/) as string });
  const [, , real] = (await tiers['real']!({ lang: ['go'] })) as readonly Step[];
  const files = (real!.jobs as () => readonly { name: string }[])().map(({ name }) => name);
  expect(files).toContain('packages/lsp/src/languages/go/test/real/gopls.test.ts');
  expect(files.every((name) => name.startsWith('packages/lsp/src/languages/go/test/real/'))).toBe(true);
});

test('the tier of hosts installs and runs those that are named, and refuses others', async () => {
  expect(await tiers['hosts']!({ host: ['emacs'] })).toEqual({ failed: '--host: there is no emacs. There are: codex, qwen, opencode.' });
  const steps = (await tiers['hosts']!({ host: ['codex'] })) as readonly Step[];
  expect(steps.map(({ name }) => name)).toEqual(['setup', 'programs of hosts', 'hosts']);
  const jobs = (steps[2]!.jobs as () => readonly { files?: readonly string[] }[])();
  expect(jobs.flatMap(({ files = [] }) => files)).toEqual(['packages/e2e/nightly/hosts/codex.test.ts']);
});

test('the tier of a change says so where the commit is not known', async () => {
  expect(await tiers['change']!({ since: 'no-such-commit' })).toEqual({ failed: '--since no-such-commit: git knows no such commit.' });
});

test('files are grouped by what they took, the longest first', () => {
  const times = { a: 39_000, b: 25_000, c: 14_000, d: 1000, e: 90_000 };
  expect(groups(['a', 'b', 'c', 'd', 'e'], times)).toEqual([['e'], ['a', 'd'], ['b', 'c']]);
});

test('unit test files that were never run here share processes; those that start servers have few beside them', () => {
  const named = (folder: string) => Array.from({ length: 40 }, (_, n) => `packages/${folder}/${String(n)}.test.ts`);
  expect([groups(named('core/test'), {}).length, groups(named('e2e'), {}).length]).toEqual([1, 10]);
});

describe('steps', () => {
  const passed = { cases: [{ name: '', state: 'passed' as const }], output: '' };

  /** Runs steps whose jobs tell when they begin and end, and end when all is still. */
  async function order(steps: readonly (Omit<Step, 'jobs'> & { jobs: readonly string[] })[], slots: number): Promise<{ log: string[]; most: number }> {
    const log: string[] = [];
    let [running, most] = [0, 0];
    const run = (name: string) => async () => {
      running += 1;
      most = Math.max(most, running);
      log.push(name);
      await new Promise(setImmediate);
      running -= 1;
      return passed;
    };
    const ended = (step: Step, finished: readonly Finished[]): void => {
      log.push(`${step.name}: ${String(finished.length)}`);
    };
    const made = steps.map((step) => ({ ...step, jobs: step.jobs.map((name) => ({ name, run: run(name) })) }));
    await runSteps(made, { slots, expected: ({ name }) => name.length, ended });
    return { log, most };
  }

  test('begin when those that they need have ended, and run the longest job first', async () => {
    const { log } = await order([{ name: 'second', after: ['first', 'not asked for'], jobs: ['a', 'ccc', 'bb'] }, { name: 'first', jobs: ['z'] }], 1);
    expect(log).toEqual(['z', 'first: 1', 'ccc', 'bb', 'a', 'second: 3']);
  });

  test('run as many jobs at once as there are slots; one that waits takes none', async () => {
    expect((await order([{ name: 'all', jobs: ['a', 'b', 'c', 'd', 'e'] }], 2)).most).toBe(2);
    expect((await order([{ name: 'waiting', waits: true, jobs: ['w'] }, { name: 'all', jobs: ['a', 'b', 'c'] }], 1)).most).toBe(2);
  });

  test('without jobs end at once, and let others begin', async () => {
    const { log } = await order([{ name: 'none', jobs: [] }, { name: 'one', after: ['none'], jobs: ['a'] }], 1);
    expect(log).toEqual(['none: 0', 'a', 'one: 1']);
  });
});
