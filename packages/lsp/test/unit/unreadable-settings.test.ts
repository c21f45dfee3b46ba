import { afterAll, beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createCheckers } from '../../src/backend/checkers.ts';
import { unreadableSetting } from '../../src/backend/program/unreadable.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { define } from '../../src/backend/server-preset.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { readAdmitted, type AdmittedPath } from '../../src/support/paths.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let root: string;
let inside: string;
let search: ReturnType<typeof createSearch>;
beforeAll(() => {
  workspace = new Workspace({ 'src/a.py': '', 'src/a.ts': '' });
  root = workspace.root;
  inside = join(root, 'src');
  search = createSearch({ workspaceRoot: root });
});
afterAll(() => {
  workspace[Symbol.dispose]();
});

const withoutPipes = process.platform === 'win32';

/** A pipe that nobody writes to. */
function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
}

const NAMES = [
  ...[
    'pyproject.toml',
    'pyrightconfig.json',
    'setup.cfg',
    'requirements.txt',
    '.python-version',
    'ty.toml',
    'tsconfig.json',
    'tsconfig.build.json',
    'jsconfig.json',
    'package.json',
  ],
  ...[
    'go.mod',
    'go.work',
    'go.sum',
    'Cargo.toml',
    'Cargo.lock',
    'rust-toolchain',
    '.clangd',
    '.clang-tidy',
    'compile_commands.json',
    'compile_flags.txt',
  ],
  ...[
    'eslint.config.js',
    '.eslintrc',
    '.eslintrc.json',
    'pom.xml',
    'build.gradle',
    'settings.gradle.kts',
    '.prettierrc',
    '.yamllint.yaml',
    'Pipfile',
  ],
];

test.skipIf(withoutPipes).each(NAMES)(
  'a pipe that is called %s, in the folder of a file or above it',
  (name) => {
    for (const folder of [root, inside]) {
      const path = join(folder, name);
      pipe(path);
      expect(unreadableSetting(inside, root)).toBe(
        `${folder === root ? name : `src/${name}`} is no regular file: a program that reads it may wait for ever`,
      );
      unlinkSync(path);
      expect(unreadableSetting(inside, root)).toBeUndefined();
    }
  },
);

test.skipIf(withoutPipes)('a link to a device, which git can carry', () => {
  const path = join(root, 'tsconfig.json');
  symlinkSync('/dev/zero', path);
  expect(unreadableSetting(inside, root)).toContain('tsconfig.json is no regular file');
  unlinkSync(path);
});

test.if(process.platform === 'linux')('a link to what the system makes up without an end', () => {
  const path = join(root, 'pyproject.toml');
  symlinkSync('/proc/self/pagemap', path);
  expect(unreadableSetting(inside, root)).toContain('pyproject.toml is no regular file');
  // What takes care of pipes reads it.
  expect(unreadableSetting(inside, root, /^tsconfig\.json$/)).toContain('pyproject.toml is no regular file');
  unlinkSync(path);
});

test.skipIf(withoutPipes)(
  'programs that keep secrets put a pipe in the place of .env, which no server reads',
  () => {
    const path = join(root, '.env');
    pipe(path);
    expect(unreadableSetting(inside, root)).toBeUndefined();
    unlinkSync(path);
  },
);

test('what is no settings file, a folder, a link to a file and one that leads nowhere are nothing of the kind', () => {
  writeFileSync(join(root, 'real.json'), '{}');
  symlinkSync(join(root, 'real.json'), join(root, 'package.json'));
  symlinkSync(join(root, 'gone'), join(root, 'tsconfig.json'));
  mkdirSync(join(root, 'pyproject.toml'));
  if (!withoutPipes) pipe(join(root, 'notes'));
  expect(unreadableSetting(inside, root)).toBeUndefined();
  for (const name of ['real.json', 'package.json', 'tsconfig.json', 'pyproject.toml', 'notes'])
    rmSync(join(root, name), { recursive: true, force: true });
});

test.skipIf(withoutPipes)(
  'what no server reads is not looked at, and of others, what the program reads',
  () => {
    for (const name of ['.gitignore', '.env', '.editorconfig']) {
      pipe(join(root, name));
      expect(unreadableSetting(inside, root)).toBeUndefined();
      unlinkSync(join(root, name));
    }
    pipe(join(root, 'package.json'));
    expect(unreadableSetting(inside, root, /^pyproject\.toml$/)).toBeUndefined();
    pipe(join(root, 'pyproject.toml'));
    expect(unreadableSetting(inside, root, /^pyproject\.toml$/)).toContain('pyproject.toml');
    for (const name of ['package.json', 'pyproject.toml']) unlinkSync(join(root, name));
  },
);

test.skipIf(withoutPipes)('no server and no checker is started there that reads it', () => {
  const path = join(root, 'pyproject.toml');
  const presets = LANGUAGES.flatMap(({ servers }) => servers);
  const found = (): string[] =>
    presets.flatMap((preset) => (define(preset).locate(inside, search).kind === 'found' ? [preset.id] : []));
  expect(found()).toContain('pyright');
  expect(found()).toContain('typescript');
  pipe(path);
  expect(found().sort()).toEqual(['css', 'html', 'json', 'typescript']);
  unlinkSync(path);
  pipe(join(root, 'tsconfig.json'));
  expect(found()).not.toContain('typescript');
  unlinkSync(join(root, 'tsconfig.json'));
  pipe(path);
  expect(
    presets.filter(({ id }) => id === 'pyright').map((preset) => define(preset).locate(inside, search)),
  ).toEqual([
    {
      kind: 'unreadable',
      reason: 'pyproject.toml is no regular file: a program that reads it may wait for ever',
    },
  ]);
  expect(
    createCheckers(LANGUAGES, {}).filter((checker) => checker.locate(inside, search).kind === 'found'),
  ).toEqual([]);
  unlinkSync(path);
});

test.skipIf(withoutPipes)('a source that has become a pipe is no empty text', () => {
  const path = join(root, 'b.py');
  pipe(path);
  expect(() => readAdmitted(path as AdmittedPath)).toThrow('not a regular file');
});

test.each(['tsconfig.json', 'pyproject.toml', 'pyrightconfig.json', 'package.json', 'Cargo.toml', '.clangd'])(
  '%s that is longer than any that is written by hand',
  (name) => {
    const path = join(root, name);
    try {
      writeFileSync(path, '');
      expect(unreadableSetting(inside, root)).toBeUndefined();
      // In place: the folder has not changed.
      truncateSync(path, 300 * 2 ** 20);
      expect(unreadableSetting(inside, root)).toBe(
        `${name} has more than 4194304 bytes: a program that reads it may take all memory`,
      );
      expect(unreadableSetting(inside, root, /^other$/)).toBeUndefined();
    } finally {
      unlinkSync(path);
    }
    expect(unreadableSetting(inside, root)).toBeUndefined();
  },
);
