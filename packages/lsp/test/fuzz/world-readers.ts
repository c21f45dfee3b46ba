import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Reader } from '../../../../scripts/lib/fuzz/slow.ts';
import type { PackageTraits } from '../../src/backend/packages.ts';
import { installedPlace } from '../../src/backend/installed-place.ts';
import { listingOnDisk } from '../../src/backend/imports/folders.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { evidenceOf } from '../../src/backend/program/tool-evidence.ts';
import { emptySubmodules } from '../../src/backend/submodules.ts';
import type { Look, WorldTraits } from '../../src/backend/world.ts';
import { concernedBy } from '../../src/engine/origins/created-files.ts';
import { cmakeProject } from '../../src/languages/cpp/cmake.ts';
import { cmakeFlags } from '../../src/languages/cpp/cmake-flags.ts';
import { ForcedIncludes } from '../../src/languages/cpp/forced-includes.ts';
import { commandsOf } from '../../src/languages/cpp/unnamed.ts';
import { cppWorld } from '../../src/languages/cpp/world.ts';
import { eslintPackages } from '../../src/languages/eslint/packages.ts';
import { builds, neededTags } from '../../src/languages/go/build-tags.ts';
import { Cgo } from '../../src/languages/go/cgo.ts';
import { Embedded } from '../../src/languages/go/embedded.ts';
import { namedAfter } from '../../src/languages/go/named-after.ts';
import { goWorld } from '../../src/languages/go/world.ts';
import { phpPackages } from '../../src/languages/presets/php-packages.ts';
import { MYPY, mypyProject } from '../../src/languages/python/mypy-config.ts';
import { MypyOutput } from '../../src/languages/python/mypy-output.ts';
import { noPythonError } from '../../src/languages/python/no-error.ts';
import { pythonPackages } from '../../src/languages/python/packages.ts';
import { SearchPaths } from '../../src/languages/python/search-paths.ts';
import { pythonWorld } from '../../src/languages/python/world.ts';
import { leftOut } from '../../src/languages/rust/left-out.ts';
import { orphanReason } from '../../src/languages/typescript/orphan.ts';
import { ecmascriptPackages } from '../../src/languages/typescript/packages.ts';
import { typescriptWorld } from '../../src/languages/typescript/world.ts';
import { isUsedAtLoad } from '../../src/languages/typescript/symbol-moves/loading.ts';
import { filesInIndex } from '../../src/support/git-folder.ts';
import { Gitignore } from '../../src/support/gitignore.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { TimeSlices } from '../../src/support/time-slices.ts';
import type { Diagnostic } from '../../src/types.ts';

const folder = join(realpathSync(tmpdir()), `slow-world-${process.pid}`);
const search = createSearch({ workspaceRoot: folder });
const at = (name: string): AdmittedPath => join(folder, name) as AdmittedPath;

