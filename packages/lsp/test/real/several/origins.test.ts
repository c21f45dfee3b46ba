import { expect, test } from 'bun:test';

import type { CheckReport } from '../../../src/types.ts';
import type { Lab } from '../../harness/lab.ts';
import { testWith } from '../needs.ts';
import { describeOrigins, told } from '../origins-suite.ts';
import { openReal } from '../real-lab.ts';

const define = testWith();

const TYPESCRIPT = {
  define,
  servers: ['typescript'],
  project: {
    'package.json': '{}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
  },
  old: { file: 'old.ts', text: 'export const wrong: number = "x";\n' },
  definition: {
    file: 'definition.ts',
    text: 'export const value = 1;\n',
    broken: 'export const value = "one";\n',
  },
  user: {
    file: 'user.ts',
    text: 'import { value } from "./definition.js";\n\nexport const wanted: number = value;\n',
  },
  blank: '\n',
  proposes: 'others',
} as const;

describeOrigins({ ...TYPESCRIPT, title: 'origins, TypeScript 5.9' });
describeOrigins({
  ...TYPESCRIPT,
  title: 'origins, TypeScript 7',
  links: { 'node_modules/typescript': 'typescript-v7' },
});
describeOrigins({
  title: 'origins, pyright',
  define,
  servers: ['pyright'],
  project: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' },
  old: { file: 'old.py', text: 'wrong: int = "x"\n' },
  definition: { file: 'definition.py', text: 'value = 1\n', broken: 'value = "one"\n' },
  user: { file: 'user.py', text: 'from definition import value\n\nwanted: int = value\n' },
  blank: '\n',
  proposes: 'others',
});
describeOrigins({
  title: 'origins, gopls',
  define: testWith('gopls', 'go'),
  servers: ['gopls'],
  project: {
    'go.mod': 'module example.com/demo\n\ngo 1.21\n',
    'definition/doc.go': '// Package definition is used.\npackage definition\n',
  },
  old: { file: 'old/old.go', text: 'package old\n\nvar Wrong int = "x"\n' },
  definition: {
    file: 'definition/definition.go',
    text: 'package definition\n\nvar Value = 1\n',
    broken: 'package definition\n\nvar Value = "one"\n',
  },
  user: {
    file: 'user/user.go',
    text: 'package user\n\nimport "example.com/demo/definition"\n\nvar Wanted int = definition.Value\n',
  },
  blank: '\n',
  proposes: 'others',
  // As with ty.
  reads: ['old/old.go'],
});
describeOrigins({
  title: 'origins, cargo',
  define: testWith('cargo'),
  servers: ['cargo'],
  project: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod definition;\npub mod old;\npub mod user;\n',
  },
  old: { file: 'src/old.rs', text: 'pub const WRONG: i32 = "x";\n' },
  definition: {
    file: 'src/definition.rs',
    text: 'pub const VALUE: i32 = 1;\n',
    broken: 'pub const VALUE: &str = "one";\n',
  },
  user: { file: 'src/user.rs', text: 'pub const WANTED: i32 = crate::definition::VALUE;\n' },
  blank: '\n',
  proposes: 'others',
  reads: ['src/old.rs'],
});
describeOrigins({
  title: 'origins, clangd',
  define: testWith('clangd'),
  servers: ['clangd'],
  project: { 'compile_flags.txt': '-xc++\n-std=c++17\n' },
  old: { file: 'old.cpp', text: 'int wrong = "x";\n' },
  definition: {
    file: 'definition.h',
    text: '#pragma once\nstruct Value { int value; };\n',
    broken: '#pragma once\nstruct Value { int renamed; };\n',
  },
  user: { file: 'user.cpp', text: '#include "definition.h"\nint wanted(Value v) { return v.value; }\n' },
  blank: '\n',
  // It reads headers from disk.
  proposes: 'itself',
  reads: ['user.cpp'],
});
describeOrigins({
  title: 'origins, ty',
  define: testWith('ty'),
  servers: ['ty'],
  project: { 'ty.toml': '' },
  old: { file: 'old.py', text: 'wrong: int = "x"\n' },
  definition: { file: 'definition.py', text: 'value: int = 1\n', broken: 'value: str = "one"\n' },
  user: { file: 'user.py', text: 'from definition import value\n\nwanted: int = value\n' },
  blank: '\n',
  proposes: 'others',
  // A first verdict of 300 ms leaves 50 ms for the question what stood before.
  reads: ['old.py'],
});
describeOrigins({
  title: 'origins, javac',
  define: testWith('javac'),
  servers: ['javac'],
  project: {},
  old: { file: 'demo/Old.java', text: 'package demo;\n\nclass Old {\n    int wrong = "x";\n}\n' },
  definition: {
    file: 'demo/Definition.java',
    text: 'package demo;\n\nclass Definition {\n    static int value = 1;\n}\n',
    broken: 'package demo;\n\nclass Definition {\n    static String value = "one";\n}\n',
  },
  user: {
    file: 'demo/User.java',
    text: 'package demo;\n\nclass User {\n    int wanted = Definition.value;\n}\n',
  },
  blank: '\n',
  proposes: 'others',
  reads: ['demo/Old.java'],
});

function write(lab: Lab, filePath: string, before: string, text: string): Promise<CheckReport> {
  lab.workspace.write(filePath, text);
  return lab.sidecar.request('lsp/check', {
    files: [{ filePath, before, text }],
    others: true,
    written: true,
    origins: true,
  });
}

