import { expect, test } from 'bun:test';
import { relative } from 'node:path';
import { rank } from '../../../src/engine/changes/rank.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { python } from '../../../src/languages/python/imports.ts';
import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';
import { type AdmittedPath, type DiskStamp, diskStamp } from '../../../src/support/paths.ts';
import { Project } from './project.ts';

/** The candidates for a change of `src/a` that removes `area`. Those below `out` are ignored. */
async function ranked(
  language: ImportLanguage,
  files: Readonly<Record<string, string>>,
  later: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  using project = new Project(language, files);
  const update = async (names: readonly string[]): Promise<void> => {
    const stamped = names.map((name) => project.path(name)).map((path) => [path, diskStamp(path)] as const);
    const list = (isIgnored: boolean): Map<AdmittedPath, DiskStamp> =>
      new Map(
        stamped.flatMap(([path, stamp]) =>
          stamp !== undefined && !path.endsWith('.json') && path.startsWith(project.path('out')) === isIgnored
            ? [[path, stamp]]
            : [],
        ),
      );
    await project.graph.update(list(false), list(true));
  };
  await update(Object.keys(files));
  for (const [name, text] of Object.entries(later)) project.write(name, text);
  await update(Object.keys({ ...files, ...later }));
  const [changed = ''] = Object.keys(files);
  const change = { removedSymbols: new Set(['area']), enclosingSymbols: new Set<string>() };
  const changes = new Map([[project.path(changed), change]]);
  return rank(project.graph, { changes, inside: new Set(), unknown: new Set(), everything: false })
    .filter(({ group }) => group !== 'unreachable')
    .map(({ path }) => relative(project.root, path));
}

const SOURCE = { 'src/a.ts': 'export function area() {}', 'src/b.ts': "import { area } from './a';" };
const SRC = JSON.stringify({ include: ['src'] });

test('ignored files that only say the name are no candidates', async () =>
  expect(
    await ranked(ecmascript, { ...SOURCE, 'out/c.ts': 'export function area() {}', 'tsconfig.json': '{}' }),
  ).toEqual(['src/a.ts', 'src/b.ts']));

test('nor are those that import it and that no project names', async () =>
  expect(
    await ranked(ecmascript, {
      ...SOURCE,
      'out/c.ts': "import { area } from '../src/a';",
      'tsconfig.json': SRC,
    }),
  ).toEqual(['src/a.ts', 'src/b.ts']));

test('those that a project names are, behind the others', async () =>
  expect(
    await ranked(ecmascript, {
      ...SOURCE,
      'out/c.ts': "import { area } from '../src/a';",
      'src/z.ts': "import { area } from './b';",
      'tsconfig.json': JSON.stringify({ include: ['src', 'out/**/*.ts'] }),
    }),
  ).toEqual(['src/a.ts', 'src/b.ts', 'src/z.ts', 'out/c.ts']));

test('an ignored file that sources import leads on to them', async () =>
  expect(
    await ranked(ecmascript, {
      ...SOURCE,
      'out/client.ts': "export * from './inner';",
      'out/inner.ts': "export * from '../src/a';",
      'out/other.ts': "export * from '../src/a';",
      'src/user.ts': "import { area } from '../out/client';",
      'tsconfig.json': SRC,
    }),
  ).toEqual(['src/a.ts', 'src/b.ts', 'src/user.ts', 'out/inner.ts', 'out/client.ts']));

test('also one that is imported later', async () =>
  expect(
    await ranked(
      ecmascript,
      { ...SOURCE, 'out/client.ts': "export { area } from '../src/a';", 'tsconfig.json': SRC },
      { 'src/user.ts': "import { area } from '../out/client';" },
    ),
  ).toEqual(['src/a.ts', 'src/b.ts', 'src/user.ts', 'out/client.ts']));

test('what an ambient declaration breaks is found by its name', async () =>
  expect(
    await ranked(ecmascript, {
      'src/globals.d.ts': 'declare function area(): void;',
      'out/c.ts': 'area();',
      'tsconfig.json': '{}',
    }),
  ).toEqual(['src/globals.d.ts', 'out/c.ts']));

test('where a project may hold any file, all that depends on the change counts', async () =>
  expect(
    await ranked(python, {
      'a.py': 'def area(): ...',
      'b.py': 'from a import area',
      'out/c.py': 'from a import area',
      'out/d.py': 'def area(): ...',
    }),
  ).toEqual(['a.py', 'b.py', 'out/c.py']));
