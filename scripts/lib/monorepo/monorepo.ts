import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { Random } from '../random.js';
import { layOut, type Package } from './layout.js';
import { modulesOf } from './modules.js';
import { projectsOf, rootSettings, settingsOf, type Project } from './settings.js';

export type { Kind, Package, Tests } from './layout.js';
export type { Project } from './settings.js';

/**
 * Thirty packages in one repository, as npm lays them out once they are installed. The same for the
 * same seed.
 */
export interface Monorepo {
  readonly packages: readonly Package[];
  /** Text by path, relative, with `/`. Under each package's own project, none has an error. */
  readonly files: ReadonlyMap<string, string>;
  /** Symbolic links: where, and to which folder of the workspace. */
  readonly links: ReadonlyMap<string, string>;
  /** Who judges which files; those below {@link Monorepo.unheld} no one does. */
  readonly projects: readonly Project[];
  /** Folders of tests that no project holds, with a slash at their end. */
  readonly unheld: readonly string[];
}

/** What makes the package with a TypeScript of its own one that only this one judges right. */
export interface Oddity {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** By path in the package. */
  readonly files?: Readonly<Record<string, string>>;
}

export function generateMonorepo({
  seed,
  odd = {},
}: {
  readonly seed: number;
  readonly odd?: Oddity;
}): Monorepo {
  const random = new Random(seed);
  const packages = layOut(random);
  const files = new Map(Object.entries(rootSettings(packages)));
  for (const one of packages) {
    const modules = modulesOf(one, random);
    const oddFiles = one.kind === 'odd' ? odd.files : undefined;
    const all = {
      ...settingsOf(one, odd.compilerOptions ?? {}),
      ...modules,
      ...oddFiles,
      ...(one.kind === 'dist' ? built(modules) : {}),
    };
    for (const [path, text] of Object.entries(all)) files.set(`${one.folder}/${path}`, text);
  }
  return {
    packages,
    files,
    links: new Map(packages.map(({ name, folder }) => [`node_modules/${name}`, folder])),
    projects: packages.flatMap(projectsOf),
    unheld: packages.filter(({ tests }) => tests === 'nobody').map(({ folder }) => `${folder}/test/`),
  };
}

/**
 * Writes it to `folder`, which is made.
 *
 * @param typescript the package that the workspace has as its TypeScript, absolute
 * @param odd the one that the odd package has; absent, it has none of its own
 * @returns the folder's real path
 */
export function writeMonorepo(
  { files, links, packages }: Monorepo,
  folder: string,
  typescript: string,
  odd?: string,
): string {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const link = (at: string, target: string): void => {
    mkdirSync(dirname(join(folder, at)), { recursive: true });
    symlinkSync(target, join(folder, at), 'junction');
  };
  for (const [at, target] of links) link(at, relative(join(folder, dirname(at)), join(folder, target)));
  link('node_modules/typescript', realpathSync(typescript));
  const own = packages.find(({ kind }) => kind === 'odd');
  if (own !== undefined && odd !== undefined)
    link(`${own.folder}/node_modules/typescript`, realpathSync(odd));
  return realpathSync(folder);
}

/** What a build leaves in `dist`: declarations, since nobody runs it. */
function built(modules: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(modules).map(([path, text]) => {
      const { outputText } = ts.transpileDeclaration(text, {
        fileName: path,
        compilerOptions: { declaration: true, isolatedDeclarations: true },
      });
      return [path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.d.ts'), outputText];
    }),
  );
}
