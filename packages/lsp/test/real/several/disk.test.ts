import { describe, expect } from 'bun:test';
import { renameSync, rmSync, symlinkSync } from 'node:fs';

import type { Diagnostic } from '../../../src/types.ts';
import type { Lab } from '../../harness/lab.ts';
import { outcomes } from '../../harness/lab.ts';
import type { Tree, Workspace } from '../../harness/workspace.ts';
import { testWith, type Define } from '../needs.ts';
import { found, type Links, openReal } from '../real-lab.ts';
import { goBuild, pyright, tsc } from '../truth.ts';
import { tsconfig } from '../../../src/languages/typescript/test/real/typescript-language.ts';

/** What a shell does behind the tools' back; each step starts from what the one before left. */
type Step = readonly [title: string, act: (workspace: Workspace) => void];

interface Language {
  title: string;
  test: Define;
  server: string;
  files: Tree;
  links?: Links;
  /** The file that is asked about; nothing else is ever opened. */
  user: string;
  steps: readonly Step[];
  /** The module that the user of a branch of a thousand modules takes its value from is one of them; each takes it from the one before. */
  branch(kind: 'number' | 'text'): Tree;
  /** What the compiler says about the user, in the notation of `said`. */
  truth(workspace: Workspace): Promise<unknown>;
  /** What of a finding the compiler and the server have in common. */
  said(record: Record<string, Diagnostic[]>): unknown;
}

function renameAll(on: Workspace, ...names: [from: string, to: string][]): void {
  for (const [from, to] of names) renameSync(on.path(from), on.path(to));
}

const MODULES = 1000;

/** A thousand files, and the user of the last; of the first, `before` is undefined. */
function chain(file: (n: number) => string, text: (n: number, before: number | undefined) => string): Tree {
  return Object.fromEntries(
    Array.from({ length: MODULES }, (_, n) => [file(n), text(n, n === 0 ? undefined : n - 1)]),
  );
}

const TS_USER =
  "import { value } from './lib/dep.js';\nimport { other } from './lib/other.js';\nimport { kind } from 'pkg';\n\nexport const one: 'one' = kind;\nexport const wanted: number = value;\nexport const more: string = other;\nexport const at = [1][0].toFixed();\n";
const TS_FILES: Tree = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': tsconfig(),
  'src/user.ts': TS_USER,
  'src/lib/dep.ts': 'export const value = 1;\n',
};
function replaceByLink(on: Workspace, folder: string, by: string): void {
  renameSync(on.path(folder), on.path(by));
  symlinkSync(on.path(by), on.path(folder));
}

function leadElsewhere(on: Workspace, link: string, to: string): void {
  on.write(`${to}/dep.ts`, "export const value = 'elsewhere';\n");
  on.write(`${to}/other.ts`, "export const other = 'elsewhere';\n");
  on.remove(link);
  symlinkSync(on.path(to), on.path(link));
}

/** As a package manager leaves it. */
function install(on: Workspace, version: string): void {
  on.write(
    'node_modules/pkg/package.json',
    JSON.stringify({ name: 'pkg', version, type: 'module', types: 'index.d.ts' }),
  );
  on.write('node_modules/pkg/index.d.ts', `export declare const kind: '${version}';\n`);
  on.write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/pkg': { version } } }),
  );
}

const TS_STEPS: readonly Step[] = [
  ['a file created', (on) => on.write('src/lib/other.ts', "export const other = 'o';\n")],
  ['a dependency changed', (on) => on.write('src/lib/dep.ts', "export const value = 'x';\n")],
  ['a dependency mended', (on) => on.write('src/lib/dep.ts', 'export const value = 2;\n')],
  ['a file deleted', (on) => on.remove('src/lib/other.ts')],
  ['a file in its place', (on) => on.write('src/lib/other.ts', 'export const other = 1;\n')],
  ['a file renamed away', (on) => renameSync(on.path('src/lib/dep.ts'), on.path('src/lib/was.ts'))],
  ['a folder renamed away', (on) => renameSync(on.path('src/lib'), on.path('src/gone'))],
  [
    'a folder back, with a file renamed back',
    (on) => renameAll(on, ['src/gone', 'src/lib'], ['src/lib/was.ts', 'src/lib/dep.ts']),
  ],
  ['a folder replaced by a link to it', (on) => replaceByLink(on, 'src/lib', 'one')],
  ['the link led elsewhere', (on) => leadElsewhere(on, 'src/lib', 'two')],
  ['a package installed', (on) => install(on, 'one')],
  ['another version of it', (on) => install(on, 'two')],
  ['the package removed', (on) => rmSync(on.path('node_modules/pkg'), { recursive: true })],
  ['stricter settings', (on) => on.write('tsconfig.json', tsconfig({ noUncheckedIndexedAccess: true }))],
  ['laxer settings', (on) => on.write('tsconfig.json', tsconfig({ strict: false }))],
];

