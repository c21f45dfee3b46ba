import type { Tree } from '../../../../../test/harness/workspace.ts';
import type { Compiler } from '../../../../../test/real/suite.ts';

const OPTIONS = {
  strict: true,
  noUnusedLocals: true,
  allowUnreachableCode: false,
  allowJs: true,
  checkJs: true,
  jsx: 'preserve',
  module: 'nodenext',
  target: 'es2022',
  // The smallest one: compilers and servers read it each time that they start.
  lib: ['es5'],
  types: [],
  noEmit: true,
};

export function tsconfig(options: Record<string, unknown> = {}): string {
  return JSON.stringify({ compilerOptions: { ...OPTIONS, ...options } });
}

export const PROJECT: Tree = { 'package.json': '{ "type": "module" }', 'tsconfig.json': tsconfig() };

const TABLE: Tree = {
  'table/emoji.ts':
    'const s = "🎉"; const n: number = "🎉é"; export { s, n };\n/* 日本 e\u0301 */ export const z: boolean = 3;\n',
  'table/crlf.ts':
    'export const a = 1;\r\nexport const b: string =\r\n\t1;\r\n/* 🎉 */ export const c: boolean = 3;\r\n',
  'table/cr.ts': 'export const a = 1;\rexport const n: number = "x";\r',
  'table/bom.ts': '\uFEFFexport const n: number = "x"; ',
  'table/no-newline.ts': 'export const a = 1;\nmissing',
  'table/lines.ts':
    'interface A { a: { b: { c: string } } }\nconst y = { a: { b: { c: 1 } } };\nexport const z: A = y;\n',
  'table/markup.ts': 'export const a: "<b>&amp;" = "<x>";\n',
  // What editors call a warning or a hint and a build an error.
  'table/style.ts': 'const unused = 1;\nexport function f(): number {\n  return 1;\n  f();\n}\n',
  'table/plain.js': '/** @type {number} */\nexport const n = "x";\nn.foo();\n',
  'table/view.tsx':
    'declare global { namespace JSX { interface IntrinsicElements { p: { title: string } } } }\nexport const v = <p title={1}>hé</p>;\nexport const w = <q/>;\n',
  'table/module.mts': "import { v } from './view.js';\nexport const n: number = v.nothing;\n",
  'table/common.cts': 'const n: number = "x";\nexport = n;\n',
  'table/clean.ts': 'export {};\n',
};

/** What both implementations of TypeScript say alike. */
export const TYPESCRIPT = {
  server: 'typescript',
  project: PROJECT,
  extension: '.ts',
  number: 'export const value = 1;\n',
  text: "export const value = 'one';\n",
  user: (of) => `import { value } from './${of}.js';\n\nexport const wanted: number = value;\n`,
  mismatch: "3:14 2322 Type 'string' is not assignable to type 'number'.",
  missing: (of) => `1:23 2307 Cannot find module './${of}.js' or its corresponding type declarations.`,
  broken: "export const wrong: number = 'x';\n",
  error: {
    line: 1,
    character: 14,
    endLine: 1,
    endCharacter: 19,
    severity: 'error',
    message: "Type 'string' is not assignable to type 'number'.",
    code: 2322,
    source: 'ts',
  },
  table: TABLE,
} satisfies Partial<Compiler>;
