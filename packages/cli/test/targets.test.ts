import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTargets, type Targets } from '../src/check/targets.js';
import { folderOf } from './support/io.js';

const find = (cwd: string, paths: string[], workspaceRoot = cwd): Promise<Targets> =>
  findTargets(paths, {
    cwd,
    workspaceRoot,
    extensions: ['.ts', '.blade.php'],
    signal: new AbortController().signal,
  });

/** Checks which files of a tree the paths stand for. */
async function check(
  files: string[],
  paths: string[],
  want: string[],
  ignored: Record<string, string> = {},
): Promise<void> {
  const root = folderOf({ ...Object.fromEntries(files.map((file) => [file, ''])), ...ignored });
  const targets = await find(root, paths);
  expect(targets.files.map(({ path }) => relative(root, path))).toEqual(want);
  expect(targets.troubles).toEqual([]);
}

describe('a folder stands for', () => {
  it('the files that some server is for, sorted', () =>
    check(
      ['b.ts', 'a/x.ts', 'a/x.js', 'README', 'v/V.BLADE.php', 'v/v.php'],
      ['.'],
      ['a/x.ts', 'b.ts', 'v/V.BLADE.php'],
    ));
  it('nothing in node_modules or .git', () =>
    check(['node_modules/a/a.ts', 'x/node_modules/b.ts', '.git/c.ts', '.x/d.ts'], ['.'], ['.x/d.ts']));
  it('no other work tree of the repository, but submodules and clones', async () => {
    const files = {
      '.git/HEAD': '',
      '.git/worktrees/x/commondir': '../..',
      '.git/modules/sub/HEAD': '',
      '.worktrees/x/.git': 'gitdir: ../../.git/worktrees/x',
      '.worktrees/x/a.ts': '',
      '.worktrees/x/src/b.ts': '',
      'clone/.git/HEAD': '',
      'clone/c.ts': '',
      'own.ts': '',
      'sub/.git': 'gitdir: ../.git/modules/sub',
      'sub/d.ts': '',
    };
    const root = folderOf(files);
    const found = async (cwd: string, path: string): Promise<string[]> =>
      (await find(cwd, [path])).files.map((file) => relative(cwd, file.path));
    expect(await found(root, '.')).toEqual(['clone/c.ts', 'own.ts', 'sub/d.ts']);
    // An argument may name it, or it is the workspace.
    expect(await found(root, '.worktrees/x')).toEqual(['.worktrees/x/a.ts', '.worktrees/x/src/b.ts']);
    expect(await found(join(root, '.worktrees/x'), '.')).toEqual(['a.ts', 'src/b.ts']);
    // So is the folder of work trees, whatever the rules around it keep out of the tree around it.
    expect(await found(join(root, '.worktrees'), '.')).toEqual(['x/a.ts', 'x/src/b.ts']);
    writeFileSync(join(root, '.gitignore'), '.worktrees/*\n');
    expect(await found(join(root, '.worktrees'), '.')).toEqual(['x/a.ts', 'x/src/b.ts']);
  });
  it.each<[what: string, files: readonly string[]]>([
    ['an environment of venv', ['.venv/pyvenv.cfg', '.venv/lib/python3.11/site-packages/a.ts']],
    ['one with another name', ['tools/py/pyvenv.cfg', 'tools/py/src/a.ts']],
    ['one of an old virtualenv', ['env/bin/activate', 'env/src/a.ts']],
    ['one whose interpreter is gone', ['.venv/lib/a.ts']],
    ['one of Windows', ['env/Scripts/python.exe', 'env/Lib/a.ts']],
    ['one of conda', ['envs/conda-meta/history', 'envs/a.ts']],
    ['an interpreter that an editor names', ['python/bin/python3', 'python/lib/a.ts']],
    ["tox's and nox's", ['.tox/py311/a.ts', '.nox/tests/a.ts']],
    ['PEP 582', ['__pypackages__/3.11/lib/a.ts']],
    ['Composer', ['composer.json', 'vendor/acme/a.ts']],
    ['Composer, of another folder', ['php/vendor/composer/installed.json', 'php/vendor/acme/a.ts']],
    ['Go', ['go.mod', 'vendor/modules.txt', 'vendor/x.dev/a.ts']],
    ['Bundler', ['Gemfile', 'vendor/bundle/ruby/3.2.0/gems/x/a.ts']],
    ['cargo', ['Cargo.toml', 'target/debug/a.ts']],
    ['a cache', ['.cache/CACHEDIR.TAG', '.cache/a.ts']],
    ['Maven', ['pom.xml', 'target/generated-sources/a.ts']],
    ['Gradle', ['app/build.gradle.kts', 'app/build/a.ts', '.gradle/a.ts']],
    ['CMake', ['out/CMakeCache.txt', 'out/a.ts']],
    ['.NET', ['App/obj/project.assets.json', 'App/obj/a.ts']],
    ['Mix', ['mix.exs', 'deps/x/a.ts', '_build/dev/a.ts']],
    ['frameworks', ['.next/a.ts', '.nuxt/a.ts', '.svelte-kit/a.ts']],
  ])('nothing that other programs have put there: %s', (_, files) =>
    check([...files, 'own.ts'], ['.'], ['own.ts']),
  );
  it('folders of the same names that are its own', () =>
    check(
      ['build/a.ts', 'deps/a.ts', 'target/a.ts', 'vendor/a.ts', 'env/a.ts', 'bundle/a.ts', 'bin/a.ts'],
      ['.'],
      ['bin/a.ts', 'build/a.ts', 'bundle/a.ts', 'deps/a.ts', 'env/a.ts', 'target/a.ts', 'vendor/a.ts'],
    ));
  it('all of an environment that somebody names', () =>
    check(
      ['.venv/pyvenv.cfg', '.venv/lib/site-packages/x/a.ts'],
      ['.venv/lib'],
      ['.venv/lib/site-packages/x/a.ts'],
    ));
  it('each file once', () => check(['a/x.ts'], ['a', 'a/x.ts', '.', 'a/../a'], ['a/x.ts']));
  it('nothing that .gitignore names', () =>
    check(['a.ts', 'gen/b.ts', 'c.gen.ts', 'sub/keep/gen/d.ts'], ['.'], ['a.ts'], {
      '.gitignore': 'gen/\n*.gen.ts\n',
    }));
  it('what an inner .gitignore takes back', () =>
    check(['x.gen.ts', 'sub/y.gen.ts'], ['.'], ['sub/y.gen.ts'], {
      '.gitignore': '*.gen.ts\n',
      'sub/.gitignore': '!y.gen.ts\n',
    }));
  it('what an anchored rule of an inner .gitignore leaves', () =>
    check(['a.ts', 'sub/a.ts', 'sub/deep/a.ts'], ['.'], ['a.ts', 'sub/deep/a.ts'], {
      'sub/.gitignore': '/a.ts\r\n',
    }));
  it('what rules from the top of its repository leave', () =>
    check(['sub/a.ts', 'sub/b.gen.ts'], ['sub'], ['sub/a.ts'], {
      '.gitignore': '*.gen.ts\n',
      '.git/HEAD': '',
    }));
  it('all of it, if it is ignored itself and somebody names it', () =>
    check(['gen/a.ts', 'gen/in/b.ts'], ['gen'], ['gen/a.ts', 'gen/in/b.ts'], {
      '.gitignore': 'gen/\n',
      '.git/HEAD': '',
    }));
});

