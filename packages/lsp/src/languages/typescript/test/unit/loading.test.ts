import { expect, test } from 'bun:test';

import { isUsedAtLoad } from '../../symbol-moves/loading.ts';

test.each<[code: string, isUsed: boolean]>([
  ['const cart = new Cart();', true],
  ['class Big extends Cart {}', true],
  ['@Cart() class Big {}', true],
  ['const all = [Cart];', true],
  ['const f = pick(Cart);', true],
  ['Cart.open();', true],
  ['const x = 1;\nfor (const n of [1]) {\n  Cart.open(n);\n}', true],
  ['class Big {\n  static one = new Cart();\n}', true],
  ['class Big {\n  one = new Cart();\n}', false],
  ['class Big {\n  f(): void {\n    new Cart();\n  }\n}', false],
  ['function f(): number {\n  return new Cart().n;\n}', false],
  ['const f = () => new Cart();', false],
  ['const f = async (n: number): Promise<void> => {\n  await Cart.open(n);\n};', false],
  ['const f = (): void => {};\nconst cart = new Cart();', true],
  ['const all = [1].map((n) => n);\nconst cart = new Cart();', true],
  ['let cart: Cart | undefined;', false],
  ['type Carts = Cart[];', false],
  ['const carts = new Set<Cart>();', false],
  ['function f<T extends Cart>(t: T): void {}', false],
  ['interface Big extends Cart {}', false],
  ['class Big {\n  @a @b(1) static readonly one = new Cart();\n}', true],
  [`class Big {\n  ${'@a'.repeat(60)} one = new Cart();\n}`, false],
])('%j', (code, isUsed) => {
  expect(isUsedAtLoad(code, code.indexOf('Cart'), 'Cart')).toBe(isUsed);
});
