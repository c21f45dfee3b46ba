import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { Agent } from '../harness/agent.ts';
import { fake, fakeChecker, Lab, type LabOptions, messagesByFile } from '../harness/lab.ts';
import { addWorkTree } from '../harness/work-trees.ts';
import { Workspace } from '../harness/workspace.ts';
import { move, moved } from '../real/move-suite.ts';

const FAR = 20_000;
const OWN = 'def total\ndef start\n  total\n';

/** The workspace, and a copy of it in a work tree below. */
function open(options: LabOptions, files: Record<string, string> = { 'a.fake': OWN }): Promise<Lab> {
  const copies = Object.fromEntries(Object.entries(files).map(([path, text]) => [`wt/x/${path}`, text]));
  return Lab.open({
    ...options,
    files: { ...files, ...copies },
    root(workspace) {
      addWorkTree(workspace, 'wt/x');
      return workspace.root;
    },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, ...options.config },
  });
}

const NAVIGATES = { servers: { fake: fake('navigates.ts') } };

test.each(['.', 'wt/x'])(
  'REQ-BOUNDARY-010: asked in %s, uses and callers in the other work tree are left out, and counted',
  async (tree) => {
    await using agent = await Agent.over(await open(NAVIGATES));
    const file = tree === '.' ? 'a.fake' : `${tree}/a.fake`;
    const at = { file, line: 1, character: 5 };
    expect(await agent.find('find_references', at)).toEqual([`${file}:1:5`, `${file}:3:3`]);
    expect((await agent.call('find_references', at)).content[0]?.text).toEndWith(
      '\n(2 more in other work trees of this repository are not listed)',
    );
    expect(await agent.find('incoming_calls', at)).toEqual([`${file}:2:5 start at ${file}:3:3`]);
  },
);

test('REQ-BOUNDARY-010: symbols of the workspace are its own, also once a file of the other is worked at', async () => {
  await using agent = await Agent.over(await open(NAVIGATES));
  const symbols = ['a.fake:1:5 function - total'];
  expect(await agent.find('workspace_symbols', { query: 'total' })).toEqual(symbols);
  expect(await agent.lab.edit('wt/x/a.fake', `${OWN}ERROR one`)).toEqual(['one']);
  expect(await agent.find('workspace_symbols', { query: 'total' })).toEqual(symbols);
  const { content } = await agent.call('workspace_symbols', { query: 'total' });
  expect(content[0]?.text).toEndWith('\n(1 more in other work trees of this repository is not listed)');
});

test('REQ-DIAG-010: an edit there is judged as any other, and what a shell changes there afterwards is noticed', async () => {
  await using lab = await open({ servers: { fake: fake('watches-files.ts') } });
  expect(await lab.edit('wt/x/a.fake', 'ERROR one')).toEqual(['one']);
  lab.workspace.write('wt/x/b.fake', 'new');
  expect(await lab.edit('wt/x/a.fake', 'ERROR two')).toEqual(['two']);
  const told = (): string[] =>
    lab.probe
      .received('workspace/didChangeWatchedFiles')
      .flatMap(({ params }) => (params as { changes: { uri: string }[] }).changes.map(({ uri }) => uri))
      .filter((uri) => uri.endsWith('b.fake'));
  for (let round = 0; told().length === 0 && round < 10; round += 1) await lab.edit('a.fake', `${round}`);
  expect(told()).toContain(`file://${lab.workspace.path('wt/x/b.fake')}`);
});

test('REQ-BOUNDARY-010: a checker of the project names no finding there, unless that is asked about', async () => {
  const checkers = { fakec: fakeChecker('checker.ts', { rootMarkers: ['fake.toml'] }) };
  await using lab = await open({ checkers }, { 'fake.toml': '', 'a.fake': 'ERROR one' });
  const ask = async (paths?: string[]): Promise<unknown> => {
    const report = await lab.sidecar.request('lsp/checkProject', paths === undefined ? {} : { paths });
    return [report.projects.map(({ root }) => root), messagesByFile(report.files)];
  };
  expect(await ask()).toEqual([['.'], { 'a.fake': ['one'] }]);
  expect(await ask(['wt/x'])).toEqual([['wt/x'], { 'wt/x/a.fake': ['one'] }]);
});

