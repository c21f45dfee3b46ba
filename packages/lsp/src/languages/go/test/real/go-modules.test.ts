import { expect } from 'bun:test';

import { openNavigation, occurrences, spot, Tools } from '../../../../../test/real/navigation-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { outcomeOf } from '../../../../../test/real/rename-suite.ts';

const test = testWith('go', 'gopls');

const module = (name: string, more = ''): string => `module ${name}\n\ngo 1.21\n${more}`;

const taking = (name: string, folder: string): string =>
  `\nrequire example.test/${name} v0.0.0\n\nreplace example.test/${name} => ${folder}\n`;

/** `app` takes `lib` from its folder, and `far` takes `lib` by way of `app`. `other` has a name of its own. */
const REPLACED = {
  'lib/go.mod': module('example.test/lib'),
  'lib/lib.go':
    'package lib\n\ntype Maker interface{ Make() int }\n\nfunc Target() int { return 1 }\n\nvar Own = Target()\n',
  'app/go.mod': module('example.test/app', taking('lib', '../lib')),
  'app/app.go':
    'package app\n\nimport "example.test/lib"\n\ntype made struct{}\n\nfunc (made) Make() int { return 2 }\n\n' +
    'var M lib.Maker = made{}\n\nfunc Use() int { return lib.Target() }\n\nfunc decoy() { _ = "Target" }\n',
  'far/go.mod': module('example.test/far', taking('app', '../app') + taking('lib', '../lib')),
  'far/far.go': 'package far\n\nimport "example.test/lib"\n\nvar F = lib.Target()\n',
};

test('REQ-NAV-010: symbols of all modules are found, whether or not one go.work holds them', async () => {
  const one = 'package x\n\nfunc Target() {}\n';
  const files = {
    'go.work': 'go 1.21\n\nuse ./a // and\nuse (\n\t./b\n)\n',
    'a/go.mod': module('a'),
    'a/a.go': one,
    'b/go.mod': module('b'),
    'b/b.go': one,
    'c/go.mod': module('c'),
    'c/deep/c.go': one,
    'c/inner/go.mod': module('inner'),
    'c/inner/i.go': one,
  };
  await using lab = await openNavigation({ server: 'gopls', files });
  const tools = await Tools.of(lab);
  expect((await tools.symbols('Target')).toSorted()).toHaveLength(4);
  // What is added meanwhile is known, too.
  lab.workspace.write('d/go.mod', module('d'));
  lab.workspace.write('d/d.go', one);
  expect(await tools.symbols('Target')).toHaveLength(5);
});

/** More modules than gopls is shown at once. */
const MANY: Record<string, string> = Object.fromEntries(
  Array.from({ length: 36 }, (_, index) => [
    [`m${index}/go.mod`, module(`m${index}`)],
    [`m${index}/m.go`, `package x\n\nfunc Target() {}\n\nfunc Only${index}() int { return ${index} }\n`],
    [`m${index}/use.go`, `package x\n\nvar V = Only${index}()\n`],
  ]).flat(),
);

test('REQ-NAV-010: of more modules than gopls is shown, those are that have the name; the rest is named', async () => {
  await using lab = await openNavigation({ server: 'gopls', files: MANY });
  const tools = await Tools.of(lab);
  expect(await tools.symbols('Target')).toHaveLength(32);
  expect(await tools.found('lsp_workspace_symbols', { query: 'Target' })).toContain(
    '(not asked: gopls about 4 projects)',
  );
  for (const index of [0, 17, 35]) {
    const { symbols } = await tools.ask('lsp_workspace_symbols', { query: `Only${index}` });
    expect(symbols?.map(({ file }) => file)).toContain(`m${index}/m.go`);
  }
  expect(await tools.found('lsp_workspace_symbols', { query: 'Only35' })).not.toContain('not asked');
  // In part of a name, in other letters.
  expect(await tools.found('lsp_workspace_symbols', { query: 'nly35' })).toContain('m35/m.go');
});

test('REQ-NAV-010: a name is looked for in all of more modules than gopls is shown', async () => {
  await using lab = await openNavigation({ server: 'gopls', files: MANY });
  const tools = await Tools.of(lab);
  for (const index of [35, 0, 17])
    expect(await tools.found('lsp_find_references', { symbol: `Only${index}` })).toEqual([
      `m${index}/m.go:5:6`,
      `m${index}/use.go:3:9`,
    ]);
  // It may be in any of them.
  expect(await tools.found('lsp_find_references', { symbol: 'Target' })).toContain(
    'not asked were gopls about 4 projects; give the `file` too',
  );
  expect(await tools.found('lsp_find_references', { symbol: 'Absent' })).toContain('there is no symbol');
});

test('REQ-NAV-010: uses in modules that take this one from its folder are found, and renamed', async () => {
  await using lab = await openNavigation({ server: 'gopls', files: REPLACED });
  const tools = await Tools.of(lab);
  const at = spot({ files: REPLACED }, 'lib/lib.go', 'Target');
  const uses = occurrences(REPLACED, 'Target').filter((one) => !one.startsWith('app/app.go:13'));
  expect(await tools.places('lsp_find_references', at)).toEqual(uses);
  expect(
    await tools.places('lsp_goto_implementation', spot({ files: REPLACED }, 'lib/lib.go', 'Maker')),
  ).toEqual(['app/app.go:5:6']);
  const renamed = await lab.sidecar.request('lsp/refactor', {
    kind: 'rename',
    filePath: 'lib/lib.go',
    symbol: 'Target',
    newName: 'Wanted',
  });
  expect(outcomeOf(renamed)).toEqual({
    'lib/lib.go': REPLACED['lib/lib.go'].replaceAll('Target', 'Wanted'),
    'app/app.go': REPLACED['app/app.go'].replace('lib.Target', 'lib.Wanted'),
    'far/far.go': REPLACED['far/far.go'].replace('Target', 'Wanted'),
  });
});
