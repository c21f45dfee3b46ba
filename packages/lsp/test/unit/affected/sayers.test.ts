import { expect, test } from 'bun:test';
import { relative } from 'node:path';

import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';
import { changedSymbolsOf } from '../../../src/engine/changes/changed-symbols.ts';
import { rankedSayers, sayersOf } from '../../../src/engine/changes/sayers.ts';
import { cFamily } from '../../../src/languages/cpp/imports.ts';
import { python } from '../../../src/languages/python/imports.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { Project } from './project.ts';

/** Of an edit of the first file: the others that can tell. */
async function sayers(
  language: ImportLanguage,
  files: Readonly<Record<string, string>>,
  after: string,
): Promise<string[] | undefined> {
  const [[name, before] = ['', '']] = Object.entries(files);
  using project = new Project(language, { ...files, [name]: after });
  const path = project.path(name);
  const found = await sayersOf(await project.update(), {
    changes: new Map([[path, changedSymbolsOf(path, before, after, language)]]),
    inside: new Set(),
    unknown: new Set(),
    everything: false,
  });
  return found && [...found].map((each) => relative(project.root, each)).toSorted();
}

const TS = {
  'a.ts':
    'export interface A { x: number }\nexport interface Other { y: number }\nexport function make(): A { return one; }\nlet one: A;\n',
  // They say it.
  'says.ts': "import { type A } from './a';\nexport const of: A = { x: 1 };\n",
  // They get one from what does.
  'makes.ts': "import { make } from './a';\nexport const made = { deep: make() };\n",
  'deep.ts': "import { made } from './makes';\nmade.deep.x.toFixed();\n",
  'star.ts': "export * from './makes';\n",
  'behind.ts': "import * as star from './star';\nexport function f(): number { return star.made.deep.x; }\n",
  'alias.ts': "import { made as again } from './star';\nexport { again };\n",
  'uses-alias.ts': "import { again } from './alias';\nagain.deep.x.toFixed();\n",
  'default.ts': "import { again } from './alias';\nexport default again;\n",
  'uses-default.ts': "import any from './default';\nany.deep.x.toFixed();\n",
  // They cannot tell.
  'other.ts': "import { type Other } from './a';\nexport const it: Other = { y: 1 };\n",
  'uses-other.ts': "import { it } from './other';\nit.y.toFixed();\n",
  'inside.ts': "import { make } from './a';\nexport function inside(): number { return make().x; }\n",
  'uses-inside.ts': "import { inside } from './inside';\ninside();\n",
};

test('a change of a TypeScript module is seen by what says the name, or gets it from something that it says', async () => {
  const after = TS['a.ts'].replace('x: number', 'x: string');
  expect(await sayers(ecmascript, TS, after)).toEqual(
    [
      ...['alias.ts', 'behind.ts', 'deep.ts', 'default.ts', 'inside.ts', 'makes.ts', 'says.ts'],
      ...['uses-alias.ts', 'uses-default.ts'],
    ].toSorted(),
  );
});

const PYTHON = {
  'a.py': 'class A:\n    x: int\n\nclass Other:\n    y: int\n\ndef make() -> A: ...\n',
  'says.py': 'from a import A\n\ndef f(a: A) -> None:\n    a.x\n',
  'makes.py': 'from a import make\n\nmade = [make()]\n\ndef infers():\n    return made\n',
  'deep.py': 'import makes\n\nmakes.made[0].x + 1\n',
  'result.py': 'from makes import infers\n\ninfers()[0].x + 1\n',
  'star.py': 'from makes import *\n',
  'behind.py': 'from star import made\n\nmade[0].x + 1\n',
  'branch.py': 'import makes\nif makes:\n    some = makes.made\nelse:\n    some = None\n',
  'of-branch.py': 'import branch\n\nprint(branch.some)\n',
  'other.py': 'from a import Other\n\nit = Other()\n',
  'uses-other.py': 'from other import it\n\nit.y + 1\n',
  'inside.py': 'from a import make\n\ndef within() -> int:\n    return make().x\n',
  'uses-inside.py': 'from inside import within\n\nwithin()\n',
};

