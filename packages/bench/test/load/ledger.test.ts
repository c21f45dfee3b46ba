import { expect, test } from 'vitest';
import type { Revision } from '../../src/load/code/language.js';
import { Ledger } from '../../src/load/ledger.js';

const revision = (number: number): Revision => ({ number, isBroken: true });
const numbers = (revisions: readonly Revision[]): number[] => revisions.map(({ number }) => number);

test('the result of a change is about that change or about one that was under way at the same time', () => {
  const ledger = new Ledger();
  const first = ledger.begin(revision(1));
  ledger.end(first);
  const second = ledger.begin(revision(2));
  const third = ledger.begin(revision(3));
  ledger.end(second);
  const fourth = ledger.begin(revision(4));
  ledger.end(third);
  ledger.end(fourth);
  expect(numbers(ledger.beside(first))).toEqual([1]);
  expect(numbers(ledger.beside(second))).toEqual([2, 3]);
  expect(numbers(ledger.beside(third))).toEqual([2, 3, 4]);
});

test('between two moments a file may hold what was last written before, and whatever was being written since', () => {
  const ledger = new Ledger();
  const [first, second] = [1, 2].map((number) => {
    const attempt = ledger.begin(revision(number));
    ledger.end(attempt);
    return attempt;
  });
  const open = ledger.begin(revision(3));
  const now = performance.now();
  expect(numbers(ledger.between(now, now))).toEqual([2, 3]);
  expect(numbers(ledger.between(first?.began ?? 0, now))).toEqual([1, 2, 3]);
  ledger.end(open);
  expect(numbers(ledger.between(performance.now(), Infinity))).toEqual([3]);
  expect(numbers(ledger.between(0, (second?.began ?? 0) - 0.000_01))).not.toContain(3);
});
