import { afterEach, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { Orchestrator } from '../../../src/engine/orchestrator.ts';
import { type WorkspaceOptions, WorkspaceService } from '../../../src/engine/workspace-service.ts';
import type { ProjectQuestion } from '../../../src/engine/project/project-question.ts';
import type { CheckerConfig, LspConfig, Project } from '../../../src/types.ts';
import { cleanUp, env, npmPackage, workspace, type Entry } from '../../registry/workspace.ts';
import { LANGUAGES } from '../../../src/languages/index.ts';

const PROGRAM = { program: '#!/bin/sh\n' };
const PROGRAMS = { 'bin/cargo': PROGRAM, 'bin/go': PROGRAM, 'bin/ruff': PROGRAM };

const MONOREPO: Record<string, Entry> = {
  ...npmPackage('.', 'eslint', '9.30.0', 'eslint'),
  ...npmPackage('.', 'typescript', '5.9.3', 'tsc'),
  'node_modules/typescript/cli.js': '',
  'package.json': {},
  'eslint.config.js': '',
  'rust/Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'rust/crates/a/Cargo.toml': '[package]\nname = "a"\n',
  'rust/crates/a/src/lib.rs': '',
  'go/svc/go.mod': 'module svc\n',
  'go/svc/main.go': '',
  'go/tool/go.mod': 'module tool\n',
  'go/tool/main.go': '',
  'py/pyproject.toml': '[tool.ruff]\n',
  'py/sub/x.py': '',
  'web/tsconfig.json': {},
  'web/package.json': {},
  'web/a.ts': '',
  'web/lib/tsconfig.json': {},
  'web/lib/b.ts': '',
  'loose.py': '',
  'README.md': '',
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.stop()));
  cleanUp();
});

const opened: WorkspaceService[] = [];

function open(bootstrap: WorkspaceOptions): Orchestrator {
  const service = new WorkspaceService(LANGUAGES, bootstrap, () => undefined);
  opened.push(service);
  return new Orchestrator(service, bootstrap.config);
}

/** What is found in a workspace with these files, and the programs in `bin` on PATH. */
async function projects(
  files: Record<string, Entry>,
  question: ProjectQuestion = {},
  config: LspConfig = {},
): Promise<Project[]> {
  const root = workspace(files);
  env({ PATH: join(root, 'bin'), VIRTUAL_ENV: undefined });
  const orchestrator = open({ workspaceRoot: root, config, nodePath: process.execPath });
  return await orchestrator.projects.projects(question);
}

const names = (found: readonly Project[]): string[] =>
  found.map(({ checker, root, install }) => `${checker} ${root}${install === undefined ? '' : ' missing'}`);

test.each<[what: string, paths: string[] | undefined, found: string[]]>([
  [
    'the workspace',
    undefined,
    ['cargo rust', 'eslint .', 'go go/svc', 'go go/tool', 'pyright py', 'ruff py', 'tsc web', 'tsc web/lib'],
  ],
  ['a member of a Cargo workspace', ['rust/crates/a/src/lib.rs'], ['cargo rust']],
  ['its folder', ['rust/crates/a'], ['cargo rust']],
  ['a file of one of two modules', ['go/svc/main.go'], ['go go/svc']],
  ['a TypeScript file', ['web/lib/b.ts'], ['eslint .', 'tsc web/lib']],
  ['the project around it', ['web/a.ts'], ['eslint .', 'tsc web']],
  ['a Python file', ['py/sub/x.py'], ['pyright py', 'ruff py']],
  ['a Python file of no project', ['loose.py'], []],
  ['a manifest', ['go/tool/go.mod', 'rust/Cargo.toml'], ['cargo rust', 'go go/tool']],
  ['a file that nobody judges', ['README.md'], []],
])('the projects of %s', async (_, paths, found) => {
  expect(names(await projects({ ...PROGRAMS, ...MONOREPO }, paths === undefined ? {} : { paths }))).toEqual(
    found,
  );
});

