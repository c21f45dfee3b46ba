import type { Tree } from '../../../../../test/harness/workspace.ts';
import { type Apart, describeChecked, GONE } from '../../../../../test/real/checkers-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { ownCache } from '../../../rust/test/real/rust-language.ts';
import { tsconfig } from './typescript-language.ts';

ownCache();

const KINDS: Tree = {
  'kinds/type.ts': "export const wrong: number = 'x';\n",
  'kinds/unused.ts': 'const unused = 1;\nexport function f(): number {\n  return 1;\n  f();\n}\n',
  'kinds/base.ts': "export const value = 'one';\n",
  'kinds/user.ts': "import { value } from './base.js';\n\nexport const wanted: number = value;\n",
  'kinds/missing-import.ts':
    "import { nothing } from './nowhere.js';\nimport fs from 'no-such-package';\nexport const a = [nothing, fs];\n",
  'kinds/lines.ts':
    'interface A { a: { b: { c: string } } }\nconst y = { a: { b: { c: 1 } } };\nexport const z: A = y;\n',
  'kinds/overload.ts':
    'declare function f(a: string): void;\ndeclare function f(a: number): void;\nf(true);\nexport {};\n',
  'kinds/thing.test.ts': "import { value } from './base.js';\nexport const length: string = value.length;\n",
  'kinds/emoji.ts':
    'const s = "🎉"; const n: number = "🎉é"; export { s, n };\n\tconst 日本: number = ""; export { 日本 };\n/* e\u0301 */ export const z: boolean = 3;\n',
  'kinds/crlf.ts':
    'export const a = 1;\r\nexport const b: string =\r\n\t1;\r\nexport const long: { a: { b: string } } = { a: { b: 1 } };\r\n',
  'kinds/bom.ts': '\uFEFFexport const n: number = "x";\n',
  'kinds/separators.ts': 'export const s = "\u2028"; export const n: number = "x";\n',
  'kinds/cr.ts': 'export const a = 1;\rexport const n: number = "x";\r',
  'kinds/no-newline.ts': 'export const a = 1;\nmissing',
  'kinds/empty.ts': '',
  'kinds/sp ace #(1,2).ts': "export const wrong: number = 'x';\n",
  'kinds/deprecated.ts': '/** @deprecated */\nexport function old(): void {}\nold();\n',
  'kinds/plain.js': '/** @type {number} */\nexport const n = "x";\nn.foo();\n',
  'kinds/view.tsx':
    'declare global { namespace JSX { interface IntrinsicElements { p: { title: string } } } }\nexport const v = <p title={1}>hé</p>;\nexport const w = <q/>;\n',
  'kinds/types.d.ts': 'export declare const a: Nowhere;\n',
  'kinds/clean.ts': 'export {};\n',
  // A project of its own: it keeps the compiler from looking at any types.
  'syntax/tsconfig.json': tsconfig(),
  'syntax/broken.ts': 'const a = ;\nexport const b: number = "x";\n',
  'syntax/unclosed.ts': 'export const a = 1;\nif (a) {\n',
  'syntax/mistyped.ts': 'export const n: number = "x";\n',
};

const NO_TYPES = 'tsc looks at no types in a program with a syntax error; its report says that it did not';

const APART: Readonly<Record<string, Apart>> = {
  'kinds/deprecated.ts': {
    why: 'suggestions are for editors',
    server: ["hint 3:1 6387 The signature '(): void' of 'old' is deprecated."],
  },
  'kinds/separators.ts': {
    why: 'tsc prints lines as the language counts them, editors do not break them there',
    server: ["error 1:36 2322 Type 'string' is not assignable to type 'number'."],
    checker: ["error 2:17 2322 Type 'string' is not assignable to type 'number'."],
  },
  'syntax/broken.ts': {
    why: NO_TYPES,
    server: ["error 2:14 2322 Type 'string' is not assignable to type 'number'."],
  },
  'syntax/mistyped.ts': {
    why: NO_TYPES,
    server: ["error 1:14 2322 Type 'string' is not assignable to type 'number'."],
  },
};

const NUMBER = 'export const value = 1;\n';
const USER = "import { value } from './value.js';\n\nexport const wanted: number = value;\n";

for (const [title, typescript] of [
  ['TypeScript 5.9', 'typescript'],
  ['TypeScript 7', 'typescript-v7'],
] as const) {
  describeChecked({
    title,
    define: testWith(),
    checker: 'tsc',
    server: 'typescript',
    project: {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ ...(JSON.parse(tsconfig()) as object), exclude: ['syntax'] }),
    },
    links: { 'node_modules/typescript': typescript },
    without: GONE,
    kinds: KINDS,
    apart: APART,
    incomplete: { syntax: 'TypeScript looks at no types' },
    edits: [
      { file: 'value.ts', clean: NUMBER, broken: "export const value: number = 'one';\n", at: 'value.ts' },
      { file: 'user.ts', clean: USER, broken: USER.replace('number', 'string'), at: 'user.ts' },
      { file: 'value.ts', clean: NUMBER, broken: "export const value = 'one';\n", at: 'user.ts' },
    ],
  });
}
