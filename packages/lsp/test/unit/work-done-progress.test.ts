import { expect, test } from 'bun:test';

import { WorkDoneProgress } from '../../src/client/protocol/work-done-progress.ts';

const { signal: NEVER } = new AbortController();
const NOW = AbortSignal.abort();

type Step = ['create' | 'begin' | 'report' | 'end', token: unknown, title?: unknown];

function after(steps: Step[]): WorkDoneProgress {
  const progress = new WorkDoneProgress();
  for (const step of steps) tell(progress, step);
  return progress;
}

function tell(progress: WorkDoneProgress, [kind, token, title]: Step): void {
  if (kind === 'create') progress.create({ token });
  else progress.receive({ token, value: { kind, title } });
}

const SAID: [what: string, steps: Step[], titles: string[], hasBegun: boolean][] = [
  ['nothing', [], [], false],
  ['that it will', [['create', 1]], [], false],
  [
    'that it begins',
    [
      ['create', 1],
      ['begin', 1, 'Indexing'],
    ],
    ['Indexing'],
    true,
  ],
  [
    'how far it is',
    [
      ['create', 'a'],
      ['begin', 'a', 'Indexing'],
      ['report', 'a', 'Other'],
    ],
    ['Indexing'],
    true,
  ],
  [
    'that it is done',
    [
      ['create', 'a'],
      ['begin', 'a', 'Indexing'],
      ['end', 'a'],
    ],
    [],
    true,
  ],
  [
    'two things',
    [
      ['create', 1],
      ['create', '1'],
      ['begin', '1', 'Loading'],
      ['begin', 1, 'Indexing'],
    ],
    ['Loading', 'Indexing'],
    true,
  ],
  [
    'the end of one of two',
    [
      ['create', 1],
      ['create', '1'],
      ['begin', '1', 'Loading'],
      ['begin', 1, 'Indexing'],
      ['end', '1'],
    ],
    ['Indexing'],
    true,
  ],
  [
    'the same again',
    [
      ['create', 1],
      ['begin', 1, 'Loading'],
      ['end', 1],
      ['create', 1],
      ['begin', 1, 'Indexing'],
    ],
    ['Indexing'],
    true,
  ],
  [
    'the end before the beginning',
    [
      ['create', 1],
      ['end', 1],
      ['begin', 1, 'Indexing'],
    ],
    [],
    false,
  ],
  ['something about a token of ours', [['begin', 'ours', 'Checking']], [], false],
  [
    'no title',
    [
      ['create', 1],
      ['begin', 1],
    ],
    [''],
    true,
  ],
  [
    'a token that is none',
    [
      ['create', { a: 1 }],
      ['begin', { a: 1 }, 'Indexing'],
      ['create', null],
      ['begin', null, 'Indexing'],
    ],
    [],
    false,
  ],
];

test('REQ-TIME-030: what a server says that it is doing of its own accord is known until it says that it is done', async () => {
  for (const [what, steps, titles, hasBegun] of SAID) {
    const progress = after(steps);
    expect([what, progress.titles, await progress.whenBegun(NOW), await progress.whenIdle(NOW)]).toEqual([
      what,
      titles,
      hasBegun,
      titles.length === 0,
    ]);
  }
});

test('malformed progress says nothing', async () => {
  const progress = after([['create', 1]]);
  for (const params of [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { token: 1 },
    { token: 1, value: 'begin' },
    { token: 1, value: {} },
    { value: { kind: 'begin' } },
  ]) {
    progress.create(params);
    progress.receive(params);
  }
  expect([progress.titles, await progress.whenIdle(NOW)]).toEqual([[], true]);
});

test('REQ-TIME-030: whoever waits is woken by the last end, and by the end of the server', async () => {
  const progress = after([
    ['create', 1],
    ['create', 2],
    ['begin', 1, 'Loading'],
    ['begin', 2, 'Indexing'],
  ]);
  const idle = progress.whenIdle(NEVER);
  tell(progress, ['end', 1]);
  expect(await progress.whenIdle(NOW)).toBe(false);
  tell(progress, ['end', 2]);
  expect(await idle).toBe(true);
  tell(progress, ['create', 3]);
  tell(progress, ['begin', 3, 'Loading']);
  const ended = progress.whenIdle(NEVER);
  progress.clear();
  expect([await ended, progress.titles]).toEqual([true, []]);
});

test('a server that begins without end takes no more room than a thousand', () => {
  const progress = new WorkDoneProgress();
  for (let token = 0; token < 5000; token += 1) {
    tell(progress, ['create', `never begun ${token}`]);
    tell(progress, ['create', token]);
    tell(progress, ['begin', token, String(token)]);
  }
  expect([progress.titles.length, progress.titles.at(-1)]).toEqual([1000, '4999']);
});
