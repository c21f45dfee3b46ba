import * as fc from 'fast-check';

import { tsconfig } from '../../../src/languages/typescript/test/real/typescript-language.ts';
import type { Tree, Workspace } from '../../harness/workspace.ts';
import { brief, type Links } from '../../real/real-lab.ts';
import { pyright, tsc } from '../../real/truth.ts';
import type { Edit, Material } from './steps.ts';
import type { Errors, Truth } from './truth.ts';

/** By how its modules are written. */
interface Language {
  readonly server: string;
  readonly modules: readonly string[];
  file(module: string): string;
  text(contents: Contents): string;
}

/** The names that modules define and import. */
const NAMES = ['f', 'g'] as const;
type Name = (typeof NAMES)[number];
type Kind = 'number' | 'text';

interface Contents {
  readonly defined: readonly { readonly name: Name; readonly kind: Kind | 'imported' }[];
  readonly imported: readonly { readonly from: string; readonly name: Name; readonly kind: Kind }[];
  /** Of `imported`: what a definition returns that says no type; modules must not wait for each other. */
  readonly returned: number;
}

const TYPESCRIPT: Language = {
  server: 'typescript',
  modules: ['a', 'b', 'c'],
  file: (module) => `src/${module}.ts`,
  text: ({ defined, imported, returned }) =>
    [
      'export {};',
      ...imported.flatMap(({ from, name, kind }, at) => [
        `import { ${name} as ${name}${at} } from './${from}.js';`,
        `export const v${at}: ${kind === 'number' ? 'number' : 'string'} = ${name}${at}();`,
      ]),
      ...defined.map(({ name, kind }) => {
        const source = imported[returned];
        if (kind === 'imported' && source !== undefined)
          return `export function ${name}() { return ${source.name}${returned}(); }`;
        return kind === 'text'
          ? `export function ${name}(): string { return ''; }`
          : `export function ${name}(): number { return 1; }`;
      }),
      '',
    ].join('\n'),
};

const PYTHON: Language = {
  server: 'pyright',
  modules: ['p', 'q', 'r'],
  file: (module) => `${module}.py`,
  text: ({ defined, imported, returned }) =>
    [
      ...imported.flatMap(({ from, name, kind }, at) => [
        `from ${from} import ${name} as ${name}${at}`,
        `v${at}: ${kind === 'number' ? 'int' : 'str'} = ${name}${at}()`,
      ]),
      ...defined.map(({ name, kind }) => {
        const source = imported[returned];
        if (kind === 'imported' && source !== undefined)
          return `def ${name}():\n    return ${source.name}${returned}()`;
        return kind === 'text'
          ? `def ${name}() -> str:\n    return ''`
          : `def ${name}() -> int:\n    return 1`;
      }),
      '',
    ].join('\n'),
};

const LANGUAGES = [TYPESCRIPT, PYTHON];
const ALL_DEFINED: Contents = {
  defined: NAMES.map((name) => ({ name, kind: 'number' })),
  imported: [],
  returned: -1,
};

/** The project of two languages. One file of each is never changed: a compiler refuses to judge none. */
export const PROJECT: Tree = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({
    ...(JSON.parse(tsconfig({ noUnusedLocals: false })) as object),
    include: ['src'],
  }),
  'pyproject.toml': '[tool.pyright]\n',
  'src/kept.ts': 'export {};\n',
  'kept.py': '',
};

/** What changes in it. */
export const MODULES: Readonly<Record<string, string>> = Object.fromEntries(
  LANGUAGES.flatMap(({ modules, file, text }) => modules.map((module) => [file(module), text(ALL_DEFINED)])),
);

const kind = fc.constantFrom<Kind[]>('number', 'text');
const name = fc.constantFrom(...NAMES);

function editIn({ modules, file, text }: Language): fc.Arbitrary<Edit> {
  return fc
    .record({
      module: fc.constantFrom(...modules),
      defined: fc.uniqueArray(fc.record({ name, kind: fc.constantFrom('number', 'text', 'imported') }), {
        selector: (each) => each.name,
      }),
      imported: fc.array(fc.record({ from: fc.constantFrom(...modules), name, kind }), { maxLength: 2 }),
    })
    .map(({ module, defined, imported }) => {
      const others = imported.filter(({ from }) => from !== module);
      const returned = others.findIndex(({ from }) => from < module);
      return { file: file(module), text: text({ defined, imported: others, returned }) };
    });
}

export const material: Material = {
  file: fc.constantFrom(...Object.keys(MODULES)),
  edit: fc.oneof(...LANGUAGES.map(editIn)),
  server: fc.constantFrom(...LANGUAGES.map(({ server }) => server)),
  // A search is what costs the least beside the compilers' own time.
  others: fc.constantFrom(true, true, true, false),
};

/** A TypeScript that is installed here. */
export type Compiler = 'typescript' | 'typescript-v7';

export function linksOf(compiler: Compiler): Links {
  return {
    'node_modules/typescript': compiler,
    ...(compiler === 'typescript-v7' && { 'node_modules/@typescript': '@typescript' }),
  };
}

/** What the compilers say on their command lines of the tree as it is on disk. */
export function truthOf(workspace: Workspace, compiler: Compiler): Truth {
  const judges: Readonly<Record<string, () => Promise<Record<string, string[]>>>> = {
    typescript: () => tsc(workspace, compiler),
    pyright: () => pyright(workspace),
  };
  const isOf = ({ modules, file }: Language, path: string): boolean =>
    modules.some((module) => file(module) === path);
  // Each is run anew only where files of its own language have changed.
  const verdicts = new Map<string, Promise<Record<string, string[]>>>();
  const verdictOf = (language: Language, texts: ReadonlyMap<string, string>) => {
    const own = [...texts].filter(([path]) => isOf(language, path)).sort(([a], [b]) => (a < b ? -1 : 1));
    const ask = judges[language.server] ?? (() => Promise.resolve({}));
    return verdicts.getOrInsertComputed(JSON.stringify([language.server, own]), ask);
  };
  return {
    servers: LANGUAGES.map(({ server }) => server),
    serves: (server, path) => LANGUAGES.some((each) => each.server === server && isOf(each, path)),
    errors: async (texts, servers): Promise<Errors> => {
      const asked = LANGUAGES.filter(({ server }) => servers.includes(server));
      const said = await Promise.all(asked.map((language) => verdictOf(language, texts)));
      return Object.fromEntries(
        said.flatMap((byFile) =>
          Object.entries(byFile).map(([path, errors]) => [path, errors.map(lineAndCode).sort()]),
        ),
      );
    },
    ofAnyTree: false,
    shown: (diagnostic) => lineAndCode(brief(diagnostic)),
  };
}

/** Of `3:14 2322 Type ...`. */
function lineAndCode(error: string): string {
  return error.replace(/^(\d+):\d+ (\S+).*$/s, '$1 $2');
}