test('of a Python module, too', async () => {
  const after = PYTHON['a.py'].replace('x: int', 'x: str');
  expect(await sayers(python, PYTHON, after)).toEqual(
    [
      ...['behind.py', 'branch.py', 'deep.py', 'inside.py', 'makes.py', 'of-branch.py', 'result.py'],
      'says.py',
    ].toSorted(),
  );
});

test.each([
  ['a directive', python, { 'a.py': 'a = 1\n# pyright: basic\n' }, 'a = 1\n# pyright: strict\n'],
  ['what runs', python, { 'a.py': 'print(1)\na = 1\n' }, 'print(2)\na = 1\n'],
  ['what may end a module', python, { 'a.py': 'if b:\n    raise E()\na = 1\n' }, 'a = 1\n'],
  ['an assertion', python, { 'a.py': 'assert a\nb = a\n' }, 'b = a\n'],
  [
    'what narrows',
    ecmascript,
    { 'a.ts': 'if (!a.b) throw new Error();\nexport const c = a.b;\n' },
    'export const c = a.b;\n',
  ],
  [
    'what a declaration assigns',
    ecmascript,
    { 'a.ts': 'let x: 1 | 2 = 1;\nexport class C { static { x = 1; } }\nexport const y = x;\n' },
    'let x: 1 | 2 = 1;\nexport class C { static { x = 2; } }\nexport const y = x;\n',
  ],
  [
    'a package that is loaded no more',
    ecmascript,
    { 'a.ts': "import { p } from 'pkg';\nexport function f(): void { p; }\n" },
    'export function f(): void { }\n',
  ],
  [
    'what tags say',
    ecmascript,
    { 'a.ts': "export type { JSX } from './one';\n" },
    "export type { JSX } from './two';\n",
  ],
  [
    'what a global gets from what has no name',
    ecmascript,
    {
      'a.ts': 'export const one = 1;\n',
      'b.ts': "import { one } from './a';\nexport default one;\n",
      'c.ts': "import b from './b';\ndeclare global { const c: typeof b }\n",
    },
    'export const one = "1";\n',
  ],
  [
    'a module that is global as a whole',
    ecmascript,
    { 'a.ts': 'export const one = 1;\n', 'g.d.ts': "declare const api: typeof import('./a');\n" },
    'export const one = "1";\n',
  ],
  [
    'what has no name',
    ecmascript,
    { 'a.ts': "export { x as 'a b' } from './b';\n" },
    "export { x as 'a b' } from './c';\n",
  ],
  ['a star', ecmascript, { 'a.ts': "export * from './b';\n" }, "export * from './c';\n"],
  ['what a star brings', python, { 'a.py': '__all__ = ["a"]\na = 1\n' }, '__all__ = ["b"]\na = 1\n'],
  ['a text in doubt', python, { 'a.py': 'def f() -> int: ...\n' }, 'def f( -> int: ...\n'],
  [
    'what is seen everywhere',
    ecmascript,
    {
      'a.ts': 'export const a = 1;\n',
      'b.ts': "import { a } from './a';\ndeclare global { const c: typeof a }\n",
    },
    'export const a = 2;\n',
  ],
] as const)('nobody knows who sees a change of %s', async (_, language, files, after) => {
  expect(await sayers(language, files, after)).toBeUndefined();
});

test('where the order of declarations changes, it is all of them that may have changed', async () => {
  const [one, two] = ['export function f(a: string): void;\n', 'export function f(a: number): void;\n'];
  const files = {
    'a.ts': `${one}${two}export const before = 1;\n`,
    'b.ts': "import { f } from './a';\n",
    'c.ts': "import { before } from './a';\n",
  };
  expect(await sayers(ecmascript, files, `${two}${one}export const before = 1;\n`)).toEqual(['b.ts']);
});

