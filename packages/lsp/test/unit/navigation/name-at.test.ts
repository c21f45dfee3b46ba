import { expect, test } from 'bun:test';

import { nameAt } from '../../../src/backend/navigation/name-at.ts';

const WORDS: [character: number, word: string | undefined][] = [
  [0, 'größe'],
  [3, 'größe'],
  [5, 'größe'],
  [6, undefined],
  [7, '𝑥1'],
  [9, '𝑥1'],
  [12, undefined],
  [99, undefined],
];

test('the name at a position is the word that holds it or ends there, and no number', () => {
  for (const [character, word] of WORDS)
    expect({ character, word: nameAt('größe  𝑥1 42', { line: 0, character }) }).toEqual({ character, word });
  expect(nameAt('größe', { line: 1, character: 0 })).toBeUndefined();
});
