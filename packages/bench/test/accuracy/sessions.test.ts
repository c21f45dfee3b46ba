import { expect, test } from 'vitest';
import type { Host } from '../../src/accuracy/host.js';
import type { Step } from '../../src/accuracy/plan/plan.js';
import { Sessions } from '../../src/accuracy/sessions.js';

/** A session that counts how often it was closed. */
function session(): Host & { closed: number } {
  const fake = { closed: 0, close: () => Promise.resolve((fake.closed += 1)) };
  return fake as unknown as Host & { closed: number };
}

function step(path: string, unannounced: Step['unannounced'] = []): Step {
  const state = { path, text: '' };
  return {
    number: 1,
    action: 'mutation',
    mutation: { kind: 'break syntax', file: path, start: 0, end: 0, put: '' },
    before: state,
    after: state,
    tool: 'edit',
    unannounced,
  };
}

test('half of the edits are of files that the session has never opened', async () => {
  const sessions = new Sessions(session());
  let first = 0;
  for (let edits = 1; edits <= 20; edits++) {
    const next = step(edits % 3 === 0 ? 'b.ts' : 'a.ts');
    if (sessions.isOld(next)) await sessions.begin(() => Promise.resolve(session()));
    if (sessions.edit(next)) first++;
    expect(first).toBeGreaterThanOrEqual(edits / 2);
  }
  expect(first).toBeLessThan(20);
});

test('the former session ends first, and none begins while the disk moves', async () => {
  const former = session();
  const sessions = new Sessions(former);
  for (const path of ['a.ts', 'a.ts']) sessions.edit(step(path));
  expect([sessions.isOld(step('a.ts')), sessions.isOld(step('new.ts'))]).toEqual([true, false]);
  const moved = {
    kind: 'delete a file',
    action: 'mutation',
    mutation: { kind: 'delete a file', file: 'x.ts' },
    files: [],
  } as const;
  expect(sessions.isOld(step('a.ts', [moved]))).toBe(false);
  await sessions.begin(() => {
    expect(former.closed).toBe(1);
    return Promise.resolve(session());
  });
  expect(sessions.isOld(step('a.ts'))).toBe(false);
});
