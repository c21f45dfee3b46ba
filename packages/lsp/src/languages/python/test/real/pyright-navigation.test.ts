import { expect, test } from 'bun:test';

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

const PYTHON: Language = {
  server: 'pyright',
  files: {
    'pyproject.toml': '[project]\nname = "demo"\n',
    'demo/__init__.py': '',
    'demo/core.py':
      'class Shape:\n    def area(self) -> int:\n        return 0\n\n\ndef target(n: int) -> int:\n    return helper(n)\n\n\ndef helper(n: int) -> int:\n    return n + 1\n',
    'demo/square.py':
      'from demo import core\r\n\r\n\r\nclass Square(core.Shape):\r\n    def area(self) -> int:\r\n        return core.target(1)\r\n\r\n\r\nunit: core.Shape = Square()\r\n',
    ...users(60, (index) => [
      `demo/u${index}.py`,
      `from demo import core\n\n\n# decoy: target\ndef use${index}() -> tuple[str, int]:\n    return "🎉é", core.target(1)\n`,
    ]),
  },
  names: { target: 'target', helper: 'helper', shape: 'Shape', square: 'Square', unit: 'unit' },
  file: 'demo/core.py',
  user: 'demo/u7.py',
  unitFile: 'demo/square.py',
  hover: 'def target(n: int) -> int',
  outline: ['Shape', 'area', 'target', 'helper'],
  callers: ['area', ...Array.from({ length: 60 }, (_, index) => `use${index}`)],
  without: ['implementation', 'typeDefinition'],
};

test('REQ-NAV-010: pyright, cold: the first answer is the whole one', () => expectFirstAnswers(PYTHON));

test('REQ-NAV-010: pyright: every tool finds what the text says', async () => {
  await using lab = await openNavigation(PYTHON);
  await expectAnswers(PYTHON, await Tools.of(lab));
});

test('REQ-NAV-010: what projects with configurations of their own import from each other is found in all of them', async () => {
  const project = (name: string, other: string): string =>
    `[project]\nname = "${name}"\n\n[tool.pyright]\nextraPaths = ["../${other}"]\n`;
  const files = {
    'a/pyproject.toml': project('a', 'b'),
    'a/alib.py': 'def target() -> int:\n    return 1\n\n\ndef own() -> int:\n    return target()\n',
    'b/pyproject.toml': project('b', 'a'),
    'b/blib.py': 'import alib\n\nprint(alib.target())\n',
  };
  await using lab = await openNavigation({ server: 'pyright', files });
  const tools = await Tools.of(lab);
  for (const file of ['a/alib.py', 'b/blib.py']) {
    expect(await tools.places('lsp_find_references', spot({ files }, file, 'target'))).toEqual(
      occurrences(files, 'target'),
    );
  }
});

test('REQ-NAV-010: a project that came to use what another one declares, between two questions, is in the second answer', async () => {
  const project = (name: string, other: string): string =>
    `[project]\nname = "${name}"\n\n[tool.pyright]\nextraPaths = ["../${other}"]\n`;
  const before = {
    'a/pyproject.toml': project('a', 'b'),
    'a/alib.py': 'def target() -> int:\n    return 1\n\n\ndef own() -> int:\n    return target()\n',
  };
  const after = {
    ...before,
    'b/pyproject.toml': project('b', 'a'),
    'b/blib.py': 'import alib\n\nprint(alib.target())\n',
  };
  await using lab = await openNavigation({ server: 'pyright', files: before });
  const tools = await Tools.of(lab);
  const target = spot({ files: before }, 'a/alib.py', 'target');
  expect(await tools.places('lsp_find_references', target)).toEqual(occurrences(before, 'target'));
  for (const [path, text] of Object.entries(after)) if (!(path in before)) lab.workspace.write(path, text);
  expect(await tools.places('lsp_find_references', target)).toEqual(occurrences(after, 'target'));
});