const typescript = (title: string, compiler: string, links: Links = {}): Language => ({
  title,
  test: testWith(),
  server: 'typescript',
  files: TS_FILES,
  links,
  user: 'src/user.ts',
  steps: TS_STEPS,
  branch: (kind) => ({
    ...chain(
      (n) => `src/m/f${n}.ts`,
      (n, before) => {
        const value = before === undefined ? (kind === 'number' ? '1' : "'x'") : `v${before}`;
        return `${before === undefined ? '' : `import { v${before} } from './f${before}.js';\n`}export const v${n}: ${kind === 'number' ? 'number' : 'string'} = ${value};\n`;
      },
    ),
    'src/user.ts': `import { v${MODULES - 1} } from './m/f${MODULES - 1}.js';\n\nexport const wanted: number = v${MODULES - 1};\n`,
  }),
  truth: async (workspace) => (await tsc(workspace, compiler))['src/user.ts'] ?? [],
  said: (record) => found(record)['src/user.ts'] ?? [],
});

const PY_USER =
  'from lib.dep import value\nfrom lib.other import other\n\nwanted: int = value\nmore: str = other\nimport os\nfrom pkg import kind\nbest: int = kind\n';
const PY_SETTINGS = '[tool.pyright]\nvenvPath = "."\nvenv = ".venv"\n';
const SITE = '.venv/lib/python3.13/site-packages';
const GO_USER =
  'package user\n\nimport "demo/lib"\n\nvar Wanted int = lib.Value\nvar More string = lib.Other\nvar Lucky = min(1, 2)\n';

const LANGUAGES: readonly Language[] = [
  typescript('TypeScript 5.9', 'typescript'),
  typescript('TypeScript 7', 'typescript-v7', { 'node_modules/typescript': 'typescript-v7' }),
  {
    title: 'pyright',
    test: testWith(),
    server: 'pyright',
    files: {
      'pyproject.toml': PY_SETTINGS,
      '.venv/pyvenv.cfg': 'version = 3.13.1\n',
      [`${SITE}/six.py`]: '',
      'user.py': PY_USER,
      'lib/__init__.py': '',
      'lib/dep.py': 'value = 1\n',
    },
    user: 'user.py',
    steps: [
      ['a file created', (on) => on.write('lib/other.py', "other = 'o'\n")],
      ['a dependency changed', (on) => on.write('lib/dep.py', "value = 'x'\n")],
      ['a dependency mended', (on) => on.write('lib/dep.py', 'value = 2\n')],
      ['a file deleted', (on) => on.remove('lib/other.py')],
      ['a file in its place', (on) => on.write('lib/other.py', 'other = 1\n')],
      ['a file renamed away', (on) => renameSync(on.path('lib/dep.py'), on.path('lib/was.py'))],
      ['a folder renamed away', (on) => renameSync(on.path('lib'), on.path('gone'))],
      [
        'a folder back, with a file renamed back',
        (on) => renameAll(on, ['gone', 'lib'], ['lib/was.py', 'lib/dep.py']),
      ],
      ['a package installed', (on) => on.write(`${SITE}/pkg/__init__.py`, 'kind = 1\n')],
      ['the package removed', (on) => rmSync(on.path(`${SITE}/pkg`), { recursive: true })],
      [
        'stricter settings',
        (on) => on.write('pyproject.toml', PY_SETTINGS + 'reportUnusedImport = "error"\n'),
      ],
      ['laxer settings', (on) => on.write('pyproject.toml', PY_SETTINGS + 'reportAssignmentType = false\n')],
    ],
    branch: (kind) => ({
      ...chain(
        (n) => `m/f${n}.py`,
        (n, before) => {
          const value = before === undefined ? (kind === 'number' ? '1' : "'x'") : `v${before}`;
          return `${before === undefined ? '' : `from m.f${before} import v${before}\n`}v${n}: ${kind === 'number' ? 'int' : 'str'} = ${value}\n`;
        },
      ),
      'user.py': `from m.f${MODULES - 1} import v${MODULES - 1}\n\nwanted: int = v${MODULES - 1}\n`,
    }),
    truth: async (workspace) => (await pyright(workspace))['user.py'] ?? [],
    said: (record) => found(record)['user.py'] ?? [],
  },
  {
    title: 'gopls',
    test: testWith('go', 'gopls'),
    server: 'gopls',
    files: {
      'go.mod': 'module demo\n\ngo 1.21\n',
      'user/user.go': GO_USER,
      'lib/dep.go': 'package lib\n\nvar Value = 1\n',
    },
    user: 'user/user.go',
    steps: [
      ['a file created', (on) => on.write('lib/other.go', 'package lib\n\nvar Other = "o"\n')],
      ['a dependency changed', (on) => on.write('lib/dep.go', 'package lib\n\nvar Value = "x"\n')],
      ['a dependency mended', (on) => on.write('lib/dep.go', 'package lib\n\nvar Value = 2\n')],
      ['a file deleted', (on) => on.remove('lib/other.go')],
      ['a file in its place', (on) => on.write('lib/other.go', 'package lib\n\nvar Other = 1\n')],
      ['a file renamed away', (on) => renameSync(on.path('lib/dep.go'), on.path('lib/was.go.txt'))],
      ['a file renamed back', (on) => renameSync(on.path('lib/was.go.txt'), on.path('lib/back.go'))],
      ['other settings', (on) => on.write('go.mod', 'module demo\n\ngo 1.20\n')],
      ['settings mended', (on) => on.write('go.mod', 'module demo\n\ngo 1.22\n')],
    ],
    branch: (kind) => ({
      ...chain(
        (n) => `m/f${n}.go`,
        (n, before) => {
          const value = before === undefined ? (kind === 'number' ? '1' : '"x"') : `V${before}`;
          return `package m\n\nvar V${n} ${kind === 'number' ? 'int' : 'string'} = ${value}\n`;
        },
      ),
      'user/user.go': `package user\n\nimport "demo/m"\n\nvar Wanted int = m.V${MODULES - 1}\n`,
    }),
    truth: async (workspace) => (await goBuild(workspace, './...'))['user/user.go'] ?? [],
    said: (record) =>
      [...new Set((record['user/user.go'] ?? []).map(({ line }) => line))].sort((a, b) => a - b),
  },
];

