import { expect, test } from 'bun:test';

import { type FileChange, Registrations, WATCHED_FILES } from '../../src/client/protocol/registrations.ts';

const ROOT = '/work/my [app] #1';

function watching(globPattern: unknown, kind?: number): Registrations {
  const registrations = new Registrations(ROOT);
  const watchers = [{ globPattern, ...(kind === undefined ? {} : { kind }) }];
  registrations.register({
    registrations: [{ id: '1', method: WATCHED_FILES, registerOptions: { watchers } }],
  });
  return registrations;
}

const uri = (path: string): string => Bun.pathToFileURL(path).href;

const PATTERNS: [title: string, pattern: unknown, watched: string[], others: string[]][] = [
  ['every file', '**/*', [`${ROOT}/a.ts`, `${ROOT}/deep/er/a.ts`, '/elsewhere/a.ts'], []],
  ['an ending anywhere', '**/*.py', [`${ROOT}/a.py`, `${ROOT}/deep/a.py`], [`${ROOT}/a.pyi`, `${ROOT}/a.ts`]],
  ['alternatives', '**/*.{go,mod,work}', [`${ROOT}/go.mod`, `${ROOT}/x/a.go`], [`${ROOT}/go.sum`]],
  [
    'one name',
    '**/pyrightconfig.json',
    [`${ROOT}/pyrightconfig.json`, `${ROOT}/b/pyrightconfig.json`],
    [`${ROOT}/xpyrightconfig.json`],
  ],
  [
    'a root that looks like a pattern, as TypeScript 7 sends it',
    `${ROOT}/**/*`,
    [`${ROOT}/a.ts`, `${ROOT}/deep/a.ts`],
    ['/work/my a #1/a.ts', `${ROOT}2/a.ts`],
  ],
  [
    'below a folder',
    { baseUri: uri(`${ROOT}/sub`), pattern: '**/*.ts' },
    [`${ROOT}/sub/a.ts`, `${ROOT}/sub/b/a.ts`],
    [`${ROOT}/a.ts`, `${ROOT}/sub2/a.ts`],
  ],
  [
    'below a folder that is given with its slash',
    { baseUri: `${uri(`${ROOT}/sub`)}/`, pattern: '*.ts' },
    [`${ROOT}/sub/a.ts`],
    [`${ROOT}/sub/b/a.ts`],
  ],
  [
    'below a workspace folder',
    { baseUri: { uri: uri(ROOT), name: 'app' }, pattern: '**/go.mod' },
    [`${ROOT}/go.mod`, `${ROOT}/b/go.mod`],
    ['/work/go.mod'],
  ],
  ['below no local folder', { baseUri: 'untitled:x', pattern: '**/*' }, [], [`${ROOT}/a.ts`]],
  ['nonsense', 7, [], [`${ROOT}/a.ts`]],
  ['a pattern without a folder', { pattern: '**/*' }, [], [`${ROOT}/a.ts`]],
];

test('a file is watched if a pattern of the server covers it', () => {
  for (const [title, pattern, watched, others] of PATTERNS) {
    const registrations = watching(pattern);
    const covered = [...watched, ...others].filter((path) => registrations.watches(path, 'changed'));
    expect([title, covered]).toEqual([title, watched]);
  }
});

const CHANGES: readonly FileChange[] = ['created', 'changed', 'deleted'];
const KINDS: [kind: number | undefined, wanted: FileChange[]][] = [
  [undefined, ['created', 'changed', 'deleted']],
  [7, ['created', 'changed', 'deleted']],
  [1, ['created']],
  [2, ['changed']],
  [4, ['deleted']],
  [5, ['created', 'deleted']],
  [0, []],
];

test('only the kinds of change that the server asked for are its business; without a word, all are', () => {
  for (const [kind, wanted] of KINDS) {
    const registrations = watching('**/*', kind);
    expect([kind, CHANGES.filter((change) => registrations.watches('/a', change))]).toEqual([kind, wanted]);
  }
});

test('the same id again replaces what was registered, another adds to it, and each is unregistered by its own', () => {
  const registrations = new Registrations(ROOT);
  const register = (id: string, globPattern: string): void =>
    registrations.register({
      registrations: [{ id, method: WATCHED_FILES, registerOptions: { watchers: [{ globPattern }] } }],
    });
  const watched = (): string[] =>
    ['/a.rs', '/a.toml', '/a.go'].filter((path) => registrations.watches(path, 'changed'));
  register('one', '**/*.rs');
  register('one', '**/*.toml');
  expect(watched()).toEqual(['/a.toml']);
  register('two', '**/*.go');
  expect(watched()).toEqual(['/a.toml', '/a.go']);
  // The protocol's own spelling, and the right one.
  registrations.unregister({ unregisterations: [{ id: 'one', method: WATCHED_FILES }] });
  expect(watched()).toEqual(['/a.go']);
  registrations.unregister({ unregistrations: [{ id: 'two', method: WATCHED_FILES }] });
  expect(watched()).toEqual([]);
  expect(registrations.has(WATCHED_FILES)).toBe(false);
});

test('options are those that were registered, {} where there were none, undefined where the method was not', () => {
  const registrations = new Registrations(ROOT);
  registrations.register({
    registrations: [
      { id: '1', method: 'a', registerOptions: { identifier: 'x' } },
      { id: '2', method: 'b' },
    ],
  });
  expect(['a', 'b', 'c'].map((method) => registrations.options(method))).toEqual([
    { identifier: 'x' },
    {},
    undefined,
  ]);
});

test('what is malformed registers nothing and harms nothing', () => {
  const registrations = new Registrations(ROOT);
  for (const params of [
    undefined,
    null,
    7,
    {},
    { registrations: {} },
    { registrations: [null, 7, { id: 1, method: 'a' }, { id: 'a' }] },
  ]) {
    registrations.register(params);
    registrations.unregister(params);
  }
  registrations.register({
    registrations: [
      { id: '1', method: WATCHED_FILES, registerOptions: { watchers: 'all' } },
      { id: '2', method: 'good' },
    ],
  });
  expect([registrations.has('a'), registrations.watches('/a', 'changed'), registrations.has('good')]).toEqual(
    [false, false, true],
  );
});

test('whoever waits for a registration wakes when it comes, or when the wait is over', async () => {
  const registrations = new Registrations(ROOT);
  const abort = new AbortController();
  const waits = ['a', 'b'].map((method) => registrations.whenRegistered(method, abort.signal));
  registrations.register({ registrations: [{ id: '1', method: 'a' }] });
  expect(await waits[0]).toBe(true);
  abort.abort();
  expect(await waits[1]).toBe(false);
  expect(await registrations.whenRegistered('a', abort.signal)).toBe(true);
  expect(await registrations.whenRegistered('b', abort.signal)).toBe(false);
});
