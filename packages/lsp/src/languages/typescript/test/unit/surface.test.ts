import { expect, test } from 'bun:test';
import fc from 'fast-check';

import { type SurfacePart, surfaceText } from '../../../../backend/imports/imports.ts';
import { typescriptSurface } from '../../surface/surface.ts';

const parts = (text: string, name = 'a.ts'): readonly SurfacePart[] | undefined =>
  typescriptSurface(text, `/w/${name}`);
const surface = (text: string, name?: string): string | undefined => {
  const found = parts(text, name);
  return found && surfaceText(found);
};

/** Rows that are not of one length. */
function named<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): [string, Row][] {
  return rows.map((row) => [row[0], row]);
}

/** Other files cannot tell the second text from the first one. */
const UNSEEN: readonly (readonly [title: string, before: string, after: string, name?: string])[] = [
  ['a comment', 'export const a = 1;', '// why\nexport const a = 1; // so'],
  ['the layout', 'export const a = {b: 1,\n c: 2};', 'export const a = {\n  b: 1,\n  c: 2\n};'],
  [
    'CRLF and BOM',
    'export const a = 1;\nexport const b = 2;\n',
    '\uFEFFexport const a = 1;\r\nexport const b = 2;\r\n',
  ],
  [
    'a body',
    'export function f(a: A): B { return g(a); }',
    'export function f(a: A): B {\n  return h(a);\n}',
  ],
  [
    'a body behind a type of many parts',
    'export async function* f<T extends { a: string }>(a: T, b = () => 1): AsyncGenerator<(x: T) => { b: T }[], void> { yield 1; }',
    'export async function* f<T extends { a: string }>(a: T, b = () => 1): AsyncGenerator<(x: T) => { b: T }[], void> { yield 2; }',
  ],
  [
    'bodies behind predicates, conditions, object types and operators',
    'export function f(a: A): a is B { return g(); }\nexport function k<T>(a: T): T extends B ? { c: 1 } : D[] { return 1; }\nexport function q(a: A): asserts a is B { x(); }\nexport function r(): keyof typeof s { return 1; }',
    'export function f(a: A): a is B { return h(); }\nexport function k<T>(a: T): T extends B ? { c: 1 } : D[] { return 2; }\nexport function q(a: A): asserts a is B { y(); }\nexport function r(): keyof typeof s { return 2; }',
  ],
  [
    'bodies of methods and accessors',
    'export class A<T> extends B<{ c: T }> {\n  private readonly x = 1;\n  @d()\n  async f(): Promise<void> { a(); }\n  get g(): string { return "a"; }\n  static #h(): void { a(); }\n  [Symbol.iterator](): I { return a; }\n}',
    'export class A<T> extends B<{ c: T }> {\n  private readonly x = 1;\n  @d()\n  async f(): Promise<void> { b(); }\n  get g(): string { return "b"; }\n  static #h(): void { b(); }\n  [Symbol.iterator](): I { return b; }\n}',
  ],
  [
    'the body of an arrow function',
    'export const f = async <T,>(a: T): Promise<T> => { g(a); };',
    'export const f = async <T,>(a: T): Promise<T> => { h(a); };',
  ],
  [
    'a body that is a value',
    'export const f = (a: A): B => g(a);\nexport const k = 1;',
    'export const f = (a: A): B =>\n  h(a, 1)\n    .then();\nexport const k = 1;',
  ],
  [
    'bodies in an object',
    'export const o = { f(): A { return 1; }, g: (): A => 1 };',
    'export const o = { f(): A { return 2; }, g: (): A => 2 };',
  ],
  [
    'what no export reaches',
    'function f() { return 1; }\nexport const a = 1;',
    'function g() { return 2; }\nconst b = g();\nexport const a = 1;',
  ],
  [
    'a type that bodies alone say',
    'interface I { a: string }\nexport function f(): void { const i: I = x; }',
    'interface I { b: number }\nexport function f(): void { const i: I = x; }',
  ],
  [
    'a name of a module that is loaded anyway',
    "import { a } from './b.js';\nexport function f(): void { a(); }",
    "import { a, c } from './b.js';\nexport function f(): void { a(); c(); }",
  ],
  [
    'the order of imports',
    "import './a.js';\nimport { b } from './b.js';\nexport { b };",
    "import { b } from './b.js';\nimport './a.js';\nexport { b };",
  ],
  [
    'a local function that throws, and a local class that assigns to its own',
    'const z = () => { throw f(o.x); };\nclass Z { #x = 1; constructor() { this.x = 1; } }\nconst w: N.T = 1;\nconst [p]: T[] = [1];\nexport const a = 1;',
    'const z = () => { o.x = 1; };\nclass Z { #x = 1; constructor() { this.x = 2; } }\nconst w: N.T = 2;\nconst [p]: T[] = [2];\nexport const a = 1;',
  ],
  [
    'a body of a class that says `this`',
    'export class A { f(): void { this.a(); } }',
    'export class A { f(): void { b(); } }',
  ],
  [
    'a body that returns no value',
    'export function f(a = 1) { g(() => { return 1; }); if (a) return; for (;;) {} }\nexport default async function <T>(a: T) { return; }\nexport class A<T> {\n  async m(a: T) { this.b(function () { return 1; }); }\n  private static p() { throw a; }\n}',
    'export function f(a = 1) { h({ get x() { return 1; } }); }\nexport default async function <T>(a: T) { for await (const b of c()) a(); }\nexport class A<T> {\n  async m(a: T) { await b(async () => { return 2; }); }\n  private static p() { a.return(); }\n}',
  ],
  [
    'tags in a body',
    "export function F(): Element { return <b>it's {a} <i/></b>; }",
    'export function F(): Element { return <b title="x">its {b}</b>; }',
    'a.tsx',
  ],
  [
    'texts and patterns with brackets',
    'export function f(): void { a(/[/}]{/, "}", `}${b("{")}{`); }',
    'export function f(): void { a(/\\/{/, "{", `${{ c: `}` }}`); }',
  ],
];

