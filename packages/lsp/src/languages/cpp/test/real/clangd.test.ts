import { expect } from 'bun:test';
import { chmodSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckFileParams, CheckReport } from '../../../../types.ts';
import { outcomes, type Lab } from '../../../../../test/harness/lab.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal, rows } from '../../../../../test/real/real-lab.ts';

const test = testWith('clangd');

const ONE = '#pragma once\nint value(int);\n';
const TWO = '#pragma once\nint value(int, int);\n';
const USER = '#include "value.h"\nint use(void) { return value(1); }\n';
const WRONG = 'int *wrong = 1.5;\n';

const NO_POINTER =
  "1:6 typecheck_convert_incompatible Initializing 'int *' with an expression of incompatible type 'double'";
const TOO_FEW = '2:31 typecheck_call_too_few_args Too few arguments to function call, expected 2, have 1';

const PROJECT = { 'compile_flags.txt': '-Wall\n', 'value.h': ONE, 'user.c': USER };

let lab: Lab;
test.beforeAll(async () => {
  lab = await openReal({ servers: ['clangd'], files: PROJECT });
});
test.afterAll(() => lab[Symbol.asyncDispose]());

interface Changes {
  created?: boolean;
  deleted?: string[];
  /** Of another lab than the one that most tests share. */
  of?: Lab;
}

/** Writes files as the tools do, and asks about them and all others in one question. */
async function check(
  files: Record<string, string>,
  { created = false, deleted = [], of = lab }: Changes = {},
): Promise<CheckReport> {
  const asked = Object.entries(files).map(([filePath, text]): CheckFileParams => {
    of.workspace.write(filePath, text);
    return { filePath, text, ...(created ? { created } : {}) };
  });
  const report = await of.sidecar.request('lsp/check', { files: asked, deleted, others: true });
  expect([
    Object.values(outcomes(report)).filter((outcome) => outcome !== 'complete'),
    report.othersComplete,
  ]).toEqual([[], true]);
  return report;
}

async function expectReport(
  report: Promise<CheckReport>,
  files: Record<string, string[]>,
  others: Record<string, string[]> = {},
): Promise<void> {
  const { files: own, others: rest } = await report;
  expect({ files: found(own), others: found(rest) }).toEqual({ files, others });
}

test('REQ-DIAG-010 REQ-TIME-030 REQ-FMT-080: cold, exactly the error that is there is reported, and a clean file is clean', async () => {
  const { files } = await check(
    { 'cold.c': WRONG, 'clean.c': 'int clean;\n', 'empty.c': '' },
    { created: true },
  );
  expect(files).toEqual({
    'cold.c': [
      {
        file: 'cold.c',
        line: 1,
        character: 6,
        endLine: 1,
        endCharacter: 11,
        severity: 'error',
        message: "Initializing 'int *' with an expression of incompatible type 'double'",
        code: 'typecheck_convert_incompatible',
        source: 'clang',
      },
    ],
    'clean.c': [],
    'empty.c': [],
  });
});

test('REQ-DIAG-010: every breaking and mending edit has its own result, and so has a text that did not change', async () => {
  for (let round = 0; round < 5; round += 1) {
    await expectReport(check({ 'cold.c': 'int mended;\n' }), {});
    await expectReport(check({ 'cold.c': WRONG }), { 'cold.c': [NO_POINTER] });
    await expectReport(check({ 'cold.c': WRONG }), { 'cold.c': [NO_POINTER] });
  }
  await expectReport(check({ 'cold.c': '' }), {});
});

test('REQ-TIME-060: an edit of the includes is judged by the new ones', async () => {
  await expectReport(check({ 'user.c': USER }), {});
  for (let round = 0; round < 5; round += 1) {
    await expectReport(check({ 'user.c': USER.replace('#include "value.h"', '') }), {
      'user.c': [expect.stringContaining("Call to undeclared function 'value'")],
    });
    await expectReport(check({ 'user.c': USER }), {});
    await expectReport(check({ 'user.c': `#include "nowhere.h"\n${USER}` }), {
      'user.c': ["1:10 pp_file_not_found 'nowhere.h' file not found"],
    });
    await expectReport(check({ 'user.c': USER }), {});
  }
});

