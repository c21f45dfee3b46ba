import { expect, test } from 'bun:test';

import type { ServerDefinition } from '../../src/backend/definition.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { ChangeLog } from '../../src/engine/changes/change-log.ts';
import type { DiskIndex } from '../../src/engine/disk/disk-index.ts';
import { WorkspaceServers } from '../../src/engine/navigate/workspace-servers.ts';
import { LocatedServers } from '../../src/engine/session/pool/located-servers.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { type AdmittedPath, type DiskStamp, diskStamp } from '../../src/support/paths.ts';
import { Workspace } from '../harness/workspace.ts';

test('REQ-LIFE-030: after an edit, the servers of the workspace are looked up only where a file has come or gone, or settings differ', () => {
  using workspace = new Workspace({
    'pyproject.toml': '[project]\n',
    'a/m.py': '',
    'a/deep/n.py': '',
    'b/o.py': '',
  });
  const names = new Set(['a/m.py', 'a/deep/n.py', 'b/o.py']);
  const at = (name: string): AdmittedPath => workspace.path(name) as AdmittedPath;
  const files = (): Map<AdmittedPath, DiskStamp> =>
    new Map([...names].map((name) => [at(name), diskStamp(at(name)) ?? ({} as DiskStamp)]));
  const registry = createRegistry(LANGUAGES, {});
  const pyright = registry.all().find(({ id }) => id === 'pyright');
  if (pyright === undefined) throw new Error('there is no pyright');
  const looked: string[] = [];
  const definition: ServerDefinition = {
    ...pyright,
    locate: (folder, search) => {
      looked.push(folder.slice(workspace.root.length + 1));
      return pyright.locate(folder, search);
    },
  };
  const changes = new ChangeLog({
    changeOf: () => 'changed',
    languagesOf: () => [],
    appended: () => undefined,
  });
  const disk = { allFiles: files } as unknown as DiskIndex;
  const search = createSearch({ workspaceRoot: workspace.root });
  const servers = new WorkspaceServers({ registry, disk, located: new LocatedServers(search, changes) });
  const rootsAfter = (change?: 'created' | 'changed' | 'deleted', name = ''): string[] => {
    looked.length = 0;
    if (change !== undefined) changes.append('sweep', [{ path: at(name), change, state: undefined }]);
    return servers.of(definition).map(({ launch }) => launch.root.slice(workspace.root.length + 1));
  };

  expect(rootsAfter()).toEqual(['']);
  expect(looked).toEqual(['a', 'a/deep', 'b']);
  expect(rootsAfter('changed', 'a/m.py')).toEqual(['']);
  expect(looked).toEqual([]);
  names.add('a/p.py');
  workspace.write('a/p.py', '');
  expect(rootsAfter('created', 'a/p.py')).toEqual(['']);
  expect(looked).toEqual(['a', 'a/deep']);
  workspace.write('b/pyrightconfig.json', '{}');
  expect(rootsAfter('created', 'b/pyrightconfig.json')).toEqual(['', 'b']);
  expect(looked).toEqual(['a', 'a/deep', 'b']);
  workspace.write('a/setup.py', 'from setuptools import setup\nsetup()\n');
  expect(rootsAfter('changed', 'a/setup.py')).toEqual(['a', 'b']);
});
