import type { Package } from './layout.js';

type Options = Readonly<Record<string, unknown>>;

/** What a compiler is run on, and which files it judges there. */
export interface Project {
  /** Of the package, relative to the workspace. */
  readonly folder: string;
  /** The settings file, relative to the workspace. */
  readonly config: string;
  /**
   * The folder whose files it is that this project judges, relative, with a slash at its end; in
   * the programs of others they may be as well.
   */
  readonly holds: string;
  /** Built with its references, or judged alone. */
  readonly composite: boolean;
}

const BASE: Options = {
  target: 'ES2022',
  lib: ['ES2022'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  strict: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  types: [],
};

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The files at the top of the workspace. */
export function rootSettings(packages: readonly Package[]): Record<string, string> {
  return {
    'package.json': json({ name: 'mono', private: true, workspaces: ['packages/*'] }),
    'tsconfig.base.json': json({ compilerOptions: BASE }),
    'tsconfig.json': json({ files: [], references: packages.map(({ folder }) => ({ path: folder })) }),
    '.gitignore': 'node_modules/\ndist/\n*.tsbuildinfo\n',
  };
}

/** The settings files of a package, by path in it. */
export function settingsOf(one: Package, odd: Options): Record<string, string> {
  const manifest = { name: one.name, version: '1.0.0', type: 'module', exports: exportsOf(one) };
  return { 'package.json': json(manifest), ...projectFiles(one, optionsOf(one, odd)) };
}

export function projectsOf({ folder, kind, tests }: Package): Project[] {
  const own = { folder, holds: `${folder}/src/`, composite: kind === 'composite' };
  const ofTests = {
    folder,
    config: `${folder}/tsconfig.test.json`,
    holds: `${folder}/test/`,
    composite: false,
  };
  const config = tests === 'solution' ? 'tsconfig.src.json' : 'tsconfig.json';
  return [
    { ...own, config: `${folder}/${config}` },
    ...(tests === undefined || tests === 'nobody' ? [] : [ofTests]),
  ];
}

function exportsOf({ kind }: Package): unknown {
  switch (kind) {
    case 'subpaths':
      return { './core': './src/core.ts', './types': './src/types.ts', './units/*': './src/units/*.ts' };
    case 'dist':
    case 'composite':
      return { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
    case 'javascript':
      return { '.': './src/index.js' };
    case 'plain':
    case 'strict':
    case 'alias':
    case 'mixed':
    case 'odd':
      return { '.': './src/index.ts' };
  }
}

function optionsOf(one: Package, odd: Options): Options {
  const paths = Object.fromEntries(
    one.imports.filter(({ kind }) => kind !== 'subpaths').map(({ id }) => [`#p${id}/*`, [`../p${id}/src/*`]]),
  );
  switch (one.kind) {
    case 'strict':
      return { noEmit: true, noUncheckedIndexedAccess: true };
    case 'dist':
      return { rootDir: 'src', outDir: 'dist', declaration: true };
    case 'composite':
      return { composite: true, rootDir: 'src', outDir: 'dist' };
    case 'alias':
      return { noEmit: true, paths };
    case 'javascript':
      return { noEmit: true, allowJs: true, checkJs: true };
    case 'mixed':
      return { noEmit: true, allowJs: true };
    case 'odd':
      return { noEmit: true, ...odd };
    case 'plain':
    case 'subpaths':
      return { noEmit: true, ...(one.tests === undefined ? {} : { paths: { '@/*': ['./src/*'] } }) };
  }
}

function projectFiles(one: Package, compilerOptions: Options): Record<string, string> {
  const extended = { extends: '../../tsconfig.base.json', compilerOptions };
  const ofTests = (base: string): string => json({ extends: base, include: ['test'], exclude: [] });
  switch (one.tests) {
    case undefined: {
      const references = one.imports
        .filter(({ kind }) => kind === 'composite')
        .map(({ id }) => ({ path: `../p${id}` }));
      return {
        'tsconfig.json': json({
          ...extended,
          include: ['src'],
          ...(references.length > 0 && { references }),
        }),
      };
    }
    case 'nobody':
      return { 'tsconfig.json': json({ ...extended, include: ['.'], exclude: ['test'] }) };
    case 'beside':
      return {
        'tsconfig.json': json({ ...extended, include: ['.'], exclude: ['test'] }),
        'tsconfig.test.json': ofTests('./tsconfig.json'),
      };
    case 'solution':
      return {
        'tsconfig.json': json({
          files: [],
          references: [{ path: './tsconfig.src.json' }, { path: './tsconfig.test.json' }],
        }),
        'tsconfig.src.json': json({ ...extended, include: ['src'] }),
        'tsconfig.test.json': ofTests('./tsconfig.src.json'),
      };
  }
}
