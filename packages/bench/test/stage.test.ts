import { describe, expect, test } from 'vitest';
import { pair, repeat, type SideName } from '../src/measure/stage.js';

describe('rounds', () => {
  const check = (title: string, rounds: Parameters<typeof repeat>[0], want: number): void => {
    test(title, async () => {
      const seen: number[] = [];
      await repeat(rounds, async (round) => {
        seen.push(round);
        return { ours: 1, floor: 1 };
      });
      expect(seen).toEqual(Array.from({ length: want }, (_, index) => index));
    });
  };
  check('stop at the least where the time is spent', { min: 3, max: 9, budgetMs: 0 }, 3);
  check('stop at the most where there is time left', { min: 3, max: 9, budgetMs: 60_000 }, 9);
});

test('who comes first changes from round to round', async () => {
  const order: SideName[] = [];
  for (const round of [0, 1]) {
    await pair(round, async (name) => {
      order.push(name);
      return 0;
    });
  }
  expect(order).toEqual(['ours', 'floor', 'floor', 'ours']);
});
