import { expect, test } from 'bun:test';

import { chainBefore, mentionIn, mentions } from '../../../src/engine/navigate/spelling/whole-words.ts';
import { fits, parseName } from '../../../src/engine/navigate/spelling/name.ts';
import { nearNames } from '../../../src/engine/navigate/by-name/near.ts';

const NAMES: [given: string, last: string | undefined, qualifiers?: string[]][] = [
  ['total', 'total'],
  ['  total() ', 'total'],
  ['Cart.total', 'total', ['Cart']],
  ['crate::shop::Cart::total', 'total', ['shop', 'Cart']],
  ['cart->total', 'total', ['cart']],
  ['Cart#total', 'total', ['Cart']],
  ['Cart.#total', '#total', ['Cart']],
  ['App\\Cart', 'Cart', ['App']],
  ['.button', 'button'],
  ['my-name', 'my-name'],
  ['größe', 'größe'],
  ['$x', '$x'],
  ['Cart/total', 'total', ['Cart']],
  ['/Cart/total', 'total', ['Cart']],
  ['/total', 'total'],
  ['::total', 'total'],
  ['\\Cart', 'Cart'],
  ['shop/cart.Total', 'Total', ['shop', 'cart']],
  ['(*Cart).Total', 'Total', ['Cart']],
  ['(*Cart[T]).Total()', 'Total', ['Cart', 'T']],
  ['Cart<T>::total', 'total', ['Cart']],
  ['impl Sum for Cart::total', 'total', ['impl', 'Sum', 'for', 'Cart']],
  ['<Cart as Sum>::total', 'total', ['Cart', 'Sum']],
  ['r#type', 'type'],
  ['Cart.r#type', 'type', ['Cart']],
  ['bar#type', 'type', ['bar']],
  ['@class', 'class'],
  ['`when`', 'when'],
  ['Cart.`the sum/total is 1.5`', 'the sum/total is 1.5', ['Cart']],
  ["Cart.'my-key'", 'my-key', ['Cart']],
  ['Cart."a.b/c"', 'a.b/c', ['Cart']],
  ['__len__', '__len__'],
  ['total[0]', 'total'],
  ['Cart.total[12]', 'total', ['Cart']],
  ['operator==', 'operator=='],
  ['shop::Money::operator ==', 'operator==', ['shop', 'Money']],
  ['Money::operator()', 'operator()', ['Money']],
  ['Money::operator()()', 'operator()', ['Money']],
  ['Money.operator->', 'operator->', ['Money']],
  ['Money::operator[]', 'operator[]', ['Money']],
  ['Money::operator/', 'operator/', ['Money']],
  ['operator""_km', 'operator""_km'],
  ['Money::operator bool', 'operator bool', ['Money']],
  ['Money::operator new[]', 'operator new[]', ['Money']],
  ['operator', 'operator'],
  ['Calc.operator', 'operator', ['Calc']],
  ['   ', undefined],
  ['::', undefined],
];

test('a name is read with what qualifies it', () => {
  for (const [given, last, qualifiers = []] of NAMES) {
    const name = parseName(given);
    expect({ given, last: name?.last, qualifiers: name?.qualifiers ?? [] }).toEqual({
      given,
      last,
      qualifiers,
    });
  }
});

