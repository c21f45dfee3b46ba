import { join } from 'node:path';
import { checkedBy, setupOf, UV_PIP, type PythonRow } from './python-row.js';
import type { Checked, Setup } from './setup.js';

const projectOf = (name: string): string =>
  `[project]\nname = "${name}"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n` +
  'dependencies = ["iniconfig==2.1.0"]\n';
const PROJECT = projectOf('demo');
const HATCHLING = '\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n';
const MAIN = 'import iniconfig\n\nversion: str = iniconfig.IniConfig.__name__\n';

const UV_PYTHON = 'uv run --no-sync python';
const UV_ROOT =
  '[project]\nname = "root"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = []\n\n' +
  '[tool.uv.workspace]\nmembers = ["packages/*"]\n';
const UV_CORE = `${projectOf('core')}${HATCHLING}`;
const UV_CORE_CODE = 'import iniconfig\n\nNAME: str = iniconfig.IniConfig.__name__\n';
const MYLIB_APP = {
  'app/pyproject.toml': '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["mylib"]\n',
  'app/main.py': 'from mylib import value\n\nnumber: int = value\n',
};
const POETRY = {
  by: 'poetry',
  steps: ['poetry env use --no-interaction python3', 'into poetry env info --executable'],
  checked: { 'main.py': 'poetry run python' },
} as const;
const POETRY_PROJECT = `${PROJECT}\n[tool.poetry]\npackage-mode = false\n`;
const PDM_FILES = { 'pyproject.toml': `${PROJECT}\n[tool.pdm]\ndistribution = false\n`, 'main.py': MAIN };

