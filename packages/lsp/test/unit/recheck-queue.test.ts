import { expect, test } from 'bun:test';

import { DurationEstimate } from '../../src/engine/session/duration-estimate.ts';
import { RecheckQueue } from '../../src/engine/session/pool/recheck-queue.ts';
import type { Session, SessionState } from '../../src/engine/session/session.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const FAR = 20_000;

test('a server that ends while files are rechecked is asked about no further one', async () => {
  let state: SessionState = { kind: 'active' };
  const asked: string[] = [];
  const session = {
    atATime: 1,
    get state() {
      return state;
    },
    recheck: (path: string) => {
      asked.push(path);
      if (asked.length === 2) state = { kind: 'broken', reason: 'it has crashed' };
      return Promise.resolve(state.kind === 'active' ? [] : undefined);
    },
  } as unknown as Session;
  const paths = Array.from({ length: 100 }, (_, n) => `/w/${n}.ts` as AdmittedPath);
  let isFinished = false;
  const queue = new RecheckQueue(
    {
      session,
      staleMark: { at: 1, verified: new Map() },
      paths,
      more: undefined,
      msPerFile: FAR,
      awaitedUntil: performance.now() + FAR,
      finished: () => {
        isFinished = true;
      },
    },
    new DurationEstimate(),
  );
  await queue.over;
  expect([asked, queue.complete, isFinished]).toEqual([['/w/0.ts', '/w/1.ts'], false, false]);
});

test('a file of another session is passed over when it is its turn, and nothing is missing without it', async () => {
  const asked: string[] = [];
  const looked: string[] = [];
  const verified = new Map();
  const session = {
    atATime: 1,
    state: { kind: 'active' },
    recheck: (path: string) => {
      asked.push(path, `${looked.length} looked at`);
      return Promise.resolve([]);
    },
  } as unknown as Session;
  let isFinished = false;
  const queue = new RecheckQueue(
    {
      session,
      staleMark: { at: 1, verified },
      paths: ['/w/a.py', '/v/b.py', '/w/c.py'] as AdmittedPath[],
      awaited: ['/w/a.py', '/v/b.py'] as AdmittedPath[],
      isServed: (path) => {
        looked.push(path);
        return path.startsWith('/w/');
      },
      more: () => Promise.resolve(['/v/d.py', '/w/e.py'] as AdmittedPath[]),
      msPerFile: FAR,
      awaitedUntil: performance.now() + FAR,
      finished: () => {
        isFinished = true;
      },
    },
    new DurationEstimate(),
  );
  await queue.reached(100, AbortSignal.timeout(FAR));
  expect(queue.isAnswered).toBe(true);
  await queue.over;
  expect(asked).toEqual(['/w/a.py', '1 looked at', '/w/c.py', '3 looked at', '/w/e.py', '5 looked at']);
  expect([[...verified.keys()], queue.complete, isFinished]).toEqual([
    ['/w/a.py', '/w/c.py', '/w/e.py'],
    true,
    true,
  ]);
});