test.each(named(UNSEEN))('others cannot see %s', (_, [, before, after, name]) => {
  expect(surface(before, name)).toBeDefined();
  expect(surface(after, name)).toBe(surface(before, name));
});

const NARROWED = 'const o: { x?: string; y?: string; n: number; p: O; list: number[] } = a;\n';

/** Other files may be able to. */
const SEEN: readonly (readonly [title: string, before: string, after: string, name?: string])[] = [
  [
    'a body without a declared result',
    'export function f() { return 1; }',
    'export function f() { return ""; }',
  ],
  [
    'a method without a declared result',
    'export class A { f() { return 1; } }',
    'export class A { f() { return ""; } }',
  ],
  ...[
    ['a function that returns in a block', 'export function f() { if (a) { return 1; } }'],
    ['a function that returns in a loop', 'export function f() { for (const a of b) { return 1; } }'],
    [
      'a function that returns behind a type',
      'export function f() { const g = (): A => { }; { return 1; } }',
    ],
    [
      'a function in which it is not certain what returns',
      'export class A { f() { g({ if() { return 1; } }); } }',
    ],
    ['a generator', 'export function* f() { yield 1; }'],
    ['a method that yields', 'export class A { async *f() { yield 1; } }'],
    ['a method of an object', 'export const o = { f() { throw 1; } };'],
    ['a function as a value', 'export const f = function () { throw 1; };'],
    ['a function as a value of a class', 'export class A { f = function () { throw 1; } }'],
    ['an arrow function that never returns', 'export const f = () => { throw 1; };'],
    ['a function that is called at once', '(function () { g(1); })();\nexport {};'],
  ].map(([title = '', before = '']) => [title, before, before.replace('1', '"";')] as const),
  [
    'an arrow function without a declared result',
    'export const f = (a: A) => 1;',
    'export const f = (a: A) => "";',
  ],
  [
    'a constructor',
    'export class A { x; constructor() { this.x = 1; } }',
    'export class A { x; constructor() { this.x = ""; } }',
  ],
  ['a setter', 'export class A { set x(a) { b(a); } }', 'export class A { set x(a) { c(a); } }'],
  ['a constant without a type', 'export const a = 1;', 'export const a = 2;'],
  [
    'a constant that a constant names',
    'const a = 1;\nexport const b = a;',
    'const a = "";\nexport const b = a;',
  ],
  ['`as const`', 'export const a = [1] as const;', 'export const a = [1];'],
  ['an enum', 'export enum E { A, B }', 'export enum E { B, A }'],
  [
    'a const enum behind an export list',
    'const enum E { A = 1 }\nexport { E };',
    'const enum E { A = 2 }\nexport { E };',
  ],
  [
    'a type that an export says',
    'interface I { a: string }\nexport let i: I;',
    'interface I { a: number }\nexport let i: I;',
  ],
  [
    'what a body without a declared result calls',
    'function g() { return 1; }\nexport function f() { return g(); }',
    'function g() { return ""; }\nexport function f() { return g(); }',
  ],
  ['a re-export', "export { a } from './b.js';", "export { a } from './c.js';"],
  ['a star', 'export const a = 1;', "export const a = 1;\nexport * from './b.js';"],
  [
    'what is brought for others',
    "import { a } from './b.js';\nexport { a };",
    "import { c as a } from './b.js';\nexport { a };",
  ],
  ['a module that is loaded', 'export const a = 1;', "import './globals.js';\nexport const a = 1;"],
  [
    'a module that a body loads',
    'export async function f(): Promise<void> { g(); }',
    "export async function f(): Promise<void> { await import('./b.js'); }",
  ],
  ['a parameter', 'export function f(a: A): B { }', 'export function f(a: C): B { }'],
  ['a value of a parameter', 'export function f(a = 1): B { }', 'export function f(a = ""): B { }'],
  ['a result', 'export function f(): A { }', 'export function f(): B { }'],
  ['a modifier', 'export class A { f(): void {} }', 'export class A { private f(): void {} }'],
  ['a decorator', 'export class A { f(): void {} }', 'export class A { @d f(): void {} }'],
  ['a member', 'export interface A { b?: string }', 'export interface A { b: string }'],
  ['a name that is no longer exported', 'export function f(): void {}', 'function f(): void {}\nexport {};'],
  ['what is added to a function', 'export function f(): void {}', 'export function f(): void {}\nf.a = 1;'],
  [
    'what is added on the same line',
    'function f(): void {}\nexport { f };',
    'function f(): void {} f.a = 1;\nexport { f };',
  ],
  ['a deprecation', 'export function f(): void {}', '/** @deprecated */\nexport function f(): void {}'],
  ['a directive to the compiler', 'export const a = 1;', '// @ts-nocheck\nexport const a = 1;'],
  ['a reference', 'export const a = 1;', '/// <reference types="node" />\nexport const a = 1;'],
  ['a pragma', 'export const a = 1;', '/** @jsxImportSource preact */\nexport const a = 1;', 'a.tsx'],
  [
    'tags in a function without a declared result',
    'export function F() { return <a/>; }',
    'export function F() { return <b/>; }',
    'a.tsx',
  ],
  [
    'a body that decides how a variable of another function is narrowed',
    'export function f(a?: string) { if (!a) return; const g = (): void => {}; return () => a; }',
    'export function f(a?: string) { if (!a) return; const g = (): void => { a = undefined; }; return () => a; }',
  ],
  [
    'a body that assigns to a variable of the module',
    'let v: string | undefined = "";\nexport const f = () => v;\nexport function g(): void { }',
    'let v: string | undefined = "";\nexport const f = () => v;\nexport function g(): void { v = undefined; }',
  ],
  [
    'a function without an export that assigns to a variable of the module',
    'let v: string | undefined = "";\nexport const f = () => v;',
    'let v: string | undefined = "";\nexport const f = () => v;\nfunction g() { v = undefined; }',
  ],
  [
    'a colon of a condition',
    'export const f = a ? (b) : c => { return 1; };',
    'export const f = a ? (b) : c => { return ""; };',
  ],
  [
    'a colon of a condition, in an object',
    'export const f = { x: a ? (b) : c => 1 };',
    'export const f = { x: a ? (b) : c => "" };',
  ],
  ['a line end behind return', 'export function f() { return\n1; }', 'export function f() { return 1; }'],
  [
    'a function of a value that is not of it',
    'export const f = (): A => 1\nexport const g = 2',
    'export const f = (): A => 1\nexport const g = 3',
  ],
  ['a field of a class', 'export class A { x = 1; f(): void {} }', 'export class A { x = ""; f(): void {} }'],
  ...[
    'type L = () => void',
    "type L = { a: 1 }['a']",
    'const l = m.delete',
    'const l = m.new',
    'const l = m.typeof',
    'const l = m.of',
    'const l = [1] as const',
    'const l = m!',
    'const l = m as any',
    'let l = m; l++',
    'type L = this',
    'type L = A<B>',
    'function l() {}',
    'class L {}',
    'interface L {}',
    'enum L { A }',
    'const l = `a${b}`',
    'const l = /a/g',
    'const l = 1',
  ].flatMap((before): (readonly [title: string, before: string, after: string])[] => [
    [
      `an export behind \`${before}\``,
      `${before}\nexport class A { f(): void {} }\nexport {}`,
      `${before}\nexport class A { f(): void {}\n g(): void {} }\nexport {}`,
    ],
    [
      `a statement behind \`${before}\``,
      `${before}\nexport function f(): void {}`,
      `${before}\nf.a = 1\nexport function f(): void {}`,
    ],
  ]),
  ...[
    ['an arrow function that is called', '((): void => { BODY })();'],
    ['an arrow function in two parentheses', '(((): void => { BODY }))();'],
    ['an arrow function that is called, maybe', '((): void => { BODY })?.();'],
    ['an arrow function with a type that is called', '(<T>(): void => { BODY })<A>();'],
    ['a function that is called', '(function (): void { BODY })();'],
    ['a function that is called within parentheses', '(function f(): void { BODY }());'],
    ['a function without parentheses that is called', 'export const z = function (): void { BODY }();'],
    ['a local constant of a function that is called', 'const z = (() => { BODY })();'],
    ['a local constant of a function that is called at once', 'const z = function () { BODY }();'],
    ['a block of a local class', 'class Z { static { BODY } }'],
    ['a field of a local class', 'class Z { static z = (() => { BODY })(); }'],
    ['a block behind an interface', 'interface Z {}\n{ BODY }'],
    ['a block behind an interface, on its line', 'interface Z {} { BODY }'],
    ['a block behind a function', 'function z(): { a: 1 } { return z(); }\n{ BODY }'],
  ]
    .map(([title = '', text = '']): (readonly [title: string, before: string, after: string])[] => [
      [
        `what narrows a constant: ${title}`,
        `${NARROWED}${text.replace('BODY', 'if (!o.x) throw 1;')}\nexport const y = o.x;`,
        `${NARROWED}${text.replace('BODY', 'if (!o.y) throw 1;')}\nexport const y = o.x;`,
      ],
    ])
    .flat(),
  ...[
    'o.x = "a"',
    'o["x"] = "a"',
    'o.p.x = "a"',
    'o.n++',
    '++o.n',
    'o.n += 1',
    'delete o.x',
    '[o.x] = [""]',
    'o.list.push(1)',
  ].map((value): readonly [title: string, before: string, after: string] => [
    `what a local constant assigns: \`${value}\``,
    `${NARROWED}const z = 1;\nexport const y = o;`,
    `${NARROWED}const z = (${value});\nexport const y = o;`,
  ]),
  [
    'that a function has a `this`',
    'export const z = f(function (): void { a(); });',
    'export const z = f(function (): void { this.a(); });',
  ],
  [
    'that a method of an object has a `this`',
    'export const z = f({ m(): void { a(); } });',
    'export const z = f({ m(): void { () => this; } });',
  ],
  [
    'a deprecation behind a function that is a value',
    'export const f = (): A => 1\nexport const g = 2',
    'export const f = (): A => 1\n/** @deprecated */\nexport const g = 2',
  ],
  [
    'a name that tags may stand for',
    "import { h } from './h.js';\nexport const e = <a/>;",
    "import { g } from './h.js';\nexport const e = <a/>;",
    'a.tsx',
  ],
  ['a statement that runs', 'export class A {}', 'export class A {}\nA.prototype.x = 1;'],
];

