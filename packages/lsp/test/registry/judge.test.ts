import { afterEach, describe, expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { createRegistry } from '../../src/backend/find-server.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { whyNoJudge } from '../../src/engine/session/judge.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { leavesToMypy } from '../../src/languages/python/leaves-to-mypy.ts';
import { mypyProject } from '../../src/languages/python/mypy-config.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { ServerConfig } from '../../src/types.ts';
import { cleanUp, env, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

const searchIn = (root: string, trusted = true): ReturnType<typeof createSearch> =>
  createSearch({ workspaceRoot: root, node: process.execPath, trusted });

/** The folder and the file that say that mypy is run, and with what; `no` where nothing does. */
function evidence(files: Record<string, Entry>, folder = '.'): string {
  const root = workspace({ 'src/a.py': '', 'tests/a.py': '', 'deep/pkg/a.py': '', ...files });
  const found = mypyProject(join(root, folder), searchIn(root));
  if (found === undefined) return 'no';
  const where = found.root === root ? '.' : found.root.slice(root.length + 1);
  return [where, found.file, ...found.flags, ...found.targets].join(' ');
}

const workflow = (...lines: string[]): Record<string, Entry> => ({
  '.github/workflows/ci.yml': `jobs:\n  mypy:\n    name: mypy\n    steps:\n${lines.map((line) => `      ${line}\n`).join('')}`,
});
const hooks = (text: string): Record<string, Entry> => ({ '.pre-commit-config.yaml': text });

describe('a project runs mypy, as its files say', () => {
  const TABLE: [want: string, files: Record<string, Entry>, folder?: string][] = [
    ['no', {}],
    ['. mypy.ini .', { 'mypy.ini': '' }],
    ['. .mypy.ini .', { '.mypy.ini': '[mypy]\nstrict = true\n' }, 'src'],
    ['. setup.cfg .', { 'setup.cfg': '[metadata]\n[mypy]\n' }],
    ['no', { 'setup.cfg': '[metadata]\nname = mypy\n', 'pyproject.toml': '[tool.ruff]\n[tool.mypyc]\n' }],
    ['. pyproject.toml', { 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n' }],
    ['. pyproject.toml .', { 'pyproject.toml': '[[tool.mypy.overrides]]\nmodule = "x"\n' }],
    ['deep mypy.ini .', { 'mypy.ini': '', 'deep/mypy.ini': '' }, 'deep/pkg'],
    ['. mypy.ini --strict src', { 'mypy.ini': '', ...workflow('- run: uv run mypy --strict --pretty src') }],
    [
      '. .github/workflows/ci.yml src tests',
      workflow('- run: |', '    pip install mypy', '    python -m mypy src tests'),
    ],
    [
      '. .github/workflows/ci.yml --config-file=x.ini .',
      workflow('- run: cd . && poetry run mypy --config-file=x.ini'),
    ],
    ['. .github/workflows/ci.yml -p pkg', workflow('- run: mypy -p pkg --junit-xml out.xml')],
    ['. .github/workflows/ci.yml .', workflow('- run: mypy "$TARGET" src')],
    ['no', workflow('- run: pip install mypy types-mypy', '# - run: mypy .', '- uses: actions/mypy@v1')],
    [
      '. tox.ini src',
      { 'tox.ini': '[testenv:types]\ndeps =\n    mypy\ncommands =\n    mypy src {posargs}\n' },
    ],
    ['no', { 'tox.ini': '[testenv]\ndeps =\n    mypy\ncommands = pytest\n' }],
    ['. noxfile.py src', { 'noxfile.py': 'session.install("mypy")\nsession.run("mypy", "src")\n' }],
    ['. Makefile src', { Makefile: 'types:\n\t@mypy src\n' }],
    [
      '. .pre-commit-config.yaml --ignore-missing-imports --scripts-are-modules .',
      hooks(
        'repos:\n- repo: https://github.com/pre-commit/mirrors-mypy\n  rev: v1\n  hooks:\n  - id: mypy\n',
      ),
    ],
    [
      '. .pre-commit-config.yaml --strict .',
      hooks(
        'repos:\n- repo: x/mirrors-mypy\n  hooks:\n  - id: mypy\n    args: [--strict, "--pretty"]\n- repo: other\n',
      ),
    ],
    ['no', hooks('repos:\n- repo: other\n  hooks:\n  - id: ruff\n    additional_dependencies: [mypy]\n')],
  ];
  test('by a configuration, by its hooks, by what runs it', () => {
    for (const [want, files, folder] of TABLE)
      expect([evidence(files, folder), files]).toEqual([want, files]);
  });

  test('what its configuration leaves out, it does not check', () => {
    const check = (config: string): string[] => {
      const root = workspace({ 'mypy.ini': config, 'src/a.py': '', 'src/gen/a.py': '', 'tests/a.py': '' });
      const found = mypyProject(root, searchIn(root));
      return ['src/a.py', 'src/gen/a.py', 'tests/a.py'].filter((path) => found?.excludes(join(root, path)));
    };
    expect(check('[mypy]\n')).toEqual([]);
    expect(check('[mypy]\nfiles = src, other\n')).toEqual(['tests/a.py']);
    expect(check('[mypy]\nexclude = gen/|^tests\n')).toEqual(['src/gen/a.py', 'tests/a.py']);
    expect(check('[mypy]\npackages = src.gen\n')).toEqual(['src/a.py', 'tests/a.py']);
    expect(check('[mypy]\nexclude = (?P<a>.\n')).toEqual([]);
  });
});

test('pyright judges too where the project runs it as well', () => {
  const TABLE: [boolean, Record<string, Entry>][] = [
    [false, {}],
    [true, { 'pyrightconfig.json': '{}' }],
    [true, { 'pyproject.toml': '[tool.pyright]\n' }],
    [true, { 'pyproject.toml': '[tool.basedpyright]\n' }],
    [true, workflow('- run: npx pyright src')],
    [true, workflow('- run: basedpyright')],
    [true, hooks('repos:\n- repo: x/pyright-python\n  hooks:\n  - id: pyright\n')],
    [false, workflow('- run: pip install pyright')],
  ];
  for (const [want, files] of TABLE) {
    const root = workspace({ 'mypy.ini': '', ...files });
    expect([leavesToMypy.judgesToo(root, searchIn(root)), files]).toEqual([want, files]);
  }
  const kept = ['', 'reportMissingImports', 'reportUndefinedVariable', 'reportReturnType', 'reportCallIssue'];
  expect(kept.filter((code) => leavesToMypy.keeps({ code, message: '', severity: 'error' }))).toEqual(
    kept.slice(0, 3),
  );
});

describe('which mypy is run', () => {
  const PROGRAM = { program: '#!/bin/sh\n' };
  const located = (
    files: Record<string, Entry>,
    trusted = true,
    config: Record<string, ServerConfig> = {},
  ): string => {
    const root = workspace({ 'a.py': '', ...files });
    const mypy = createRegistry(LANGUAGES, { servers: config })
      .forFile('a.py')
      .find(({ id }) => id === 'mypy');
    if (mypy === undefined) return 'off';
    const location = mypy.locate(root, searchIn(root, trusted));
    return location.kind === 'found'
      ? location.launch.command.replace(`${root}/`, '')
      : [location.kind, location.hint].filter((word) => word !== undefined).join(': ');
  };
  const VENV = { '.venv/pyvenv.cfg': '', '.venv/bin/python': PROGRAM, '.venv/bin/mypy': PROGRAM };
  test('the one of the project, and none of an untrusted workspace', () => {
    env({ PATH: '/nowhere' });
    expect(located({ ...VENV })).toBe('not-applicable');
    expect(located({ 'mypy.ini': '', ...VENV })).toBe('.venv/bin/mypy');
    expect(located({ 'mypy.ini': '', ...VENV }, false)).toBe('untrusted');
    expect(located({ 'mypy.ini': '' })).toBe('unavailable: pip install mypy');
    const uv = { 'pyproject.toml': '[tool.mypy]\n[dependency-groups]\ndev = ["mypy>=1"]\n', 'uv.lock': '' };
    expect(located(uv)).toBe('unavailable: uv sync');
    expect(located({ 'mypy.ini': '', ...VENV }, true, { mypy: { enabled: false } })).toBe('off');
    const own = join(workspace({ mypy: PROGRAM }), 'mypy');
    chmodSync(own, 0o755);
    expect(located({}, true, { mypy: { command: own } })).toBe(own);
  });

  test('where it is not installed, the result says so once', () => {
    env({ PATH: '/nowhere' });
    const root = workspace({ 'a.py': '', 'b.py': '', 'mypy.ini': '' });
    const [a, b] = ['a.py', 'b.py'].map((name) => join(root, name) as AdmittedPath);
    const services = { registry: createRegistry(LANGUAGES, {}), search: searchIn(root) };
    const definition = services.registry.forFile('a.py').find(({ id }) => id === 'pyright');
    const location = definition?.locate(root, services.search);
    if (definition === undefined || location?.kind !== 'found' || a === undefined || b === undefined)
      throw new Error();
    const { launch } = location;
    const why =
      "pyright has judged what the project's own judge would: the project runs mypy (mypy.ini), which was " +
      'found neither in its virtual environment nor on PATH; to install it: pip install mypy';
    const told = [a, b, a].map((path) => whyNoJudge(services, { definition, launch }, path));
    expect(told).toEqual([why, undefined, why]);
    // A person who has settings for pyright has chosen it.
    const settings = { pyright: { settings: { 'python.analysis.typeCheckingMode': 'strict' } } };
    const named = createRegistry(LANGUAGES, { servers: settings });
    expect(named.forFile('a.py').find(({ id }) => id === 'pyright')?.leavesTo).toBeUndefined();
  });
});
