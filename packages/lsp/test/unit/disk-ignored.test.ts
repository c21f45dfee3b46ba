import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { createRegistry } from '../../src/backend/find-server.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { DiskIndex } from '../../src/engine/disk/disk-index.ts';
import { watchFilterOf } from '../../src/engine/disk/disk-names.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { Workspace } from '../harness/workspace.ts';

const WAYS: [title: string, watchedFrom: number][] = [
  ['swept', Infinity],
  ...(process.platform === 'linux' ? [['watched', 0] satisfies [string, number]] : []),
];

describe.each(WAYS)('%s', (_, watchedFrom) => {
  let workspace: Workspace;
  let told: string[];

  beforeEach(() => {
    told = [];
    workspace = new Workspace();
  });
  afterEach(() => workspace[Symbol.dispose]());

  async function opened(files: Readonly<Record<string, string>>, most?: number): Promise<DiskIndex> {
    for (const [path, text] of Object.entries(files)) workspace.write(path, text);
    const index = new DiskIndex({
      workspace: new Boundary(workspace.root),
      watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
      latest: () => undefined,
      knows: () => false,
      found: (changes) => {
        for (const { path, change } of changes) told.push(`${change} ${relative(workspace.root, path)}`);
      },
      log: () => undefined,
      watchedFrom,
      ...(most !== undefined && { most }),
    });
    await index.sweep();
    await index.walked;
    await index.sweep();
    return index;
  }

  function listed(index: DiskIndex): { own: string[]; ignored: string[] } {
    const names = (paths: Iterable<string>): string[] =>
      [...paths].map((path) => relative(workspace.root, path)).sort();
    return { own: names(index.files(['.ts']).keys()), ignored: names(index.ignoredFiles(['.ts']).keys()) };
  }

  const at = (path: string) => new Boundary(workspace.root).walked(workspace.path(path));

  describe('files that git ignores', () => {
    const FILES = { '.gitignore': 'out/\n', 'a.ts': '', 'out/b.ts': '', 'out/deep/c.ts': '' };

    test('are listed apart, and what happens to them is noticed', async () => {
      const index = await opened(FILES);
      expect(listed(index)).toEqual({ own: ['a.ts'], ignored: ['out/b.ts', 'out/deep/c.ts'] });
      const before = index.files(['.ts']);
      workspace.write('out/b.ts', '// other');
      workspace.write('out/d.ts', '');
      await index.sweep();
      expect(told.sort()).toEqual(['changed out/b.ts', 'created out/d.ts']);
      // The sources have not changed, so who reads them need not look again.
      expect(index.files(['.ts'])).toBe(before);
      expect(listed(index).ignored).toEqual(['out/b.ts', 'out/d.ts', 'out/deep/c.ts']);
      index.close();
    });

    test('are others once the rules change, come or go', async () => {
      const index = await opened(FILES);
      workspace.write('.gitignore', '/out/deep/\n');
      workspace.write('out/.gitignore', 'b.ts\n');
      await index.sweep();
      expect(listed(index)).toEqual({ own: ['a.ts'], ignored: ['out/b.ts', 'out/deep/c.ts'] });
      rmSync(workspace.path('.gitignore'));
      await index.sweep();
      expect(listed(index)).toEqual({ own: ['a.ts', 'out/deep/c.ts'], ignored: ['out/b.ts'] });
      index.close();
    });

    test('by .git/info/exclude, which may change', async () => {
      const index = await opened({ '.git/HEAD': '', 'a.ts': '', 'b.ts': '' });
      expect(listed(index)).toEqual({ own: ['a.ts', 'b.ts'], ignored: [] });
      mkdirSync(workspace.path('.git/info'));
      workspace.write('.git/info/exclude', 'b.ts\n');
      await index.sweep();
      expect(listed(index)).toEqual({ own: ['a.ts'], ignored: ['b.ts'] });
      index.close();
    });

    test('and that a tool has edited count as any others', async () => {
      const index = await opened(FILES);
      index.edited([at('out/b.ts'), at('out/new.ts')]);
      expect(listed(index)).toEqual({ own: ['a.ts', 'out/b.ts'], ignored: ['out/deep/c.ts'] });
      workspace.write('out/new.ts', '');
      await index.sweep();
      expect(listed(index).own).toEqual(['a.ts', 'out/b.ts', 'out/new.ts']);
      index.close();
    });
  });

  describe('past the limit', () => {
    const many = (folder: string, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/${n % 5}/f${n}.ts`, '']));
    const FILES = { ...many('large', 60), 'app/src/a.ts': '', 'app/b.ts': '', 'z.ts': '' };

    test('the largest folders are left out, and only there nothing is noticed', async () => {
      const index = await opened(FILES, 40);
      expect([index.isWalked, index.isWhole]).toEqual([true, false]);
      expect(listed(index).own).toEqual(['app/b.ts', 'app/src/a.ts', 'z.ts']);
      expect(index.changeOf(at('large/0/f0.ts'))).toBe('unknown');
      workspace.write('app/src/a.ts', '// other');
      workspace.write('large/0/f0.ts', '// other');
      await index.sweep();
      expect(told).toEqual(['changed app/src/a.ts']);
      const lacks = (folder: string): boolean => index.lacks(workspace.path(folder), () => true);
      expect([lacks('app'), lacks('large'), lacks(''), index.lacks(workspace.root, () => false)]).toEqual([
        false,
        true,
        true,
        false,
      ]);
      index.close();
    });

    test('a folder is looked at from then on where a file in it is worked at', async () => {
      const index = await opened(FILES, 40);
      index.need([at('large/3/f3.ts')]);
      await index.sweep();
      expect(told).toEqual([]);
      expect(listed(index).own).toContain('large/3/f3.ts');
      workspace.write('large/3/f3.ts', '// other');
      await index.sweep();
      expect(told).toEqual(['changed large/3/f3.ts']);
      index.close();
    });

    test('what git ignores is left out first', async () => {
      const index = await opened({ '.gitignore': 'out/\n', ...many('out', 30), ...many('src', 40) }, 60);
      expect(listed(index).own).toHaveLength(40);
      expect(listed(index).ignored).toEqual([]);
      index.close();
    });

    test('of one folder alone nothing is known', async () => {
      const index = await opened(
        Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}.ts`, ''])),
        40,
      );
      expect([index.isWalked, index.lacks(workspace.root, () => true)]).toEqual([false, true]);
      index.close();
    });
  });
});