test('REQ-DIAG-040 REQ-DIAG-045: that a header breaks an open file that includes it is reported, and that one mends it too', async () => {
  await expectReport(check({ 'user.c': USER }), {});
  for (let round = 0; round < 3; round += 1) {
    await expectReport(check({ 'value.h': TWO }), {}, { 'user.c': [TOO_FEW] });
    expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'user.c': [TOO_FEW] });
    expect(found({ 'user.c': await lab.checkFile('user.c') })).toEqual({ 'user.c': [TOO_FEW] });
    await expectReport(check({ 'value.h': ONE }), {});
    expect(await lab.checkFile('user.c')).toEqual([]);
  }
});

test('REQ-DIAG-040 REQ-DIAG-045 REQ-KNOWN-020: that a header breaks what nobody opened is reported, also through another header, and that one mends it too', async () => {
  const through = '#include "../through.h"\nint far(void) { return value(1); }\n';
  const files = {
    ...PROJECT,
    'through.h': '#pragma once\n#include "value.h"\n',
    'sub dir/far.c': through,
    'none.c': 'int value(int);\nint none(void) { return value(1); }\n',
  };
  await using other = await openReal({ servers: ['clangd'], files });
  for (let round = 0; round < 3; round += 1) {
    const broken = { 'user.c': [TOO_FEW], 'sub dir/far.c': [TOO_FEW] };
    await expectReport(check({ 'value.h': TWO }, { of: other }), {}, broken);
    expect(found(await other.sidecar.request('lsp/diagnostics', {}))).toEqual(broken);
    await expectReport(check({ 'value.h': ONE }, { of: other }), {});
  }
  expect(await other.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-DIAG-010: an error in the body of a function in a header is reported, whichever file includes it', async () => {
  const inline = (name: string): string => `static inline int half(int n) { return ${name} / 2; }\n`;
  await using other = await openReal({
    servers: ['clangd'],
    files: {
      'compile_flags.txt': '-Wall\n',
      'half.h': inline('n'),
      'main.c': '#include "half.h"\nint four(void) { return half(8); }\n',
    },
  });
  await expectReport(
    check({ 'main.c': '#include "half.h"\nint four(void) { return half(9); }\n' }, { of: other }),
    {},
  );
  const undeclared = { 'half.h': [expect.stringContaining("Use of undeclared identifier 'm'") as string] };
  const { files } = await check({ 'half.h': inline('m') }, { of: other });
  expect(found(files)).toEqual(undeclared);
});

test('REQ-DIAG-017: a patch is judged as a whole, whichever of its files comes first', async () => {
  for (let round = 0; round < 2; round += 1) {
    await expectReport(check({ 'user.c': `${USER}// ${round}\n`, 'value.h': TWO }), { 'user.c': [TOO_FEW] });
    await expectReport(check({ 'user.c': USER, 'value.h': ONE }), {});
  }
});

test('REQ-DIAG-010: a header that is created mends those that include it, and one that is deleted breaks them', async () => {
  const includes = '#include "late.h"\nint late_user;\n';
  await expectReport(check({ 'late.c': includes }, { created: true }), {
    'late.c': ["1:10 pp_file_not_found 'late.h' file not found"],
  });
  await expectReport(check({ 'late.h': '#define LATE 1\n' }, { created: true }), {});
  await expectReport(check({ 'late.c': `${includes}// again\n` }), {});
  lab.workspace.remove('late.h');
  await expectReport(check({ 'late.c': includes }, { deleted: ['late.h'] }), {
    'late.c': ["1:10 pp_file_not_found 'late.h' file not found"],
  });
  lab.workspace.remove('late.c');
  await expectReport(check({}, { deleted: ['late.c'] }), {});
});

test('REQ-KNOWN-010: what a shell changed on disk behind open documents is judged, not what they were', async () => {
  await expectReport(check({ 'value.h': ONE, 'user.c': USER }), {});
  lab.workspace.write('value.h', TWO);
  expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'user.c': [TOO_FEW] });
  lab.workspace.write('value.h', ONE);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-FMT-080: each language is compiled as itself; columns are UTF-16, whatever ends a line', async () => {
  const table: Record<string, [text: string, first: string | undefined]> = {
    'emoji.c': [
      'char *s = "🎉é"; int n = nowhere;\n',
      "1:26 undeclared_var_use Use of undeclared identifier 'nowhere'",
    ],
    'crlf.c': [
      'int a;\r\n// 日本\r\nint n = nowhere;\r\n',
      "3:9 undeclared_var_use Use of undeclared identifier 'nowhere'",
    ],
    'bom.c': ['\uFEFFint n = nowhere;\n', "1:9 undeclared_var_use Use of undeclared identifier 'nowhere'"],
    'syntax.c': ['int f( {\n', "1:8 expected Expected ')'"],
    'class.cpp': [
      'class A { int n; };\nint f(A a) { return a.n; }\n',
      "2:23 access 'n' is a private member of 'A'",
    ],
    'class.hpp': [
      '#pragma once\nclass B {};\nint g(B b) { return b.n; }\n',
      "3:23 no_member No member named 'n' in 'B'",
    ],
    'what# é 日本🎉.cc': [
      'int n = nullptr;\n',
      "1:5 init_conversion_failed Cannot initialize a variable of type 'int' with an rvalue of type 'std::nullptr_t'",
    ],
    'object.m': [
      '@interface A\n@end\nint f(A *a) { return a.nothing; }\n',
      "3:24 property_not_found Property 'nothing' not found on object of type 'A *'",
    ],
    'clean.cxx': ['template <typename T> T same(T t) { return t; }\n', undefined],
  };
  const { files } = await check(
    Object.fromEntries(Object.entries(table).map(([name, [text]]) => [name, text])),
    { created: true },
  );
  expect(Object.entries(found(files)).map(([name, [first]]) => [name, first])).toEqual(
    Object.entries(table).flatMap(([name, [, want]]) => (want === undefined ? [] : [[name, want]])),
  );
  for (const name of Object.keys(table)) lab.workspace.remove(name);
  await expectReport(check({}, { deleted: Object.keys(table) }), {});
});

