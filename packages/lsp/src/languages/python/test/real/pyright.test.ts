import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { Lab } from '../../../../../test/harness/lab.ts';
import { found, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { describeCompiler } from '../../../../../test/real/suite.ts';
import { pyright } from '../../../../../test/real/truth.ts';

/** pyright indents by spaces that do not break. */
function notAnInt(text: string): string {
  return `Type "Literal['${text}']" is not assignable to declared type "int"\n\u00a0\u00a0"Literal['${text}']" is not assignable to "int"`;
}

describeCompiler({
  title: 'pyright, bundled',
  server: 'pyright',
  project: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' },
  extension: '.py',
  number: 'value = 1\n',
  text: "value = 'one'\n",
  user: (of) => `from ${of} import value\n\nwanted: int = value\n`,
  mismatch: `3:15 reportAssignmentType ${notAnInt('one')}`,
  missing: (of) => `1:6 reportMissingImports Import "${of}" could not be resolved`,
  broken: 'wrong: int = "x"\n',
  error: {
    line: 1,
    character: 14,
    endLine: 1,
    endCharacter: 17,
    severity: 'error',
    message: notAnInt('x'),
    code: 'reportAssignmentType',
    source: 'Pyright',
  },
  table: {
    'table/emoji.py': 's = "🎉"; n: int = "🎉é"\n"日本"; e\u0301: int = "x"\n',
    'table/crlf.py': 'a = 1\r\nb: str = \\\r\n\t1\r\n# 日本\r\nc: bool = 3; undefined_name\r\n',
    'table/cr.py': 'a = 1\rn: int = "x"\r',
    'table/separators.py': 'a = "\u2028\u2029"; n: int = "x"\nm: int = "x"\n',
    'table/no-newline.py': 'x = 1\nx.y',
    'table/several_lines.py':
      'def f(a: list[dict[str, int]]) -> None: ...\nx: list[dict[str, str]] = []\nf(x)\n',
    'table/syntax.py': 'def f(:\n  pass\n',
    'table/markup.py': 'def f(a: "<b>&amp;") -> int:\n    return "<x>"\n',
    'table/stub.pyi': 'def f() -> Unknown: ...\n',
    'table/clean.py': '\n',
  },
  truth: pyright,
});

let lab: Lab;
beforeAll(async () => {
  lab = await openReal({
    servers: ['pyright'],
    files: {
      'a/pyproject.toml': '[tool.pyright]\nreportUnusedImport = "error"\n',
      'a/src/m.py': 'import os\n',
      'b/pyrightconfig.json': '{ "reportUnusedImport": "warning" }',
      'b/m.py': 'import os\n',
    },
    config: { includeSeverities: ['error', 'warning'] },
  });
});
afterAll(() => lab[Symbol.asyncDispose]());

test('REQ-LIFE-030 REQ-ARCH-090: each project has a process of its own and is judged by its own configuration', async () => {
  const report = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a/src/m.py' }, { filePath: 'b/m.py' }],
  });
  expect(
    Object.entries(report.files).map(([file, list]) => [
      file,
      list.map(({ severity, code }) => [severity, code]),
    ]),
  ).toEqual([
    ['a/src/m.py', [['error', 'reportUnusedImport']]],
    ['b/m.py', [['warning', 'reportUnusedImport']]],
  ]);
  expect(report.servers.map(({ id, root, outcome }) => [id, root, outcome])).toEqual([
    ['pyright', 'a', 'complete'],
    ['pyright', 'b', 'complete'],
  ]);
});

test('REQ-STATUS-020: status names the program of each process, its version and where it comes from', async () => {
  const status = await rows(lab, 'pyright');
  expect(status.map(({ root }) => root)).toEqual(['a', 'b']);
  for (const row of status) {
    expect(row).toMatchObject({
      status: 'active',
      language: 'Python',
      program: { name: 'pyright-langserver', version: '1.1.414', origin: 'bundled' },
    });
    expect(row.program?.path).toEndWith('/node_modules/pyright/langserver.index.js');
  }
  expect(new Set(status.map(({ serverPid }) => serverPid)).size).toBe(2);
});

test('a module of the other project is not in reach, one of the own src folder is', async () => {
  const report = await lab.check({
    'a/src/user.py': 'from m import os\nfrom b.m import os as other\n\nprint(os, other)\n',
  });
  expect(found(report.files)).toEqual({
    'a/src/user.py': ['2:6 reportMissingImports Import "b.m" could not be resolved'],
  });
});