test.each([
  [
    'a name that only the file itself says',
    ecmascript,
    {
      'a.ts':
        'interface Options { a: 1 }\nexport const made = (of: Options) => of;\nexport const other = 1;\n',
      'b.ts': "import { made } from './a';\n",
      'c.ts':
        "import { other } from './a';\ninterface Options { c: typeof other }\nexport type O = Options;\n",
      'e.ts': "import { O } from './c';\n",
    },
    ['a: 1', 'a: 2'],
    ['b.ts'],
  ],
  [
    'a global that has nothing of it',
    ecmascript,
    {
      'a.ts': 'export const one = 1;\nexport const two = 2;\n',
      'b.ts': "import { two } from './a';\ndeclare global { const c: typeof two }\n",
      'c.ts': 'c.toFixed();\n',
    },
    ['one = 1', 'one = "1"'],
    [],
  ],
  [
    'another name, and what passes on all names',
    ecmascript,
    {
      'a.ts': 'export const one = 1;\n',
      'b.ts': "export * from './a';\nexport * from './c';\n",
      'c.ts': 'export const three = 1;\n',
      'd1.ts': "export * from './b';\n",
      'd2.ts': "import { three } from './d1';\n",
      'd3.ts': "export * as all from './a';\n",
    },
    ['one = 1', 'two = 1'],
    ['b.ts', 'd1.ts', 'd3.ts'],
  ],
  [
    'a word that is the name of something else there',
    ecmascript,
    {
      'a.ts': 'export interface Options { a: 1 }\nexport const other = 1;\n',
      'b.ts': "import { Options as A } from './a';\nexport type Made = A[];\n",
      'c.ts':
        "import { other } from './a';\nimport { Options } from './d';\nexport const it: Options = other;\n",
      'd.ts': "import { other } from './a';\nexport type Options = typeof other;\n",
      'e.ts': "import { it } from './c';\nimport { Made } from './b';\n",
      'f.ts': "import { it } from './c';\n",
    },
    ['a: 1', 'a: 2'],
    ['b.ts', 'e.ts'],
  ],
  [
    'what has no name, by any',
    ecmascript,
    {
      'a.ts': 'export const one = 1;\nexport default class Big { x = 1 }\n',
      'b.ts': "import Any, { one } from './a';\nexport const it = new Any();\nswitch (one) { default: }\n",
      'c.ts': "export { default as again } from './a';\nexport default one;\n",
      'd.ts': "import { again } from './c';\n",
      'e.ts': "import one from './c';\n",
      'f.ts': "import { one } from './a';\nexport default one;\n",
      'g.ts': "import f from './f';\n",
      'h.ts': "import { default as named } from './a';\nexport function f(): void { named; }\n",
      'i.ts': "import { f } from './h';\n",
      'j.ts': "export * from './a';\n",
      'k.ts': "import j from './j';\n",
    },
    ['x = 1', 'x = ""'],
    ['b.ts', 'c.ts', 'd.ts', 'h.ts'],
  ],
  [
    'all spellings of an import',
    ecmascript,
    {
      'a.ts': 'export interface A { a: 1 }\nexport const other = 1;\n',
      'b.ts': "import type { other, A } from './a';\n",
      'c.ts': "import { type A as B, } from './a';\n",
      'd.ts': 'import {\n  other,\n  A\n} from "./a"\n',
      'e.ts': "import { /* all */ A } from './a';\n",
      'f.ts': "export type { A } from './a';\n",
      'g.ts': "import * as all from './a';\nlet a: all.A;\n",
      'h.ts': "import type * as all from './a';\nlet a: all.A;\n",
      'i.ts': "export type T = import('./a').A;\n",
      'j.ts': "import a = require('./a');\n",
      'k.ts': "import './a';\n",
      'l.ts': "import { other } from './a';\n",
      'm.ts': "import * as all from './a';\nall.other;\n",
      'n.ts': "import x, { other as A } from './a';\n",
      'o.ts': "import { other } from './a';\nimport './a';\nimport { A } from './a';\n",
      'p.ts': "import{A}from'./a'\n",
      'q.ts': "import type A from './a';\n",
      'r.ts': "export const a = await import(/* later */ './a');\n",
    },
    ['a: 1', 'a: 2'],
    ['b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts', 'h.ts', 'i.ts', 'j.ts', 'o.ts', 'p.ts', 'r.ts'],
  ],
  [
    'generics that are no variables',
    ecmascript,
    {
      'a.ts': 'export const all = new Map<string, Set<string>>(), one = 1;\n',
      'b.ts': "import './a';\nexport const own = new Set();\n",
      'c.ts': "import { one } from './a';\n",
    },
    ['one = 1', 'one = 2'],
    ['c.ts'],
  ],
] as const)(
  'a change is seen by no more than has to: %s',
  async (_, language, files, [was, is], expected) => {
    const [before = ''] = Object.values<string>(files);
    expect(await sayers(language, files, before.replace(was, is))).toEqual([...expected]);
  },
);

