import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { PULLING, pyright as recipe } from '../../pyright.ts';
import { define } from '../../../../backend/server-preset.ts';
import type { ServerConfig } from '../../../../types.ts';
import {
  cleanUp,
  env,
  launchOf,
  locate,
  npmPackage,
  workspace,
  type Entry,
} from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

const pyright = define(recipe);
const python = { program: '#!/bin/sh\n' };
const BUILDS = 'from setuptools import setup\nsetup()\n';

test('REQ-LIFE-030: the root is the nearest configuration of pyright, else the nearest project', () => {
  env({ PATH: '', VIRTUAL_ENV: undefined });
  const check = (files: Record<string, Entry>, folder: string, want: string): void => {
    const root = workspace({ ...files, [`${folder}/`]: '' });
    expect(launchOf(locate(pyright, root, folder)).root).toBe(join(root, want));
  };
  check({}, 'a/b', '.');
  check({ 'a/pyrightconfig.json': '{}', 'a/b/pyproject.toml': '[project]' }, 'a/b', 'a');
  check({ 'pyrightconfig.json': '{}', 'a/pyrightconfig.json': '{}' }, 'a/b', 'a');
  check({ 'a/pyproject.toml': '[tool.pyright]\nstrict = []', 'a/b/setup.py': BUILDS }, 'a/b', 'a');
  check({ 'a/pyproject.toml': '\uFEFF[tool.pyright]', 'a/b/setup.py': BUILDS }, 'a/b', 'a');
  check({ 'a/pyproject.toml': '[project]\r\n  [ tool . pyright ]\r\n', 'a/b/setup.py': BUILDS }, 'a/b', 'a');
  check({ 'a/pyproject.toml': '[[tool.pyright.executionEnvironments]]', 'a/b/setup.py': BUILDS }, 'a/b', 'a');
  check({ 'a/pyproject.toml': '# [tool.pyright]\n[tool.pyrightish]', 'a/b/setup.py': BUILDS }, 'a/b', 'a/b');
  const made = { 'pyproject.toml': '[build-system]', 'setup.py': BUILDS, 'setup.cfg': '[metadata]' };
  for (const [marker, text] of Object.entries(made))
    check({ 'pyproject.toml': '[project]', [`a/${marker}`]: text }, 'a/b', 'a');
  check({ 'pyproject.toml': '', 'a/pyproject.toml': '' }, 'a/b', 'a');
  check({ 'a/requirements.txt': '', 'a/docs/requirements.txt': '' }, 'a/docs', 'a');
  check({ 'pyproject.toml': '', 'docs/requirements.txt': '' }, 'docs', '.');
  check({ 'a/Pipfile': '' }, 'a/b', 'a');
});

test('REQ-LIFE-030: a module that is called setup.py, and settings of tools alone, mark no project in one', () => {
  env({ PATH: '', VIRTUAL_ENV: undefined });
  const check = (files: Record<string, Entry>, folder: string, want: string): void => {
    const root = workspace({ ...files, [`${folder}/`]: '' });
    expect(launchOf(locate(pyright, root, folder)).root).toBe(join(root, want));
  };
  const own = { 'pyproject.toml': '[project]\nname = "house"\n' };
  const setup = 'from . import loader\n\nasync def async_setup(hass) -> bool: ...\n';
  check({ ...own, 'house/__init__.py': '', 'house/setup.py': setup }, 'house/parts', '.');
  check({ 'house/__init__.py': '', 'house/setup.py': setup }, 'house/parts', '.');
  check({ ...own, 'scripts/setup.py': 'import subprocess\n' }, 'scripts', '.');
  check({ ...own, 'tests/pyproject.toml': '[tool.ruff]\nline-length = 90\n' }, 'tests/unit', '.');
  check({ ...own, 'tests/setup.cfg': '[flake8]\nmax-line-length = 90\n' }, 'tests/unit', '.');
  check({ 'house/__init__.py': '', 'house/pyproject.toml': '[tool.black]\n' }, 'house', '.');
  // Where nothing else is one.
  check({ 'service/pyproject.toml': '[tool.ruff]\n' }, 'service/app', 'service');
  check({ ...own, 'service/pyproject.toml': '[tool.poetry]\nname = "s"\n' }, 'service/app', 'service');
  check({ ...own, 'old/setup.py': 'import distutils.core as core\n' }, 'old/lib', 'old');
});

test('pyright is configured as the command line would analyse', () => {
  env({ PATH: '', VIRTUAL_ENV: undefined });
  const { configuration } = launchOf(locate(pyright, workspace()));
  const analysis = { autoSearchPaths: true, diagnosticMode: 'openFilesOnly', useLibraryCodeForTypes: true };
  expect(configuration?.('python.analysis')).toEqual(analysis);
  expect(configuration?.('python')).toEqual({ analysis });
  expect(configuration?.('')).toEqual({ python: { analysis } });
  expect(configuration?.('pyright')).toBeNull();
});