test('what to type names programs, not where they lie, and none of our own folders', async () => {
  const found = await projects({ ...PROGRAMS, ...MONOREPO });
  const commands = new Map(
    found.map(({ checker, commands: typed = [] }) => [checker, typed.map((words) => words.join(' '))]),
  );
  expect(commands.get('cargo')).toEqual(['cargo check --workspace --all-targets']);
  expect(commands.get('eslint')).toEqual(['npx eslint --no-error-on-unmatched-pattern .']);
  expect(commands.get('go')).toEqual(['go vet ./...']);
  expect(commands.get('pyright')).toEqual(['npx pyright']);
  expect(commands.get('ruff')).toEqual(['ruff check --no-fix .']);
  for (const typed of commands.values())
    for (const command of typed) expect(command).not.toMatch(/(^|[ =])\//);
});

test('what to type judges with the environment of the project, as the run does', async () => {
  const found = await projects({
    ...PROGRAMS,
    'py/pyproject.toml': '[tool.ruff]\n',
    'py/a.py': '',
    'py/.venv/pyvenv.cfg': 'version = 3.12.1\n',
    'py/.venv/bin/python': PROGRAM,
    'py/.venv/bin/ruff': PROGRAM,
  });
  expect(found.map(({ checker, commands }) => [checker, commands])).toEqual([
    ['pyright', [['npx', 'pyright', '--pythonpath', '.venv/bin/python']]],
    ['ruff', [['.venv/bin/ruff', 'check', '--no-fix', '.']]],
  ]);
});

test('a project whose program is missing is one all the same, with the command that installs it', async () => {
  const found = await projects({ ...MONOREPO, 'bin/x': '' }, { paths: ['go/svc', 'rust', 'py'] });
  expect(names(found)).toEqual(['cargo rust missing', 'go go/svc missing', 'pyright py', 'ruff py missing']);
  for (const { install, reason, commands } of found.filter(({ checker }) => checker !== 'pyright')) {
    expect([typeof install, typeof reason, commands]).toEqual(['string', 'string', undefined]);
  }
});

test('a tsconfig.json that is a link counts for its folder', async () => {
  const files = {
    ...npmPackage('.', 'typescript', '5.9.3', 'tsc'),
    'web/a.ts': '',
    'shared/base.json': '{}',
  };
  const root = workspace(files);
  symlinkSync(join(root, 'shared/base.json'), join(root, 'web/tsconfig.json'));
  env({ PATH: join(root, 'bin') });
  const orchestrator = open({ workspaceRoot: root, config: {}, nodePath: process.execPath });
  for (const paths of [['web'], ['web/a.ts']])
    expect(names(await orchestrator.projects.projects({ paths }))).toEqual(['tsc web']);
});

test.each<[what: string, config: LspConfig, programs: Record<string, Entry>, found: string[]]>([
  ['where no server is installed', {}, {}, ['go .']],
  ['where one is', {}, { 'bin/gopls': PROGRAM }, []],
  ['where that one is not wanted', { servers: { gopls: { enabled: false } } }, { 'bin/gopls': PROGRAM }, []],
  [
    'where it is nobody else',
    { checkers: { go: { sameAs: ['other'] } } },
    { 'bin/gopls': PROGRAM },
    ['go .'],
  ],
])('checkers of unserved projects: %s', async (_, config, programs, found) => {
  expect(
    names(
      await projects(
        { 'bin/go': PROGRAM, 'go.mod': 'module m\n', 'a.go': '', ...programs },
        { onlyUnserved: true },
        config,
      ),
    ),
  ).toEqual(found);
});

const OWN: CheckerConfig = { command: 'mine', extensions: ['.foo'], parser: 'gcc' };
const SERVER = { command: '/bin/sh', extensions: ['.foo'] };

test.each<[what: string, config: LspConfig, found: string[]]>([
  ['alone', {}, ['mine .']],
  ['beside a server for its files', { servers: { foo: SERVER } }, []],
  ['beside a linter for its files', { servers: { foo: { ...SERVER, role: 'linter' } } }, ['mine .']],
  ['beside a server that is switched off', { servers: { foo: { ...SERVER, enabled: false } } }, ['mine .']],
  [
    'beside a server of whose kind it is not',
    { servers: { foo: SERVER }, checkers: { mine: { ...OWN, sameAs: ['bar'] } } },
    ['mine .'],
  ],
])('a checker of the user’s own for unserved projects: %s', async (_, config, found) => {
  const checkers = { mine: OWN, ...config.checkers };
  expect(
    names(
      await projects({ 'bin/mine': PROGRAM, 'a.foo': '' }, { onlyUnserved: true }, { ...config, checkers }),
    ),
  ).toEqual(found);
});

test.each<[what: string, config: CheckerConfig, files: Record<string, Entry>, found: string[]]>([
  ['by its files, where it has no markers', OWN, { 'a.foo': '' }, ['mine .']],
  ['not where there is nothing for it', OWN, { 'a.bar': '' }, []],
  [
    'by its markers, whatever the case of the ending',
    { ...OWN, rootMarkers: ['Mine.TOML'] },
    { 'x y/Mine.TOML': '', 'x y/src/a.FOO': '' },
    ['mine x y'],
  ],
  ['not without its marker', { ...OWN, rootMarkers: ['mine.toml'] }, { 'a.foo': '' }, []],
  ['by a folder as a marker', { ...OWN, rootMarkers: ['.mine'] }, { '.mine/x': '', 'a.foo': '' }, ['mine .']],
  [
    'by its markers alone',
    { command: 'mine', parser: 'sarif', rootMarkers: ['mine.toml'] },
    { 'x/mine.toml': '' },
    ['mine x'],
  ],
  ['without a parser', { command: 'mine' }, { 'a.foo': '' }, ['mine . missing']],
  ['without a program', { ...OWN, command: 'yours' }, { 'a.foo': '' }, ['mine . missing']],
  [
    'never a program by its place in the workspace',
    { ...OWN, command: './bin/mine' },
    { 'a.foo': '' },
    ['mine . missing'],
  ],
  ['switched off', { ...OWN, enabled: false }, { 'a.foo': '' }, []],
])('a checker of the user’s own is found %s', async (_, config, files, found) => {
  expect(
    names(await projects({ 'bin/mine': PROGRAM, ...files }, {}, { checkers: { mine: config } })),
  ).toEqual(found);
});

test('settings lay another program, more arguments and an environment over a checker that is known', async () => {
  const checkers = {
    go: { command: 'go-next', args: ['-tags', 'x'] },
    ruff: { args: ['--preview'] },
    cargo: { enabled: false },
  };
  const found = await projects(
    { ...PROGRAMS, ...MONOREPO, 'bin/go-next': PROGRAM },
    { paths: ['go/svc', 'py', 'rust'], checkers: ['go', 'ruff', 'cargo'] },
    { checkers },
  );
  expect(found.map(({ commands, program }) => [commands, program?.origin])).toEqual([
    [[['go-next', 'vet', '-tags', 'x', './...']], 'custom'],
    [[['ruff', 'check', '--no-fix', '--preview', '.']], 'path'],
  ]);
});

test('a command below the home folder is shown as every shell understands it, of the user’s own checkers and of ours', async () => {
  const home = workspace({ 'my bin/lint': PROGRAM });
  env({ HOME: home });
  const command = '~/my bin/lint';
  const found = await projects(
    { 'ruff.toml': '', 'a.py': '' },
    { checkers: ['mine', 'ruff'] },
    { checkers: { mine: { command, args: ['~'], parser: 'gcc' }, ruff: { command } } },
  );
  expect(found.map(({ commands }) => commands?.[0]?.slice(0, 2))).toEqual([
    [join(home, 'my bin/lint'), '~'],
    [join(home, 'my bin/lint'), 'check'],
  ]);
});