const ROWS: readonly PythonRow[] = [
  {
    id: 'venv',
    title: '`.venv` by `python3 -m venv`',
    by: 'venv and pip',
    files: { 'requirements.txt': 'iniconfig==2.1.0\n', 'main.py': MAIN },
    steps: ['venv @/.venv -r requirements.txt'],
    checked: { 'main.py': '@/.venv/bin/python' },
  },
  {
    id: 'virtualenv-named-env',
    title: '`env` by virtualenv, in one of two folders',
    by: 'virtualenv',
    files: { 'api/main.py': MAIN, 'worker/main.py': 'import pluggy\n\nspec = pluggy.HookspecMarker("x")\n' },
    steps: [
      'virtualenv --quiet @/api/env',
      '@/api/env/bin/pip install --quiet iniconfig==2.1.0',
      'virtualenv --quiet @/worker/env',
      '@/worker/env/bin/pip install --quiet pluggy==1.6.0',
    ],
    checked: { 'api/main.py': '@/api/env/bin/python', 'worker/main.py': '@/worker/env/bin/python' },
  },
  {
    id: 'uv',
    title: 'uv, a project',
    by: 'uv',
    files: { 'pyproject.toml': PROJECT, 'main.py': MAIN },
    steps: ['uv sync --quiet'],
    checked: { 'main.py': UV_PYTHON },
  },
  {
    id: 'uv-workspace',
    title: 'uv, a workspace: one environment above its members',
    by: 'uv',
    files: {
      'pyproject.toml': UV_ROOT,
      'packages/core/pyproject.toml': UV_CORE,
      'packages/core/src/core/__init__.py': UV_CORE_CODE,
      'packages/app/pyproject.toml':
        '[project]\nname = "app"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n' +
        `dependencies = ["core"]\n\n[tool.uv.sources]\ncore = { workspace = true }\n${HATCHLING}`,
      'packages/app/src/app/__init__.py': 'from core import NAME\n\nname: str = NAME\n',
    },
    steps: ['uv sync --quiet --all-packages'],
    checked: {
      'packages/core/src/core/__init__.py': UV_PYTHON,
      'packages/app/src/app/__init__.py': UV_PYTHON,
    },
  },
  {
    id: 'uv-elsewhere',
    title: 'uv, `UV_PROJECT_ENVIRONMENT`',
    by: 'uv',
    files: { 'pyproject.toml': PROJECT, 'main.py': MAIN },
    steps: ['uv sync --quiet'],
    everywhere: { UV_PROJECT_ENVIRONMENT: 'build/python' },
    checked: { 'main.py': UV_PYTHON },
  },
  {
    id: 'uv-ty',
    title: 'uv, a workspace, judged by ty',
    by: 'uv',
    server: 'ty',
    files: {
      'pyproject.toml': UV_ROOT,
      'packages/core/pyproject.toml': `${UV_CORE}\n[tool.ty.rules]\n`,
      'packages/core/src/core/__init__.py': UV_CORE_CODE,
    },
    steps: ['uv sync --quiet --all-packages'],
    checked: { 'packages/core/src/core/__init__.py': UV_PYTHON },
  },
  {
    id: 'poetry',
    title: 'Poetry, in its cache folder',
    ...POETRY,
    files: { 'pyproject.toml': POETRY_PROJECT, 'main.py': MAIN },
  },
  {
    id: 'poetry-in-project',
    title: 'Poetry, `virtualenvs.in-project`',
    ...POETRY,
    files: {
      'pyproject.toml': POETRY_PROJECT,
      'poetry.toml': '[virtualenvs]\nin-project = true\n',
      'main.py': MAIN,
    },
  },
  {
    id: 'pdm',
    title: 'PDM, in the project',
    by: 'pdm',
    files: PDM_FILES,
    steps: ['pdm venv create 3.11', 'pdm use --quiet --venv in-project', 'into pdm info --python'],
    checked: { 'main.py': 'pdm run python' },
  },
  {
    id: 'pdm-elsewhere',
    title: 'PDM, `.pdm-python` names another folder',
    by: 'pdm',
    files: PDM_FILES,
    steps: [
      'pdm config venv.in_project false',
      'pdm venv create --name demo 3.11',
      'pdm use --quiet --venv demo',
      'into pdm info --python',
    ],
    checked: { 'main.py': 'pdm run python' },
  },
  {
    id: 'pipenv',
    title: 'Pipenv, in its folder',
    by: 'pipenv',
    files: { Pipfile: '[packages]\niniconfig = "==2.1.0"\n', 'main.py': MAIN },
    steps: ['pipenv install --quiet --skip-lock'],
    checked: { 'main.py': 'pipenv run python' },
  },
  {
    id: 'hatch',
    title: 'Hatch, in its data folder',
    by: 'hatch',
    files: {
      'pyproject.toml':
        `${projectOf('Demo_App')}${HATCHLING}\n` + '[tool.hatch.envs.default]\nskip-install = false\n',
      'src/demo_app/__init__.py': MAIN,
    },
    steps: ['hatch --quiet env create'],
    checked: { 'src/demo_app/__init__.py': 'hatch --quiet run python' },
  },
  {
    id: 'conda-named',
    title: 'conda, by the name in environment.yml',
    by: 'its files',
    files: { 'environment.yml': 'name: demo\ndependencies:\n  - iniconfig=2.1.0\n', 'main.py': MAIN },
    steps: ['conda ~/miniforge3/envs/demo'],
    checked: { 'main.py': '~/miniforge3/envs/demo/bin/python' },
  },
  {
    id: 'conda-active',
    title: 'conda, `CONDA_PREFIX`',
    by: 'its files',
    files: { 'main.py': MAIN },
    steps: ['conda ~/envs/active'],
    env: { CONDA_PREFIX: '~/envs/active' },
    checked: { 'main.py': '~/envs/active/bin/python' },
  },
  {
    id: 'pixi',
    title: 'pixi, `.pixi/envs/default`',
    by: 'its files',
    files: { 'pixi.toml': '[workspace]\nname = "demo"\n', 'main.py': MAIN },
    steps: ['conda @/.pixi/envs/default'],
    checked: { 'main.py': '@/.pixi/envs/default/bin/python' },
  },
  {
    id: 'pyenv',
    title: 'pyenv, `.python-version`',
    by: 'its files',
    files: { '.python-version': '3.11\n', 'main.py': MAIN },
    steps: [
      'uv venv --quiet --python 3.11 ~/.pyenv/versions/3.11.9',
      `${UV_PIP} ~/.pyenv/versions/3.11.9 iniconfig==2.1.0`,
    ],
    checked: { 'main.py': '~/.pyenv/versions/3.11.9/bin/python' },
  },
  {
    id: 'vscode',
    title: '`python.defaultInterpreterPath` of `.vscode/settings.json`',
    by: 'venv and pip',
    files: {
      '.vscode/settings.json':
        '{\n  // mine\n  "python.defaultInterpreterPath": "${workspaceFolder}/tools/py/bin/python",\n}\n',
      'main.py': MAIN,
    },
    steps: ['venv @/tools/py iniconfig==2.1.0'],
    checked: { 'main.py': '@/tools/py/bin/python' },
  },
  {
    id: 'active',
    title: '`VIRTUAL_ENV`',
    by: 'venv and pip',
    files: { 'main.py': MAIN },
    steps: ['venv ~/active iniconfig==2.1.0'],
    env: { VIRTUAL_ENV: '~/active' },
    checked: { 'main.py': '~/active/bin/python' },
  },
  {
    id: 'editable-finder',
    title: 'an editable install by a finder of setuptools',
    by: 'venv and pip',
    files: {
      'lib/pyproject.toml':
        '[project]\nname = "mylib"\nversion = "1.0.0"\n\n[build-system]\n' +
        'requires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n\n' +
        '[tool.setuptools]\npackages = ["mylib"]\n',
      'lib/mylib/__init__.py': 'value: int = 1\n',
      ...MYLIB_APP,
    },
    steps: ['venv @/app/.venv -e ./lib'],
    checked: { 'app/main.py': '@/app/.venv/bin/python' },
  },
  {
    id: 'editable-path',
    title: 'an editable install by a `.pth` file',
    by: 'venv and pip',
    files: {
      'lib/pyproject.toml': `[project]\nname = "mylib"\nversion = "1.0.0"\n${HATCHLING}`,
      'lib/src/mylib/__init__.py': 'value: int = 1\n',
      ...MYLIB_APP,
    },
    steps: ['venv @/app/.venv -e ./lib'],
    checked: { 'app/main.py': '@/app/.venv/bin/python' },
  },
];

