import { expect, test } from 'bun:test';
import { listingOnDisk } from '../../../src/backend/imports/folders.ts';
import { ImportGraph } from '../../../src/backend/imports/import-graph.ts';
import { type AdmittedPath, diskStamp, type DiskStamp } from '../../../src/support/paths.ts';
import { Project } from './project.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';

test('REQ-KNOWN-010: of files that are the same as last time the settings still count that moved', async () => {
  const settings = (to: string): string => JSON.stringify({ compilerOptions: { paths: { '@lib': [to] } } });
  using project = new Project(ecmascript, {
    'tsconfig.json': settings('./one.ts'),
    'one.ts': 'export const n = 1',
    'two.ts': 'export const n = 2',
    'user.ts': "import { n } from '@lib'",
  });
  const files = filesOf(project, ['one.ts', 'two.ts', 'user.ts']);
  const users = async (name: string): Promise<AdmittedPath[]> => {
    await project.graph.update(files);
    return [...project.graph.dependents([project.path(name)]).keys()];
  };
  expect([await users('one.ts'), await users('two.ts')]).toEqual([[project.path('user.ts')], []]);
  project.write('tsconfig.json', settings('./two.ts'));
  expect([await users('one.ts'), await users('two.ts')]).toEqual([[], [project.path('user.ts')]]);
});

test('dependents are remembered, but no more than so many of them', async () => {
  using project = new Project(ecmascript, {
    'a.ts': '',
    'b.ts': "import './a'",
    'c.ts': "import './b'",
    'd.ts': "import './c'",
  });
  const ask = async (most: number): Promise<boolean> => {
    const graph = new ImportGraph(project.root, ecmascript, listingOnDisk, most);
    await graph.update(filesOf(project, ['a.ts', 'b.ts', 'c.ts', 'd.ts']));
    const before = graph.dependents([project.path('a.ts')]);
    graph.dependents([project.path('b.ts')]);
    return graph.dependents([project.path('a.ts')]) === before;
  };
  expect([await ask(5), await ask(4)]).toEqual([true, false]);
});

function filesOf(project: Project, names: readonly string[]): Map<AdmittedPath, DiskStamp> {
  const stamped = names.map((name) => project.path(name)).map((path) => [path, diskStamp(path)] as const);
  return new Map(stamped.flatMap(([path, stamp]) => (stamp === undefined ? [] : [[path, stamp]])));
}