/** A reader of a workspace where the text is that of one of these files. */
const ofFiles =
  (files: Readonly<Record<string, string>>, name: string, read: (text: string) => unknown): Reader['read'] =>
  async (text) => {
    try {
      for (const [path, content] of Object.entries({ ...files, [name]: text })) {
        mkdirSync(dirname(at(path)), { recursive: true });
        writeFileSync(at(path), content);
      }
      await read(text);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

const finding = (message: string, code?: number | string): Diagnostic => ({
  file: 'a',
  line: 1,
  character: 1,
  severity: 'error',
  message,
  ...(code !== undefined && { code }),
});

const look = (text: string, paths: readonly string[] = []): Look => ({
  search,
  filesOf: () => paths.map(at),
  text: () => text,
});

const holes = (
  traits: WorldTraits,
  file: string,
  findings: readonly Diagnostic[],
  paths?: readonly string[],
): ((text: string) => unknown) => {
  return (text) => traits.holes(at(file), findings, look(text, paths));
};

/** What a finding in a text follows from. */
const behind =
  ({ behind: of, followsFromImports }: PackageTraits, findings: readonly Diagnostic[]): Reader['read'] =>
  (text) => {
    const lines = text.split('\n').length;
    return findings.map((each) => {
      const placed = { ...each, line: 1 + (lines >> 1), character: 1 };
      return [of?.(placed, text, at('a.ts'), search), followsFromImports?.(placed, text)];
    });
  };

const GO = [
  'package a',
  '//go:build a && b',
  '//go:build ',
  '// +build ',
  '/*',
  '*/',
  'func main(',
  'import "C"',
  '//go:generate ',
  '//go:embed ',
  ' ',
  '\n',
];
const GO_MOD = ['module a', 'require', 'replace', '=>', 'v1', '(', ')', 'a.b/c', './', 'use ./a', '..'];
const CMAKE = [
  'project(a)',
  'set(A ',
  '${A}',
  'include(a.cmake)',
  'add_subdirectory(.)',
  'add_subdirectory(a)',
  'target_include_directories(a PUBLIC ',
  'cpmaddpackage(',
  '#[[',
  ']]',
  '[==[',
  'if(',
  'endif(',
  ';',
  '-DA=',
];
const NAMES = ['path = ', 'url = ', '[submodule "a"]', 'name = "a"', 'version', 'go_package = "', 'option '];
const YAML = [
  '- repo: mypy',
  '- id: mypy',
  'args:',
  '- a',
  'run: mypy',
  'commands = ',
  'mypy',
  '"mypy",',
  '\\\n',
];
const JSON_WORDS = ['{"extends":"./a"}', '"inherits":', '["a","a"]', '"scripts":', '--out '];

const UNRESOLVED_TS = [
  finding("Cannot find module './gen/a' or its corresponding type declarations.", 2307),
  finding("Module '@prisma/client' has no exported member 'A'.", 2305),
  finding("Cannot find name 'ref'.", 2304),
];
const PACKAGE = JSON.stringify({
  name: 'a',
  dependencies: { prisma: '1', '@prisma/client': '1', '@graphql-codegen/cli': '1', nuxt: '1' },
});
const UNRESOLVED_GO = [
  finding('could not import a.b/c/gen (no required module provides package "a.b/c/gen")'),
  finding('pattern dist: no matching files found'),
];
const UNRESOLVED_C = [
  finding("'a.pb.h' file not found", 'pp_file_not_found'),
  finding("use of undeclared identifier 'a'", 'undeclared_var_use'),
];
const UNRESOLVED_PYTHON = [
  finding('Import "gen._a" could not be resolved', 'reportMissingImports'),
  finding('"a" is unknown import symbol', 'reportAttributeAccessIssue'),
];

const goFile = ofFiles({ 'b.go': 'package a\n', 'go.mod': 'module a.b/c\n' }, 'a.go', (text) => {
  const cgo = new Cgo();
  cgo.readsOnce().mayRead(at('a.go'));
  const embedded = new Embedded();
  embedded.note(at('a.go'), text);
  embedded.readsOnce().mayRead(at('x'));
  namedAfter({
    oldName: 'a',
    newName: 'b',
    declaration: text,
    path: at('a.go'),
    files: [{ path: at('a_test.go'), text }],
  });
  return [
    builds.of(at('a.go')),
    builds.of(at('b.go')),
    builds.has('-tags=a', at('a.go')),
    builds.mayUse(at('a.go'), at('x/b.go')),
    neededTags(at('a.go'), { path: at('a.go'), root: folder, text: () => text } as never),
  ];
});

const cmake = (): unknown => {
  const project = cmakeProject(folder, folder);
  return project && cmakeFlags(project);
};

/** Readers of what stands around a file that is judged. One line a reader. */
export const worldReaders: readonly Reader[] = [
  { name: 'go-builds', words: GO, read: goFile },
  {
    name: 'go-generators',
    words: GO,
    read: ofFiles({ 'go.mod': 'module a.b/c\n' }, 'b.go', holes(goWorld, 'a.go', UNRESOLVED_GO, ['b.go'])),
  },
  ...['go.mod', 'go.work', 'vendor/modules.txt', 'a.proto', 'sqlc.yaml'].map((name): Reader => ({
    name: `go-world-${name}`,
    words: [...GO_MOD, ...NAMES],
    read: ofFiles(
      { 'go.mod': 'module a.b/c\n', 'vendor/modules.txt': '# a' },
      name,
      holes(goWorld, 'a.go', UNRESOLVED_GO),
    ),
  })),
  { name: 'cmake', words: CMAKE, read: ofFiles({}, 'CMakeLists.txt', cmake) },
  {
    name: 'cmake-included',
    words: CMAKE,
    read: ofFiles({ 'CMakeLists.txt': 'include(a.cmake)' }, 'a.cmake', cmake),
  },
  {
    name: 'cmake-presets',
    words: JSON_WORDS,
    read: ofFiles({ 'CMakeLists.txt': '' }, 'CMakePresets.json', cmake),
  },
  {
    name: 'cpp-parts',
    words: ['#include "a.inl"', '# include <', '#include', '<'],
    read: ofFiles({ 'a.inl': '' }, 'b.h', holes(cppWorld, 'a.inl', UNRESOLVED_C, ['b.h'])),
  },
  {
    name: 'cpp-world',
    words: ['requires', '__global__', '<<<', '_'],
    read: ofFiles(
      { 'CMakeLists.txt': '', 'a.proto': '' },
      'a.cpp',
      holes(cppWorld, 'a.cpp', [...UNRESOLVED_C, finding('no CUDA', 'drv_no_cuda_installation')]),
    ),
  },
  ...['compile_flags.txt', '.clangd', 'compile_commands.json'].map((name): Reader => ({
    name: `cpp-${name}`,
    words: ['-include ', '-DA="', '/FI', '-Xclang ', 'a.h', '-std=c++20', '"file":'],
    read: ofFiles({ 'a.h': '' }, name, async (text) => [
      commandsOf(folder, [])(at('a.h')),
      await new ForcedIncludes(folder).refresh(new Set([folder]), new TimeSlices()),
      holes(cppWorld, 'a.cpp', UNRESOLVED_C)(text),
    ]),
  })),
  {
    name: 'rust-manifest',
    words: [
      '[features]\n',
      'a = ["b"]\n',
      '[package]',
      'path = "',
      '[[bin]]\n',
      'members = ["a"]',
      '[workspace]',
    ],
    read: ofFiles({ 'src/lib.rs': '#[cfg(feature = "a")] mod a;', 'src/a.rs': '' }, 'Cargo.toml', () =>
      leftOut(at('src/a.rs'), { root: folder, args: [] }),
    ),
  },
  {
    name: 'rust-left-out',
    words: ['mod a;', '#[cfg(', 'feature = "a"', ')]', '#[path = "a.rs"]', 'mod b {', '}'],
    read: ofFiles({ 'Cargo.toml': '[package]\nname = "a"\n', 'src/a.rs': '' }, 'src/lib.rs', () =>
      leftOut(at('src/a.rs'), { root: folder, args: [] }),
    ),
  },
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'CMakeLists.txt'].map((name): Reader => ({
    name: `python-world-${name}`,
    words: [
      'version_file = "a.py"',
      'write_to',
      'Extension(',
      'python_requires=',
      '<3',
      '[tool.mypy]',
      'exclude = ',
    ],
    read: ofFiles({ 'pyproject.toml': '' }, name, async (text) => {
      holes(pythonWorld, 'a.py', UNRESOLVED_PYTHON)(text);
      noPythonError(finding('a'), { path: at('a.py'), root: folder, text: () => text });
      mypyProject(folder, search)?.excludes(at('a/b.py'));
      await new SearchPaths(folder, listingOnDisk).refresh(new Set([at('a.py')]), new TimeSlices());
    }),
  })),
  {
    name: 'python-behind',
    words: [
      'from a import ',
      'import a',
      ' as ',
      'with ',
      'for ',
      ' in ',
      'class A(',
      'self.',
      ': ',
      '=',
      'return ',
    ],
    read: (text) => [
      behind(pythonPackages, [
        finding('x', 'reportUnnecessaryTypeIgnoreComment'),
        finding('x', 'no-any-return'),
        ...UNRESOLVED_PYTHON,
      ])(text),
      pythonPackages.installedFiles?.(text, at('a.py'), search),
    ],
  },
  ...[
    'mypy.ini',
    'tox.ini',
    'noxfile.py',
    'Makefile',
    '.pre-commit-config.yaml',
    '.github/workflows/a.yml',
  ].map((name): Reader => ({
    name: `mypy-${name}`,
    words: [...YAML, '[mypy]\n', 'exclude = (a+)+$', '--exclude a'],
    read: ofFiles({}, name, () => [
      evidenceOf(MYPY, folder, folder),
      mypyProject(folder, search)?.excludes(at(`${'a'.repeat(100)}/b.py`)),
    ]),
  })),
  {
    name: 'output-mypy',
    words: ['a.py:1:2: error: x', ': note: ', '  [a]', '1:2:3:4', '{"file":'],
    read: (text) => {
      const output = new MypyOutput(folder);
      for (const line of text.split('\n')) output.line(line);
      return output.conclude(2, text.split('\n').slice(-200));
    },
  },
  {
    name: 'typescript-behind',
    words: [
      'import {a} from "b"',
      'import ',
      'class A extends ',
      'interface A',
      'type A = ',
      'const {',
      '} = ',
      '"',
    ],
    read: behind(ecmascriptPackages, [
      finding("Unused '@ts-expect-error' directive.", 2578),
      finding("Property 'x' does not exist on type 'A'.", 2339),
      finding("Property 'x' does not exist on type '{ a: 1 }'.", 2339),
      finding("'a' is of type 'unknown'.", 18046),
      finding("Parameter 'a' implicitly has an 'any' type.", 7006),
    ]),
  },
  {
    name: 'eslint-behind',
    words: ['import ', 'export ', "'a'", 'require('],
    read: behind(eslintPackages, [finding('Unsafe use of error', '@typescript-eslint/no-unsafe-call')]),
  },
  ...['prisma/schema.prisma', 'codegen.yml', 'tsconfig.json', '.gitignore'].map((name): Reader => ({
    name: `typescript-world-${name}`,
    words: [...JSON_WORDS, 'output = "', 'generator a {', 'a/b:', './gen/a:'],
    read: ofFiles({ 'package.json': PACKAGE, 'tsconfig.json': '{}' }, name, (text) => [
      holes(typescriptWorld, 'a.ts', UNRESOLVED_TS)(text),
      orphanReason(at('a.ts'), at('tsconfig.json'), folder),
    ]),
  })),
  {
    name: 'typescript-scripts',
    words: [' --out ', ' -o ', '> ', '"', './gen/a'],
    read: (text) =>
      ofFiles(
        {},
        'package.json',
        holes(typescriptWorld, 'a.ts', UNRESOLVED_TS),
      )(JSON.stringify({ scripts: { generate: text } })),
  },
  {
    name: 'submodules',
    words: NAMES,
    read: ofFiles({}, '.gitmodules', () => emptySubmodules(folder, folder)),
  },
  ...['pyproject.toml', 'go.mod', 'Cargo.toml'].map((name): Reader => ({
    name: `installed-${name}`,
    words: NAMES,
    read: ofFiles({}, name, () => installedPlace(at('a/b.py'))),
  })),
  {
    name: 'composer',
    words: ['"packages":', '"autoload":', '"require":', '"a/b"', '"A\\\\"'],
    read: ofFiles({}, 'composer.json', () => phpPackages.uninstalled('A\\B', at('a.php'), search)),
  },
  {
    name: 'work-trees',
    words: ['[core]', 'bare', '= true', '[extensions]', 'objectformat'],
    read: ofFiles({ '.git/HEAD': 'ref: a', '.git/index': 'DIRC\0\0\0\x02\0\0\0\0' }, '.git/config', () => [
      Gitignore.above(folder).ignores(at('a'), false),
      filesInIndex({ own: at('.git'), common: at('.git') }, () => true),
    ]),
  },
  {
    name: 'loading-typescript',
    words: ['class A {', '@a', 'static', '=>', '{', 'if (', 'type A', '()'],
    read: (text) => isUsedAtLoad(text, text.length - 3, 'b'),
  },
  {
    name: 'created-files',
    words: ['declare global', 'class A', 'a.b', 'import ', '$', '\t'],
    read: (text) => concernedBy(new Map([[at('a.ts'), text]]))(text),
  },
];
