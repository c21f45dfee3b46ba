import { join } from 'node:path';
import type {
  CheckedServer,
  CheckParams,
  CheckReport,
  Diagnostic,
  ServerStatus,
} from '@vybestack/llxprt-lsp-core';
import { expect, it } from 'vitest';
import { checkFiles, type CheckContext, type FileResult } from '../src/check/check-files.js';
import { CheckResults } from '../src/check/report.js';

const ROOT = process.platform === 'win32' ? 'C:\\work space' : '/work space';
const error = (file: string, line = 1): Diagnostic => ({
  file,
  line,
  character: 1,
  severity: 'error',
  message: 'wrong',
});
const server = (id: string, outcome: CheckedServer['outcome'] = 'complete', root = '.'): CheckedServer => ({
  id,
  root,
  outcome,
  ms: 1,
});

const KNOWN: ServerStatus[] = [
  { id: 'eslint', status: 'active', language: '', extensions: ['.ts', '.js'] },
  {
    id: 'gopls',
    status: 'unavailable',
    language: '',
    extensions: ['.go'],
    reason: 'not found',
    hint: 'go install it',
  },
  { id: 'typescript', status: 'broken', language: '', extensions: ['.ts'], root: '.', reason: 'it crashed' },
];

/** Judges the files; `answer` is what the service says to each `lsp/check`. */
async function judged(
  files: string[],
  answer: (asked: string[]) => Partial<CheckReport>,
  named = true,
): Promise<{ results: FileResult[] | undefined; asked: string[][] }> {
  const asked: string[][] = [];
  const check = async ({ files: wanted }: CheckParams): Promise<CheckReport> => {
    const batch = wanted.map(({ filePath }) => filePath.slice(ROOT.length + 1).replaceAll('\\', '/'));
    asked.push(batch);
    return {
      files: Object.fromEntries(batch.map((file) => [file, []])),
      others: {},
      othersComplete: true,
      servers: [],
      ...answer(batch),
    };
  };
  const context: CheckContext = {
    client: { check, status: async () => KNOWN },
    workspaceRoot: ROOT,
    servers: KNOWN,
    timeout: 50,
    startTimeout: 90,
    signal: new AbortController().signal,
  };
  const targets = files.map((file) => ({ path: join(ROOT, file), named }));
  return { results: await checkFiles(context, targets), asked };
}

it('a file is judged by the servers that are for it', async () => {
  const { results, asked } = await judged(['a.ts', 'b.js'], () => ({
    files: { 'a.ts': [error('a.ts', 9), error('a.ts', 2)], 'b.js': [] },
    servers: [server('eslint'), server('typescript')],
  }));
  expect(results).toEqual([
    {
      file: 'a.ts',
      named: true,
      diagnostics: [error('a.ts', 2), error('a.ts', 9)],
      judgedBy: ['eslint', 'typescript'],
      failures: [],
    },
    { file: 'b.js', named: true, diagnostics: [], judgedBy: ['eslint'], failures: [] },
  ]);
  expect(asked).toEqual([['a.ts', 'b.js']]);
});

