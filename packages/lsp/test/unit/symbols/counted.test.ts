import { expect, test } from 'bun:test';

import { isCountedBehind } from '../../../src/engine/refactor/symbols/counted.ts';
import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { cppSymbols } from '../../../src/languages/cpp/symbol-syntax.ts';
import { goSymbols } from '../../../src/languages/go/symbol-syntax.ts';
import { pythonSymbols } from '../../../src/languages/python/symbol-syntax.ts';
import { rustSymbols } from '../../../src/languages/rust/symbol-syntax.ts';

test.each<[title: string, syntax: SymbolSyntax, text: string, counted: boolean]>([
  ['auto()', pythonSymbols, 'class A(Enum):\n    X = auto()|\n    # of Y\n    Y = auto()\n', true],
  ['the last auto()', pythonSymbols, 'class A(Enum):\n    X = enum.auto()|\n\n\nclass B(Enum): ...\n', false],
  ['values', pythonSymbols, 'class A(Enum):\n    X = 1|\n    Y = 2\n', false],
  ['a cast', rustSymbols, 'enum E {\n    A,|\n    B,\n}\nfn f(e: E) -> u8 {\n    e as u8\n}\n', true],
  ['a layout', rustSymbols, '#[repr(u8)]\nenum E {\n    A,|\n    #[doc(hidden)]\n    B,\n}\n', true],
  ['no cast', rustSymbols, 'enum E {\n    A,|\n    B,\n}\n', false],
  ['what holds more', rustSymbols, 'enum E {\n    A,|\n    B(u8),\n}\nconst C: u8 = 1 as u8;\n', false],
  ['an enum', cppSymbols, 'enum E {\n  A,|\n  B\n};\n', true],
  ['iota', goSymbols, 'const (\n\tA = iota|\n\t_\n\tB = 2 + iota\n)\n', true],
])('whether what stands behind is counted: %s', (_, { counted }, marked, expected) => {
  const offset = marked.indexOf('|');
  if (counted === undefined) throw new Error('nothing is counted');
  expect(isCountedBehind(marked.replace('|', ''), offset + 1, counted)).toBe(expected);
});
