import { expect, test } from 'bun:test';

import { preferred } from '../../../src/engine/navigate/by-name/preferred.ts';
import { parseName } from '../../../src/engine/navigate/spelling/name.ts';

const [CLASS, METHOD, FUNCTION, VARIABLE] = [5, 6, 12, 13];

interface Row {
  readonly name: string;
  readonly kind: number;
  readonly containerName?: string;
}

/** Which of several declarations that fit a name are meant. */
function meant(name: string, rows: readonly Row[], isOutermost = false): string[] {
  const wanted = parseName(name);
  if (wanted === undefined) throw new Error(`${name} is no name`);
  return preferred({ ...wanted, isOutermost }, rows, () => '').map(
    ({ name: own, containerName }) => `${own} in ${containerName ?? ''}`,
  );
}

test('a class of a style sheet is not what a name without a dot means', () => {
  const rows = [
    { name: 'sum', kind: VARIABLE, containerName: 'script setup' },
    { name: '.sum', kind: CLASS, containerName: 'style' },
  ];
  expect(meant('sum', rows)).toEqual(['sum in script setup']);
  expect(meant('.sum', rows)).toHaveLength(2);
  expect(meant('sum', rows.slice(1))).toEqual(['.sum in style']);
});

test('what is qualified by its file or its package alone is no member', () => {
  const rows = [
    { name: 'price', kind: METHOD, containerName: 'Cart' },
    { name: 'price', kind: FUNCTION },
  ];
  expect(meant('shop.cart.price', rows)).toEqual(['price in ']);
  expect(meant('Cart.price', rows)).toEqual(['price in Cart']);
  expect(meant('price', rows)).toHaveLength(2);
  expect(meant('price', rows, true)).toEqual(['price in ']);
});
