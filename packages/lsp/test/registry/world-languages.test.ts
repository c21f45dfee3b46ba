import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

import { createSearch } from '../../src/backend/program/search.ts';
import type { WorldTraits } from '../../src/backend/world.ts';
import { cppWorld } from '../../src/languages/cpp/world.ts';
import { goWorld } from '../../src/languages/go/world.ts';
import { denoPackages } from '../../src/languages/presets/deno-packages.ts';
import { pythonWorld } from '../../src/languages/python/world.ts';
import { rustWorld } from '../../src/languages/rust/world.ts';
import { ecmascriptPackages } from '../../src/languages/typescript/packages.ts';
import { typescriptWorld } from '../../src/languages/typescript/world.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { Diagnostic } from '../../src/types.ts';
import { cleanUp, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

const finding = (message: string, code?: number | string): Diagnostic => ({
  ...{ file: 'a', line: 1, character: 1, severity: 'error', message },
  ...(code !== undefined && { code }),
});

/** `file what -> command: errors`. */
function check(
  world: WorldTraits,
  files: Record<string, Entry>,
  file: string,
  findings: readonly Diagnostic[],
  want: readonly string[],
): void {
  const root = workspace({ [file]: '', ...files });
  const search = createSearch({ workspaceRoot: root, node: process.execPath });
  const filesOf = (endings: readonly string[]): string[] =>
    Object.keys(files)
      .filter((name) => endings.some((ending) => name.endsWith(ending)))
      .map((name) => join(root, name));
  const found = world
    .holes(join(root, file) as AdmittedPath, findings, { search, filesOf, text: () => '' })
    .map(
      ({ file: at, what, command, findings: following }) =>
        `${at.slice(root.length + 1)} ${what} -> ${command ?? 'nothing'}: ${following.length}`,
    );
  expect(found).toEqual([...want]);
}

const unresolved = (module: string): Diagnostic =>
  finding(`Import "${module}" could not be resolved`, 'reportMissingImports');
const unimported = (path: string, why = 'no required module provides package "x"'): Diagnostic =>
  finding(`could not import ${path} (${why})`, 'BrokenImport');
const unfound = (header: string): Diagnostic => finding(`'${header}' file not found`, 'pp_file_not_found');

describe('Python', () => {
  const project = '[tool.setuptools_scm]\nversion_file = "src/acme/_version.py"\n';

  test('the version that a build writes, an extension that it compiles, and no other module', () => {
    check(
      pythonWorld,
      { 'pyproject.toml': project, 'src/acme/_fast.pyx': '' },
      'src/acme/a.py',
      [unresolved('._version'), unresolved('acme._fast'), unresolved('._fats'), unresolved('nowhere')],
      [
        'pyproject.toml has not made src/acme/_version.py yet -> pip install -e .: 1',
        'pyproject.toml has not compiled src/acme/_fast.pyx yet -> pip install -e .: 1',
      ],
    );
  });

  for (const [name, files, module, command] of [
    [
      'maturin',
      {
        'pyproject.toml':
          '[build-system]\nbuild-backend = "maturin"\n[tool.maturin]\nmodule-name = "acme._native"\n',
      },
      'acme._native',
      'maturin develop',
    ],
    [
      'setuptools',
      { 'setup.py': 'import setuptools\nExtension("acme._speed", ["a.c"])' },
      'acme._speed',
      'pip install -e .',
    ],
    [
      'CMake',
      { 'pyproject.toml': '[project]\n', 'CMakeLists.txt': 'pybind11_add_module(_core a.cpp)' },
      'acme._core',
      'pip install -e .',
    ],
  ] as const)
    test(`a module that ${name} compiles`, () => {
      const [file = ''] = Object.keys(files);
      check(
        pythonWorld,
        files,
        'acme/a.py',
        [unresolved(module), unresolved('acme._other')],
        [`${file} has not compiled the module ${module.slice(5)} yet -> ${command}: 1`],
      );
    });

  test('settings of pyright that are no JSON, or that name what is not there', () => {
    check(
      pythonWorld,
      { 'pyrightconfig.json': '{ "strict": [' },
      'a.py',
      [],
      ['pyrightconfig.json is no valid JSON, so its settings are not known -> nothing: 0'],
    );
    check(
      pythonWorld,
      { 'pyrightconfig.json': '{ "extends": "../no.json", "venvPath": ".", "venv": "env" }' },
      'a.py',
      [],
      [
        'pyrightconfig.json extends "../no.json", which is not there -> nothing: 0',
        'pyrightconfig.json names the environment "env", which is not there -> nothing: 0',
      ],
    );
    check(
      pythonWorld,
      { 'pyproject.toml': '[project\n' },
      'a.py',
      [],
      ['pyproject.toml is no valid TOML, so its settings are not known -> nothing: 0'],
    );
    check(pythonWorld, { 'pyproject.toml': '[project]\nname = "x"\n' }, 'a.py', [], []);
  });

  test('a module of a repository that is not checked out', () => {
    check(
      pythonWorld,
      { '.gitmodules': '[submodule "a"]\n\tpath = third/lib\n\turl = ../lib.git\n' },
      'a.py',
      [unresolved('third.lib.core'), unresolved('third.other')],
      ['.gitmodules names third/lib, which is not checked out -> git submodule update --init: 1'],
    );
  });
});

describe('what git ignores, and nothing has made', () => {
  const ignored = (...lines: string[]): Record<string, Entry> => ({
    '.git/HEAD': '',
    '.gitignore': lines.join('\n'),
  });

  test('modules of Python', () => {
    check(
      pythonWorld,
      { ...ignored('_build.py', '/acme/gen/'), 'pyproject.toml': '', 'acme/__init__.py': '' },
      'acme/a.py',
      [unresolved('._build'), unresolved('acme.gen.client'), unresolved('._bild')],
      [
        'pyproject.toml has not made acme/_build.py yet, which git ignores -> nothing: 1',
        'pyproject.toml has not made acme/gen yet, which git ignores -> nothing: 1',
      ],
    );
  });

  test('packages of Go', () => {
    check(
      goWorld,
      { ...ignored('/internal/mocks/'), 'go.mod': 'module example.com/app\n\ngo 1.21\n' },
      'a.go',
      [unimported('example.com/app/internal/mocks'), unimported('example.com/app/internal/moks')],
      ['go.mod has not made internal/mocks yet, which git ignores -> nothing: 1'],
    );
  });

  test('modules of Rust', () => {
    check(
      rustWorld,
      { ...ignored('/src/schema.rs'), 'Cargo.toml': '' },
      'src/lib.rs',
      [finding('file not found for module `schema`'), finding('file not found for module `shema`')],
      ['Cargo.toml has not made src/schema.rs yet, which git ignores -> nothing: 1'],
    );
  });

  test('modules of TypeScript, by the script that makes them', () => {
    check(
      typescriptWorld,
      {
        ...ignored('/src/client/', '*.js', '*.d.ts'),
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        'package.json': JSON.stringify({
          scripts: {
            api: 'openapi-typescript a.yaml -o src/api.d.ts',
            generate: 'orval',
            start: 'node src/b.js',
          },
        }),
      },
      'src/a.ts',
      ['./api', './client/users', '@/client/orders', './b.js', './apis', '@acme/client'].map((module) =>
        finding(`Cannot find module '${module}' or its corresponding type declarations.`, 2307),
      ),
      [
        'package.json has not made src/api.d.ts yet -> npm run api: 1',
        'package.json has not made src/client yet, which git ignores -> npm run generate: 2',
      ],
    );
  });
});

describe('Go', () => {
  const mod = { 'go.mod': 'module example.com/app\n\ngo 1.21\n' };

  test('stubs of protocol buffers, by their go_package', () => {
    const proto = 'option go_package = "example.com/app/gen/user;user";\n';
    check(
      goWorld,
      { ...mod, 'proto/user.proto': proto },
      'a.go',
      [unimported('example.com/app/gen/user'), unimported('example.com/app/gen/order')],
      ['proto/user.proto has no stubs for Go yet -> protoc --go_out=. --go-grpc_out=. user.proto: 1'],
    );
  });

  test('a name that a shell would take for more is in no command', () => {
    const proto = 'option go_package = "example.com/app/gen";\n';
    check(
      goWorld,
      { ...mod, 'a;b.proto': proto },
      'a.go',
      [unimported('example.com/app/gen')],
      ['a;b.proto has no stubs for Go yet -> nothing: 1'],
    );
  });

  test('packages that sqlc or go generate make', () => {
    check(
      goWorld,
      {
        ...mod,
        'sqlc.yaml': 'out: "internal/db"\n',
        'api/api.go': '//go:generate mockgen -destination=mocks/api.go . API\npackage api\n',
      },
      'a.go',
      ['internal/db', 'api/mocks', 'api/mock'].map((path) => unimported(`example.com/app/${path}`)),
      [
        'sqlc.yaml has not made internal/db yet -> sqlc generate: 1',
        'api/api.go has not made api/mocks yet -> go generate: 1',
      ],
    );
  });

  test('files to embed that a build makes', () => {
    const patterns = ['all:dist', 'pages/*.html'].map((each) =>
      finding(`pattern ${each}: no matching files found`),
    );
    check(goWorld, { ...mod, 'web/package.json': '{}' }, 'web/a.go', patterns, [
      'web/package.json has not made dist yet -> npm run build: 1',
    ]);
    // Nothing shows that a build makes it.
    check(goWorld, mod, 'web/a.go', patterns, []);
  });

  test('a module that go.mod replaces by a folder that is not there', () => {
    check(
      goWorld,
      {
        'go.mod': 'module a\nrequire b.c/d v0.0.0\nreplace (\n\tb.c/d => ../d\n\tb.c/e => ./e\n)\n',
        'e/go.mod': '',
      },
      'a.go',
      ['b.c/d/x', 'b.c/e/x', 'b.c/dd'].map((path) => unimported(path)),
      ['go.mod replaces b.c/d by ../d, which is no module on this disk -> nothing: 1'],
    );
  });

  test('a Go that is not here, a manifest in a merge', () => {
    const hole = (text: string, files: Record<string, Entry> = {}): string[] =>
      goWorld
        .holes(join(workspace({ 'go.mod': text, 'a.go': '', ...files }), 'a.go') as AdmittedPath, [], {
          search: createSearch({ workspaceRoot: '/', node: process.execPath }),
          filesOf: () => [],
          text: () => '',
        })
        .map(({ what }) => what);
    expect(hole('module a\n<<<<<<< HEAD\n')).toEqual(['has marks of a merge: nothing is loaded']);
    if (Bun.which('go') !== null)
      expect(hole('module a\n\ngo 1.999\n')[0]).toMatch(/^needs Go 1\.999, and Go 1/);
    expect(hole('module a\n\ngo 1.13\n')).toEqual([]);
  });

  test('go.sum, go.work and vendor that do not fit', () => {
    check(
      goWorld,
      mod,
      'a.go',
      [unimported('b.c/d', 'missing go.sum entry for module providing package b.c/d')],
      ['go.mod requires modules that go.sum has no entries for -> go mod tidy: 1'],
    );
    check(
      goWorld,
      { 'go.work': 'go 1.21\nuse ./one\nuse ./two\n', 'one/go.mod': 'module one\n' },
      'one/a.go',
      [],
      ['go.work uses ./two, which is no module on this disk: nothing is loaded -> nothing: 0'],
    );
    const requires = 'module a\nrequire (\n\tb.c/d v1.0.0\n)\n';
    check(
      goWorld,
      { 'go.mod': requires, 'vendor/modules.txt': '# b.c/d v1.1.0\n' },
      'a.go',
      [],
      [
        'go.mod requires b.c/d, which vendor/modules.txt does not have: nothing is loaded -> go mod vendor: 0',
      ],
    );
    check(
      goWorld,
      { 'go.mod': requires, 'vendor/modules.txt': '# b.c/d v1.0.0\n## explicit\n' },
      'a.go',
      [],
      [],
    );
  });
});

describe('C and C++', () => {
  const lists = { 'CMakeLists.txt': 'project(x)\n', 'compile_commands.json': '[]' };
  const build = 'cmake -S . -B build && cmake --build build';

  test('a header that CMake configures declares what its template names, and no more', () => {
    check(
      cppWorld,
      { ...lists, 'src/version.h.in': '#define VERSION "@V@"\n' },
      'src/a.cpp',
      [
        unfound('version.h'),
        finding("use of undeclared identifier 'VERSION'", 'undeclared_var_use'),
        finding("use of undeclared identifier 'VERSON'", 'undeclared_var_use'),
        unfound('versions.h'),
      ],
      [`CMakeLists.txt has not made version.h of src/version.h.in yet -> ${build}: 2`],
    );
  });

  test('headers of generators', () => {
    check(
      cppWorld,
      { ...lists, 'p/user.proto': '', 'ui/main.ui': '', 'parse.y': '' },
      'a.cpp',
      ['p/user.pb.h', 'ui_main.h', 'parse.tab.h', 'order.pb.h'].map(unfound),
      [
        `CMakeLists.txt has not made user.pb.h of p/user.proto yet -> ${build}: 1`,
        `CMakeLists.txt has not made ui_main.h of ui/main.ui yet -> ${build}: 1`,
        `CMakeLists.txt has not made parse.tab.h of parse.y yet -> ${build}: 1`,
      ],
    );
  });

  test('headers of a repository that is not checked out', () => {
    check(
      cppWorld,
      {
        ...lists,
        '.gitmodules': '[submodule "j"]\n path = ext/json\n url = https://h.example/nlohmann/json.git\n',
      },
      'a.cpp',
      [unfound('nlohmann/json.hpp'), unfound('jsonic/a.hpp')],
      ['.gitmodules names ext/json, which is not checked out -> git submodule update --init: 1'],
    );
  });
});

test('Rust: the build script that fails is named, with what it says', () => {
  const output = (at: string): string =>
    `error: failed to run custom build command for \`${at}\`\n\nCaused by:\n  --- stderr\n\n  thread 'main' (7) panicked at build.rs:1:1:\n  no protoc\n  stack backtrace:\n`;
  expect(rustWorld.holeOfProject?.(output('b v0.1.0 (/w/b)'), '/w')).toEqual({
    file: '/w/b/Cargo.toml',
    what: 'has a build script that fails, nothing of b is compiled: no protoc',
  });
  expect(rustWorld.holeOfProject?.(output('prost v0.1.0'), '/w')).toEqual({
    file: '/w/Cargo.toml',
    what: 'needs prost, whose build script fails: no protoc',
  });
});

test('Rust: why Cargo resolves nothing, with its causes', () => {
  const what = (output: string): string | undefined => rustWorld.holeOfProject?.(output, '/w')?.what;
  expect(
    what(
      'error: failed to load manifest for workspace member `/w/one`\n\nCaused by:\n  failed to parse manifest at `/w/one/Cargo.toml`\n\nCaused by:\n  `dependency.shared` was not found in `workspace.dependencies`\n',
    ),
  ).toBe(
    'cannot be resolved, nothing is compiled: failed to load manifest for workspace member `/w/one`; failed to parse manifest at `/w/one/Cargo.toml`; `dependency.shared` was not found in `workspace.dependencies`',
  );
  expect(
    what('error: rustc 1.80.0 is not supported by the following package:\n  a@0.1.0 requires rustc 1.999\n'),
  ).toContain('a@0.1.0 requires rustc 1.999');
  expect(what("error: toolchain '1.2.3-x' is not installed\n")).toContain('1.2.3-x');
});

test('Deno: what is not fetched, by the entry that fetches it', () => {
  const root = workspace({ 'deno.json': '{}', 'src/main.ts': '' });
  const search = createSearch({ workspaceRoot: root, node: process.execPath });
  const modules = [
    finding('JSR package "@std/path@1" is not installed or doesn\'t exist.', 'not-installed-jsr'),
    finding('Uncached or missing remote URL: https://a.example/x.ts', 'no-cache'),
    finding('Unable to load a local module: file:///a.ts', 'no-local'),
  ].map((each) => denoPackages.missingModules(each));
  expect(modules).toEqual([['@std/path@1'], ['https://a.example/x.ts'], []]);
  expect(denoPackages.uninstalled('x', join(root, 'src/main.ts') as AdmittedPath, search)).toEqual({
    manifest: join(root, 'deno.json'),
    install: 'deno install --entrypoint src/main.ts',
  });
});

describe('TypeScript', () => {
  test('a member of a base in a package that is not installed, through the project itself', () => {
    const root = workspace({
      'package.json': '{ "dependencies": { "react": "^19" } }',
      'src/base.ts':
        'import { Component } from "react";\nexport class Base extends Component<{ a: string }> {}\n',
      'src/a.ts': '',
    });
    const search = createSearch({ workspaceRoot: root, node: process.execPath });
    const text =
      'import { Base } from "./base.js";\nclass Own {}\nclass Page extends Base implements Own {}\ninterface P extends Own {}\n';
    const behind = (code: number, message: string): string | undefined =>
      ecmascriptPackages.behind?.(
        finding(message, code),
        text,
        join(root, 'src/a.ts') as AdmittedPath,
        search,
      )?.module;
    expect([
      behind(2339, "Property 'props' does not exist on type 'Page'."),
      behind(
        4112,
        "This member cannot have an 'override' modifier because its containing class 'Page' does not extend another class.",
      ),
      behind(2339, "Property 'props' does not exist on type 'Own'."),
      behind(2353, "Object literal may only specify known properties, and 'b' does not exist in type 'P'."),
      behind(2322, "Type 'string' is not assignable to type 'Page'."),
    ]).toEqual(['react', 'react', undefined, undefined, undefined]);
  });

  const missing = (module: string): Diagnostic =>
    finding(`Cannot find module '${module}' or its corresponding type declarations.`, 2307);

  test('a linked package whose build has not run', () => {
    const manifest = {
      main: './dist/index.js',
      exports: { '.': { types: './dist/index.d.ts' }, './sub/*': './dist/sub/*.js', './own': './own.ts' },
      scripts: { build: 'tsc' },
    };
    check(
      typescriptWorld,
      {
        'package.json': '{}',
        'packages/lib/package.json': JSON.stringify(manifest),
        'packages/lib/own.ts': '',
        'node_modules/lib': { link: '../packages/lib' },
      },
      'src/a.ts',
      ['lib', 'lib/sub/one', 'lib/own', 'lib/no'].map(missing),
      ['packages/lib/package.json names ./dist/index.d.ts, which is not built yet -> npm run build: 2'],
    );
  });

  test("under Plug'n'Play nothing shows that a package is missing", () => {
    check(
      typescriptWorld,
      {
        '.pnp.cjs': '',
        'tsconfig.json': '{ "extends": "@tsconfig/node20", "compilerOptions": { "types": ["jest"] } }',
      },
      'a.ts',
      [finding("Cannot find name 'describe'.", 2582)],
      [],
    );
  });

  test('values that no compiler takes, and what depends on them', () => {
    check(
      typescriptWorld,
      {
        'tsconfig.json':
          '{ "compilerOptions": { "lib": ["domm"], "types": ["nowhere"] }, "files": ["gone.ts"] }',
      },
      'a.ts',
      [finding("Cannot find name 'document'.", 2584), finding("Cannot find name 'undeclared'.", 2304)],
      [
        'tsconfig.json sets "lib" to "domm", which TypeScript does not know -> nothing: 1',
        'tsconfig.json names the types "nowhere", which are not installed -> nothing: 0',
        'tsconfig.json names "gone.ts", which is not there -> nothing: 0',
      ],
    );
  });
});

describe('TypeScript: what depends on a call of a package that is not installed', () => {
  const search = (root: string) => createSearch({ workspaceRoot: root, node: process.execPath });
  const files = {
    'package.json': '{ "dependencies": { "axios": "^1", "pinia": "^3" } }',
    'a.ts': '',
  };

  test.each<[title: string, code: string, module: string | undefined]>([
    ['a guard', 'if (error instanceof AxiosError) return @error.a;', 'axios'],
    ['a block', 'if (axios.isAxiosError(error)) { log(1); if (b) { c(); } return @error.a; }', 'axios'],
    [
      'a guard that ends the function',
      'if (!axios.isAxiosError(error)) throw error;\nreturn @error.a;',
      'axios',
    ],
    ['a condition', 'return axios.isAxiosError(error) && @error.a;', 'axios'],
    ['behind the guard', 'if (error instanceof AxiosError) return 1;\nreturn @error.a;', undefined],
    ['behind the block', 'if (error instanceof AxiosError) { return 1; }\nreturn @error.a;', undefined],
    ['another guard', 'if (own(error)) return @error.a;', undefined],
    ['no guard', 'return @error.a;', undefined],
  ])('%s', (_, code, module) => {
    const root = workspace(files);
    const before = 'import axios, { AxiosError } from "axios";\nimport { own } from "./own";\n';
    const at = (before + code).slice(0, (before + code).indexOf('@'));
    const line = at.split('\n').length;
    const character = at.length - at.lastIndexOf('\n');
    const found = { ...finding("'error' is of type 'unknown'.", 18046), line, character };
    const text = (before + code).replace('@', '');
    expect(
      ecmascriptPackages.behind?.(found, text, join(root, 'a.ts') as AdmittedPath, search(root))?.module,
    ).toBe(module);
  });

  test('this in the object that a call is given, and in another one', () => {
    const root = workspace(files);
    const text =
      'import { defineStore } from "pinia";\nexport const s = defineStore("a", { actions: { add() { if (this.a) this.b; } } });\nconst o = { f() { this.c; } };\n';
    const module = (name: string): string | undefined => {
      const [line = 0, character = 0] = text
        .split('\n')
        .flatMap((each, index) =>
          each.includes(`this.${name}`) ? [index + 1, each.indexOf(`this.${name}`) + 6] : [],
        );
      const found = finding(`Property '${name}' does not exist on type '{ add(): void; }'.`, 2339);
      return ecmascriptPackages.behind?.(
        { ...found, line, character },
        text,
        join(root, 'a.ts') as AdmittedPath,
        search(root),
      )?.module;
    };
    expect([module('a'), module('b'), module('c')]).toEqual(['pinia', 'pinia', undefined]);
  });
});