describe('a named file', () => {
  it('is one, whatever .gitignore says and whoever is for it', () =>
    check(['gen/a.ts', 'README'], ['gen/a.ts', 'README'], ['README', 'gen/a.ts'], { '.gitignore': 'gen\n' }));

  it('is owed a result, found in a folder it is not', async () => {
    const root = folderOf({ 'a.ts': '', 'b.ts': '' });
    const { files } = await find(root, ['.', 'a.ts']);
    expect(files.map(({ named }) => named)).toEqual([true, false]);
  });
});

describe('a relative path', () => {
  it('is relative to the workspace, wherever the command is started', async () => {
    const root = folderOf({ 'app/src/a.ts': '', 'src/a.ts': '' });
    const workspaceRoot = join(root, 'app');
    expect(
      (await find(root, ['src/a.ts', join(root, 'app/src')], workspaceRoot)).files.map(({ path }) => path),
    ).toEqual([join(workspaceRoot, 'src/a.ts')]);
  });

  it('that leads somewhere from the current folder alone gets a reason that says so', async () => {
    const root = folderOf({ 'app/src/a.ts': '' });
    const workspaceRoot = join(root, 'app');
    const { files, troubles } = await find(root, ['app/src/a.ts', 'nowhere.ts'], workspaceRoot);
    const reason = `no such file or folder in the workspace ${workspaceRoot}, which paths are relative to; the current folder has one: ${join(root, 'app/src/a.ts')}`;
    expect({ files, troubles }).toEqual({
      files: [],
      troubles: [
        { path: 'app/src/a.ts', reason },
        { path: 'nowhere.ts', reason: 'no such file or folder' },
      ],
    });
  });
});

describe('links', () => {
  it('are not followed from a folder, not even in circles', async () => {
    const root = folderOf({ 'a/x.ts': '' });
    symlinkSync(root, join(root, 'a', 'circle'));
    symlinkSync(join(root, 'a', 'x.ts'), join(root, 'y.ts'));
    expect((await find(root, ['.'])).files).toHaveLength(1);
  });

  it('are followed if they are named: the file is checked under its own name', async () => {
    const root = folderOf({ 'a/x.ts': '' });
    symlinkSync(join(root, 'a'), join(root, 'b'));
    expect((await find(root, ['b/x.ts'])).files).toEqual([{ path: join(root, 'a', 'x.ts'), named: true }]);
  });
});

describe('trouble', () => {
  const outside = folderless();
  it.each<[title: string, path: string, reason: RegExp]>([
    ['there is no such file', 'none.ts', /^no such file or folder$/],
    ['it lies below a file', 'a.ts/b.ts', /^no such file or folder$/],
    ['it lies outside the workspace', outside, /^outside the workspace .*--workspace/],
    ['it is above the workspace', '..', /^outside the workspace/],
  ])('is reported of a path if %s', async (_title, path, reason) => {
    const root = folderOf({ 'a.ts': '' });
    expect(await find(root, [path])).toEqual({
      files: [],
      troubles: [{ path, reason: expect.stringMatching(reason) }],
    });
  });

  it('is a link that leads out of the workspace', async () => {
    const elsewhere = folderOf({ 'secret.ts': '' });
    const root = folderOf();
    symlinkSync(join(elsewhere, 'secret.ts'), join(root, 'a.ts'));
    expect((await find(root, ['a.ts'])).troubles).toHaveLength(1);
  });

  it.skipIf(process.getuid?.() === 0)('is a folder that cannot be read', async () => {
    const root = folderOf({ 'locked/a.ts': '', 'b.ts': '' });
    chmodSync(join(root, 'locked'), 0o000);
    const { files, troubles } = await find(root, ['.']);
    chmodSync(join(root, 'locked'), 0o755);
    expect(files).toHaveLength(1);
    expect(troubles).toEqual([{ path: 'locked', reason: 'not readable: permission denied' }]);
  });
});

function folderless(): string {
  return process.platform === 'win32' ? 'C:\\Windows' : '/usr';
}