const ONE = 'export const one = 1;\n';

/** Of a change of `one`, or of what stands there: the last file sees it. */
test.each([
  ['all of a module', { 'a.ts': ONE, 'b.ts': "import * as all from './a';\nexport const x: I = all;\n" }],
  ['its names', { 'a.ts': ONE, 'b.ts': "import * as all from './a';\ntype K = keyof typeof all;\n" }],
  ['what is loaded later', { 'a.ts': ONE, 'b.ts': "export const x = import('./a');\n" }],
  ['one name for all of it', { 'a.ts': ONE, 'b.ts': "export * as all from './a';\n" }],
  [
    'all of what passes on all',
    { 'a.ts': ONE, 'b.ts': "export * from './a';\n", 'c.ts': "import * as all from './b';\nf(all);\n" },
  ],
  [
    'another thing of the same name, twice',
    {
      'a.ts': "export { one } from './one = 1';\n",
      'b.ts': "export * from './a';\nexport * from './c';\n",
    },
  ],
  [
    'what a declaration assigns',
    {
      'a.ts': 'let one: any = 1;\nconst z = (one = 1);\nexport const y = one;\n',
      'b.ts': "import { y } from './a';\n",
    },
  ],
] as const)('a change is seen without its name: %s', async (_, files) => {
  const [before = ''] = Object.values<string>(files);
  const found = await sayers(ecmascript, files, before.replace(/= 1(?!;\n(?:const|export))/, '= 2'));
  expect(found).toContain(Object.keys(files).at(-1));
});

test.each([
  ['a variable of all', 'x = 1\ndef f() -> None:\n    global x\n    x = 2\n', 'x = 2', 'from a import x\n'],
  ['a name that is a word elsewhere', 'match = 1\n', '= 1', 'from a import match\n'],
  ['a name in an expression', 'b = str(y := 5)\n', '5', 'from a import y\n'],
  ['a line in a line', 'if t: y: int = 5\n', 'int', 'from a import y\n'],
  ['several names at once', 'with f(1) as (x, y):\n    pass\n', '1', 'from a import y\n'],
  ['a module as a value', 'one = 1\n', '= 1', 'import a\nit: P = a\n'],
])('a change in Python is seen: %s', async (_, before, what, importer) => {
  const files = { 'a.py': before, 'b.py': importer };
  const found = await sayers(python, files, before.replace(what, what.replace(/\d|int/, 'str()')));
  expect(found ?? ['b.py']).toEqual(['b.py']);
});

const METHOD = 'class A:\n    def sing(self) -> int: return 1\n';
const SINGS = '(Protocol):\n    def sing(self) -> int: ...\n';
const M = 'class M:\n    def sing(self) -> int: return 1\n';
const TAKES = 'def use(one: "S") -> None: ...\n';
const TAKEN = 'from a import A\nfrom p import use\nuse(A())\n';

