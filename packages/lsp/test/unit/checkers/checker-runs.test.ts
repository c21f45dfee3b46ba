import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GccOutput } from '../../../src/backend/output/gcc-output.ts';
import type { CheckerProject } from '../../../src/backend/checker/definition.ts';
import { CheckerRuns } from '../../../src/engine/project/checker-runs.ts';
import type { BatchResult } from '../../../src/engine/session/compiler/run-steps.ts';

let folder: string;
let runs: CheckerRuns;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checker runs-'));
  runs = new CheckerRuns();
});

afterEach(async () => {
  await runs.stop();
  if (gate !== 0) closeSync(gate);
  gate = 0;
  rmSync(folder, { recursive: true });
});

/** A shell as the checker. It notes each run in `begun`; `go` lets it go on. */
function project(...scripts: string[]): CheckerProject {
  const [first = 'true', ...rest] = scripts;
  const step = (script: string) => ({
    command: '/bin/sh',
    args: ['-c', script],
    output: (root: string) => new GccOutput(root),
  });
  return {
    key: 'k',
    root: folder,
    program: { name: 'sh', path: '/bin/sh', origin: 'path' },
    steps: [step(first), ...rest.map(step)],
  };
}

const GATED = 'echo $$ >> begun; read -r _ < gate; cat word';

/** A shell makes a file before it writes into it. */
async function isThere(name: string): Promise<void> {
  const isWritten = (): boolean => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (isWritten()) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!isWritten()) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(folder, look);
    // It may have come before anybody watched.
    look();
  });
}

const begun = (): string[] => readFileSync(join(folder, 'begun'), 'utf8').trim().split('\n');

let gate = 0;

async function gated(): Promise<CheckerProject> {
  expect(await Bun.spawn(['mkfifo', join(folder, 'gate')]).exited).toBe(0);
  // Open at both ends, so that nobody waits for the other side.
  gate = openSync(join(folder, 'gate'), 'r+');
  writeFileSync(join(folder, 'word'), 'a.c:1:2: error: bad\n');
  return project(GATED);
}

/** Lets one run go on, be it under way or still to come. */
function pass(): void {
  writeSync(gate, '\n');
}

const never = new AbortController().signal;
const messages = (verdict: BatchResult): string[] =>
  verdict.kind === 'judged' ? verdict.findings.map(({ message }) => message) : [verdict.kind];

test('one run is shared by all who ask about the same workspace', async () => {
  const checker = await gated();
  const asked = [runs.judge(checker, '1', never), runs.judge(checker, '1', never)];
  await isThere('begun');
  asked.push(runs.judge(checker, '1', never));
  pass();
  expect((await Promise.all(asked)).map(messages)).toEqual([['bad'], ['bad'], ['bad']]);
  expect(begun()).toHaveLength(1);
});

test('whoever has changed something since is answered by a run of its own, after that one', async () => {
  const checker = await gated();
  const first = runs.judge(checker, '1', never);
  await isThere('begun');
  const second = runs.judge(checker, '2', never);
  pass();
  pass();
  expect(messages(await first)).toEqual(['bad']);
  expect(messages(await second)).toEqual(['bad']);
  expect(begun()).toHaveLength(2);
});

test('a run that nobody waits for is killed; one that somebody else waits for goes on', async () => {
  const checker = await gated();
  const [a, b] = [new AbortController(), new AbortController()];
  const [first, second] = [runs.judge(checker, '1', a.signal), runs.judge(checker, '1', b.signal)];
  await isThere('begun');
  a.abort();
  expect(messages(await first)).toEqual(['cancelled']);
  const [pid = 0] = begun().map(Number);
  expect(() => process.kill(pid, 0)).not.toThrow();
  b.abort();
  expect(messages(await second)).toEqual(['cancelled']);
  await runs.stop();
  expect(() => process.kill(pid, 0)).toThrow();
});

test('steps follow each other, and what they find is put together', async () => {
  const verdict = await runs.judge(
    project(
      'echo "a.c:1: error: one"',
      'echo "b.c:2: warning: two" >&2; echo "ld: error: three" >&2; exit 1',
    ),
    '1',
    never,
  );
  expect(messages(verdict)).toEqual(['one', 'two']);
  expect(verdict).toMatchObject({ failure: 'exited with code 1: ld: error: three' });
});

test.each([
  ['exit 127', 'broken'],
  ['kill -9 $$', 'judged'],
])('a program that %p is %s', async (script, kind) => {
  const verdict = await runs.judge(project(script), '1', never);
  expect(verdict.kind as string).toBe(kind);
  if (verdict.kind === 'judged') expect(verdict.failure).toContain('SIGKILL');
});

test('a folder that is gone is a failure, and nothing to crash about', async () => {
  const verdict = await runs.judge({ ...project('true'), root: join(folder, 'gone') }, '1', never);
  expect(verdict).toMatchObject({ kind: 'judged', findings: [] });
  expect(verdict.kind === 'judged' && verdict.failure).toBeTruthy();
});

test('nothing begins once it was stopped', async () => {
  await runs.stop();
  expect(await runs.judge(project('true'), '1', never)).toEqual({ kind: 'cancelled' });
});
