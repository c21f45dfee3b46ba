import { expect, test } from 'bun:test';
import { whyLate } from '../../src/channels/rpc/refactor.ts';

test('a refactoring that is not done in time says how far it was', () => {
  expect(
    [
      { stage: 'asking' as const },
      { stage: 'trying' as const, changed: 3, judged: 0, files: 0 },
      { stage: 'trying' as const, changed: 3, judged: 4, files: 9 },
    ].map((reached) => whyLate(reached, 60_000)),
  ).toEqual([
    'no complete answer after 1 min; the language server may still be loading the project',
    'no complete answer after 1 min: it was still being tried',
    'no complete answer after 1 min: it was being tried, and 4 of 9 files were judged',
  ]);
});