it('of a server with several roots, the innermost one has judged it', async () => {
  const { results } = await judged(['p/a/x.js', 'pa/y.js', 'z.js'], () => ({
    servers: [server('eslint', 'broken', 'p'), server('eslint', 'complete', 'p/a'), server('eslint')],
  }));
  expect(results?.map(({ judgedBy, failures }) => [judgedBy.length, failures.length])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

it.each<[outcome: CheckedServer['outcome'], file: string, id: string, reason: string]>([
  ['broken', 'a.ts', 'typescript', 'typescript is broken: it crashed'],
  ['unavailable', 'a.go', 'gopls', 'gopls is unavailable: not found (install: go install it)'],
  ['starting', 'a.ts', 'typescript', 'typescript had not started after 90 ms; --timeout allows more'],
  ['timed-out', 'a.ts', 'typescript', 'typescript gave no answer within 50 ms; --timeout allows more'],
])(
  'a server that is %s has not judged the file, and the report says why',
  async (outcome, file, id, reason) => {
    const { results } = await judged([file], () => ({ servers: [server(id, outcome)] }));
    expect(results).toMatchObject([{ file, judgedBy: [], failures: [{ server: id, reason }] }]);
  },
);

it('where one file of a batch takes too long, each is asked about alone', async () => {
  const { results, asked } = await judged(['slow.ts', 'quick.ts', 'other.go'], (batch) => ({
    servers: [server('typescript', batch.includes('slow.ts') ? 'timed-out' : 'complete'), server('gopls')],
  }));
  expect(asked).toEqual([['slow.ts', 'quick.ts', 'other.go'], ['slow.ts'], ['quick.ts']]);
  expect(results?.map(({ judgedBy }) => judgedBy)).toEqual([[], ['typescript'], ['gopls']]);
});

it('a file that was refused is not clean, even if the others were judged', async () => {
  const { results } = await judged(['a.ts', 'movie.ts'], () => ({
    refused: { 'movie.ts': 'binary' },
    servers: [server('typescript')],
  }));
  expect(results?.[1]).toMatchObject({ judgedBy: [], refused: 'binary' });
});

it('without an entry for a file, the service is lost', async () => {
  expect((await judged(['a.ts', 'b.ts'], () => ({ files: { 'a.ts': [] } }))).results).toBeUndefined();
});

it.each<
  [
    title: string,
    named: boolean,
    answer: Partial<CheckReport>,
    exitCode: number,
    troubles: number,
    judged: number,
  ]
>([
  ['clean', true, { servers: [server('typescript')] }, 0, 0, 1],
  ['an error', true, { files: { 'a.ts': [error('a.ts')] }, servers: [server('typescript')] }, 1, 0, 1],
  [
    'only a warning',
    true,
    { files: { 'a.ts': [{ ...error('a.ts'), severity: 'warning' }] }, servers: [server('eslint')] },
    0,
    0,
    1,
  ],
  [
    'an error, and a server that broke',
    true,
    { files: { 'a.ts': [error('a.ts')] }, servers: [server('eslint'), server('typescript', 'broken')] },
    2,
    1,
    0,
  ],
  ['named, and nobody is for it', true, {}, 2, 1, 0],
  ['found, and nobody is for it', false, {}, 0, 0, 0],
  ['named, and refused', true, { refused: { 'a.ts': 'binary' } }, 2, 1, 0],
  ['found, and refused', false, { refused: { 'a.ts': 'binary' } }, 0, 0, 0],
])('exit code: %s', async (_title, named, answer, exitCode, troubles, count) => {
  const report = new CheckResults();
  for (const judgement of (await judged(['a.ts'], () => answer, named)).results ?? []) report.add(judgement);
  expect([report.exitCode(), report.troubles.length, report.judged()]).toEqual([exitCode, troubles, count]);
});

it('of a file that no argument names, findings are left out where its project leaves the file out', async () => {
  const answer = (servers: CheckedServer[]) => () => ({
    files: { 'a.ts': [error('a.ts')] },
    inPart: { 'a.ts': 'its project leaves it out' },
    excluded: ['a.ts'],
    servers,
  });
  const found = async (servers: CheckedServer[], named: boolean): Promise<unknown[]> => {
    const { results = [] } = await judged(['a.ts'], answer(servers), named);
    return results.map(({ diagnostics, inPart }) => [diagnostics.length, inPart]);
  };
  expect(await found([server('typescript')], false)).toEqual([[0, undefined]]);
  expect(await found([server('typescript')], true)).toEqual([[1, 'its project leaves it out']]);
  // A linter may have found it.
  expect(await found([server('typescript'), server('eslint')], false)).toEqual([
    [1, 'its project leaves it out'],
  ]);
});