test('REQ-FMT-065: the flags of the project count, and warnings are warnings', async () => {
  await using other = await openReal({
    servers: ['clangd'],
    files: {
      'build/compile_commands.json': '[]',
      'strict/compile_flags.txt': '-Wall\n-Werror\n',
      'lax/compile_flags.txt': '-Wall\n',
    },
    config: { includeSeverities: ['error', 'warning'] },
  });
  const unused = 'static int unused(void) { return 1; }\n';
  const { files, servers } = await check(
    { 'strict/a.c': unused, 'lax/a.c': unused },
    { created: true, of: other },
  );
  expect(Object.values(files).map((list) => list.map(({ severity, line }) => [severity, line]))).toEqual([
    [['error', 1]],
    [['warning', 1]],
  ]);
  expect(servers.map(({ root }) => root)).toEqual(['lax', 'strict']);
});

test('REQ-DIAG-010: without a compilation database, headers are found in the usual folders and in those that build files name', async () => {
  await using other = await openReal({
    servers: ['clangd'],
    name: 'without one',
    files: {
      Makefile: 'CFLAGS = -Wall -Ithird/one -I../outside -I$(PREFIX)/include\n',
      'CMakeLists.txt': 'include_directories(SYSTEM "${CMAKE_CURRENT_SOURCE_DIR}/third/two" ${OTHER})\n',
      'include/api/api.h': 'int api(int);\n',
      'third/one/one.h': 'int one(int);\n',
      'third/two/two.h': 'int two(int);\n',
      'hidden/hidden.h': 'int hidden(int);\n',
    },
  });
  const includes = '#include "api/api.h"\n#include <one.h>\n#include <two.h>\n';
  const use = 'int use(void) { return api(1) + one(2) + two(3); }\n';
  const first = check(
    { 'src/a.c': includes + use, 'src/b.c': '#include <hidden.h>\n' },
    { created: true, of: other },
  );
  // The header is in the workspace: how its user is compiled is what is not known.
  await expectReport(first, {});
  expect((await first).holes).toMatchObject([{ file: 'CMakeLists.txt', errors: 1 }]);
  await expectReport(check({ 'src/a.c': includes + use.replace('one(2)', 'one()') }, { of: other }), {
    'src/a.c': [expect.stringContaining('Too few arguments')],
  });
  other.workspace.write('Makefile', 'CFLAGS = -Wall -Ithird/one -Ihidden\n');
  await expectReport(check({ 'src/a.c': includes + use }, { of: other }), {});
  await expectReport(check({ 'src/b.c': '#include <hidden.h>\nint user = hidden();\n' }, { of: other }), {
    'src/b.c': [expect.stringContaining('Too few arguments')],
  });
  expect(await rows(other, 'clangd')).toHaveLength(1);
});

/** Words of its macros are read where they stand in the file. */
const swapping = (name: string): string => `#pragma once
void ${name}(void *);
#define SWAP(q) ((((q) >> 24) & 0xff) + (((q) >> 8) & 0xff00) + \\
                    (((q) & 0xff00) << 8) + (((q) & 0xff) << 24))
`;
const swapped = (name: string): string => `#include "swap.h"
unsigned long use(unsigned long hold) { void (*f)(void *) = ${name}; f(0); return SWAP(hold); }
`;