/** The last file sees it, and does not say the member. */
test.each<[title: string, files: Record<string, string>]>([
  ['a protocol', { 'p.py': `from typing import Protocol\nclass S${SINGS}${TAKES}`, 'b.py': TAKEN }],
  [
    'a protocol by another name',
    {
      'p.py': `from typing import Protocol as P\nclass S${SINGS.replace('Protocol', 'P')}${TAKES}`,
      'b.py': TAKEN,
    },
  ],
  [
    'a protocol by a variable',
    {
      'p.py': `import typing\nP = typing.Protocol\nclass S${SINGS.replace('Protocol', 'P')}${TAKES}`,
      'b.py': TAKEN,
    },
  ],
  [
    'a protocol within',
    { 'p.py': `if TYPE_CHECKING:\n    class S${SINGS.replace('  def', '      def')}${TAKES}`, 'b.py': TAKEN },
  ],
  [
    'a protocol that a function has',
    {
      'p.py': `def of():\n    class S${SINGS.replace('  def', '      def')}    return S\nuse = f(of())\n`,
      'b.py': TAKEN,
    },
  ],
  ['several bases', { 'm.py': M, 'b.py': 'from a import A\nfrom m import M\nclass C(A, M): ...\n' }],
  [
    'several bases in a condition',
    { 'm.py': M, 'b.py': 'from a import A\nfrom m import M\nif M:\n    class C(A, M): ...\n' },
  ],
  [
    'several bases in a function',
    { 'm.py': M, 'b.py': 'from a import A\nfrom m import M\ndef f() -> None:\n    class C(A, M): ...\n' },
  ],
  [
    'several bases, of which one is declared in a condition',
    {
      'm.py': 'if x:\n    class M:\n        def sing(self) -> int: return 1\n',
      'b.py': 'from a import A\nfrom m import M\nclass C(A, M): ...\n',
    },
  ],
  [
    'several bases behind a class in a condition',
    {
      'm.py': M,
      'k.py': 'from a import A\nif A:\n    class K(A): ...\n',
      'b.py': 'from k import K\nfrom m import M\nclass C(K, M): ...\n',
    },
  ],
  [
    'a function that is given any object',
    { 'u.py': 'def g(a):\n    return a.sing()\n', 'b.py': 'from a import A\nfrom u import g\ng(A())\n' },
  ],
  [
    'functions that are given any object',
    {
      'u.py': 'class U:\n    def g(self, a=1):\n        return a.sing()\n',
      'v.py': 'from u import U as V\ndef h(a):\n    return V().g(a)\n',
      'w.py': 'from v import h as again\n',
      'b.py': 'from a import A\nfrom w import again\nagain(A())\n',
    },
  ],
])('a member that has changed is seen without its name: %s', async (_, files) => {
  const found = await sayers(python, { 'a.py': METHOD, ...files }, METHOD.replace('int', 'str'));
  expect(found).toContain('b.py');
});

test.each<[title: string, files: Record<string, string>]>([
  ['a base', { 'b.py': 'from a import A\nclass C(A): ...\n' }],
  ['a function that says what it is given', { 'u.py': 'def g(a: int):\n    return a.sing()\n' }],
  ['a function that says what it returns', { 'u.py': 'def g(a) -> int:\n    return a.sing()\n' }],
  ['a function that uses another member', { 'u.py': 'def g(a):\n    return a.play()\n' }],
])('a member that has changed is not seen: %s', async (_, files) => {
  const all = { 'b.py': 'from a import A\nfrom u import g\ng(A())\n', ...files };
  expect(await sayers(python, { 'a.py': METHOD, ...all }, METHOD.replace('int', 'str'))).toEqual([]);
});

test('a package has the names of its modules, too', async () => {
  const files = {
    'pkg/__init__.py': 'from .sub import x\n',
    'pkg/sub.py': 'x = 1\n',
    'pkg/other.py': 'x = 1\n',
    'b.py': 'import pkg\n\npkg.sub\n',
  };
  expect(await sayers(python, files, 'from .other import x\n')).toEqual(['b.py']);
});

const USES_OLD = 'from lib import Old\n\n\ndef f() -> int:\n    Old()\n    return 1\n';

test.each([
  ['that it has from elsewhere', USES_OLD, 'from a import f\nfrom lib import Old\n\nf()\nOld()\n', false],
  ['of a parameter', USES_OLD, 'import a\n\n\ndef g(Old: int) -> int:\n    return a.f() + Old\n', false],
  ['from the module', USES_OLD, 'from a import f, Old\n', true],
  ['from the module, among lines', USES_OLD, 'from a import (\n    f,\n    Old as older,  # here\n)\n', true],
  ['of all names', USES_OLD, 'from a import *\n\nOld()\n', true],
  ['as a part', USES_OLD, 'import a\n\na.Old()\n', true],
  ['in quotes', USES_OLD, "import a\n\nx: 'a . Old'\n", true],
  [
    'through a declaration',
    'from lib import Old\n\n\nclass C(Old):\n    pass\n',
    'from a import C\nfrom lib import Old\n\nC()\n',
    true,
  ],
  [
    'of a choice',
    'try:\n    from lib import Old\nexcept ImportError:\n    from lib2 import Old\nf = 1\n',
    'from a import f\nfrom lib import Old\n\nOld()\n',
    false,
  ],
  [
    'of an assignment beside it',
    'try:\n    from lib import Old\nexcept ImportError:\n    Old = None\nf = 1\n',
    'from a import f\n\n\ndef g(Old: int) -> None: ...\n',
    true,
  ],
])(
  'a name that a Python module imports otherwise is seen where it is taken: %s',
  async (_, before, importer, isSeen) => {
    const files = { 'a.py': before, 'b.py': importer };
    expect(await sayers(python, files, before.replaceAll('lib', 'other'))).toEqual(isSeen ? ['b.py'] : []);
    const renamed = await sayers(python, files, before.replaceAll('Old', 'New'));
    expect(renamed).toEqual(isSeen ? ['b.py'] : []);
  },
);

