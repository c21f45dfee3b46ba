import { afterEach, beforeEach, describe, expect, mock, test } from 'bun:test';
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { reachableTmp } from '../../../../scripts/lib/ordinary-user.mjs';
import type { FileChangeType } from '../../src/client/protocol/registrations.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import { DiskIndex } from '../../src/engine/disk/disk-index.ts';
import { watchFilterOf } from '../../src/engine/disk/disk-names.ts';
import { ChangeLog, type SeenChange } from '../../src/engine/changes/change-log.ts';
import { fileState, type FileState, nextState, stateOnDisk } from '../../src/engine/disk/disk-state.ts';
import type { AnnouncedChange } from '../../src/engine/disk/announced-change.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { Workspace } from '../harness/workspace.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

const FILES = {
  'a.ts': 'export const a = 1;\n',
  'lib/b.ts': 'export const b = 1;\n',
  'lib/deep/c.ts': 'export const c = 1;\n',
  'lib/deep/d.py': 'd = 1\n',
  'tsconfig.json': '{}',
  'notes.unknown': '',
};

/** However it comes to know, the index says the same. */
const WAYS: [title: string, watchedFrom: number][] = [
  ['swept', Infinity],
  ...(process.platform === 'linux' ? [['watched', 0] satisfies [string, number]] : []),
];