test('origins, pyright: a change in one project breaks another one, whose process was not asked about the broken file', async () => {
  const definition = 'value: int = 1\n';
  await using lab = await openReal({
    servers: ['pyright'],
    files: {
      'lib/pyrightconfig.json': '{}',
      'lib/definition.py': definition,
      'lib/other.py': '',
      'app/pyrightconfig.json': '{"extraPaths":["../lib"]}',
      'app/user.py': 'from definition import value\n\nwanted: int = value\n',
      'app/other.py': '',
    },
  });
  for (const filePath of ['app/other.py', 'lib/other.py'])
    await lab.sidecar.request('lsp/check', { files: [{ filePath }], origins: true });
  const report = await write(lab, 'lib/definition.py', definition, 'value: str = "one"\n');
  expect(told(report.others)).toEqual({ 'app/user.py': ['edit'] });
});

test('origins, TypeScript: what a change of tsconfig.json breaks did not stand before, and a proposal of one does not claim to know', async () => {
  const loose =
    '{"compilerOptions":{"strict":false,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}';
  const strict = loose.replace('false', 'true');
  await using lab = await openReal({
    servers: ['typescript'],
    files: {
      'package.json': '{}',
      'tsconfig.json': loose,
      'a.ts': 'export const a = 1;\n',
      'b.ts': 'export function f(x) { return x; }\n',
    },
  });
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.ts' }], origins: true });
  expect(
    (
      await lab.sidecar.request('lsp/propose', {
        files: [{ filePath: 'tsconfig.json', text: strict }],
        others: true,
      })
    ).othersComplete,
  ).toBe(false);
  const report = await write(lab, 'tsconfig.json', loose, strict);
  expect(told(report.others)).toEqual({ 'b.ts': ['unknown'] });
});

test("origins, TypeScript: what a file has broken that is gone and that no import names stays the session's", async () => {
  await using lab = await openReal({
    servers: ['typescript'],
    files: {
      ...TYPESCRIPT.project,
      'made.d.ts': 'declare module "made:it" { export const made: number }\n',
      'user.ts': 'import { made } from "made:it";\n\nexport const wanted: number = made;\n',
      'else.ts': 'export const one = 1;\n',
    },
  });
  const edit = (text: string): Promise<CheckReport> => {
    lab.workspace.write('else.ts', text);
    return lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'else.ts', text }],
      written: true,
      others: true,
      origins: true,
    });
  };
  const open = async (): Promise<string[]> =>
    Object.keys((await lab.sidecar.request('lsp/session', {})).open);
  await edit('export const one = 2;\n');
  lab.workspace.remove('made.d.ts');
  const gone = await lab.sidecar.request('lsp/check', {
    files: [],
    deleted: ['made.d.ts'],
    written: true,
    others: true,
    origins: true,
  });
  expect(gone.others['user.ts']?.map(({ origin }) => origin)).toEqual([undefined]);
  expect(await open()).toEqual(['user.ts']);
  expect((await edit('export const one = 3;\n')).others['user.ts']?.map(({ origin }) => origin)).toEqual([
    'session',
  ]);
  expect(await open()).toEqual(['user.ts']);
});

test('REQ-FMT-090: what stood before in the first five other files does not hide what was caused in a later one', async () => {
  const old = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [
      `b${n}.ts`,
      'import { gone } from "./definition.js";\n\nexport const user = gone;\n',
    ]),
  );
  const { definition, user, project } = TYPESCRIPT;
  await using lab = await openReal({
    servers: ['typescript'],
    files: { ...project, ...old, [definition.file]: definition.text, [user.file]: user.text },
  });
  // The server is warm.
  await lab.sidecar.request('lsp/check', { files: [{ filePath: definition.file }], origins: true });
  lab.workspace.write(definition.file, definition.broken);
  const report: CheckReport = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: definition.file, before: definition.text, text: definition.broken }],
    others: true,
    written: true,
    origins: true,
  });
  expect(told(report.others)).toEqual({
    ...Object.fromEntries(Object.keys(old).map((file) => [file, ['before']])),
    [user.file]: ['edit'],
  });
});

test.each([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
])(
  'REQ-DIAG-010: %s: what breaks because a shell has moved a file away is not reported as having stood before',
  async (_, links) => {
    const { project, old, definition, user, servers } = TYPESCRIPT;
    await using lab = await openReal({
      servers: [...servers],
      files: {
        ...project,
        [old.file]: old.text,
        [definition.file]: definition.text,
        [user.file]: user.text,
        'z.ts': '',
      },
      links,
      config: { diagnosticTimeout: 30_000, otherFilesTimeout: 30_000 },
    });
    const edit = async (before: string, text: string): Promise<CheckReport> => {
      lab.workspace.write('z.ts', text);
      return lab.sidecar.request('lsp/check', {
        files: [{ filePath: 'z.ts', before, text }],
        others: text.length > 11,
        origins: true,
        written: true,
      });
    };
    await edit('', 'export {};\n');
    lab.workspace.remove(definition.file);
    lab.workspace.write('elsewhere.ts', definition.text);
    const { open, complete } = await lab.sidecar.request('lsp/session', {});
    expect([
      Object.entries(open).map(([file, list]) => [file, list.map(({ code }) => code)]),
      complete,
    ]).toEqual([[[user.file, [2307]]], false]);
    const { others } = await edit('export {};\n', 'export {};\n\n');
    // A busy machine may leave the origin out.
    expect(others[user.file]?.map(({ code, origin }) => [code, origin === 'before'])).toEqual([
      [2307, false],
    ]);
  },
);
