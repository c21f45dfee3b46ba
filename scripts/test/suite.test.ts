import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readCases, readJunit, type Case } from '../lib/cases.mjs';
import { sidecar } from '../lib/paths.mjs';
import { bunRunner, vitestRunner } from '../lib/steps.mjs';
import { runSuite, type StepResult } from '../lib/suite.mjs';

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
  run: (reports: string) => Promise<StepResult>;
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
    run: (reports) => {
      const command = (report: string, only: readonly string[]) =>
        bunRunner.command(report, only.length > 0 ? only : [`${relative(sidecar, project)}/`]);
      return runSuite({ ...bunRunner, command, env, timeoutMs }, reports);
    },
  },
};

/** Throws where it runs for the first time. */
const once = (mark: string) => `{ const { existsSync, writeFileSync } = require('node:fs'); const mark = ${JSON.stringify(mark)};
  if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('too early'); } }`;

describe.each(Object.entries(runners))('%s', (_name, { head, run }) => {
  const suite = async (): Promise<Case[]> => {
    const { cases } = await run(join(project, 'reports'));
    return cases.map((one) => ({ ...one, ...(one.file === undefined ? {} : { file: basename(one.file) }) }));
  };
  const testFile = (name: string, text: string) => write(`${name}.test.ts`, `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);\n${head}${text}`);
  const error = expect.stringContaining('Error: ') as string;

  test('a test that fails, and passes alone, is flaky; one that fails twice has failed, also beside it', async () => {
    testFile('a', `describe('group', () => { test('chance', () => ${once(join(project, 'mark'))}); test('bad', () => { throw new Error('wrong'); }); });`);
    testFile('b', `test('good', () => {}); test.skip('never', () => {});`);
    expect((await suite()).sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { file: 'b.test.ts', name: 'good', state: 'passed' },
      { file: 'a.test.ts', name: 'group > bad', state: 'failed', error: expect.stringContaining('Error: wrong') as string },
      { file: 'a.test.ts', name: 'group > chance', state: 'flaky', error: expect.stringContaining('Error: too early') as string },
      { file: 'b.test.ts', name: 'never', state: 'skipped' },
    ]);
  });

  test('a group that could not be prepared once is flaky', async () => {
    testFile('a', `describe('group', () => { beforeAll(() => ${once(join(project, 'mark'))}); test('within', () => {}); });`);
    expect(await suite()).toContainEqual(expect.objectContaining({ file: 'a.test.ts', state: 'flaky', error }));
  });

  test('a test that fails alone and did not before has failed', async () => {
    const mark = join(project, 'mark');
    testFile('a', `const { existsSync } = require('node:fs'); const again = existsSync(${JSON.stringify(mark)});
      test('chance', () => ${once(mark)}); test('other', () => { if (again) throw new Error('alone'); });`);
    expect(await suite()).toContainEqual({ file: 'a.test.ts', name: 'other', state: 'failed', error: expect.stringContaining('alone') as string });
  });

  test('a file that does not load has failed, whatever else did', async () => {
    testFile('a', `test('chance', () => ${once(join(project, 'mark'))});`);
    write('b.test.ts', `import './missing.ts';`);
    const failed = (await suite()).filter(({ state }) => state !== 'passed');
    expect(failed).toContainEqual(expect.objectContaining({ state: 'failed', error: expect.stringContaining('missing') as string }));
  });

  test('nothing runs again where more than five files fail', async () => {
    for (let n = 0; n < 6; n += 1) testFile(`f${String(n)}`, `test('chance', () => ${once(join(project, `mark${String(n)}`))});`);
    expect((await suite()).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'failed'));
  });

  test('a runner that finds no tests has failed', async () => {
    expect(await suite()).toEqual([{ name: 'outside any test', state: 'failed', error: 'exit code 1' }]);
  });
});

test("vitest's reasons for what was skipped", async () => {
  write('a.test.mjs', `test('later', (context) => context.skip('needs a compiler'));`);
  const { cases } = await runners['vitest']!.run(join(project, 'reports'));
  expect(cases).toEqual([{ file: join(project, 'a.test.mjs'), name: 'later', state: 'skipped', reason: 'needs a compiler' }]);
});

test("Bun's report: groups from the outermost, why something was skipped, an error without a text, one of no test", () => {
  const report = write(
    'junit.xml',
    `<testsuites><testsuite name="a.test.ts">
      <testcase name="is &lt;b&gt;" classname="g" time="0" file="a.test.ts" />
      <testcase name="two" classname="h &amp; i &gt; g" file="a.test.ts"><skipped message="TODO" /></testcase>
      <testcase name="bad" classname="" file="a.test.ts"><failure type="AssertionError" message="x">x /&gt; y&#10;at z</failure></testcase>
      <testcase name="slow" classname="" file="a.test.ts"><failure type="TimeoutError" message="test timed out" /></testcase>
    </testsuite></testsuites>`,
  );
  const output = '\n# Unhandled error between tests\n-----\nerror: Cannot find module\n-----\n\n';
  expect(readJunit(report, output)).toEqual({
    cases: [
      { file: 'a.test.ts', name: 'g > is <b>', state: 'passed' },
      { file: 'a.test.ts', name: 'g > h & i > two', state: 'skipped', reason: 'TODO' },
      { file: 'a.test.ts', name: 'bad', state: 'failed', error: 'x /> y\nat z' },
      { file: 'a.test.ts', name: 'slow', state: 'failed', error: 'test timed out' },
    ],
    errors: ['error: Cannot find module'],
  });
});

test('a runner that wrote nothing has no tests', () => {
  const none = join(project, 'none');
  expect([readJunit(none, ''), readCases(none)]).toEqual([{ cases: [], errors: [] }, { cases: [], errors: [] }]);
});