test('pyright judges with the virtual environment of the project', () => {
  const active = workspace({ 'bin/python': python });
  const check = (files: Record<string, Entry>, want: string | undefined, virtualEnv?: string): void => {
    env({ PATH: '', VIRTUAL_ENV: virtualEnv });
    const root = workspace({ 'p/pyproject.toml': '', ...files });
    const settings = launchOf(locate(pyright, root, 'p')).configuration?.('python');
    const expected = want === undefined ? undefined : want.startsWith('/') ? want : join(root, want);
    expect(settings).toHaveProperty('analysis');
    if (expected === undefined) expect(settings).not.toHaveProperty('pythonPath');
    else expect(settings).toHaveProperty('pythonPath', expected);
  };
  const venv = (folder: string): Record<string, Entry> => ({
    [`${folder}/pyvenv.cfg`]: '',
    [`${folder}/bin/python`]: python,
  });
  check(venv('p/.venv'), 'p/.venv/bin/python');
  check(venv('p/venv'), 'p/venv/bin/python');
  check({ ...venv('p/venv'), ...venv('p/.venv') }, 'p/.venv/bin/python');
  check(venv('.venv'), '.venv/bin/python');
  check({ ...venv('.venv'), ...venv('p/venv') }, 'p/venv/bin/python');
  check(venv('p/.venv'), 'p/.venv/bin/python', active);
  check({}, join(active, 'bin/python'), active);
  check({}, undefined, join(active, 'gone'));
  check({ 'p/.venv/pyvenv.cfg': '' }, undefined);
  check({ 'p/venv/module.py': '' }, undefined);
});

test('an environment that is made after the start is in the next answer', async () => {
  env({ PATH: '', VIRTUAL_ENV: undefined });
  const root = workspace();
  const { configuration } = launchOf(locate(pyright, root));
  expect(configuration?.('python.pythonPath')).toBeNull();
  await Bun.write(join(root, '.venv', 'pyvenv.cfg'), '');
  await Bun.write(join(root, '.venv', 'bin', 'python'), '', { mode: 0o755 });
  expect(configuration?.('python.pythonPath')).toBe(join(root, '.venv/bin/python'));
});

test('whose a file is, what the configuration leaves out, and what makes pyright restart', () => {
  env({ PATH: '', VIRTUAL_ENV: undefined });
  const root = workspace({
    'a/pyrightconfig.json': '{ "extends": "../base.json", "exclude": ["out"] }',
    'base.json': '{}',
    'a/b/setup.py': '',
    'a/site-packages/': '',
    'c/pyproject.toml': '[tool.pyright]',
  });
  const { serves, excludes: leavesOut, reloads } = launchOf(locate(pyright, root, 'a'));
  const table: [path: string, ours: boolean, left: boolean, anew: boolean][] = [
    ['a/m.py', true, false, false],
    ['a/b/m.pyi', true, false, false],
    ['a/out/m.py', true, true, true],
    ['a/.venv/lib/m.py', true, true, true],
    ['c/m.py', false, true, true],
    ['m.py', false, true, true],
    ['a/pyrightconfig.json', true, false, true],
    ['a/pyproject.toml', true, false, true],
    ['base.json', false, true, true],
    ['c/pyproject.toml', false, true, false],
    ['a/data.json', true, false, false],
    ['a/venv/pyvenv.cfg', true, false, true],
    ['a/site-packages', true, false, true],
  ];
  for (const [path, ours, left, anew] of table) {
    const full = join(root, path);
    expect([path, serves(full), leavesOut?.(full), reloads?.(full)]).toEqual([path, ours, left, anew]);
  }
});

test('folders for imports that settings name come before those of the environment, and do not replace them', () => {
  const root = workspace({ '__pypackages__/3.12/lib/': '' });
  const folders = (config?: ServerConfig): unknown =>
    launchOf(locate(define(recipe, config), root)).configuration?.('python.analysis.extraPaths');
  const found = join(root, '__pypackages__/3.12/lib');
  expect(folders()).toEqual([found]);
  expect(folders({ settings: { 'python.analysis.extraPaths': ['vendor'] } })).toEqual(['vendor', found]);
  expect(folders({ settings: { python: { analysis: { extraPaths: [] } } } })).toEqual([found]);
});

test('where there is no configuration the settings say which files are left out', () => {
  env({ PATH: '' });
  const root = workspace({ 'pyproject.toml': '[project]' });
  const { excludes: leavesOut } = launchOf(
    locate(define(recipe, { settings: { 'python.analysis.exclude': ['gen'] } }), root),
  );
  expect(['gen/a.py', 'src/a.py'].map((path) => leavesOut?.(join(root, path)))).toEqual([true, false]);
});

test("the workspace's own pyright judges, and its version says whether it can be asked", () => {
  env({ PATH: '' });
  const check = (files: Record<string, Entry>, origin: 'bundled' | 'workspace', isPulled: boolean): void => {
    const launch = launchOf(locate(pyright, workspace(files)));
    expect(launch.program.origin).toBe(origin);
    expect(launch.strategies).toBe(isPulled ? PULLING : undefined);
  };
  check({}, 'bundled', true);
  check(npmPackage('.', 'pyright', '1.1.414', 'pyright-langserver'), 'workspace', true);
  check(npmPackage('.', 'pyright', '1.1.300', 'pyright-langserver'), 'workspace', false);
  expect(pyright.source).toBe('auto');
});
