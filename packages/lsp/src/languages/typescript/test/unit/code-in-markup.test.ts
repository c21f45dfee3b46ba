import { expect, test } from 'bun:test';

import { vueSymbols } from '../../symbol-syntax.ts';

/** The name is `total`. */
const CODE = [
  '<p>{{ total }}</p>',
  '<p>{{ other + total }}</p>',
  '<p>{{ other }} and {{ add(total) }}</p>',
  '<p :title="String(total)">',
  '<p @click="total()">',
  '<p v-if="other && total">',
  '<p v-model:value.trim="total">',
  '<p :[name]="total">',
  '<p #head="{ total }">',
];
const TEXT = [
  '<p>the total</p>',
  '<p title="total">',
  '<p>{{ other }} total</p>',
  '<p>{{ other.total }}</p>',
  '<p :title="other" class="total">',
  '<p>{{ "total" }}</p>',
  '<p :class="{ other: $total }">',
];

test('of a markup, names in what is computed are code', () => {
  const isCode = (row: string): boolean =>
    vueSymbols.codeInMarkup?.test(row.slice(0, row.lastIndexOf('total'))) === true;
  expect(CODE.filter((row) => !isCode(row))).toEqual([]);
  expect(TEXT.filter(isCode)).toEqual([]);
});