test('REQ-DIAG-017: a patch of a header and of what includes it does not make clangd read a macro at its former place', async () => {
  using programs = new Workspace({
    clangd: `#!/bin/sh\nulimit -v 4000000\nexec "${Bun.which('clangd') ?? ''}" "$@"\n`,
  });
  chmodSync(programs.path('clangd'), 0o755);
  await using other = await openReal({
    servers: ['clangd'],
    name: 'macros',
    files: {
      'compile_flags.txt': '-std=c99\n',
      'swap.h': swapping('releaseRenamed'),
      'swap.c': swapped('releaseRenamed'),
    },
    env: { PATH: `${programs.root}:${process.env['PATH'] ?? ''}` },
  });
  for (const end of ['\n', '\n\n'])
    await expectReport(check({ 'swap.c': swapped('releaseRenamed') + end }, { of: other }), {});
  // A shell.
  other.workspace.write('swap.h', swapping('release'));
  await expectReport(check({ 'swap.c': swapped('release') }, { of: other }), {});
  for (const name of ['release', 'releaseRenamed', 'release', 'releaseRenamed', 'release']) {
    await expectReport(check({ 'swap.h': swapping(name), 'swap.c': swapped(name) }, { of: other }), {});
    await expectReport(
      check({ 'swap.c': swapped(`${name}2`), 'swap.h': swapping(`${name}2`) }, { of: other }),
      {},
    );
  }
  await expectReport(
    check({ 'swap.h': swapping('releaseRenamed') }, { of: other }),
    {},
    { 'swap.c': [expect.stringContaining("undeclared identifier 'release2'")] },
  );
  await expectReport(check({ 'swap.c': swapped('releaseRenamed') }, { of: other }), {});
});

test("REQ-DIAG-010: without a compilation database, a header of the project takes the place of none of the system's", async () => {
  await using other = await openReal({
    servers: ['clangd'],
    name: 'same name',
    files: { 'include/string.h': 'int mine(int);\n' },
  });
  const text = '#include <string.h>\nsize_t use(const char *of) { return strlen(of); }\n';
  await expectReport(check({ 'a.c': text }, { created: true, of: other }), {});
  await expectReport(check({ 'a.c': text.replace('strlen(of)', 'mine(1)') }, { of: other }), {
    'a.c': [expect.stringContaining("undeclared function 'mine'")],
  });
});

test('REQ-PATH-010: a root whose name needs escaping and is reached through a symlink; nothing is written into it', async () => {
  await using odd = await openReal({
    servers: ['clangd'],
    files: PROJECT,
    name: 'my #1 [work] 100% (x)',
    root: ({ root, outside }) => {
      symlinkSync(root, join(outside, 'linked #2'));
      return join(outside, 'linked #2');
    },
  });
  await expectReport(check({ 'user.c': USER }, { of: odd }), {});
  await expectReport(check({ 'value.h': TWO }, { of: odd }), {}, { 'user.c': [TOO_FEW] });
  await expectReport(check({ 'value.h': ONE }, { of: odd }), {});
  expect(readdirSync(odd.workspace.root).sort()).toEqual(Object.keys(PROJECT).sort());
});

test('REQ-STATUS-020: status names the program, its version and where it was found', async () => {
  const [row, ...others] = await rows(lab, 'clangd');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ status: 'active', language: 'C, C++', root: '.', program: { origin: 'path' } });
  expect(row?.program?.version).toMatch(/\d+\.\d+/);
});

test('REQ-DIAG-010: flags count at once, whoever changes them and wherever they stand', async () => {
  const commands = (root: string, ...flags: string[]): string =>
    JSON.stringify([{ directory: root, file: 'a.c', arguments: ['cc', ...flags, '-c', 'a.c'] }]);
  await using own = await openReal({ servers: ['clangd'], files: { 'a.c': '' } });
  const { root } = own.workspace;
  const counted = async (n: number): Promise<number> =>
    (await own.edit('a.c', `#ifdef BAD\nint *wrong = 1.5;\n#endif\nint value = ${n};\n`)).length;
  expect(await counted(1)).toBe(0);
  own.workspace.write('compile_commands.json', commands(root, '-DBAD'));
  expect(await counted(2)).toBe(1);
  await own.check({ 'compile_commands.json': commands(root) });
  expect(await counted(3)).toBe(0);
  own.workspace.write('.clangd', 'CompileFlags:\n  Add: [-DBAD]\n');
  expect(await counted(4)).toBe(1);
});
