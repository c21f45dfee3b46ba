import { expect, test } from 'bun:test';

import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { Project } from './project.ts';

/** Each word looks for the end of the comments behind it, and there are 700 of those. */
const UNREAD = '/*import //*/\n'.repeat(20_000);

test('a source that takes too long to read counts as if it imported and named everything, until it is another one', async () => {
  using project = new Project(ecmascript, {
    'a.ts': 'export const a = 1',
    'b.ts': UNREAD,
    'c.ts': "import './b'",
    'd.ts': '',
  });
  expect(await project.dependents('a.ts')).toEqual(['b.ts 1', 'c.ts 2']);
  expect(project.graph.containsIdentifier(['total'])(project.path('b.ts'))).toBe(true);
  project.write('b.ts', "import './d'");
  expect(await project.dependents('a.ts')).toEqual([]);
  expect(project.graph.containsIdentifier(['total'])(project.path('b.ts'))).toBe(false);
  expect(await project.dependents('d.ts')).toEqual(['b.ts 1', 'c.ts 2']);
});
