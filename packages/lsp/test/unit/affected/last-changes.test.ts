import { expect, test } from 'bun:test';
import { relative } from 'node:path';

import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { Project } from './project.ts';

const FILES = {
  'a.ts': '',
  'b.ts': "import './a'",
  'c.ts': "import './b'",
  'd.ts': "import './a'; import './e'",
  'e.ts': "import './d'",
  'f.ts': '',
};

async function lastChanges(
  ...changes: readonly (readonly [string, number])[]
): Promise<Record<string, number>> {
  using project = new Project(ecmascript, FILES);
  const graph = await project.update();
  const last = await graph.lastChanges(changes.map(([name, number]) => [project.path(name), number]));
  return Object.fromEntries([...last].map(([path, number]) => [relative(project.root, path), number]));
}

test('no change reaches no file', async () => {
  expect(await lastChanges()).toEqual({});
});

test('a change reaches its file and all that depend on it, circles included', async () => {
  expect(await lastChanges(['a.ts', 3])).toEqual({ 'a.ts': 3, 'b.ts': 3, 'c.ts': 3, 'd.ts': 3, 'e.ts': 3 });
});

test('the latest change that reaches a file counts', async () => {
  expect(await lastChanges(['a.ts', 1], ['f.ts', 2], ['b.ts', 5])).toEqual({
    'a.ts': 1,
    'b.ts': 5,
    'c.ts': 5,
    'd.ts': 1,
    'e.ts': 1,
    'f.ts': 2,
  });
  expect(await lastChanges(['b.ts', 1], ['a.ts', 2])).toEqual({
    'a.ts': 2,
    'b.ts': 2,
    'c.ts': 2,
    'd.ts': 2,
    'e.ts': 2,
  });
});

test('a file that does not exist yet reaches those that name it', async () => {
  using project = new Project(ecmascript, { 'a.ts': "import './new'" });
  const graph = await project.update();
  expect([...(await graph.lastChanges([[project.path('new.ts'), 7]]))]).toEqual([
    [project.path('new.ts'), 7],
    [project.path('a.ts'), 7],
  ]);
});

test('where ten thousand files have changed, other work goes on meanwhile', async () => {
  const MANY = 10_000;
  const files = Array.from({ length: MANY }, (_, n): [string, string] => [`${n}.ts`, `import './${n + 1}'`]);
  using project = new Project(ecmascript, Object.fromEntries(files));
  const graph = await project.update();
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const last = await graph.lastChanges(files.map(([name], number) => [project.path(name), number]));
  clearImmediate(next);
  expect(last.size).toBe(MANY);
  expect(turns).toBeGreaterThan(0);
});
