import { expect } from 'bun:test';

import {
  expectAnswers,
  expectFirstAnswers,
  type Language,
  occurrences,
  openNavigation,
  spot,
  Tools,
  users,
} from '../../../../../test/real/navigation-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';

const test = testWith('clangd');

/** More than clangd is shown at once. */
const MANY = 20;

/** Without a compilation database: nobody tells clangd which files there are. */
const CPP: Language = {
  server: 'clangd',
  files: {
    'core.cpp':
      '#include "core.h"\nint helper(int n) { return n + 1; }\nint target(int n) { return helper(n); }\n',
    'core.h':
      '#pragma once\nstruct Shape {\n  virtual int area() = 0;\n  virtual ~Shape() {}\n};\nint target(int n);\n',
    'square.cpp':
      '#include "core.h"\r\nstruct Square : Shape {\r\n  int area() override { return target(1); }\r\n};\r\nShape *unit = new Square;\r\n',
    ...users(MANY, (index) => [
      `u${index}.cpp`,
      `#include "core.h"\n// decoy: target\nconst char *name${index} = "🎉é"; int use${index}() { const char *é = "🎉"; return target(1); }\n`,
    ]),
  },
  names: { target: 'target', helper: 'helper', shape: 'Shape', square: 'Square', unit: 'unit' },
  file: 'core.cpp',
  user: 'u7.cpp',
  unitFile: 'square.cpp',
  hover: 'target',
  outline: ['helper', 'target'],
  callers: ['area', ...Array.from({ length: MANY }, (_, index) => `use${index}`)],
};

test('REQ-NAV-010: clangd, cold, without an index: the first answer is the whole one', () =>
  expectFirstAnswers(CPP));

test('REQ-NAV-010: clangd: every tool finds what the text says', async () => {
  await using lab = await openNavigation(CPP);
  await expectAnswers(CPP, await Tools.of(lab));
});

test('REQ-NAV-010: what was written, changed or deleted behind clangd since it was asked last is in its next answer', async () => {
  const files: Record<string, string> = {
    'core.cpp': 'int target(int n) { return n; }\n',
    'core.h': 'int target(int n);\n',
  };
  await using lab = await openNavigation({ server: 'clangd', files });
  const tools = await Tools.of(lab);
  const target = spot({ files }, 'core.cpp', 'target');
  const expectAll = async (): Promise<void> =>
    expect(await tools.places('lsp_find_references', target)).toEqual(occurrences(files, 'target'));
  await expectAll();
  const text = '#include "core.h"\nint late() { return target(7); }\n';
  for (const change of [text, `\n${text}`, `${text}int later() { return target(8); }\n`]) {
    lab.workspace.write('late.cpp', change);
    files['late.cpp'] = change;
    await expectAll();
  }
  lab.workspace.remove('late.cpp');
  delete files['late.cpp'];
  await expectAll();
});

test('REQ-NAV-010: the definition behind a header is found in the file that is named like it, though nobody has shown that', async () => {
  const files = {
    'include/core.h': 'int target(int n);\n',
    'src/core.cpp': '#include "../include/core.h"\nint target(int n) { return n; }\n',
    'src/user.cpp': '#include "../include/core.h"\nint use() { return target(1); }\n',
  };
  await using lab = await openNavigation({ server: 'clangd', files });
  const tools = await Tools.of(lab);
  expect(await tools.places('lsp_goto_definition', spot({ files }, 'src/user.cpp', 'target'))).toEqual([
    'src/core.cpp:2:5',
  ]);
});
