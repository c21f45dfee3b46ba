import { expect } from 'bun:test';
import { addWorkTree } from '../../../../../test/harness/work-trees.ts';
import { openNavigation, spot, Tools } from '../../../../../test/real/navigation-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { outcomeOf } from '../../../../../test/real/rename-suite.ts';

const test = testWith('clangd');

const SOURCES = {
  'c.c': 'int target(int a) { return a; }\n',
  'd.c': 'int target(int);\nint use(void) { return target(1); }\n',
};

const TREES = ['main', 'feature'] as const;
const FILES = Object.fromEntries(
  TREES.flatMap((tree) => Object.entries(SOURCES).map(([name, text]) => [`${tree}/${name}`, text])),
);

test('REQ-BOUNDARY-010: clangd takes a function of two work trees beside each other for one; a rename writes in its own', async () => {
  await using lab = await openNavigation({ server: 'clangd', files: FILES });
  lab.workspace.write('.git/config', '[core]\n\tbare = true\n');
  for (const tree of TREES) addWorkTree(lab.workspace, tree);
  const tools = await Tools.of(lab);
  expect(await tools.places('lsp_find_references', spot({ files: FILES }, 'main/c.c', 'target'))).toEqual([
    'main/c.c:1:5',
    'main/d.c:1:5',
    'main/d.c:2:24',
  ]);
  const renamed = await lab.sidecar.request('lsp/refactor', {
    kind: 'rename',
    filePath: 'main/c.c',
    symbol: 'target',
    newName: 'wanted',
  });
  expect(outcomeOf(renamed)).toEqual({
    'main/c.c': SOURCES['c.c'].replace('target', 'wanted'),
    'main/d.c': SOURCES['d.c'].replaceAll('target', 'wanted'),
  });
});
