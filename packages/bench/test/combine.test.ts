import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { combine, readResult } from '../src/combine.js';
import type { BenchResult, SubjectResult } from '../src/results.js';
import type { Comparison } from '../src/stats.js';

const comparison: Comparison = {
  ours: 1,
  floor: 1,
  ratio: 1,
  pairedRatio: 1,
  oursP95: 1,
  floorP95: 1,
  count: 1,
};

function subject(id: string, lines: number): SubjectResult {
  const tally = { count: 1, wrong: [] };
  return {
    id,
    title: id,
    files: 1,
    lines,
    cold: comparison,
    warm: comparison,
    batch: comparison,
    verdicts: { ours: tally, floor: tally },
    late: 0,
    resident: { sidecar: 1, server: 1, floorServer: 1 },
  };
}

function result(subjects: SubjectResult[], machine: Partial<BenchResult['machine']> = {}): BenchResult {
  return {
    machine: {
      cores: 2,
      memory: 1,
      platform: 'linux x64',
      node: '20.20.2',
      bun: '1.4.5',
      programs: {},
      load: 0.1,
      ...machine,
    },
    effort: 'full',
    startup: { ready: comparison, answer: comparison, resident: comparison },
    plainEdit: { edit: comparison },
    subjects,
    leftOut: [],
  };
}

test('of several runs, each subject has the figures of the last one that measured it', () => {
  const first = result([subject('b', 1), subject('a', 1)], { programs: { go: '1.26' }, load: 0.4 });
  const second = result([subject('b', 2)], { programs: { cargo: '1.95' } });
  const all = combine([first], second, ['a', 'b', 'c']);
  expect(all.subjects.map(({ id, lines }) => [id, lines])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(all.machine).toMatchObject({ programs: { go: '1.26', cargo: '1.95' }, load: 0.4 });
});

test('what was left out and measured at another time is not left out', () => {
  const first = result([subject('a', 1)]);
  const second = {
    ...result([]),
    leftOut: [
      { id: 'a', reason: 'x' },
      { id: 'b', reason: 'y' },
    ],
  };
  expect(combine([first], second, ['a', 'b']).leftOut).toEqual([{ id: 'b', reason: 'y' }]);
});

test.each([
  [{ cores: 4 }, 'cores 4 and 2'],
  [{ bun: '1.5.0' }, 'bun 1.5.0 and 1.4.5'],
  [{ programs: { go: '1.25' } }, 'go 1.25 and 1.26'],
])('figures of another machine (%j) are refused', (machine, words) => {
  expect(() => combine([result([], machine)], result([], { programs: { go: '1.26' } }), [])).toThrow(words);
});

test('a quick run says nothing beside a full one', () => {
  expect(() => combine([{ ...result([]), effort: 'quick' }], result([]), [])).toThrow('--quick');
});

test('a file with something else in it is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'combine '));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'a.json');
  writeFileSync(file, '{"subjects": []}');
  expect(() => readResult(file)).toThrow(`${file}: it is not what --json has written`);
  writeFileSync(file, JSON.stringify(result([subject('a', 7)])));
  expect(readResult(file).subjects[0]?.lines).toBe(7);
});
