import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sidecar } from '../../../scripts/lib/paths.mjs';
import type { Finding } from '../../bench/src/accuracy/finding.js';
import { judgeSubject } from '../../bench/src/accuracy/judge-subject.js';
import { tsc, tscRules } from '../../bench/src/accuracy/judges/tsc.js';
import { typescriptWays } from '../../bench/src/accuracy/mutators/typescript.js';
import { isFlawed, othersScoreOf, scoreOf } from '../../bench/src/accuracy/results.js';
import type { Subject } from '../../bench/src/accuracy/subject.js';

const TYPESCRIPT = join(sidecar, 'node_modules/typescript');
const FILES = {
  'tsconfig.json': `${JSON.stringify({ compilerOptions: { strict: true, noEmit: true, noUnusedLocals: true, module: 'preserve', lib: ['ES2022'], skipLibCheck: true, types: [] }, include: ['src'] })}\n`,
  'src/prices.ts':
    "export interface Item {\n  cents: number\n  name: string\n}\n\nexport function priceOf(item: Item, off: number): number {\n  return item.cents - off\n}\n\nexport const ITEM: Item = { cents: 5, name: 'five' }\n",
  'src/cart.ts':
    "import { ITEM, priceOf } from './prices'\n\nexport class Cart {\n  total = 0\n  add(count: number): void {\n    if (count > 0) {\n      this.total += priceOf(ITEM, count)\n    }\n  }\n}\n",
};

/** A project of two files, judged by TypeScript 5.9. */
const SUBJECT: Subject = {
  id: 'tiny',
  language: 'TypeScript',
  title: 'two files',
  server: 'typescript',
  compiler: 'tsc',
  makeWorkspace: (root) => {
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(TYPESCRIPT, join(root, 'node_modules', 'typescript'), 'junction');
    return Promise.resolve(root);
  },
  edits: (file) => file.startsWith('src/'),
  settings: (file) => file === 'tsconfig.json',
  ways: typescriptWays,
  judge: tsc,
  rules: tscRules,
};

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-accuracy-')))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Six edits by write_file, and two changes that nobody is told of: of the settings, and a file that is created. */
const OPTIONS = { seed: 22, mutations: 3, only: undefined };

it('what the tools report of six edits and the other file is what tsc says of the same tree, though the disk moves', async () => {
  const { cases, processes } = await judgeSubject(SUBJECT, folder, OPTIONS, () => undefined);
  expect(cases.filter(isFlawed)).toEqual([]);
  const [score, others] = [scoreOf(cases), othersScoreOf(cases)];
  expect(score).toMatchObject({ edits: 6, missed: 0, invented: 0, stale: 0, noAnswer: 0 });
  expect(score.right).toBeGreaterThan(0);
  expect(others.later).toMatchObject({ missed: 0, invented: 0, stale: 0 });
  expect(others.later.right).toBeGreaterThan(0);
  expect(new Set(cases.flatMap(({ unannounced }) => unannounced.map(({ kind }) => kind)))).toEqual(
    new Set(['change settings', 'create a file']),
  );
  expect(Object.values(processes)).toEqual([1]);
});

it('a compiler that says otherwise is noticed: every error that is reported counts as invented, and its own as missed', async () => {
  const told: string[] = [];
  const wrong = (file: string): Finding => ({
    file,
    line: 1,
    severity: 'error',
    code: '9999',
    message: 'of another compiler',
  });
  const contrary: Subject = {
    ...SUBJECT,
    judge: () =>
      Promise.resolve({ findings: ['src/prices.ts', 'src/cart.ts'].map(wrong), silentOn: () => undefined }),
  };
  const { cases } = await judgeSubject(contrary, folder, OPTIONS, (line) => told.push(line));
  const score = scoreOf(cases);
  expect(score).toMatchObject({ edits: 6, right: 0, noAnswer: 0 });
  expect(score.missed).toBeGreaterThan(0);
  expect(score.invented).toBeGreaterThan(0);
  expect(told.join('\n')).toMatch(/MISSED.*INVENTED/);
});

it('one edit alone is judged as in the whole run', async () => {
  const options = { ...OPTIONS, mutations: 1 };
  const all = await judgeSubject(SUBJECT, join(folder, 'all'), options, () => undefined);
  const one = await judgeSubject(SUBJECT, join(folder, 'one'), { ...options, only: 2 }, () => undefined);
  expect(one.cases).toEqual([all.cases[1]]);
});
