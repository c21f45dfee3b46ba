import { expect, test } from 'bun:test';
import fc from 'fast-check';

import { Bounded } from '../../../src/backend/navigation/bounded.ts';

const TABLE: [
  title: string,
  limit: number,
  added: string[],
  answers: boolean[],
  held: string[],
  exceeded: boolean,
][] = [
  ['nothing', 2, [], [], [], false],
  ['as many as there may be', 2, ['a', 'b'], [true, true], ['a', 'b'], false],
  ['the same ones again', 2, ['a', 'b', 'a', 'b'], [true, true, true, true], ['a', 'b'], false],
  ['one too many', 2, ['a', 'b', 'c'], [true, true, false], ['a', 'b'], true],
  [
    'nothing counts after that, not even what is held',
    2,
    ['a', 'b', 'c', 'a'],
    [true, true, false, false],
    ['a', 'b'],
    true,
  ],
  ['none at all', 0, ['a'], [false], [], true],
];

test.each(TABLE)('%s', (_, limit, added, answers, held, exceeded) => {
  const bounded = new Bounded<string>(limit, (item) => item);
  expect(added.map((item) => bounded.add(item))).toEqual(answers);
  expect([bounded.values(), bounded.exceeded]).toEqual([held, exceeded]);
});

test.each([1, 2])('of items with the same key the first one is held, of %p at most', (limit) => {
  const bounded = new Bounded<{ id: string; n: number }>(limit, ({ id }) => id);
  expect([bounded.add({ id: 'a', n: 1 }), bounded.add({ id: 'a', n: 2 })]).toEqual([true, true]);
  expect(bounded.values()).toEqual([{ id: 'a', n: 1 }]);
});

test('never more than the limit is held, and the result does not depend on the order', () => {
  const lists = fc
    .array(fc.nat(9), { maxLength: 30 })
    .chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }), fc.nat(11)),
    );
  fc.assert(
    fc.property(lists, ([items, other, limit]) => {
      const sets = [items, other].map((list) => {
        const bounded = new Bounded<number>(limit, String);
        for (const item of list) {
          expect(bounded.add(item)).toBe(!bounded.exceeded);
          expect(bounded.values().length).toBeLessThanOrEqual(limit);
        }
        return bounded;
      });
      const all = new Set(items);
      for (const bounded of sets) {
        expect(bounded.exceeded).toBe(all.size > limit);
        if (!bounded.exceeded) expect(new Set(bounded.values())).toEqual(all);
      }
    }),
  );
});
