import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readCases, readJunit, type Case } from '../lib/cases.mjs';
import type { JobResult } from '../lib/run-job.mjs';
import { runSuite } from '../lib/suite.mjs';
import { bunRunner, vitestRunner } from '../lib/test-jobs.mjs';

let project = '';
beforeEach(() => {
  // vitest itself cannot load files from a folder with a "#".
  project = mkdtempSync(join(tmpdir(), 'suite '));
  onTestFinished(() => {
    rmSync(project, { recursive: true });
  });
});

function write(name: string, text: string): string {
  const path = join(project, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

interface RunnerOfTests {
  /** What a test file begins with. */
  head: string;
  run: (reports: string) => Promise<JobResult>;
}

const env = { ...process.env, NO_COLOR: '1' };
const timeoutMs = 60_000;

const runners: Record<string, RunnerOfTests> = {
  vitest: {
    head: '',
    run: (reports) => runSuite({ ...vitestRunner('--globals', '--no-cache', '--root', project), env, timeoutMs }, reports),
  },
  Bun: {
    head: `import { beforeAll, describe, test } from 'bun:test';\n`,
    run: (reports) => runSuite({ ...bunRunner(`${project}/`), env, timeoutMs }, reports),
  },
};

describe.each(Object.entries(runners))('%s', (_name, { head, run }) => {
  const suite = async (): Promise<Case[]> => {
    const reports = join(project, 'reports');
    mkdirSync(reports, { recursive: true });
    const { cases } = await run(reports);
    return cases.map(({ ms: _, ...one }) => ({ ...one, ...(one.file === undefined ? {} : { file: basename(one.file) }) }));
  };
  const testFile = (name: string, text: string) => write(`${name}.test.ts`, `${head}${text}`);
  const failed = (error: string) => ({ state: 'failed', error: expect.stringContaining(error) as string });

  test('a red test is red: nothing runs again; beside it others pass and are skipped', async () => {
    testFile('a', `describe('group', () => { test('bad', () => { throw new Error('wrong'); }); });`);
    testFile('b', `test('good', () => {}); test.skip('never', () => {});`);
    expect((await suite()).sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { file: 'b.test.ts', name: 'good', state: 'passed' },
      { file: 'a.test.ts', name: 'group > bad', ...failed('Error: wrong') },
      { file: 'b.test.ts', name: 'never', state: 'skipped' },
    ]);
  });

  test('a group that could not be prepared has failed', async () => {
    testFile('a', `describe('group', () => { beforeAll(() => { throw new Error('too early'); }); test('within', () => {}); });`);
    expect(await suite()).toContainEqual(expect.objectContaining({ file: 'a.test.ts', ...failed('Error: ') }));
  });

  test('a file that does not load has failed, whatever else did', async () => {
    testFile('a', `test('good', () => {});`);
    write('b.test.ts', `import './missing.ts';`);
    expect((await suite()).filter(({ state }) => state !== 'passed')).toContainEqual(expect.objectContaining(failed('missing')));
  });

  test('a runner that finds no tests has failed', async () => {
    expect(await suite()).toEqual([{ name: 'outside any test', state: 'failed', error: 'exit code 1' }]);
  });
});

test("vitest's reasons for what was skipped", async () => {
  write('a.test.mjs', `test('later', (context) => context.skip('needs a compiler'));`);
  const { cases, files } = await runners['vitest']!.run(project);
  expect(Object.keys(files ?? {})).toEqual(['a.test.mjs']);
  expect(cases).toEqual([{ file: 'a.test.mjs', name: 'later', state: 'skipped', reason: 'needs a compiler' }]);
});

test("Bun's report: groups from the outermost, why something was skipped, an error without a text, one of no test", () => {
  const report = write(
    'junit.xml',
    `<testsuites><testsuite name="a.test.ts">
      <testcase name="is &lt;b&gt;" classname="g" time="1.5" file="a.test.ts" />
      <testcase name="two" classname="h &amp; i &gt; g" file="a.test.ts"><skipped message="TODO" /></testcase>
      <testcase name="bad" classname="" file="a.test.ts"><failure type="AssertionError" message="x">x /&gt; y&#10;at z</failure></testcase>
      <testcase name="slow" classname="" file="a.test.ts"><failure type="TimeoutError" message="test timed out" /></testcase>
    </testsuite></testsuites>`,
  );
  const output = '\n# Unhandled error between tests\n-----\nerror: Cannot find module\n-----\n\n';
  expect(readJunit(report, output)).toEqual({
    cases: [
      { file: 'a.test.ts', name: 'g > is <b>', ms: 1500, state: 'passed' },
      { file: 'a.test.ts', name: 'g > h & i > two', state: 'skipped', reason: 'TODO' },
      { file: 'a.test.ts', name: 'bad', ms: 0, state: 'failed', error: 'x /> y\nat z' },
      { file: 'a.test.ts', name: 'slow', ms: 0, state: 'failed', error: 'test timed out' },
    ],
    errors: ['error: Cannot find module'],
  });
});

test('a runner that wrote nothing has no tests', () => {
  const none = join(project, 'none');
  expect([readJunit(none, ''), readCases(none)]).toEqual([{ cases: [], errors: [] }, { cases: [], errors: [] }]);
});