test.each([
  ['imported beside it', 'from a import f, g\n\nx = f()\n', 'from b import g\n\ng()\n', []],
  ['that it is imported for', 'from a import f, g\n\nx = f()\n', 'from b import x\n\nx.y\n', ['c.py']],
  [
    'imported within a function',
    'def g() -> int:\n    from a import f\n\n    return f().y\n',
    'from b import g\n\ng()\n',
    [],
  ],
  ['of a module', 'from . import a\n\nx = a.f()\n', 'from b import x\n\nx.y\n', ['c.py']],
])('what another Python module imports passes on its own: %s', async (_, other, importer, found) => {
  const files = { 'a.py': 'def f() -> int: ...\ndef g() -> int: ...\n', 'b.py': other, 'c.py': importer };
  const seen = await sayers(python, files, 'def f() -> str: ...\ndef g() -> int: ...\n');
  expect(seen).toEqual(['b.py', ...found]);
});

test.each([
  ['takes it from that one', 'from a import T\n\nx: T\n', true],
  ['says it behind that one', 'import a\n\nx: a.T\n', true],
  ['says it behind another name of that one', 'import a as b\n\nx: b.T\n', true],
  ['says it behind that one, as a part', 'from . import a\n\nx: a.T\n', true],
  ['says it behind its own module', 'import t\nfrom a import g\n\nx: t.T\n', false],
])('what a Python module only imports is of no account to who %s', async (_, importer, isSeen) => {
  const files = { 'a.py': 'from s import T\n\ndef f(x: T) -> None: ...\n', 'b.py': importer };
  const seen = await sayers(python, files, 'from t import T\n\ndef f(x: T) -> None: ...\n');
  expect(seen).toEqual(isSeen || importer.includes(' f') ? ['b.py'] : []);
});

test.each([
  ['is a value', 'from pkg import a\n\ndir(a)\n', true],
  ['is one by another name', 'from pkg import a as other\n\nx = other\n', true],
  ['is one as a part', 'import pkg.a\n\nx = pkg.a\n', true],
  ['is imported among lines', 'from pkg import (\n    a,\n    b,\n)\n\na.f()\n', false],
  ['has a namesake', 'from pkg.a import f\n\n\ndef g(a: int) -> int:\n    return a\n', false],
  ['is the name of a parameter', 'from pkg import a\n\nf(a=1)\na.f()\n', false],
])('a Python module that %s', async (_, importer, isTaken) => {
  const files = { 'pkg/a.py': 'x = 1\ny = 1\n', 'pkg/__init__.py': '', 'pkg/b.py': '', 'c.py': importer };
  const seen = await sayers(python, files, 'x = 1\ny = str()\n');
  expect(seen).toEqual(isTaken ? ['c.py'] : []);
});

test('of files that say what a header declares otherwise, the one that says it most often comes first', async () => {
  const before = 'int count(int a);\nint other(int a);\n';
  const after = 'int count(int a, int b);\nint other(int a);\n';
  using project = new Project(cFamily, {
    'a.h': after,
    'a.cc': '#include "a.h"\nint count(int a, int b) { return a + b; }\n',
    'deep.h': '#include "a.h"\n',
    'many.cc': '#include "deep.h"\nint x = count(1) + count(2) + count(3);\n',
    'some.cc': '#include "a.h"\nint y = count(1) + count(2);\n',
    'none.cc': '#include "a.h"\nint z = other(1);\n',
  });
  const path = project.path('a.h');
  const ranked = await rankedSayers(await project.update(), {
    changes: new Map([[path, changedSymbolsOf(path, before, after, cFamily)]]),
    inside: new Set(),
    unknown: new Set(),
    everything: false,
  });
  expect(ranked.map((each) => `${relative(project.root, each.path)} ${each.group}`)).toEqual([
    ...['a.h likely', 'many.cc likely', 'some.cc likely', 'a.cc likely'],
    ...['deep.h reachable', 'none.cc reachable'],
  ]);
});
