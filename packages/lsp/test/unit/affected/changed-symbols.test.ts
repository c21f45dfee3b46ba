import { expect, test } from 'bun:test';

import { changedSymbols } from '../../../src/engine/changes/changed-symbols.ts';
import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';
import { cFamily } from '../../../src/languages/cpp/imports.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { python } from '../../../src/languages/python/imports.ts';

interface Row {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly syntax?: ImportLanguage;
  /** Exactly these. */
  readonly named: readonly string[];
  /** These at least. */
  readonly around?: readonly string[];
}

const ROWS: readonly Row[] = [
  { title: 'the same text', before: 'export const a = 1', after: 'export const a = 1', named: [] },
  {
    title: 'a rename: the old name, and the new one',
    before: 'export const a = 1;\n',
    after: 'export const b = 1;\n',
    named: ['a', 'b'],
  },
  {
    title: 'a removal',
    before: 'export const a = 1;\nexport const b = 2;\n',
    after: 'export const a = 1;\n',
    named: ['b'],
  },
  {
    title: 'a parameter less: those who call the function say its name only',
    before: 'export function area(w: Side, h: Side) {}',
    after: 'export function area(w: Side) {}',
    named: ['Side', 'area', 'h'],
  },
  {
    title: 'a parameter less on a line of its own',
    before: 'export function area(\n  w: number,\n  h: number,\n): number {\n  return 1;\n}\n',
    after: 'export function area(\n  w: number,\n): number {\n  return 1;\n}\n',
    named: ['area', 'h'],
  },
  {
    title: 'a member more: whoever makes one says the name of the interface',
    before: 'export interface User {\n  name: string;\n}\n',
    after: 'export interface User {\n  name: string;\n  email: string;\n}\n',
    named: ['User', 'email'],
  },
  {
    title: 'another type of a member',
    before: 'interface A {\n  size: number;\n}',
    after: 'interface A {\n  size: string;\n}',
    named: ['A', 'size'],
  },
  {
    title: 'another inferred result: the function is what others call',
    before: 'export function load() {\n  const it = read();\n  if (it) {\n    return it.old;\n  }\n}\n',
    after: 'export function load() {\n  const it = read();\n  if (it) {\n    return it.now;\n  }\n}\n',
    named: ['old'],
    around: ['load', 'now'],
  },
  {
    title: 'below a signature of several lines, the function is still the one that counts',
    before: 'export function load(\n  a: A,\n): B {\n  return x.old;\n}\n',
    after: 'export function load(\n  a: A,\n): B {\n  return x.now;\n}\n',
    named: ['load', 'old', 'x'],
  },
  {
    title: 'names that are keywords elsewhere',
    before: 'export const z = {\n  string: 1,\n};',
    after: 'export const z = {\n  str: 1,\n};',
    named: ['str', 'string'],
  },
  {
    title: 'a keyword that is only looked up',
    before: 'export const a = z.string',
    after: 'export const a = z.number',
    named: ['a', 'string'],
  },
  {
    title: 'dollars, underscores and other scripts',
    before: 'let $a, _b, größe, 名前, 𝒳',
    after: 'let c',
    named: ['$a', '_b', 'c', 'größe', '名前', '𝒳'],
  },
  {
    title: 'numbers are no names',
    before: 'export const LIMIT = 10_000n',
    after: 'export const LIMIT = 0xff',
    named: ['LIMIT'],
    around: ['LIMIT'],
  },
  { title: 'line endings alone', before: 'a\nb\nc\n', after: 'a\r\nb\r\nc\r\n', named: [] },
  {
    title: 'a change in a file with CRLF',
    before: 'x\r\nexport const a = 1;\r\ny\r\n',
    after: 'x\r\nexport const b = 1;\r\ny\r\n',
    named: ['a', 'b'],
  },
  {
    title: 'two changes far apart leave out what lies between',
    before: 'one\nkept\nkept2\ntwo\n',
    after: 'uno\nkept\nkept2\ndue\n',
    named: ['due', 'one', 'two', 'uno'],
  },
  {
    title: 'lines that were only moved',
    before: 'declare f\ndeclare g\n',
    after: 'declare g\ndeclare f\n',
    named: ['f', 'g'],
  },
  { title: 'the whole text is gone', before: 'export const a = b', after: '', named: ['a', 'b'] },
  {
    title: 'a text where there was none',
    before: '',
    after: 'export const a = b',
    named: ['a'],
    around: ['a', 'b'],
  },
  {
    title: 'prose beside code',
    before: '// the old words\nexport const a = b;',
    after: '/** quite\n * new */\nexport const a = c;',
    named: ['a', 'b'],
    around: ['c'],
  },
  {
    title: 'types in comments alone',
    before: '/** @type {Old} */',
    after: '/** @type {New} */',
    named: ['New', 'Old'],
  },
  { title: 'only a brace', before: '{\n}\n', after: '{\n}\n}\n', named: [] },
  {
    title: 'a re-export less, of several on one line',
    before: "export { a, b } from './x.js';",
    after: "export { a } from './x.js';",
    named: ['a', 'b'],
  },
  {
    title: 'Python: a method of a class',
    before: 'class Shape:\n    def area(self) -> int:\n        return self.w\n',
    after: 'class Shape:\n    def size(self) -> int:\n        return self.w\n',
    syntax: python,
    named: ['area', 'size'],
    around: ['Shape'],
  },
  {
    title: 'Python: None and self are no names, and in TypeScript they are',
    before: 'x = None\nself.y = 1',
    after: 'x = self\nself.z = 1',
    syntax: python,
    named: ['x', 'y', 'z'],
  },
  {
    title: 'TypeScript: None is a name',
    before: 'export const a = None',
    after: 'export const a = 1',
    named: ['None', 'a'],
  },
  {
    title: 'C: the function, and not the types of its parameters',
    before: '  virtual Status Get(const Slice& key, int level);',
    after: '  virtual Status Get(const Slice& key);',
    syntax: cFamily,
    named: ['Get'],
    around: ['level'],
  },
  {
    title: 'C: a parameter in a line of its own',
    before: 'Status Open(const Options& options,\n            const Slice& name);\n',
    after: 'Status Open(const Options& options,\n            int name);\n',
    syntax: cFamily,
    named: ['Open'],
  },
  {
    title: 'C: a member more, and the class around it',
    before: 'class MY_EXPORT Db {\n  int a_;\n};\n',
    after: 'class MY_EXPORT Db {\n  int a_;\n  virtual void Run() = 0;\n};\n',
    syntax: cFamily,
    named: ['Run'],
    around: ['Db'],
  },
  {
    title: 'C: macros, aliases, members and enumerators',
    before: '#define A(x) 1\nusing B = int;\nint c_ GUARDED_BY(mu) = 1;\n  kRed = 1,\n',
    after: '',
    syntax: cFamily,
    named: ['A', 'B', 'c_', 'kRed'],
  },
  {
    title:
      'C: a statement changes its function, whatever it calls, and a directive or a label is not around it',
    before:
      'class Key {\n public:\n  Slice User() {\n#ifdef CHECKED\n    check(size());\n#endif\n  out:\n    return Slice(a);\n  }\n};\n',
    after:
      'class Key {\n public:\n  Slice User() {\n#ifdef CHECKED\n    check(length());\n#endif\n  out:\n    return Slice(b);\n  }\n};\n',
    syntax: cFamily,
    named: ['User'],
    around: ['Key', 'length'],
  },
  {
    title: 'C: a function that is removed, and nothing that its body uses',
    before:
      'inline int Length(const char* text,\n                  int most) {\n#if FAST\n  return count(text, most);\n#endif\n}\n',
    after: '',
    syntax: cFamily,
    named: ['Length'],
    around: ['count'],
  },
  {
    title: 'C: a name after a type with its keyword, a pointer to a function, a template',
    before:
      'struct stat *find(int a);\nstruct stat *found;\nint (*called)(void *);\ntemplate <class T>\nT made(T a);\ntemplate <class T> struct Box;\n',
    after: '',
    syntax: cFamily,
    named: ['Box', 'called', 'find', 'found', 'made'],
  },
  {
    title: 'C: who uses an operator says what it takes',
    before: 'bool operator==(const Slice& x, const Slice& y);\n',
    after: '',
    syntax: cFamily,
    named: ['Slice'],
  },
  {
    title: 'C: an attribute is no name of a class, and members of a type without a name are their own',
    before: 'class __attribute__((visibility("default"))) Db {\n  struct {\n    int one;\n  };\n};\n',
    after: 'class Db {\n  struct {\n    long one;\n  };\n};\n',
    syntax: cFamily,
    named: ['Db', 'one'],
  },
  {
    title: 'C: the value that a member begins with is none of its names',
    before: 'struct Options {\n  bool create = kNever;\n};\n',
    after: 'struct Options {\n  bool create = kAlways;\n};\n',
    syntax: cFamily,
    named: ['create'],
    around: ['Options'],
  },
  {
    title: 'C: an include declares nothing',
    before: '#include "table/format.h"\nint a;\n',
    after: 'int a;\n',
    syntax: cFamily,
    named: [],
  },
];

test.each(ROWS.map((row) => [row.title, row] as const))(
  'changed tokens: %s',
  (_, { before, after, syntax = ecmascript, named, around = [] }) => {
    const tokens = changedSymbols(before, after, syntax);
    expect([...tokens.removedSymbols].sort()).toEqual([...named]);
    for (const name of around) expect([...tokens.enclosingSymbols]).toContain(name);
  },
);

test('changed tokens: what a mend adds is looked for too, behind what it takes away', () => {
  const tokens = changedSymbols('export { broken, x };', 'export { mended, x };', ecmascript);
  expect(tokens.removedSymbols.has('broken')).toBe(true);
  expect(tokens.enclosingSymbols.has('mended')).toBe(true);
});
