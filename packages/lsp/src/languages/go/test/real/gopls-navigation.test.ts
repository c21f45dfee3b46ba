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

const test = testWith('go', 'gopls');

const module = (name: string, more = ''): string => `module ${name}\n\ngo 1.21\n${more}`;

const GO: Language = {
  server: 'gopls',
  files: {
    'go.mod': module('demo'),
    'core/core.go':
      'package core\n\ntype Shape interface{ Area() int }\n\nfunc Target(n int) int { return helper(n) }\n\nfunc helper(n int) int { return n + 1 }\n',
    'square/square.go':
      'package square\r\n\r\nimport "demo/core"\r\n\r\ntype Square struct{ side int }\r\n\r\nfunc (s Square) Area() int { return core.Target(s.side) }\r\n\r\nvar Unit core.Shape = Square{1}\r\n',
    ...users(60, (index) => [
      `u${index}/u.go`,
      `package u${index}\n\nimport "demo/core"\n\n// decoy: Target\nfunc Use${index}() (string, int) { return "🎉é", core.Target(1) }\n`,
    ]),
  },
  names: { target: 'Target', helper: 'helper', shape: 'Shape', square: 'Square', unit: 'Unit' },
  file: 'core/core.go',
  user: 'u7/u.go',
  unitFile: 'square/square.go',
  hover: 'func core.Target(n int) int',
  outline: ['Shape', 'Area', 'Target', 'helper'],
  callers: ['Area', ...Array.from({ length: 60 }, (_, index) => `Use${index}`)],
};

test('REQ-NAV-010: gopls, cold: the first answer is the whole one', () => expectFirstAnswers(GO));

test('REQ-NAV-010: gopls: every tool finds what the text says', async () => {
  await using lab = await openNavigation(GO);
  await expectAnswers(GO, await Tools.of(lab));
});

test('REQ-NAV-010: where nothing can be found, gopls says so with an error, and the answer is an empty list', async () => {
  const files = { 'go.mod': module('demo'), 'a/a.go': 'package a\n\nfunc F(n int) int {\n\treturn n\n}\n' };
  await using lab = await openNavigation({ server: 'gopls', files });
  const tools = await Tools.of(lab);
  const positions: [what: string, line: number, character: number][] = [
    ['an empty line', 2, 1],
    ['a keyword', 4, 3],
    ['a brace', 5, 1],
    ['a built-in type', 3, 10],
    ['the end', 6, 1],
  ];
  const tried = [
    'lsp_goto_type_definition',
    'lsp_goto_implementation',
    'lsp_find_references',
    'lsp_hover',
    'lsp_incoming_calls',
    'lsp_outgoing_calls',
  ];
  for (const [what, line, character] of positions) {
    for (const tool of tried) {
      const { locations = [], calls = [] } = await tools.ask(tool, { file: 'a/a.go', line, character });
      if (what !== 'a built-in type') expect([what, tool, locations, calls]).toEqual([what, tool, [], []]);
    }
  }
  expect(await tools.places('lsp_goto_implementation', spot({ files }, 'a/a.go', 'F'))).toEqual([]);
});

test('REQ-NAV-010: modules of one go.work are one project', async () => {
  const files = {
    'go.work': 'go 1.21\n\nuse (\n\t./a\n\t./b\n)\n',
    'a/go.mod': module('a'),
    'a/lib/lib.go': 'package lib\n\nfunc Target() int { return 1 }\n\nvar Own = Target()\n',
    'b/go.mod': module('b'),
    'b/main.go': 'package main\n\nimport "a/lib"\n\nfunc main() { println(lib.Target()) }\n',
  };
  await using lab = await openNavigation({ server: 'gopls', files });
  const tools = await Tools.of(lab);
  expect(await tools.places('lsp_find_references', spot({ files }, 'a/lib/lib.go', 'Target'))).toEqual(
    occurrences(files, 'Target'),
  );
});

test('REQ-NAV-010: what dependencies declare does not fill the list of symbols, and a hover does not say where they lie', async () => {
  const files = {
    'go.mod': module('demo'),
    'a.go': 'package demo\n\nimport "fmt"\n\nfunc Print() { fmt.Println() }\n',
  };
  await using lab = await openNavigation({ server: 'gopls', files });
  const tools = await Tools.of(lab);
  expect(await tools.symbols('Print')).toHaveLength(1);
  expect((await tools.ask('lsp_hover', spot({ files }, 'a.go', 'fmt'))).content).not.toContain('file:');
});

test('REQ-NAV-010: symbols of which gopls lists only the first are none', async () => {
  const many = (count: number): string =>
    Array.from({ length: count }, (_, index) => `func Many${count}x${index}() {}\n`).join('');
  const files = {
    'go.mod': module('demo'),
    'a/a.go': `package a\n\n${many(99)}`,
    'b/b.go': `package b\n\n${many(120)}`,
  };
  await using lab = await openNavigation({ server: 'gopls', files });
  const tools = await Tools.of(lab);
  expect(await tools.symbols('Many99x')).toHaveLength(99);
  expect(await tools.failure('lsp_workspace_symbols', { query: 'Many120x' })).toContain(
    'gopls finds more than it lists',
  );
});
