import { expect, test } from 'bun:test';
import { type AdmittedPath, diskStamp, type DiskStamp } from '../../../src/paths.ts';
import { Project } from './project.ts';

test('REQ-KNOWN-010: of files that are the same as last time the settings still count that moved', async () => {
  const settings = (to: string): string => JSON.stringify({ compilerOptions: { paths: { '@lib': [to] } } });
  using project = new Project('ecmascript', { 'tsconfig.json': settings('./one.ts'), 'one.ts': 'export const n = 1', 'two.ts': 'export const n = 2', 'user.ts': "import { n } from '@lib'" });
  const paths = ['one.ts', 'two.ts', 'user.ts'].map((name) => project.path(name));
  const files = new Map<AdmittedPath, DiskStamp>(paths.flatMap((path) => [[path, diskStamp(path)] as const]).flatMap(([path, stamp]) => (stamp === undefined ? [] : [[path, stamp]])));
  const users = async (name: string): Promise<AdmittedPath[]> => {
    await project.graph.update(files);
    return [...project.graph.dependents([project.path(name)]).keys()];
  };
  expect([await users('one.ts'), await users('two.ts')]).toEqual([[project.path('user.ts')], []]);
  project.write('tsconfig.json', settings('./two.ts'));
  expect([await users('one.ts'), await users('two.ts')]).toEqual([[], [project.path('user.ts')]]);
});