describe.each(WAYS)('%s', (_, watchedFrom) => {
  let workspace: Workspace;
  let index: DiskIndex;
  let told: AnnouncedChange[][];
  let log: ChangeLog;

  beforeEach(async () => {
    workspace = new Workspace(FILES, undefined, reachableTmp());
    ({ index, told } = await opened(workspace));
  });
  afterEach(() => {
    index.close();
    workspace[Symbol.dispose]();
  });

  async function opened(on: Workspace): Promise<{ index: DiskIndex; told: AnnouncedChange[][] }> {
    const reports: AnnouncedChange[][] = [];
    log = new ChangeLog({ changeOf: () => 'unknown', languagesOf: () => [], appended: () => undefined });
    const made = new DiskIndex({
      workspace: new Boundary(on.root),
      watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
      latest: (path) => log.latest(path),
      knows: (change) => log.knows(change),
      found: (changes) => {
        reports.push([...changes]);
        log.append('sweep', changes);
      },
      log: () => undefined,
      watchedFrom,
    });
    await made.sweep();
    await made.walked;
    // Whatever began by itself is over then.
    await made.sweep();
    return { index: made, told: reports };
  }

  /** As `created a.ts`, in alphabetical order. */
  async function sweep(): Promise<string[]> {
    const before = told.length;
    await index.sweep();
    return told
      .slice(before)
      .flat()
      .map(({ path, change }) => `${change} ${relative(workspace.root, path)}`)
      .sort();
  }

  function write(path: string, text = `// ${path}\n`): void {
    workspace.write(path, text);
  }

  /** One after the other. */
  function steps(...acts: (() => void)[]): () => void {
    return () => {
      for (const act of acts) act();
    };
  }

  function remove(path: string): void {
    rmSync(workspace.path(path), { recursive: true });
  }

  function move(from: string, to: string): void {
    mkdirSync(dirname(workspace.path(to)), { recursive: true });
    renameSync(workspace.path(from), workspace.path(to));
  }

  test('a change of one file, which the next sweep reports all the same', async () => {
    const changeOf = (path: string): string =>
      index.changeOf(new Boundary(workspace.root).walked(workspace.path(path)));
    expect(['a.ts', 'lib/deep/c.ts', 'absent.ts', 'new/e.ts', 'notes.unknown'].map(changeOf)).toEqual([
      'none',
      'none',
      'none',
      'unknown',
      'unknown',
    ]);
    write('a.ts');
    write('lib/new.ts');
    remove('lib/b.ts');
    expect(['a.ts', 'lib/new.ts', 'lib/b.ts', 'lib/deep/c.ts'].map(changeOf)).toEqual([
      'changed',
      'created',
      'deleted',
      'none',
    ]);
    expect(await sweep()).toEqual(['changed a.ts', 'created lib/new.ts', 'deleted lib/b.ts']);
    expect(['a.ts', 'lib/new.ts', 'lib/b.ts'].map(changeOf)).toEqual(['none', 'none', 'none']);
  });

  describe('what moved since the last sweep', () => {
    const TABLE: [title: string, act: () => void, want: string[]][] = [
      ['nothing', () => undefined, []],
      ['a file changed', () => write('lib/b.ts'), ['changed lib/b.ts']],
      [
        'a file changed and keeps its time',
        steps(
          () => write('lib/b.ts', 'export const b = 2;\n'),
          () => utimesSync(workspace.path('lib/b.ts'), 1, 1),
        ),
        ['changed lib/b.ts'],
      ],
      ['a file created', () => write('lib/new.ts'), ['created lib/new.ts']],
      ['an empty file created in a new folder', () => write('x/y/z.ts', ''), ['created x/y/z.ts']],
      ['a file deleted', () => remove('lib/b.ts'), ['deleted lib/b.ts']],
      ['a file renamed', () => move('lib/b.ts', 'lib/e.ts'), ['created lib/e.ts', 'deleted lib/b.ts']],
      ['a file moved over another', () => move('a.ts', 'lib/b.ts'), ['changed lib/b.ts', 'deleted a.ts']],
      [
        'a file deleted and written again',
        steps(
          () => remove('a.ts'),
          () => write('a.ts'),
        ),
        ['changed a.ts'],
      ],
      [
        'a folder deleted',
        () => remove('lib'),
        ['deleted lib/b.ts', 'deleted lib/deep/c.ts', 'deleted lib/deep/d.py'],
      ],
      [
        'a folder renamed',
        () => move('lib/deep', 'flat'),
        ['created flat/c.ts', 'created flat/d.py', 'deleted lib/deep/c.ts', 'deleted lib/deep/d.py'],
      ],
      [
        'a folder replaced',
        steps(
          () => write('other/c.ts'),
          () => remove('lib/deep'),
          () => move('other', 'lib/deep'),
        ),
        ['changed lib/deep/c.ts', 'deleted lib/deep/d.py'],
      ],
      [
        'a file that became a folder',
        steps(
          () => remove('a.ts'),
          () => write('a.ts/in.ts'),
        ),
        ['created a.ts/in.ts', 'deleted a.ts'],
      ],
      [
        'a folder that became a file',
        steps(
          () => remove('lib/deep'),
          () => write('lib/deep'),
        ),
        ['deleted lib/deep/c.ts', 'deleted lib/deep/d.py'],
      ],
      ['a settings file', () => write('tsconfig.json', '{ }'), ['changed tsconfig.json']],
      [
        'settings files of every kind',
        () =>
          [
            'packages/x/package.json',
            'go.mod',
            'Cargo.toml',
            'pyrightconfig.json',
            'requirements-dev.txt',
            'eslint.config.mjs',
            '.eslintrc',
            '.clangd',
          ].forEach((path) => write(path)),
        [
          ...[
            '.clangd',
            '.eslintrc',
            'Cargo.toml',
            'eslint.config.mjs',
            'go.mod',
            'packages/x/package.json',
            'pyrightconfig.json',
            'requirements-dev.txt',
          ].map((path) => `created ${path}`),
        ],
      ],
      [
        'what no server reads',
        steps(
          () => write('notes.unknown', 'x'),
          () => write('picture.png'),
          () => write('out.log'),
        ),
        [],
      ],
      [
        'ignored folders',
        () => ['.git/config.json', 'lib/__pycache__/x.py', '.hg/x.ts'].forEach((path) => write(path)),
        [],
      ],
      [
        'a cache',
        steps(
          () => write('target/debug/x.rs'),
          () => write('target/CACHEDIR.TAG'),
        ),
        [],
      ],
      [
        'an environment',
        steps(
          () => write('.venv/lib/x.py'),
          () => write('.venv/pyvenv.cfg'),
        ),
        ['created .venv/pyvenv.cfg'],
      ],
      ['a folder that became a cache', () => write('lib/CACHEDIR.TAG'), []],
      [
        'odd names',
        steps(
          () => write('a #1 [b]/é%20🎉.ts'),
          () => write('..a.ts'),
        ),
        ['created ..a.ts', 'created a #1 [b]/é%20🎉.ts'],
      ],
      ['a link to a file', () => symlinkSync('a.ts', workspace.path('link.ts')), ['created link.ts']],
      [
        'a link that leads nowhere, outside, or in a circle',
        () =>
          [
            ['gone.ts', 'x.ts'],
            ['/etc/hosts', 'y.ts'],
            ['z.ts', 'z.ts'],
          ].forEach(([to, at]) => symlinkSync(to!, workspace.path(at!))),
        [],
      ],
      [
        'a link to a folder',
        () => symlinkSync('lib/deep', workspace.path('again')),
        ['created again/c.ts', 'created again/d.py'],
      ],
      ['a link to a folder that it lies in', () => symlinkSync('..', workspace.path('lib/up')), []],
      [
        'a file replaced by a link',
        steps(
          () => move('a.ts', 'lib/a.ts'),
          () => symlinkSync('lib/a.ts', workspace.path('a.ts')),
        ),
        ['created a.ts', 'created lib/a.ts', 'deleted a.ts'],
      ],
    ];
    for (const [title, act, want] of TABLE) {
      test(title, async () => {
        act();
        expect(await sweep()).toEqual(want);
        expect(await sweep()).toEqual([]);
        expect(told.flat()).toHaveLength(want.length);
      });
    }
  });

  describe('what was installed', () => {
    const INSTALLED: [title: string, act: () => void, want: string[]][] = [
      ['a package', () => write('node_modules/b/index.d.ts'), ['created node_modules/b/index.d.ts']],
      [
        'a package of a scope',
        steps(
          () => write('node_modules/@s/b/package.json'),
          () => write('node_modules/@s/b/readme.unknown'),
        ),
        ['created node_modules/@s/b/package.json'],
      ],
      ['a package gone', () => remove('node_modules/a'), ['deleted node_modules/a/package.json']],
      [
        'another version',
        steps(
          () => write('node_modules/a/package.json', '{ }'),
          () => write('node_modules/a/lib/new.d.ts'),
          () => write('node_modules/a/node_modules/c/x.ts'),
          () => write('node_modules/.package-lock.json'),
        ),
        [
          'changed node_modules/a/index.d.ts',
          'changed node_modules/a/lib/new.d.ts',
          'changed node_modules/a/package.json',
          'created node_modules/a/lib/new.d.ts',
        ],
      ],
      [
        'what a generator writes below a name with a dot, and no programs or caches',
        steps(
          () => write('node_modules/.prisma/client/index.d.ts'),
          () => write('node_modules/.bin/tool/x.ts'),
          () => write('node_modules/.cache/x/x.ts'),
        ),
        ['created node_modules/.prisma/client/index.d.ts'],
      ],
      [
        'a folder of a package that was built after it was installed',
        () => write('node_modules/a/dist/new.d.ts'),
        ['created node_modules/a/dist/new.d.ts'],
      ],
      [
        'everything gone',
        () => remove('node_modules'),
        ['deleted node_modules/@s/c/package.json', 'deleted node_modules/a/package.json'],
      ],
      [
        'for the first time',
        () => write('packages/x/node_modules/a/package.json'),
        ['created packages/x/node_modules/a/package.json'],
      ],
      ['nothing', () => write('node_modules/.cache/x.ts'), []],
      [
        'a Python package',
        () => mkdirSync(workspace.path('.venv/lib/python3.13/site-packages/b')),
        ['changed .venv/lib/python3.13/site-packages'],
      ],
      ['a new environment', () => write('x/venv/pyvenv.cfg'), ['created x/venv/pyvenv.cfg']],
      [
        'an environment gone',
        () => remove('.venv'),
        ['deleted .venv/lib/python3.13/site-packages', 'deleted .venv/pyvenv.cfg'],
      ],
    ];
    for (const [title, act, want] of INSTALLED) {
      test(title, async () => {
        write('node_modules/a/package.json', '{}');
        write('node_modules/a/index.d.ts');
        write('node_modules/@s/c/package.json');
        write('node_modules/.cache/y.ts');
        write('.venv/pyvenv.cfg');
        write('.venv/lib/python3.13/site-packages/a/x.py');
        index.close();
        ({ index, told } = await opened(workspace));
        expect(await sweep()).toEqual([]);
        const before = index.files(['.ts']);
        act();
        expect(await sweep()).toEqual(want);
        // Who remembers what programs there are for these files looks again.
        expect(index.files(['.ts']) === before).toBe(want.length === 0);
        expect(await sweep()).toEqual([]);
      });
    }
  });

  test('what a linked file leads to is reported under both names', async () => {
    symlinkSync('lib/b.ts', workspace.path('link.ts'));
    await sweep();
    write('lib/b.ts');
    expect(await sweep()).toEqual(['changed lib/b.ts', 'changed link.ts']);
    expect([...index.files(['.ts']).keys()].map((path) => relative(workspace.root, path)).sort()).toEqual([
      'a.ts',
      'lib/b.ts',
      'lib/deep/c.ts',
    ]);
    remove('lib/b.ts');
    expect(await sweep()).toEqual(['deleted lib/b.ts', 'deleted link.ts']);
  });

  test('what is reached through a linked folder goes with the link, and moves under its own name', async () => {
    symlinkSync('lib', workspace.path('link'));
    await sweep();
    write('lib/b.ts');
    expect(await sweep()).toEqual(['changed lib/b.ts']);
    remove('link');
    symlinkSync('lib/deep', workspace.path('link'));
    expect(await sweep()).toEqual([
      'created link/c.ts',
      'created link/d.py',
      'deleted link/b.ts',
      'deleted link/deep/c.ts',
      'deleted link/deep/d.py',
    ]);
    remove('link');
    expect(await sweep()).toEqual(['deleted link/c.ts', 'deleted link/d.py']);
  });

  test('a file, and a folder, with the name of a former link to a folder are seen at once', async () => {
    mkdirSync(workspace.path('links'));
    symlinkSync('../lib/deep', workspace.path('links/x.ts'));
    symlinkSync('../lib/deep', workspace.path('links/y'));
    await sweep();
    write('others/x.ts');
    write('others/y/z.ts');
    await sweep();
    remove('links');
    renameSync(workspace.path('others'), workspace.path('links'));
    expect((await sweep()).filter((change) => !change.includes('others'))).toEqual([
      'created links/x.ts',
      'created links/y/z.ts',
      'deleted links/x.ts/c.ts',
      'deleted links/x.ts/d.py',
      'deleted links/y/c.ts',
      'deleted links/y/d.py',
    ]);
  });

  test('a folder that may not be read is empty until it may be', async () => {
    const { seteuid } = process;
    const isRoot = process.getuid?.() === 0;
    chmodSync(workspace.outside, 0o755);
    chmodSync(workspace.path('lib/deep'), 0);
    if (isRoot) seteuid?.(65_534);
    const closed = await sweep();
    if (isRoot) seteuid?.(0);
    chmodSync(workspace.path('lib/deep'), 0o755);
    expect([closed, await sweep()]).toEqual([
      ['deleted lib/deep/c.ts', 'deleted lib/deep/d.py'],
      ['created lib/deep/c.ts', 'created lib/deep/d.py'],
    ]);
  });

  test('a folder that is a cache no longer is seen again', async () => {
    write('lib/deep/CACHEDIR.TAG');
    await sweep();
    remove('lib/deep/CACHEDIR.TAG');
    expect(await sweep()).toEqual(['created lib/deep/c.ts', 'created lib/deep/d.py']);
  });

  describe('within one tick of the clock', () => {
    const look = (path: string): FileState => fileState(path, statSync(path, { bigint: true }));

    const REWRITES: [title: string, text: string, isOther: boolean][] = [
      ['a text of the same size in place of another is noticed', 'export const a = 2;\n', true],
      ['the same text is not', FILES['a.ts'], false],
    ];
    for (const [title, text, isOther] of REWRITES) {
      test(title, () => {
        const path = workspace.write('a.ts', FILES['a.ts']);
        const { digest } = look(path);
        writeFileSync(path, text);
        const stat = statSync(path, { bigint: true });
        // As the kernels tell it that have one time for both.
        const before = { ...fileState(path, stat), digest };
        expect(nextState(before, path, stat).isOther).toBe(isOther);
      });
    }

    test('what was not touched for longer is not read', () => {
      const path = workspace.path('a.ts');
      const stat = statSync(path, { bigint: true });
      const before = { ...fileState(path, stat), digest: undefined };
      expect(nextState(before, path, stat)).toEqual({ state: before, isOther: false });
    });

    test('a file that comes after its folder was listed is found', async () => {
      for (let round = 0; round < 20; round += 1) {
        write(`lib/first${round}.ts`);
        await sweep();
        write(`lib/second${round}.ts`);
        expect(await sweep()).toEqual([`created lib/second${round}.ts`]);
      }
    });
  });

  describe('what our own tools wrote', () => {
    const announced = (change: FileChangeType, file: string): SeenChange => {
      const path = new Boundary(workspace.root).walked(join(workspace.root, file));
      return { change, path, state: stateOnDisk(path) };
    };

    test('is no change, whether it was created, changed or deleted', async () => {
      write('x/new.ts');
      write('a.ts');
      remove('lib/b.ts');
      log.append('tool', [
        announced('created', 'x/new.ts'),
        announced('changed', 'a.ts'),
        announced('deleted', 'lib/b.ts'),
      ]);
      expect(await sweep()).toEqual([]);
      expect([...index.files(['.ts']).keys()].map((file) => relative(workspace.root, file)).sort()).toEqual([
        'a.ts',
        'lib/deep/c.ts',
        'x/new.ts',
      ]);
    });

    test('is a change where it is new and they did not say so', async () => {
      write('x/new.ts');
      log.append('tool', [announced('changed', 'x/new.ts')]);
      expect(await sweep()).toEqual(['created x/new.ts']);
      write('x/new.ts', '// two\n');
      log.append('tool', [announced('changed', 'x/new.ts')]);
      expect(await sweep()).toEqual([]);
    });

    test('is a change if it moved once more', async () => {
      write('a.ts');
      remove('lib/b.ts');
      log.append('tool', [announced('changed', 'a.ts'), announced('deleted', 'lib/b.ts')]);
      write('a.ts', 'export {};\n');
      write('lib/b.ts');
      expect(await sweep()).toEqual(['changed a.ts', 'changed lib/b.ts']);
      write('a.ts');
      expect(await sweep()).toEqual(['changed a.ts']);
    });

    test('is known in this state only', async () => {
      write('a.ts', '// one\n');
      log.append('tool', [announced('changed', 'a.ts')]);
      await sweep();
      write('a.ts', '// two\n');
      await sweep();
      expect(told).toHaveLength(1);
    });
  });

  describe('sweeps at the same time', () => {
    test('REQ-EXCL-040: nothing is looked at before somebody asks, and the first call does not wait', async () => {
      using other = new Workspace(FILES);
      const found = mock(() => undefined);
      const fresh = new DiskIndex({
        workspace: new Boundary(other.root),
        watchFilter: () => true,
        latest: () => undefined,
        knows: () => false,
        found,
        log: () => undefined,
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect([fresh.isWhole, fresh.files(['.ts']).size]).toEqual([false, 0]);
      await fresh.sweep();
      expect(found).not.toHaveBeenCalled();
      expect(fresh.isWhole).toBe(false);
      await fresh.walked;
      expect([fresh.isWhole, fresh.files(['.ts']).size]).toEqual([true, 3]);
    });

    test('callers share one that began after they called, and know what was found before', async () => {
      write('a.ts');
      const first = index.sweep();
      write('lib/b.ts');
      const [second, third] = [index.sweep(), index.sweep()];
      expect(second).toBe(third);
      const names = (): string[] => told.flat().map(({ path }) => relative(workspace.root, path));
      await first;
      expect(names()).toContain('a.ts');
      await second;
      expect(names().sort()).toEqual(['a.ts', 'lib/b.ts']);
    });

    test('what is written while the first walk lasts is reported at its end', async () => {
      using other = new Workspace(FILES);
      const reports: string[] = [];
      const fresh = new DiskIndex({
        workspace: new Boundary(other.root),
        watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
        latest: () => undefined,
        knows: () => false,
        found: (changes) => {
          reports.push(...changes.map(({ path }) => relative(other.root, path)));
        },
        log: () => undefined,
      });
      const walk = fresh.sweep();
      const began = BigInt(Date.now() + 1) * 1_000_000n;
      do other.write('a.ts', '// later\n');
      while (statSync(other.path('a.ts'), { bigint: true }).ctimeNs < began);
      await walk;
      await fresh.walked;
      expect([...new Set(reports)]).toEqual(['a.ts']);
    });
  });

  test('files are known by how their names end, or by their whole names, regardless of case', async () => {
    for (const path of [
      'x/B.TS',
      'x/c.d.ts',
      'Dockerfile',
      'x/api.Dockerfile',
      'go.mod',
      'x/other.mod',
      '.clangd',
    ])
      write(path);
    await sweep();
    const named = (...endings: string[]): string[] =>
      [...index.files(endings).keys()].map((path) => relative(workspace.root, path)).sort();
    expect(named('.ts')).toEqual(['a.ts', 'lib/b.ts', 'lib/deep/c.ts', 'x/B.TS', 'x/c.d.ts']);
    expect(named('.d.ts', 'dockerfile', '.dockerfile', 'go.mod', '.clangd')).toEqual([
      '.clangd',
      'Dockerfile',
      'go.mod',
      'x/api.Dockerfile',
      'x/c.d.ts',
    ]);
    remove('x');
    await sweep();
    expect(named('.ts')).toEqual(['a.ts', 'lib/b.ts', 'lib/deep/c.ts']);
  });

  test('a file has the names, too, by which links of packages and of folders lead to it', async () => {
    write('packages/ui/package.json', '{}');
    mkdirSync(workspace.path('app/node_modules/@w'), { recursive: true });
    symlinkSync('../../../packages/ui', workspace.path('app/node_modules/@w/ui'));
    symlinkSync('../packages/ui', workspace.path('app/shared'));
    await sweep();
    const boundary = new Boundary(workspace.root);
    const aliases = (path: string): string[] =>
      index
        .aliasesOf(boundary.walked(workspace.path(path)))
        .map((alias) => relative(workspace.root, alias))
        .sort();
    expect(aliases('packages/ui/dist/index.d.ts')).toEqual([
      'app/node_modules/@w/ui/dist/index.d.ts',
      'app/shared/dist/index.d.ts',
    ]);
    expect(aliases('a.ts')).toEqual([]);
    remove('app/shared');
    await sweep();
    expect(aliases('packages/ui/x.ts')).toEqual(['app/node_modules/@w/ui/x.ts']);
  });

  test('what a program has read outside of the walk is looked at until its server ends, its folder too', async () => {
    write('node_modules/a/deep/in/x.d.ts');
    write('node_modules/.store/b/x.d.ts');
    await sweep();
    const server = {};
    index.read(
      server,
      ['a.ts', 'node_modules/a/deep/in/x.d.ts', 'node_modules/.store/b/x.d.ts'].map((file) =>
        workspace.path(file),
      ),
    );
    expect(await sweep()).toEqual([]);
    const isRead = (file: string): boolean =>
      index.mayBeRead(new Boundary(workspace.root).walked(workspace.path(file)));
    expect(isRead('node_modules/a/deep/in/x.d.ts')).toBe(true);
    expect(isRead('node_modules/a/deep/in/new.d.ts')).toBe(true);
    expect(isRead('node_modules/a/deep/x.d.ts')).toBe(false);
    write('node_modules/a/deep/in/x.d.ts', '// patched\n');
    write('node_modules/a/deep/in/new.d.ts');
    remove('node_modules/.store/b/x.d.ts');
    expect(await sweep()).toEqual([
      'changed node_modules/a/deep/in/x.d.ts',
      'created node_modules/a/deep/in/new.d.ts',
      'deleted node_modules/.store/b/x.d.ts',
    ]);
    write('node_modules/.store/b/x.d.ts', '// back\n');
    expect(await sweep()).toEqual(['created node_modules/.store/b/x.d.ts']);
    index.forget(server);
    write('node_modules/a/deep/in/x.d.ts', '// once more\n');
    expect(await sweep()).toEqual([]);
  });

  test('the files of a language are the same object until something moves', async () => {
    const files = index.files(['.ts', 'dockerfile']);
    expect(files.size).toBe(3);
    await sweep();
    expect(index.files(['.ts', 'dockerfile'])).toBe(files);
    write('Dockerfile');
    await sweep();
    expect(index.files(['.ts', 'dockerfile']).size).toBe(4);
  });
});
