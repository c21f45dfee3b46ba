import { expect, test } from 'bun:test';

import { isSuppression, losesWords, markOf } from '../../../src/backend/fixes/classify.ts';

const at = (former: string, old: string, text: string) => [
  { former, changes: [{ start: former.indexOf(old), end: former.indexOf(old) + old.length, text }] },
];

test.each([
  ["Ignore 'unresolved-reference' for this line", ''],
  ['Disable no-unused-vars for this line', ''],
  ['Ignore this error message', ''],
  ['Ruff (F401): Disable for this line', ''],
  ['Disable checking for this file', ''],
  ['if this is intentional, prefix it with an underscore', '_x'],
  ['Add a comment', ' // @ts-ignore'],
  ['Add a comment', '# type: ignore[assignment]'],
  ['Add a comment', '  # noqa: F401'],
  ['Add a comment', '//nolint:errcheck'],
  ['Add an attribute', '#[allow(dead_code)]\n'],
  ['Add an attribute', '#![expect(unused)]'],
  ['Add a comment', '/* eslint-disable-next-line no-var */'],
])('REQ-EXCL-020: a suppression is no fix: %s: %s', (title, text) => {
  expect(isSuppression(title, at('x', 'x', `x${text}`))).toBe(true);
});

test.each([
  'Add import from "./ignore"',
  "Change spelling to 'disabled'",
  "Remove unused declaration for: 'x'",
  'Fill in return values',
  'import os',
])('no suppression: %s', (title) => {
  expect(isSuppression(title, at('x', 'x', 'import { ignore } from "./ignore"'))).toBe(false);
});

test.each([
  ['Create variable usrName', 'usrName', at('f(usrName)', 'f(', 'usrName := \nf('), 'stub'],
  ["Declare property 'totl'", 'totl', at('class A {}', '{}', '{ totl: any; }'), 'stub'],
  ["Add missing function declaration 'go'", 'go', at('go();', 'go();', 'go();\nfunction go() {\n}'), 'stub'],
  ["Implement interface 'I'", 'K', at('{}', '{}', '{ m() {} }'), 'stub'],
  ['Add missing properties', 'c', at('{}', '{}', '{ a: 0 }'), 'stub'],
  ['Declare missing methods of I', 'x', at('x', 'x', 'x { panic("unimplemented") }'), 'stub'],
  ['ensure that all variants are handled', 'n', at('}', '}', 'None => todo!() }'), 'stub'],
  ['Something else', 'Missing', at('f(Missing)', 'f', 'type Missing = unknown;\nf'), 'stub'],
  ["Remove unused declaration for: 'x'", 'x', at('const x = 1;', 'const x = 1;', ''), 'removal'],
  ["Remove import from './x'", './x', at('import { a, b } from "./x";', 'a, ', ''), 'removal'],
  ['remove this `mut`', 'mut', at('let mut x', 'mut ', ''), 'removal'],
  // Neither takes a word away, or each adds one.
  ['remove this semicolon', ';', at('x;', ';', ''), undefined],
  ['Ruff (F632): Replace `is` with `==`', 'is', at('x is 1', 'is', '=='), undefined],
  ['Fix this prefer-const problem', 'x', at('let x = 1;', 'let x', 'const x'), undefined],
  ["Change spelling to 'total'", 'totl', at('c.totl', 'totl', 'total'), undefined],
  [
    'Add import from "./cart"',
    'Cart',
    at('new Cart()', 'new', 'import { type Cart } from "./cart";\nnew'),
    undefined,
  ],
  ['Add import from "./cart"', 'Cart', at('{ A }', 'A', 'type Cart, A'), undefined],
  ["Add missing 'super()' call", 'constructor', at('{}', '{}', '{ super(); }'), undefined],
  [
    'Add async modifier to containing function',
    'await',
    at('function f', 'function', 'async function'),
    undefined,
  ],
] as const)(
  'a fix that may be wanted is distinguished from one that may be offered: %s',
  (title, name, files, mark) => {
    expect(markOf(title, files, name)).toBe(mark);
  },
);

test('a letter that is added to a word takes the word away', () => {
  expect(losesWords(at('c.totl', 'l', 'al'))).toBe(true);
  expect(losesWords(at('new Cart()', 'new', 'import { Cart } from "./cart";\nnew'))).toBe(false);
});

test('another keyword of the same variable takes no word away', () => {
  expect(losesWords(at('let x = 1;', 'let', 'const'))).toBe(false);
  expect(losesWords(at('let x = 1;', 'let x', 'const y'))).toBe(true);
  expect(losesWords(at('const x = 1;', 'const ', ''))).toBe(true);
});
