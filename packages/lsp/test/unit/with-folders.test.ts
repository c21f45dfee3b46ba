import { expect, test } from 'bun:test';

import { withFolders } from '../../src/client/protocol/with-folders.ts';
import { Workspace } from '../harness/workspace.ts';

test('REQ-DIAG-010: folders come and go with their files, and installed packages come anew', () => {
  using workspace = new Workspace({ 'there/deep/a.py': '', 'b.py': '' });
  const told = (path: string, change: 'created' | 'changed' | 'deleted'): string[] =>
    withFolders([{ path: workspace.path(path), change }], workspace.root).map(
      (one) => `${one.change} ${one.path.slice(workspace.root.length + 1)}`,
    );
  expect(told('there/deep/a.py', 'created')).toEqual([
    'created there/deep/a.py',
    'created there/deep',
    'created there',
  ]);
  expect(told('there/gone/c.py', 'deleted')).toEqual([
    'deleted there/gone/c.py',
    'deleted there/gone',
    'created there',
  ]);
  expect(told('there/deep/a.py', 'changed')).toEqual(['changed there/deep/a.py']);
  expect(told('b.py', 'created')).toEqual(['created b.py']);
  expect(told('.venv/lib/site-packages', 'changed')).toEqual(['created .venv/lib/site-packages']);
});
