import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { combined, measurement, readResults, type Results } from '../../src/frame/measurement.js';
import { flag, whole } from '../../src/frame/options.js';

interface Row {
  readonly id: string;
  readonly seed: number;
}

const result = (about: Results<Row>['about'], ...rows: Row[]): Results<Row> => ({ about, results: rows });

describe('results of several runs', () => {
  test('of a subject that was measured more than once, the last one holds; all are in the usual order', () => {
    const all = [
      result({ Node: 1 }, { id: 'b', seed: 1 }, { id: 'a', seed: 1 }),
      result({ Node: 1, go: 2 }, { id: 'b', seed: 2 }),
    ];
    expect(combined(all, ['a', 'b', 'c'])).toEqual(
      result({ Node: 1, go: 2 }, { id: 'a', seed: 1 }, { id: 'b', seed: 2 }),
    );
  });

  test('that were not made alike do not belong together', () => {
    expect(() => combined([result({ cores: 4 }), result({ cores: 2 })], [])).toThrow('cores 4 and 2');
  });
});

describe('a measurement', () => {
  let folder: string;
  let out: string[];
  const written: (readonly Row[])[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'measurement '));
    out = [];
    written.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
    vi.spyOn(console, 'error').mockImplementation((line: string) => void out.push(line));
    onTestFinished(() => rmSync(folder, { recursive: true }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const bench = (rows: boolean) =>
    measurement({
      name: 'bench',
      says: 'Measures.',
      options: { seed: whole('another', 1), quick: flag('less') },
      subjects: ['right', 'wrong', 'broken', 'lacking'].map((id) => ({ id })),
      about: ({ seed }) => ({ seed }),
      isPart: ({ quick }) => (quick ? 'too quick' : undefined),
      lacks: ({ id }) => (id === 'lacking' ? 'no compiler' : undefined),
      measure: ({ id }, _, { seed }): Promise<Row> =>
        id === 'broken' ? Promise.reject(new Error('no registry')) : Promise.resolve({ id, seed }),
      isRight: ({ id }) => id !== 'wrong',
      lines: ({ id }) => `line of ${id}`,
      write: ({ results }) => written.push(results),
      ...(rows && { writeRows: ({ results }: Results<Row>) => written.push(results) }),
    });

  const start = (argv: string[], rows = false): Promise<number> => bench(rows).start(argv, () => folder);

  test.each([
    ['right', 0],
    ['wrong', 1],
    ['broken', 2],
    ['lacking', 2],
  ])('of what is %s exits with %d', async (id, code) => {
    expect(await start(['--only', id])).toBe(code);
  });

  test('goes on with the others where one cannot be measured, and says why', async () => {
    expect(await start([])).toBe(2);
    expect(out).toEqual(expect.arrayContaining(['line of right', 'line of wrong']));
    expect(out.at(-1)).toBe('left out: lacking: no compiler\nleft out: broken: no registry');
  });

  test('keeps its figures, and takes those of an earlier run for the rest', async () => {
    const [first, second] = [join(folder, 'a.json'), join(folder, 'b.json')];
    await start(['--only', 'right', '--json', first]);
    await start(['--only', 'wrong', '--with', first, '--json', second]);
    expect(readResults<Row>(second)).toEqual(
      result({ seed: 1 }, { id: 'right', seed: 1 }, { id: 'wrong', seed: 1 }),
    );
    expect(await start(['--only', 'wrong', '--with', first, '--seed', '2'])).toBe(2);
    expect(out.at(-1)).toMatch(/seed 1 and 2/);
    writeFileSync(first, '{"results": []}');
    expect(await start(['--only', 'right', '--with', first])).toBe(2);
    expect(out.at(-1)).toBe(`bench: ${first}: it is not what --json has written`);
  });

  test('records all subjects, or the rows of some where the page can take those', async () => {
    const earlier = join(folder, 'a.json');
    const rest = ['wrong', 'broken', 'lacking'].map((id) => ({ id, seed: 1 }));
    writeFileSync(earlier, JSON.stringify(result({ seed: 1 }, ...rest)));
    expect(await start(['--only', 'right', '--record'])).toBe(2);
    expect(out.at(-1)).toMatch(/^--record takes all subjects; without wrong, broken, lacking/);
    expect(await start(['--quick', '--record'])).toBe(2);
    expect(written).toEqual([]);
    await start(['--only', 'right', '--record', '--with', earlier]);
    await start(['--only', 'right', '--record'], true);
    expect(written.map((results) => results.length)).toEqual([4, 1]);
    expect(existsSync(earlier) && readFileSync(earlier, 'utf8')).toContain('lacking');
  });
});
