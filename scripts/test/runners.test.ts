import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readCases, readJunit, type Case } from '../lib/cases.mjs';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';
import { totalLines } from '../lib/report.mjs';

/** It says which folder for temporary files its process has left. */
const ENDS = `test('it ends', async () => {
  const { writeFileSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  writeFileSync(new URL('left', import.meta.url), tmpdir());
  process.reallyExit(0);
});`;

/** A folder with test files; vitest itself cannot load files from a folder with a "#". */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'suite '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'reports'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface RunnerOfTests {
  /** What a test file begins with. */
  readonly head: string;
  /** Runs a step over a folder of tests in a process of its own, as its output is not captured, and returns its cases. */
  readonly step: (folder: string) => string;
}

const runners: Readonly<Record<string, RunnerOfTests>> = {
  vitest: {
    head: '',
    step: (folder) => `vitest('it', ['run', '--globals', '--no-cache', '--root', ${JSON.stringify(folder)}])`,
  },
  Bun: {
    head: `import { beforeAll, describe, test } from 'bun:test';\n`,
    step: (folder) => `bunTest('it', [${JSON.stringify(join(folder, '/'))}])`,
  },
};

async function casesOf({ step }: RunnerOfTests, folder: string): Promise<Case[]> {
  const reports = JSON.stringify(join(folder, 'reports'));
  const program = `import { bunTest, vitest } from './scripts/lib/runners.mjs'; import { writeFileSync } from 'node:fs';
    writeFileSync(${reports} + '/cases', JSON.stringify({ cases: await ${step(folder)}.run(${reports}), errors: [] }));`;
  await node(['--input-type=module', '-e', program], { cwd: root });
  const left = existsSync(join(folder, 'left')) ? readFileSync(join(folder, 'left'), 'utf8') : tmpdir();
  if (left !== tmpdir()) rmSync(dirname(left), { recursive: true });
  return readCases(join(folder, 'reports', 'cases')).cases.map((one) => ({
    ...one,
    ...(one.file === undefined ? {} : { file: basename(one.file) }),
  }));
}

describe.each(Object.entries(runners))('%s', (_name, runner) => {
  const run = (files: Readonly<Record<string, string>>) =>
    casesOf(
      runner,
      project(
        Object.fromEntries(
          Object.entries(files).map(([name, text]) => [`${name}.test.ts`, `${runner.head}${text}`]),
        ),
      ),
    );
  const failed = (error: string) => ({ state: 'failed', error: expect.stringContaining(error) as string });

  test('a red test is red: nothing runs again; beside it others pass and are skipped', async () => {
    const cases = await run({
      a: `describe('group', () => { test('bad', () => { throw new Error('wrong'); }); });`,
      b: `test('good', () => {}); test.skip('never', () => {});`,
    });
    expect(cases.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { file: 'b.test.ts', name: 'good', state: 'passed' },
      { file: 'a.test.ts', name: 'group > bad', ...failed('Error: wrong') },
      { file: 'b.test.ts', name: 'never', state: 'skipped' },
    ]);
  });

  test('a group that could not be prepared has failed', async () => {
    expect(
      await run({
        a: `describe('group', () => { beforeAll(() => { throw new Error('too early'); }); test('within', () => {}); });`,
      }),
    ).toContainEqual(expect.objectContaining({ file: 'a.test.ts', ...failed('Error: ') }));
  });

  test.each([
    ['does not load', `import './missing.ts';`],
    ['ends its process before its tests have run', ENDS],
  ])('a file that %s has failed, whatever else did', async (_what, text) => {
    const cases = await run({ a: `test('good', () => {});`, b: text });
    expect(cases.some(({ state }) => state === 'failed')).toBe(true);
  });

  test('a run that finds no tests has failed', async () => {
    expect((await run({})).map(({ state }) => state)).toEqual(['failed']);
  });
});

test("vitest's reasons for what was skipped", async () => {
  const folder = project({ 'a.test.mjs': `test('later', (context) => context.skip('needs a compiler'));` });
  expect(await casesOf(runners['vitest']!, folder)).toEqual([
    { file: 'a.test.mjs', name: 'later', state: 'skipped', reason: 'needs a compiler' },
  ]);
});

test("Bun's report: groups from the outermost, why something was skipped, an error without a text", () => {
  const folder = project({
    'junit.xml': `<testsuites><testsuite name="a.test.ts">
      <testcase name="is &lt;b&gt;" classname="g" time="1.5" file="a.test.ts" />
      <testcase name="two" classname="h &amp; i &gt; g" file="a.test.ts"><skipped message="TODO" /></testcase>
      <testcase name="bad" classname="" file="a.test.ts"><failure type="AssertionError" message="x">x /&gt; y&#10;at z</failure></testcase>
      <testcase name="slow" classname="" file="a.test.ts"><failure type="TimeoutError" message="test timed out" /></testcase>
    </testsuite></testsuites>`,
  });
  expect(readJunit(join(folder, 'junit.xml'))).toEqual({
    cases: [
      { file: 'a.test.ts', name: 'g > is <b>', state: 'passed' },
      { file: 'a.test.ts', name: 'g > h & i > two', state: 'skipped', reason: 'TODO' },
      { file: 'a.test.ts', name: 'bad', state: 'failed', error: 'x /> y\nat z' },
      { file: 'a.test.ts', name: 'slow', state: 'failed', error: 'test timed out' },
    ],
    errors: [],
  });
});

test('a run ends with why tests were skipped, what failed, and a last line that counts', () => {
  const lines = Array.from({ length: 16 }, (_, n) => `line ${String(n + 1)}`);
  const cases: Case[] = [
    { file: 'a.test.ts', name: 'good', state: 'passed' },
    { file: 'a.test.ts', name: 'group > bad', state: 'failed', error: lines.join('\n') },
    { file: 'b.test.ts', name: 'later', state: 'skipped', reason: 'needs a compiler' },
    { file: 'b.test.ts', name: 'much later', state: 'skipped', reason: 'needs a compiler' },
    { file: 'c.test.ts', name: 'Go: one (skipped: no gopls on PATH: do this)', state: 'skipped' },
    { name: 'lint', state: 'failed', error: '' },
  ];
  expect(totalLines(cases)).toEqual([
    'skipped: 2 tests (needs a compiler)',
    'skipped: c.test.ts > Go: one (skipped: no gopls on PATH: do this)',
    'failed: a.test.ts > group > bad',
    ...lines.slice(0, 15).map((line) => `      ${line}`),
    '      ...',
    'failed: lint',
    '1 passed, 2 failed, 3 skipped',
  ]);
});