test.each(named(SEEN))('others may see %s', (_, [, before, after, name]) => {
  expect(surface(before, name)).toBeDefined();
  expect(surface(after, name)).not.toBe(surface(before, name));
});

/** The whole text counts. */
const UNCERTAIN: readonly (readonly [title: string, text: string, name?: string])[] = [
  ['JavaScript', 'export const a = 1;', 'a.js'],
  ['declarations', 'export const a = 1;', 'a.d.ts'],
  ['declarations of another kind of file', 'export const a = 1;', 'a.d.css.ts'],
  ['a component', '<script>export const a = 1;</script>', 'a.vue'],
  ['a script', 'function f(): void {}'],
  ['a script that loads a module', "import('./x.js');\nfunction f(): void {}"],
  ['a script that says where it is', 'import.meta.url;\nfunction f(): void {}'],
  ['a script with a module in a comment', '/*\nexport {}\n*/ function f(): void {}'],
  ['an assigned export', 'function f(): void {}\nexport = f;'],
  ['a name for scripts', 'export const a = 1;\nexport as namespace b;'],
  ['an assigned import', "import a = require('a');\nexport { a };"],
  ['a bracket too many', 'export function f(): void { a)(; }'],
  ['a text without an end', 'export const a = "b;'],
  ['a template without an end', 'export const a = `b;'],
  ['a comment without an end', 'export const a = 1; /* b'],
  ['a syntax error between brackets that fit', 'export class A { f(): void { = = } }'],
  ['marks of a conflict', '<<<<<<< ours\nexport const a = 1;\n=======\nexport const a = 2;\n>>>>>>> theirs'],
  ['tags that do not fit', 'export const a = <b></c>;', 'a.tsx'],
  ['a slash that may be anything', 'export function f() {}\n/a/.test("b");'],
];

