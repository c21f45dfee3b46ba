import { expect, test } from 'bun:test';

import { droppedBy } from '../../../src/engine/refactor/symbols/dropped.ts';
import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { cppSymbols } from '../../../src/languages/cpp/symbol-syntax.ts';
import { goSymbols } from '../../../src/languages/go/symbol-syntax.ts';
import { pythonSymbols } from '../../../src/languages/python/symbol-syntax.ts';
import { rustSymbols } from '../../../src/languages/rust/symbol-syntax.ts';
import { typescriptSymbols } from '../../../src/languages/typescript/symbol-syntax.ts';

/** What is told of a definition that is all of its text, and gets another one. */
function dropped(old: string, now: string, syntax: SymbolSyntax): string[] {
  const end = old.length;
  const extent = {
    start: 0,
    definition: 0,
    indentation: '',
    end,
    separator: '',
    separatorEnd: end,
    lineEnd: end,
  };
  const main = { start: 0, end, text: now };
  return droppedBy(old, extent, { changes: [main], main }, syntax).map(
    (note) => /^The new text drops `(.*)`\.$/.exec(note)?.[1] ?? note,
  );
}

test.each<[title: string, syntax: SymbolSyntax, old: string, now: string, told: string[]]>([
  ['what stands behind one is no part of it', typescriptSymbols, '@Input() n = 1;', '@Input() n = 2;', []],
  ['in one line', typescriptSymbols, '@Input() n = 1;', 'n = 2;', ['@Input()']],
  [
    'over several lines, with brackets in texts',
    typescriptSymbols,
    "@Component({\n  template: ')',\n})\n@a.b('x').c()\nclass A {}",
    'class A {}',
    ["@Component({ template: ')', })", "@a.b('x').c()"],
  ],
  [
    'a comment behind an attribute is no part of it',
    rustSymbols,
    '#[derive(Clone)] // why\n#[inline] pub fn f() {}',
    '#[derive(Clone)]\npub fn f() {}',
    ['#[inline]'],
  ],
  [
    'an attribute before a function, which changes',
    cppSymbols,
    'template <class T>\n[[nodiscard]] T f(T t);',
    'template <typename U>\n[[nodiscard]] U f(U u);',
    [],
  ],
  ['in C++', cppSymbols, '[[nodiscard]] int f();', 'int f();', ['[[nodiscard]]']],
  [
    'in Python',
    pythonSymbols,
    '@app.route("/")\n# why\n@cache\ndef f(): ...',
    '@cache\ndef f(): ...',
    ['@app.route("/")'],
  ],
  [
    "a pair of a field's tag, in Go",
    goSymbols,
    'Name string `json:"name" db:"n"`',
    'Name *string `json:"name"`',
    ['db:"n"'],
  ],
  ['all of it', goSymbols, 'F func(int) error `json:"-"`', 'F func() error', ['json:"-"']],
  ['no text that is a value', goSymbols, 'x = `json:"name"`', 'x = ``', []],
  ['none of what a body holds', typescriptSymbols, 'class A {\n  @x f() {}\n}', 'class A {}', []],
])('what a replacement drops: %s', (_, syntax, old, now, told) => {
  expect(dropped(old, now, syntax)).toEqual(told);
});
