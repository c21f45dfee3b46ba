import { expect, test } from 'bun:test';

import { declaredHere } from '../../navigation/declared-here.ts';

/** A `|` stands where the question points at. */
const LINES: [file: string, line: string, name: string | undefined][] = [
  ['a.ts', 'export function |total(a: number): number {', 'total'],
  ['a.ts', 'export default async function* to|tal() {', 'total'],
  ['a.js', 'class total| {', 'total'],
  ['a.ts', 'export abstract class |Cart extends Map {', 'Cart'],
  ['a.ts', 'declare const enum |Size {', 'Size'],
  ['a.ts', 'export interface |Größe {', 'Größe'],
  ['a.tsx', 'export const |total = 1;', 'total'],
  ['a.mts', 'for (const |row of rows) {', 'row'],
  // An import, or what may be one.
  ['a.js', "const |total = require('./total');", undefined],
  ['a.ts', "import type |Cart = require('./cart');", undefined],
  ['a.ts', "import |total from './total';", undefined],
  ['a.ts', 'export { type |Cart };', undefined],
  // Declared elsewhere, or by more than this.
  ['a.ts', '  |total(): number {', undefined],
  ['a.ts', 'const { |total } = cart;', undefined],
  ['a.ts', 'return |total(cart);', undefined],
  ['a.ts', 'new Subclass |total', undefined],
  ['a.ts', 'class |{', undefined],
];

test('a name behind the word that declares it is declared there, unless it may be an import', () => {
  for (const [file, marked, name] of LINES) {
    const line = marked.replace('|', '');
    const range = declaredHere(file, `\n${line}`, { line: 1, character: marked.indexOf('|') });
    const found = range && line.slice(range.start.character, range.end.character);
    expect({ marked, found, line: range?.start.line }).toEqual({
      marked,
      found: name,
      line: name === undefined ? undefined : 1,
    });
  }
});