function git({ root }: Workspace, ...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(
    ['git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args],
    { cwd: root, stderr: 'pipe' },
  );
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
}

for (const { title, test: run, server, files, links = {}, user, steps, branch, truth, said } of LANGUAGES) {
  const verdict = async (lab: Lab): Promise<unknown> => {
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: user }] });
    return [said(report.files), Object.values(outcomes(report))];
  };

  describe(title, () => {
    let lab: Lab;
    run.beforeAll(async () => {
      lab = await openReal({ servers: [server], files, links });
    });
    run.afterAll(() => lab[Symbol.asyncDispose]());

    for (const [step, act] of [['nothing yet', () => undefined] satisfies Step, ...steps]) {
      run(
        `REQ-DIAG-010 REQ-TIME-020: what a shell did is in the next result, as the compiler sees it: ${step}`,
        async () => {
          act(lab.workspace);
          const [said, judged] = await Promise.all([verdict(lab), truth(lab.workspace)]);
          expect(said).toEqual([judged, ['complete']]);
        },
      );
    }

    run(
      'REQ-DIAG-010 REQ-TIME-020: after git checkout of a branch with a thousand other files the first result is right',
      async () => {
        await using large = await openReal({
          servers: [server],
          files: { ...files, ...branch('number'), '.gitignore': 'node_modules\n' },
          links,
        });
        const { workspace } = large;
        for (const args of [
          ['init', '-q', '-b', 'number'],
          ['add', '.'],
          ['commit', '-qm', 'number'],
          ['checkout', '-qb', 'text'],
        ])
          git(workspace, ...args);
        for (const [path, text] of Object.entries(branch('text'))) workspace.write(path, text);
        git(workspace, 'commit', '-qam', 'text');
        git(workspace, 'checkout', '-q', 'number');
        expect(await verdict(large)).toEqual([[], ['complete']]);
        git(workspace, 'checkout', '-q', 'text');
        const [broken, judged] = await Promise.all([verdict(large), truth(workspace)]);
        expect(broken).toEqual([judged, ['complete']]);
        git(workspace, 'checkout', '-q', 'number');
        expect(await verdict(large)).toEqual([[], ['complete']]);
        expect(broken).not.toEqual([[], ['complete']]);
      },
    );
  });
}
