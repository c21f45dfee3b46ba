import { expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { isInProject } from '../../pyright-files.ts';
import type { CheckReport } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import { type Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { found, openReal } from '../../../../../test/real/real-lab.ts';
import { pyright } from '../../../../../test/real/truth.ts';

/** The command line is run again and again, and takes seconds on a busy machine. ms. */
const PATIENT = 300_000;

const NUMBER = 'value = 1\n';
const TEXT = "value = 'one'\n";
const user = (of: string): string => `from ${of} import value\n\nwanted: int = value\n`;
const WRONG = 'wrong: int = "x"\n';

const open = (files: Tree): Promise<Lab> =>
  openReal({ servers: ['pyright'], files, config: { otherFilesTimeout: 20_000 } });

/** As write_file does; the answer has every file that is wrong, as the command line says it of the projects in `roots`. */
async function write(
  lab: Lab,
  path: string,
  text: string,
  more: { before?: string; created?: true } = {},
): Promise<void> {
  lab.workspace.write(path, text);
  await expectTruth(
    lab,
    lab.sidecar.request('lsp/check', { files: [{ filePath: path, text, ...more }], others: true }),
  );
}

/** The shell changes something; then somebody asks about `path`. */
async function afterShell(lab: Lab, path: string, change: () => void): Promise<void> {
  change();
  await expectTruth(lab, lab.sidecar.request('lsp/check', { files: [{ filePath: path }], others: true }));
}

async function expectTruth(lab: Lab, check: Promise<CheckReport>): Promise<void> {
  const [report, truth] = await Promise.all([check, pyright(lab.workspace)]);
  expect({
    files: found({ ...report.files, ...report.others }),
    complete: report.othersComplete,
    asked: report.servers.map(({ outcome }) => outcome),
  }).toEqual({
    files: truth,
    complete: true,
    asked: ['complete'],
  });
}

/** What is found in a project: a file of each kind that include and exclude may mean, and whether they do. */
const EXTENTS: [title: string, files: Tree][] = [
  ['nothing is configured', {}],
  [
    'patterns of all kinds',
    {
      'pyrightconfig.json':
        '{ "include": ["src", "one.py", "wild/*/in", "deep/**/z", "o?d"], "exclude": ["src/skip", "**/gen_*.py"], /* c */ }',
    },
  ],
  ['a pyproject.toml', { 'pyproject.toml': '[tool.pyright]\nexclude = ["src", "*.py"]\n' }],
  [
    'pyrightconfig.json comes first',
    { 'pyrightconfig.json': '{}', 'pyproject.toml': '[tool.pyright]\nexclude = ["**"]\n' },
  ],
  [
    'one that extends another',
    {
      'pyrightconfig.json': '{ "extends": "deep/base.json", "include": ["deep", "odd"] }',
      'deep/base.json': '{ "include": ["."], "exclude": ["a"] }',
    },
  ],
  ['a single file', { 'pyrightconfig.json': '{ "include": ["one.py"] }' }],
  ['what is inside an environment, by name', { 'pyrightconfig.json': '{ "include": ["src/venv/lib"] }' }],
];

const PLACES = [
  'one.py',
  'two.py',
  'src/a.py',
  'src/skip/b.py',
  'src/gen_x.py',
  'src/gen_x/c.py',
  'src/stub.pyi',
  'wild/q/in/d.py',
  'wild/q/out/e.py',
  'deep/z/f.py',
];
const ODD_PLACES = [
  'deep/a/b/z/g.py',
  'odd/h.py',
  'src/.dot/i.py',
  'src/node_modules/j.py',
  'src/__pycache__/k.py',
  'src/venv/lib/l.py',
  'src/__editable__.x/m.py',
];
const OTHERS = ['src/conda/n.py', 'src/env/o.py', 'a b [c]/#p.py', 'é/q.py'];

test(
  'REQ-DIAG-040: which files belong to a project is what pyright itself finds',
  async () => {
    const places = [...PLACES, ...ODD_PLACES, ...OTHERS];
    const environments = {
      'src/venv/pyvenv.cfg': '',
      'src/conda/conda-meta/x': '',
      'src/env/bin/activate': '',
    };
    const extent = async ([title, files]: (typeof EXTENTS)[number]): Promise<void> => {
      using workspace = new Workspace({
        ...Object.fromEntries(places.map((path) => [path, WRONG])),
        ...environments,
        ...files,
      });
      const judged = Object.keys(await pyright(workspace)).sort();
      const ours = places.filter((path) => isInProject(workspace.root, workspace.path(path), {})).sort();
      expect([title, ours]).toEqual([title, judged]);
      expect(judged.length).toBeGreaterThan(0);
    };
    await Promise.all(EXTENTS.map(extent));
  },
  PATIENT,
);

test(
  'REQ-DIAG-040 REQ-KNOWN-020: importers that nobody opened are broken and mended, and what the configuration leaves out is not reported',
  async () => {
    await using lab = await open({
      'pyproject.toml': '[tool.pyright]\nexclude = ["scratch"]\nignore = ["generated"]\n',
      'lib.py': NUMBER,
      'direct.py': user('lib'),
      'pkg/__init__.py': 'from lib import value\n',
      'indirect.py': user('pkg'),
      'scratch/left_out.py': user('lib'),
      'generated/ignored.py': user('lib'),
      'stub.pyi': 'from lib import value as value\n',
      'alone.py': 'x = 1\n',
    });
    for (let round = 0; round < 2; round += 1) {
      await write(lab, 'lib.py', TEXT, { before: NUMBER });
      await write(lab, 'lib.py', NUMBER, { before: TEXT });
    }
    // A file that is left out and edited is judged all the same.
    lab.workspace.write('scratch/left_out.py', WRONG);
    expect(
      Object.keys(found({ 'scratch/left_out.py': await lab.checkFile('scratch/left_out.py', WRONG) })),
    ).toEqual(['scratch/left_out.py']);
  },
  PATIENT,
);

test(
  'REQ-LIFE-030 REQ-DIAG-040: a package with a module that is called setup.py, and tests with settings of a formatter, are judged from the project',
  async () => {
    await using lab = await open({
      'pyproject.toml': '[project]\nname = "house"\nversion = "1"\n',
      'house/__init__.py': '',
      'house/setup.py': 'from .core import value\n\n\ndef setup_component() -> int:\n    return value\n',
      'house/core.py': NUMBER,
      'house/parts/__init__.py': '',
      'house/parts/light.py': user('house.core'),
      'tests/pyproject.toml': '[tool.ruff]\nline-length = 90\n',
      'tests/setup.cfg': '[flake8]\nmax-line-length = 90\n',
      'tests/test_light.py': user('house.core'),
    });
    await write(lab, 'house/core.py', TEXT, { before: NUMBER });
    await write(lab, 'house/core.py', NUMBER, { before: TEXT });
  },
  PATIENT,
);

test(
  'REQ-LIFE-030 REQ-DIAG-040: a part of a package with a build script, or a manifest, of its own is judged from the project',
  async () => {
    await using lab = await open({
      'pyproject.toml': '[project]\nname = "house"\nversion = "1"\n',
      'house/__init__.py': '',
      'house/core.py': NUMBER,
      'house/algebra/__init__.py': '',
      'house/algebra/setup.py': 'from numpy.distutils.core import setup  # type: ignore\n\nsetup()\n',
      'house/algebra/matrix.py': user('house.core'),
      'house/tool/__init__.py': '',
      'house/tool/setup.cfg': '[metadata]\nname = tool\n',
      'house/tool/use.py': user('house.core'),
      'house/flat/__init__.py': '',
      'house/flat/pyproject.toml': '[project]\nname = "flat"\nversion = "1"\n',
      'house/flat/use.py': user('house.core'),
      // No package, and its `setup` is a function of the project.
      'house/loose/setup.py': `from house.core import value as setup\n\n${user('house.core')}`,
    });
    await write(lab, 'house/core.py', TEXT, { before: NUMBER });
    await write(lab, 'house/core.py', NUMBER, { before: TEXT });
  },
  PATIENT,
);

test(
  'REQ-DIAG-010 REQ-DIAG-040: of a workspace that is a package of a project, modules are found by the name of the package',
  async () => {
    await using lab = await open({ '__init__.py': '', 'core.py': NUMBER });
    const { root } = lab.workspace;
    writeFileSync(join(dirname(root), 'pyproject.toml'), '[project]\nname = "outer"\n');
    lab.workspace.write('use.py', user(`${basename(root)}.core`));
    expect(await lab.check({ 'use.py': user(`${basename(root)}.core`) })).toMatchObject({
      files: { 'use.py': [] },
    });
    const report = await lab.check({ 'core.py': TEXT }, true);
    expect([Object.keys(report.others), report.othersComplete]).toEqual([['use.py'], true]);
  },
  PATIENT,
);

test(
  'REQ-DIAG-010: modules, packages and stubs that come, go and are renamed',
  async () => {
    await using lab = await open({
      'pyrightconfig.json': '{}',
      'user.py': `${user('late')}from pack.sub import other\n\nalso: int = other\n`,
      'alone.py': 'x = 1\n',
    });
    const { workspace } = lab;
    await afterShell(lab, 'user.py', () => undefined);
    await write(lab, 'late.py', NUMBER, { created: true });
    await write(lab, 'pack/__init__.py', '', { created: true });
    await write(lab, 'pack/sub.py', 'other = 1\n', { created: true });
    await afterShell(lab, 'alone.py', () => workspace.write('late.pyi', 'value: str\n'));
    await afterShell(lab, 'alone.py', () => workspace.remove('late.pyi'));
    await afterShell(lab, 'alone.py', () => {
      renameSync(workspace.path('pack'), workspace.path('packed'));
    });
    await afterShell(lab, 'user.py', () => {
      renameSync(workspace.path('packed'), workspace.path('pack'));
    });
    await afterShell(lab, 'alone.py', () => workspace.write('pack/sub.py', "other = ''\n"));
  },
  PATIENT,
);

test(
  'REQ-DIAG-010: a changed configuration counts from the next answer on',
  async () => {
    await using lab = await open({
      'pyrightconfig.json': '{ "extends": "base.json" }',
      'base.json': '{}',
      'a.py': 'import os\n',
      'b.py': 'import os\n',
    });
    const { workspace } = lab;
    await afterShell(lab, 'a.py', () => undefined);
    for (const level of ['error', 'none', 'error']) {
      await afterShell(lab, 'a.py', () =>
        workspace.write('base.json', `{ "reportUnusedImport": "${level}" }`),
      );
      await afterShell(lab, 'b.py', () => undefined);
    }
  },
  PATIENT,
);

test(
  'REQ-DIAG-010: an environment that is made, and a package that is installed, changed and removed in it',
  async () => {
    await using lab = await open({
      'pyproject.toml': '[tool.pyright]\nvenvPath = "."\nvenv = ".venv"\n',
      'user.py': user('dependency'),
    });
    const { workspace } = lab;
    const installed = '.venv/lib/python3.11/site-packages/dependency.py';
    await afterShell(lab, 'user.py', () => undefined);
    await afterShell(lab, 'user.py', () => {
      workspace.write('.venv/pyvenv.cfg', 'home = /usr/bin\nversion = 3.11.0\n');
      workspace.write(installed, NUMBER);
    });
    await afterShell(lab, 'user.py', () => {
      workspace.write(installed, TEXT);
      workspace.write('.venv/lib/python3.11/site-packages/dependency-2.dist-info/METADATA', '');
    });
    await afterShell(lab, 'user.py', () => workspace.remove(installed));
    await afterShell(lab, 'user.py', () => workspace.write(installed, NUMBER));
    await afterShell(lab, 'user.py', () => {
      rmSync(workspace.path('.venv'), { recursive: true });
    });
  },
  PATIENT,
);

const TWO = {
  'a/pyproject.toml': '[tool.pyright]\n',
  'a/lib.py': NUMBER,
  'a/deep.py': 'from lib import value\n',
  'b/pyproject.toml': '[tool.pyright]\nextraPaths = ["../a"]\n',
  'b/user.py': user('lib'),
  'b/far.py': user('deep'),
  'b/late.py': user('late'),
};

/** What the command line says of the project in `b`, by the path from the top. */
async function truthOfB(lab: Lab): Promise<Record<string, string[]>> {
  const truth = await pyright({ root: lab.workspace.path('b') }, lab.workspace.root);
  return Object.fromEntries(Object.entries(truth).map(([file, list]) => [`b/${file}`, list]));
}

test(
  'REQ-ARCH-090 REQ-DIAG-010: an edit in one project is seen at once by the process of another that imports it',
  async () => {
    await using lab = await open(TWO);
    const importers = ['b/user.py', 'b/far.py', 'b/late.py'];
    const ask = async (): Promise<void> => {
      const asked = lab.sidecar.request('lsp/check', { files: importers.map((filePath) => ({ filePath })) });
      const [{ files }, truth] = await Promise.all([asked, truthOfB(lab)]);
      expect(found(files)).toEqual(truth);
    };
    await ask();
    for (const text of [TEXT, NUMBER, TEXT]) {
      expect(found((await lab.check({ 'a/lib.py': text })).files)).toEqual({});
      await ask();
    }
    lab.workspace.write('a/late.py', NUMBER);
    await lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'a/late.py', text: NUMBER, created: true }],
    });
    await ask();
    lab.workspace.remove('a/late.py');
    await lab.sidecar.request('lsp/check', { files: [], deleted: ['a/late.py'] });
    await ask();
    lab.workspace.write('a/deep.py', 'value = ""\n');
    await ask();
    // And in a report on other files.
    const asked = lab.check({ 'a/deep.py': 'from lib import value\n', 'a/lib.py': TEXT }, true);
    const [report, truth] = await Promise.all([asked, truthOfB(lab)]);
    expect(found(report.others)).toEqual(truth);
  },
  PATIENT,
);

test(
  'REQ-KNOWN-020: what a process has found in a folder that gets a configuration of its own is not its finding any more',
  async () => {
    await using lab = await open({
      'pyrightconfig.json': '{ "reportUnusedImport": "error" }',
      'sub/a.py': 'import os\n',
      'b.py': 'x = 1\n',
    });
    expect(Object.keys(found({ 'sub/a.py': await lab.checkFile('sub/a.py') }))).toEqual(['sub/a.py']);
    mkdirSync(dirname(lab.workspace.path('sub/pyrightconfig.json')), { recursive: true });
    lab.workspace.write('sub/pyrightconfig.json', '{}');
    expect(found({ 'sub/a.py': await lab.checkFile('sub/a.py') })).toEqual({});
    expect(found((await lab.check({ 'b.py': 'x = 2\n' }, true)).others)).toEqual({});
  },
  PATIENT,
);
