import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clone } from '../src/large/clone.js';
import { boundsOf, largeLines, largeSections } from '../src/large/command.js';
import type { LargeResult } from '../src/large/measure.js';
import { LARGE, type LargeSubject } from '../src/large/subjects.js';

const SUBJECT: LargeSubject = {
  id: 'small',
  repository: 'some/small',
  server: 'pyright',
  extension: '.py',
  hot: { file: 'a.py', declares: 'class A' },
};

const RESULT: LargeResult = {
  id: 'small',
  repository: 'some/small',
  commit: '0123456789ab',
  server: 'pyright',
  files: 7,
  edits: [
    { file: 'a.py', alone: 100, others: 150, complete: true },
    { file: 'b.py', alone: 200, others: 290, complete: true },
  ],
  questions: [
    {
      tool: 'lsp_find_references',
      name: 'A',
      results: { ours: 9, floor: 9 },
      comparison: { ours: 11, floor: 10, ratio: 1.1, pairedRatio: 1.1, oursP95: 12, floorP95: 11, count: 5 },
    },
  ],
  sessions: { first: 2000, second: 120, warm: 100 },
};

describe('a clone that is measured', () => {
  let folder: string;
  let root: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@x', ...args], {
      encoding: 'utf8',
    });

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'large ')));
    root = join(folder, 'small');
    mkdirSync(root);
    git('init', '-q', '-b', 'main');
    for (const [text, files] of [
      ['1\n', ['a.py', 'b #1.py', 'c.txt', 'd.py', 'e.py', 'f.py', 'g.py']],
      ['2\n', ['a.py', 'c.txt']],
      ['2\n', ['d.py', 'e.py', 'f.py', 'g.py']],
      ['3\n', ['b #1.py']],
    ] as const) {
      for (const file of files) writeFileSync(join(root, file), text);
      git('add', '-A');
      git('commit', '-q', '-m', text);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('has the last change of each file, the newest first, and none of large commits', async () => {
    const clone = await Clone.open(folder, SUBJECT);
    expect(await clone.count()).toBe(6);
    expect(await clone.lastChanges(9)).toEqual([
      { file: 'b #1.py', before: '1\n', after: '3\n' },
      { file: 'a.py', before: '1\n', after: '2\n' },
    ]);
  });

  test('is called by the tag of its commit, if it has one', async () => {
    const digits = (await Clone.open(folder, SUBJECT)).commit;
    expect(digits).toMatch(/^[0-9a-f]{12}$/);
    expect(git('rev-parse', 'HEAD')).toContain(digits);
    git('tag', 'package-1.0');
    expect((await Clone.open(folder, SUBJECT)).commit).toBe('package-1.0');
  });

  test('is put back', async () => {
    const clone = await Clone.open(folder, SUBJECT);
    clone.write('a.py', 'other\n');
    clone.restore();
    expect([readFileSync(join(root, 'a.py'), 'utf8'), git('status', '--porcelain')]).toEqual(['2\n', '']);
  });

  test('is refused where it is missing, has changes, or is not set up', async () => {
    await expect(Clone.open(folder, { ...SUBJECT, repository: 'some/other' })).rejects.toThrow(
      'there is no clone of github.com/some/other',
    );
    await expect(
      Clone.open(folder, { ...SUBJECT, setUp: { needs: 'node_modules', command: 'npm ci' } }),
    ).rejects.toThrow('has no node_modules: run npm ci in it');
    writeFileSync(join(root, 'a.py'), 'mine\n');
    await expect(Clone.open(folder, SUBJECT)).rejects.toThrow('has changes that are not committed');
  });
});

test('each bound of the page is judged', () => {
  const slow: LargeResult = {
    ...RESULT,
    edits: RESULT.edits.map((edit) => ({ ...edit, others: edit.others + 200, complete: false })),
    questions: RESULT.questions.map((row) => ({ ...row, comparison: { ...row.comparison, ratio: 1.3 } })),
    sessions: { ...RESULT.sessions, second: 140 },
  };
  expect([RESULT, slow].map((result) => boundsOf(result).map(({ holds }) => holds))).toEqual([
    [true, true, true, true],
    [false, false, false, false],
  ]);
  expect(largeLines(RESULT)).toContain('PASS  an edit 150 ms, with other files 220 ms');
  expect(largeSections({ cores: 2 }, [RESULT])['edits']).toContain(
    '| some/small | 0123456789ab | pyright | 7 | 150 ms | 220 ms | **70.0 ms** | 100.0 % |',
  );
});

test('repositories have names of their own', () => {
  const names = LARGE.map(({ repository }) => repository.split('/')[1]);
  expect(new Set(names).size).toBe(LARGE.length);
});
