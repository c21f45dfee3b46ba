import { expect, test } from 'bun:test';

import { concernedBy } from '../../src/engine/origins/created-files.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const path = (name: string): AdmittedPath => name as AdmittedPath;
const concerns = (name: string, text: string, other: string): boolean =>
  concernedBy(new Map([[path(name), text]]))(other);

test.each([
  [
    'a name that it declares',
    '/w/a.go',
    'package x\n\nfunc Taken() int { return 1 }\n',
    'func Taken() {}',
    true,
  ],
  ['a type whose methods it adds to', '/w/a.go', 'func (s *Store) Get() {}\n', 'var _ I = Store{}', true],
  [
    'a name that it declares further in',
    '/w/a.cs',
    'namespace A {\n  class Inner {}\n}\n',
    'new Inner()',
    true,
  ],
  ['its own name', '/w/queue.py', 'x = 1\n', 'import queue', true],
  ['its own name, which is no word', '/w/user-list.ts', 'x\n', 'import "./user-list"', true],
  ['the name of its folder', '/w/cart/index.ts', 'export const x = 1;\n', 'import "./cart"', true],
  [
    'its own name, beside a folder of that name',
    '/w/lib.ts',
    'export const x = 1;\n',
    'import "./lib"',
    true,
  ],
  ['its own name, which is a word elsewhere', '/w/lib.ts', 'export const x = 1;\n', 'let lib = 1', false],
  ['anything, where it adds to global types', '/w/a.ts', 'declare global { var a: 1 }\n', 'let b', true],
  [
    'nothing of it',
    '/w/fresh.go',
    'package x\n\nimport "fmt"\n\nfunc New() { fmt.Println(1) }\n',
    'package x\nimport "fmt"\nfmt.Print',
    false,
  ],
  ['only common words', '/w/fresh.rs', 'pub fn helper() -> i32 { 1 }\n', 'pub const OLD: i32 = "x";', false],
])('a file that says %s', (_, name, text, other, want) => {
  expect(concerns(name, text, other)).toBe(want);
});

test('a line of a megabyte that imports much is read at once', () => {
  const line = 'return use(a),from(b),import(c);'.repeat(32_768);
  expect(concerns('/w/lib/index.ts', 'export const q = 1;\n', line)).toBe(false);
  expect(concerns('/w/lib/index.ts', 'export const q = 1;\n', `${line}import "./index"`)).toBe(true);
});