export const PYTHON_SETUPS: readonly Setup[] = ROWS.map(setupOf);

const UNSEEN = `${MAIN}import yaml\n\nloaded = yaml.safe_load("")\n`;
const TWO = PROJECT.replace('"iniconfig==2.1.0"', '"iniconfig==2.1.0", "PyYAML>=6"');
const missing: Checked = { ...checkedBy('main.py', ''), unresolved: () => Promise.resolve([]) };

/** Python itself is there, and none of its packages. */
export const PYTHON_MISSING: readonly Setup[] = (
  [
    [
      'no-uv-ty',
      'uv.lock, and no environment, judged by ty',
      { 'pyproject.toml': `${TWO}\n[tool.ty.rules]\n`, 'uv.lock': '' },
      /^pyproject\.toml: 2; uv sync$/,
    ],
    [
      'no-uv',
      'uv.lock, and no environment',
      { 'pyproject.toml': TWO, 'uv.lock': '' },
      /^pyproject\.toml: 2; uv sync$/,
    ],
    [
      'no-poetry',
      'poetry.lock, and no environment',
      { 'pyproject.toml': TWO, 'poetry.lock': '' },
      /^pyproject\.toml: 2; poetry install$/,
    ],
    [
      'no-pipenv',
      'a Pipfile, and no environment',
      { Pipfile: '[packages]\niniconfig = "*"\nPyYAML = "*"\n' },
      /^Pipfile: 2; pipenv install --dev$/,
    ],
    [
      'no-requirements',
      'requirements.txt, and no environment',
      { 'requirements.txt': 'iniconfig\nPyYAML>=6\n' },
      /^requirements\.txt: 2; pip install -r requirements\.txt$/,
    ],
  ] as const
).map(([id, title, files, says]) => ({
  ...setupOf({
    ...{ id, title, by: 'its files', checked: {} },
    files: { ...files, 'main.py': UNSEEN },
    steps: ['python3 -m venv --without-pip ~/empty'],
    ...(id === 'no-uv-ty' && { server: 'ty' as const }),
  }),
  checked: [missing],
  says,
  env: ({ home }) => ({ PATH: `${join(home, 'empty', 'bin')}:${process.env['PATH'] ?? ''}` }),
}));