test('REQ-BOUNDARY-010: nothing is moved between work trees, and no folder that holds one', async () => {
  await using lab = await open({
    servers: { fake: fake('moves-files.ts', { args: ['--files', '--folders'] }) },
  });
  expect(moved(await move(lab, 'a.fake', 'wt/x/b.fake'))).toContain(
    'wt/x/b.fake is in another work tree of the repository',
  );
  expect(moved(await move(lab, 'wt', 'trees'))).toContain('holds x/.git, a repository');
});

test('REQ-BOUNDARY-010: a workspace that is a work tree itself is whole', async () => {
  using around = new Workspace({ 'a.fake': OWN });
  addWorkTree(around, 'wt/x');
  around.write('wt/x/a.fake', OWN);
  await using agent = await Agent.open({ ...NAVIGATES, root: () => around.path('wt/x') });
  const at = { file: 'a.fake', line: 1, character: 5 };
  expect(await agent.find('find_references', at)).toEqual(['a.fake:1:5', 'a.fake:3:3']);
  expect(await agent.find('workspace_symbols', { query: 'total' })).toEqual(['a.fake:1:5 function - total']);
});

/** Where sessions are opened, in a repository that ignores the folders of its work trees. */
const OPENED = [
  '.worktrees',
  '.worktrees/a',
  '.claude/worktrees',
  '.claude/worktrees/a',
  'trees # of mine/a b #1',
];
const RULES = ['.worktrees', '.worktrees/', '.worktrees/*', '/.claude/', '.claude/worktrees/**', 'trees*'];

test.each(OPENED.flatMap((opened) => [[opened, false] as const, [opened, true] as const]))(
  'REQ-BOUNDARY-010: a workspace at %s of a repository is whole, by a link too (%p), and all that is asked about',
  async (opened, isLinked) => {
    using around = new Workspace({ 'a.fake': OWN, '.gitignore': RULES.join('\n') });
    const isOfTrees = /\.?worktrees$/.test(opened);
    const trees = isOfTrees ? ['a', 'b c #'].map((name) => `${opened}/${name}`) : [opened];
    for (const tree of [...trees, '.worktrees/other']) {
      addWorkTree(around, tree);
      around.write(`${tree}/a.fake`, OWN);
      around.write(`${tree}/inner/fake.toml`, '');
      around.write(`${tree}/inner/b.fake`, 'ERROR two\n');
    }
    const root = (): string => {
      if (!isLinked) return around.path(opened);
      symlinkSync(around.path(opened), around.path('a link'));
      return around.path('a link');
    };
    const lab = await Lab.open({
      servers: { fake: fake('navigates.ts') },
      checkers: { fakec: fakeChecker('checker.ts', { rootMarkers: ['fake.toml'] }) },
      config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR },
      root,
    });
    await using agent = await Agent.over(lab);
    const inWorkspace = trees.concat(opened === '.worktrees' ? ['.worktrees/other'] : []);
    const below = inWorkspace.map((tree) => tree.slice(opened.length + 1)).sort();
    const names = (file: string): string[] => below.map((tree) => (tree === '' ? file : `${tree}/${file}`));
    const [first = ''] = names('a.fake');
    expect(await agent.find('find_references', { file: first, line: 1, character: 5 })).toEqual([
      `${first}:1:5`,
      `${first}:3:3`,
    ]);
    expect(await agent.find('workspace_symbols', { query: 'total' })).toEqual(
      names('a.fake').map((file) => `${file}:1:5 function - total`),
    );
    const { files, projects } = await lab.sidecar.request('lsp/checkProject', {});
    expect(projects.map(({ root: folder }) => folder)).toEqual(names('inner'));
    expect(messagesByFile(files)).toEqual(
      Object.fromEntries(names('inner/b.fake').map((file) => [file, ['two']])),
    );
  },
);