const FITS: [wanted: string, name: string, around: string[], fits: boolean][] = [
  ['total', 'total', [], true],
  ['total', 'Total', [], false],
  ['total', 'totals', [], false],
  ['total', 'total(int, List<String>)', [], true],
  ['total', 'total<T>(items: T[])', [], true],
  ['total', 'items.total() callback', [], false],
  ['Total', '(*Cart).Total', [], true],
  ['Cart.Total', '(*Cart[T]).Total', [], true],
  ['Order.Total', '(*Cart).Total', [], false],
  ['Cart.total', 'total', ['Cart'], true],
  ['Cart.total', 'total', ['impl Sum for Cart'], true],
  ['Cart.total', 'total', ['Cart<T>'], true],
  ['Cart.total', 'total', ['Carts'], false],
  ['Cart.total', 'total', [], false],
  ['Cart.total', 'Cart.total', [], true],
  ['.button', '.button', [], true],
  ['r#type', 'type', [], true],
  ['type', 'r#type', [], true],
  ['`when`', 'when', [], true],
  ['operator==', 'operator==(const Money &)', [], true],
  ['Money::operator==', 'operator==', ['Money'], true],
  ['Money::operator()', 'operator()(int)', ['Money'], true],
  ['operator==', 'operator!=', [], false],
  ['operator', 'operator()', [], false],
  ['greeting', '$greeting', [], true],
  ['Cart.greeting', '$greeting', ['Cart'], true],
  ['$greeting', 'greeting', [], false],
  ['caf\u00e9', 'cafe\u0301', [], true],
  ['Cart/total', 'total', ['Cart'], true],
  ['(*Cart).Total', '(*Cart[T]).Total', [], true],
  ['impl Sum for Cart::total', 'total', ['impl<T> Sum for Cart<T>'], true],
  ['impl Sum for Cart::total', 'total', ['impl Cart'], false],
];

test('a symbol fits a name however its server spells it', () => {
  for (const [wanted, name, around, want] of FITS) {
    const parsed = parseName(wanted);
    expect({ wanted, name, around, fits: parsed !== undefined && fits(parsed, name, () => around) }).toEqual({
      wanted,
      name,
      around,
      fits: want,
    });
  }
});

const MENTIONS: [text: string, word: string, at: string[]][] = [
  ['total subtotal total2 total_ total$ (total)', 'total', ['0:0', '0:37']],
  ['größe größer 😀größe 𝑥größe', 'größe', ['0:0', '0:15']],
  ['#total this.#total', '#total', ['0:0', '0:12']],
  ['$x x $$x', '$x', ['0:0']],
  ['a\n a\n\na', 'a', ['0:0', '1:1', '3:0']],
  ['total', 'other', []],
  ['total', '', []],
];

test('a name is mentioned where it stands as a whole word', () => {
  for (const [text, word, want] of MENTIONS) {
    expect({
      text,
      word,
      at: [...mentions(text.split('\n'), word)].map(({ line, character }) => `${line}:${character}`),
    }).toEqual({ text, word, at: want });
  }
});

test('in a range it is mentioned from its start to its end', () => {
  const lines = ['total x', 'a total', 'total total'];
  const range = (fromLine: number, from: number, toLine: number, to: number) => ({
    start: { line: fromLine, character: from },
    end: { line: toLine, character: to },
  });
  expect(mentionIn(lines, range(0, 0, 0, 5), 'total')).toEqual({ line: 0, character: 0 });
  expect(mentionIn(lines, range(0, 1, 2, 11), 'total')).toEqual({ line: 1, character: 2 });
  expect(mentionIn(lines, range(2, 1, 2, 6), 'total')).toBeUndefined();
});

const CHAINS: [line: string, chain: string[]][] = [
  ['total', []],
  ['this.cart.total', ['this', 'cart']],
  ['a?.b!.total', ['a', 'b']],
  ['shop::Cart::total', ['shop', 'Cart']],
  ['cart->total', ['cart']],
  ['cart . total', ['cart']],
  ['f(x).total', []],
];

test('what leads to a mention stands in front of it', () => {
  for (const [line, chain] of CHAINS)
    expect({ line, chain: chainBefore([line], { line: 0, character: line.indexOf('total') }) }).toEqual({
      line,
      chain,
    });
});

test('near matches have the same letters in another case, or begin alike', () => {
  expect(nearNames(['totals', 'TOTAL', 'tot', 'to', 'sum', 'total', 'totals'], 'total')).toEqual([
    'TOTAL',
    'tot',
    'totals',
  ]);
});
