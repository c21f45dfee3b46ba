import { expect, test } from 'bun:test';

import { nameAt, wordOfOthers } from '../../../src/backend/navigation/name-at.ts';

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

test('a mark before a name belongs to it, and is no part of it', () => {
  for (const text of ['#sum', '`sum`', 'r#sum', '@sum', '~sum'])
    for (let character = 0; character <= text.length; character++) {
      const isBehind = text.endsWith('`') && character === text.length;
      expect({ text, character, name: nameAt(text, { line: 0, character }) }).toEqual({
        text,
        character,
        name: isBehind ? undefined : 'sum',
      });
    }
});

test('other files do not write the name of an operator as a word', () => {
  const words = (text: string): (string | undefined)[] =>
    Array.from(text.matchAll(/\S+/g), ({ index }) => wordOfOthers(text, { line: 0, character: index }));
  expect(words('bool Money::operator==(int)')).toEqual(['bool', 'Money']);
  expect(wordOfOthers('bool Money::operator==(int)', { line: 0, character: 14 })).toBeUndefined();
  expect(wordOfOthers('int operator""_km(int)', { line: 0, character: 15 })).toBeUndefined();
  expect(wordOfOthers('operator bool() const', { line: 0, character: 10 })).toBeUndefined();
  expect(wordOfOthers('my_operator(1)', { line: 0, character: 3 })).toBe('my_operator');
});

test('the name at a position is the word that holds it or ends there, and no number', () => {
  for (const [character, word] of WORDS)
    expect({ character, word: nameAt('größe  𝑥1 42', { line: 0, character }) }).toEqual({ character, word });
  expect(nameAt('größe', { line: 1, character: 0 })).toBeUndefined();
});