test.each(named(UNCERTAIN))('the whole text counts: %s', (_, [, text, name]) => {
  expect(surface(text, name)).toBeUndefined();
});

const EXPORTS = [
  'export function f%(a: A): B { BODY }',
  'export class C% { m(): B { BODY } }',
  'export const g% = (a: A): B => { BODY };',
  'export const o% = { m(): B { BODY } };',
];
const BODIES = [
  'return 1;',
  'if (a) { b(); } else c();',
  'const d = { e: [1, "}"] };',
  'for (const x of y) z(`${x}`);',
  'return (q) => q / 2;',
  '',
];
const EDITS = [
  'export const e% = 1;',
  'const h% = "a";\nexport { h% };',
  'export type T% = A;',
  "import './m%.js';",
  'class D% {}\nexport default D%;',
];

test('whatever the bodies of a module are, others see the same; whatever is added to it, they may see', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.constantFrom(...EXPORTS), fc.constantFrom(...BODIES), fc.constantFrom(...BODIES)),
        { minLength: 1, maxLength: 8 },
      ),
      fc.constantFrom(...EDITS),
      fc.nat(),
      (parts, edit, place) => {
        const module = (which: 1 | 2): string[] =>
          parts.map((part, at) => part[0].replaceAll('%', String(at)).replace('BODY', () => part[which]));
        const [one, two] = [module(1), module(2)];
        expect(surface(two.join('\n'))).toBe(surface(one.join('\n')));
        const added = two.toSpliced(place % (two.length + 1), 0, edit.replaceAll('%', '99'));
        expect(surface(added.join('\n'))).not.toBe(surface(one.join('\n')));
        expect(surface(one.join('\n'))).toBeDefined();
      },
    ),
  );
});
