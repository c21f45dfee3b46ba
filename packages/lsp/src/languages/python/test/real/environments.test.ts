import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckReport } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

/** The Python that makes the environments is the one that the sidecar finds. */
const CLEAN = { VIRTUAL_ENV: '', CONDA_PREFIX: '' };
const PROJECT = '[project]\nname = "x"\ndependencies = ["one-package"]\n';
const MAIN = 'from one_package import value\n\nnumber: int = value\n';

function venv(path: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['python3', '-m', 'venv', '--without-pip', path]);
  if (exitCode !== 0) throw new Error(String(stderr));
}

/** As `pip install` leaves it. */
function install(lab: Lab, at: string, packages: Readonly<Record<string, string>>): void {
  const [version = ''] = readdirSync(lab.workspace.path(join(at, 'lib')));
  for (const [name, text] of Object.entries(packages)) {
    const site = join(at, 'lib', version, 'site-packages');
    lab.workspace.write(join(site, name, '__init__.py'), text);
    lab.workspace.write(join(site, name, 'py.typed'), '');
    lab.workspace.write(join(site, `${name}-1.0.dist-info`, 'METADATA'), '');
  }
}

const errors = ({ files }: CheckReport): string[] =>
  Object.values(files).flatMap((found) => found.map(({ message }) => message.split('\n', 1)[0] ?? ''));

test('each project of a repository is judged with its own environment', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    env: CLEAN,
    files: {
      'a/requirements.txt': 'one-package\n',
      'b/.vscode/settings.json': '{"python.defaultInterpreterPath": "py/bin/python"}',
    },
  });
  venv(lab.workspace.path('a/.venv'));
  install(lab, 'a/.venv', { one_package: 'value: int = 1\n' });
  venv(lab.workspace.path('b/py'));
  install(lab, 'b/py', { one_package: 'value: str = "1"\n' });
  expect(errors(await lab.check({ 'a/main.py': MAIN }))).toEqual([]);
  expect(errors(await lab.check({ 'b/main.py': MAIN }))).toEqual([
    'Type "str" is not assignable to declared type "int"',
  ]);
  const described = await lab.sidecar.request('lsp/environments', {});
  expect(described.map(({ language, root, why }) => [language, root, why])).toContainEqual([
    'Python',
    'a',
    'a virtual environment in the folder, a',
  ]);
});

test('packages that are missing are reported once; once they are installed, what is wrong is an error again', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    env: CLEAN,
    files: { 'pyproject.toml': PROJECT, 'uv.lock': '' },
  });
  venv(lab.workspace.path('.venv'));
  const missing = await lab.check({ 'main.py': `import one_package.deep\nimport onepackage_typo\n${MAIN}` });
  expect(errors(missing)).toEqual(['Import "onepackage_typo" could not be resolved']);
  expect(missing.uninstalled).toEqual([{ manifest: 'pyproject.toml', imports: 2, install: 'uv sync' }]);
  install(lab, '.venv', { one_package: 'value: str = "1"\n' });
  const installed = await lab.check({ 'main.py': `import one_package.deep\n${MAIN}` });
  expect(errors(installed)).toEqual([
    'Import "one_package.deep" could not be resolved',
    'Type "str" is not assignable to declared type "int"',
  ]);
  expect(installed.uninstalled).toBeUndefined();
});

test('an environment that appears after the start is used at once, and so are its editable packages', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    env: CLEAN,
    files: { 'app/pyproject.toml': PROJECT, 'lib/one_package/__init__.py': 'value: int = 1\n' },
  });
  expect((await lab.check({ 'app/main.py': MAIN })).uninstalled).toEqual([
    { manifest: 'app/pyproject.toml', imports: 1, install: 'pip install -e .' },
  ]);
  venv(lab.workspace.path('app/.venv'));
  const [version = ''] = readdirSync(lab.workspace.path('app/.venv/lib'));
  lab.workspace.write(
    `app/.venv/lib/${version}/site-packages/__editable___one_package_1_0_finder.py`,
    `MAPPING: dict[str, str] = {'one_package': ${JSON.stringify(lab.workspace.path('lib/one_package'))}}\n`,
  );
  expect(errors(await lab.check({ 'app/main.py': `${MAIN}# 2\n` }))).toEqual([]);
});

test('so is one outside of the workspace, and findings from before it are forgotten', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    files: {
      'pyproject.toml': `${PROJECT}[tool.poetry]\n`,
      'other.py': 'import one_package\nimport nowhere\n',
    },
    env: { ...CLEAN },
  });
  const home = join(lab.workspace.outside, 'envs');
  lab.workspace.write('poetry.toml', `[virtualenvs]\npath = ${JSON.stringify(home)}\n`);
  expect((await lab.check({ 'main.py': MAIN })).uninstalled).toEqual([
    { manifest: 'pyproject.toml', imports: 1, install: 'poetry install' },
  ]);
  const hash = new Bun.CryptoHasher('sha256').update(lab.workspace.root).digest('base64url').slice(0, 8);
  venv(join(home, `x-${hash}-py3.11`));
  const site = readdirSync(join(home, `x-${hash}-py3.11`, 'lib'))[0] ?? '';
  await Bun.write(
    join(home, `x-${hash}-py3.11`, 'lib', site, 'site-packages', 'one_package', '__init__.py'),
    'value: str = "1"\n',
  );
  const report = await lab.check({ 'main.py': `${MAIN}# 2\n` }, true);
  expect([errors(report), report.uninstalled, report.others]).toEqual([
    ['Type "str" is not assignable to declared type "int"'],
    undefined,
    {},
  ]);
});
