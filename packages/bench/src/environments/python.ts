import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checked, Place, Setup } from './setup.js';

const projectOf = (name: string): string =>
  `[project]\nname = "${name}"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n` +
  'dependencies = ["iniconfig==2.1.0"]\n';
const PROJECT = projectOf('demo');
const HATCHLING = '\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n';
const MAIN = 'import iniconfig\n\nversion: str = iniconfig.IniConfig.__name__\n';

/** Which modules of a file's imports the interpreter does not find. */
const SCRIPT = `
import ast, importlib.util, sys
sys.path.insert(0, "")
names = []
for node in ast.walk(ast.parse(open(sys.argv[1]).read())):
    if isinstance(node, ast.Import):
        names += [item.name for item in node.names]
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        names.append(node.module)
for name in names:
    try:
        found = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        print("unresolved:" + name)
`;

type Command = (place: Place) => readonly string[];

/** A file, and the tool's own way to its interpreter. */
function checked(file: string, python: Command, env?: (place: Place) => NodeJS.ProcessEnv): Checked {
  return {
    file,
    control: (text) => `import nowhere_at_all\n${text}`,
    async unresolved(place) {
      const out = await place.run(
        [...python(place), '-c', SCRIPT, join(place.workspace, file)],
        dirname(file),
        env?.(place),
      );
      return [...out.matchAll(/^unresolved:(.*)$/gm)].map(([, name = '']) => name);
    },
  };
}

const uv = (place: Place, ...args: string[]): string[] => [place.tools.path('uv'), ...args];
const inVenv =
  (folder: string): Command =>
  (place) => [join(place.workspace, folder, 'bin', 'python')];

/** As `python3 -m venv` and pip make it. */
async function venv(place: Place, at: string, ...packages: string[]): Promise<void> {
  await place.run(['python3', '-m', 'venv', at]);
  await place.run([join(at, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages]);
}

/** Into an environment that another tool has made, since that one may know no other index than its own. */
async function into(place: Place, asked: readonly string[]): Promise<void> {
  const python = (await place.run(asked)).trim().split('\n').at(-1) ?? '';
  await place.run(uv(place, 'pip', 'install', '--quiet', '--python', python, 'iniconfig==2.1.0'));
}

/** An environment of conda has the same layout, another mark, and an interpreter that is no link. */
async function condaAt(place: Place, prefix: string): Promise<void> {
  await place.run(uv(place, 'venv', '--quiet', '--python', '3.11', prefix));
  await place.run(uv(place, 'pip', 'install', '--quiet', '--python', prefix, 'iniconfig==2.1.0'));
  mkdirSync(join(prefix, 'conda-meta'));
  writeFileSync(join(prefix, 'conda-meta', 'history'), '');
}

function python(
  id: string,
  title: string,
  made: Setup['madeBy'],
  make: Setup['make'],
  rest: Pick<Setup, 'checked'> & Partial<Setup>,
): Setup {
  return { id, title, language: 'Python', madeBy: made, server: 'pyright', make, ...rest };
}

export const PYTHON_SETUPS: readonly Setup[] = [
  python(
    'venv',
    '`.venv` by `python3 -m venv`',
    () => 'venv and pip',
    async (place) => {
      place.write({ 'requirements.txt': 'iniconfig==2.1.0\n', 'main.py': MAIN });
      await venv(place, join(place.workspace, '.venv'), '-r', 'requirements.txt');
    },
    { checked: [checked('main.py', inVenv('.venv'))] },
  ),

  python(
    'virtualenv-named-env',
    '`env` by virtualenv, in one of two folders',
    ({ label }) => label('virtualenv'),
    async (place) => {
      place.write({
        'api/main.py': MAIN,
        'worker/main.py': 'import pluggy\n\nspec = pluggy.HookspecMarker("x")\n',
      });
      for (const [folder, name] of [
        ['api', 'iniconfig==2.1.0'],
        ['worker', 'pluggy==1.6.0'],
      ] as const) {
        await place.run([place.tools.path('virtualenv'), '--quiet', join(place.workspace, folder, 'env')]);
        await place.run([join(place.workspace, folder, 'env', 'bin', 'pip'), 'install', '--quiet', name]);
      }
    },
    { checked: [checked('api/main.py', inVenv('api/env')), checked('worker/main.py', inVenv('worker/env'))] },
  ),

  python(
    'uv',
    'uv, a project',
    ({ label }) => label('uv'),
    async (place) => {
      place.write({ 'pyproject.toml': PROJECT, 'main.py': MAIN });
      await place.run(uv(place, 'sync', '--quiet'));
    },
    { checked: [checked('main.py', (place) => uv(place, 'run', '--no-sync', 'python'))] },
  ),

  python(
    'uv-workspace',
    'uv, a workspace: one environment above its members',
    ({ label }) => label('uv'),
    async (place) => {
      place.write({
        'pyproject.toml':
          '[project]\nname = "root"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n' +
          'dependencies = []\n\n[tool.uv.workspace]\nmembers = ["packages/*"]\n',
        'packages/core/pyproject.toml': `${projectOf('core')}${HATCHLING}`,
        'packages/core/src/core/__init__.py':
          'import iniconfig\n\nNAME: str = iniconfig.IniConfig.__name__\n',
        'packages/app/pyproject.toml':
          '[project]\nname = "app"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n' +
          'dependencies = ["core"]\n\n[tool.uv.sources]\ncore = { workspace = true }\n' +
          HATCHLING,
        'packages/app/src/app/__init__.py': 'from core import NAME\n\nname: str = NAME\n',
      });
      await place.run(uv(place, 'sync', '--quiet', '--all-packages'));
    },
    {
      checked: ['core', 'app'].map((name) =>
        checked(`packages/${name}/src/${name}/__init__.py`, (place) =>
          uv(place, 'run', '--no-sync', 'python'),
        ),
      ),
    },
  ),

  python(
    'uv-elsewhere',
    'uv, `UV_PROJECT_ENVIRONMENT`',
    ({ label }) => label('uv'),
    async (place) => {
      place.write({ 'pyproject.toml': PROJECT, 'main.py': MAIN });
      await place.run(uv(place, 'sync', '--quiet'), '.', { UV_PROJECT_ENVIRONMENT: 'build/python' });
    },
    {
      env: () => ({ UV_PROJECT_ENVIRONMENT: 'build/python' }),
      checked: [
        checked(
          'main.py',
          (place) => uv(place, 'run', '--no-sync', 'python'),
          () => ({ UV_PROJECT_ENVIRONMENT: 'build/python' }),
        ),
      ],
    },
  ),

  python(
    'uv-ty',
    'uv, a workspace, judged by ty',
    ({ label }) => label('uv'),
    async (place) => {
      place.write({
        'pyproject.toml':
          '[project]\nname = "root"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n' +
          'dependencies = []\n\n[tool.uv.workspace]\nmembers = ["packages/*"]\n',
        'packages/core/pyproject.toml': `${projectOf('core')}${HATCHLING}\n[tool.ty.rules]\n`,
        'packages/core/src/core/__init__.py':
          'import iniconfig\n\nNAME: str = iniconfig.IniConfig.__name__\n',
      });
      await place.run(uv(place, 'sync', '--quiet', '--all-packages'));
    },
    {
      server: 'ty',
      checked: [
        checked('packages/core/src/core/__init__.py', (place) => uv(place, 'run', '--no-sync', 'python')),
      ],
    },
  ),

  python(
    'poetry',
    'Poetry, in its cache folder',
    ({ label }) => `${label('poetry')}, packages by uv`,
    async (place) => {
      place.write({ 'pyproject.toml': `${PROJECT}\n[tool.poetry]\npackage-mode = false\n`, 'main.py': MAIN });
      await place.run([place.tools.path('poetry'), 'env', 'use', '--no-interaction', 'python3']);
      await into(place, [place.tools.path('poetry'), 'env', 'info', '--executable']);
    },
    { checked: [checked('main.py', (place) => [place.tools.path('poetry'), 'run', 'python'])] },
  ),

  python(
    'poetry-in-project',
    'Poetry, `virtualenvs.in-project`',
    ({ label }) => `${label('poetry')}, packages by uv`,
    async (place) => {
      place.write({
        'pyproject.toml': `${PROJECT}\n[tool.poetry]\npackage-mode = false\n`,
        'poetry.toml': '[virtualenvs]\nin-project = true\n',
        'main.py': MAIN,
      });
      await place.run([place.tools.path('poetry'), 'env', 'use', '--no-interaction', 'python3']);
      await into(place, [place.tools.path('poetry'), 'env', 'info', '--executable']);
    },
    { checked: [checked('main.py', (place) => [place.tools.path('poetry'), 'run', 'python'])] },
  ),

  python(
    'pdm',
    'PDM, in the project',
    ({ label }) => `${label('pdm')}, packages by uv`,
    async (place) => {
      place.write({ 'pyproject.toml': `${PROJECT}\n[tool.pdm]\ndistribution = false\n`, 'main.py': MAIN });
      await place.run([place.tools.path('pdm'), 'venv', 'create', '3.11']);
      await place.run([place.tools.path('pdm'), 'use', '--quiet', '--venv', 'in-project']);
      await into(place, [place.tools.path('pdm'), 'info', '--python']);
    },
    { checked: [checked('main.py', (place) => [place.tools.path('pdm'), 'run', 'python'])] },
  ),

  python(
    'pdm-elsewhere',
    'PDM, `.pdm-python` names another folder',
    ({ label }) => `${label('pdm')}, packages by uv`,
    async (place) => {
      place.write({ 'pyproject.toml': `${PROJECT}\n[tool.pdm]\ndistribution = false\n`, 'main.py': MAIN });
      await place.run([place.tools.path('pdm'), 'config', 'venv.in_project', 'false']);
      await place.run([place.tools.path('pdm'), 'venv', 'create', '--name', 'demo', '3.11']);
      await place.run([place.tools.path('pdm'), 'use', '--quiet', '--venv', 'demo']);
      await into(place, [place.tools.path('pdm'), 'info', '--python']);
    },
    { checked: [checked('main.py', (place) => [place.tools.path('pdm'), 'run', 'python'])] },
  ),

  python(
    'pipenv',
    'Pipenv, in its folder',
    ({ label }) => label('pipenv'),
    async (place) => {
      place.write({ Pipfile: '[packages]\niniconfig = "==2.1.0"\n', 'main.py': MAIN });
      await place.run([place.tools.path('pipenv'), 'install', '--quiet', '--skip-lock']);
    },
    { checked: [checked('main.py', (place) => [place.tools.path('pipenv'), 'run', 'python'])] },
  ),

  python(
    'hatch',
    'Hatch, in its data folder',
    ({ label }) => label('hatch'),
    async (place) => {
      place.write({
        'pyproject.toml':
          `${projectOf('Demo_App')}${HATCHLING}\n[tool.hatch.envs.default]\n` + 'skip-install = false\n',
        'src/demo_app/__init__.py': MAIN,
      });
      await place.run([place.tools.path('hatch'), '--quiet', 'env', 'create']);
    },
    {
      checked: [
        checked('src/demo_app/__init__.py', (place) => [
          place.tools.path('hatch'),
          '--quiet',
          'run',
          'python',
        ]),
      ],
    },
  ),

  python(
    'conda-named',
    'conda, by the name in environment.yml',
    () => 'its files',
    async (place) => {
      const prefix = join(place.home, 'miniforge3', 'envs', 'demo');
      place.write({ 'environment.yml': 'name: demo\ndependencies:\n  - iniconfig=2.1.0\n', 'main.py': MAIN });
      await condaAt(place, prefix);
    },
    {
      checked: [
        checked('main.py', ({ home }) => [join(home, 'miniforge3', 'envs', 'demo', 'bin', 'python')]),
      ],
    },
  ),

  python(
    'conda-active',
    'conda, `CONDA_PREFIX`',
    () => 'its files',
    async (place) => {
      place.write({ 'main.py': MAIN });
      await condaAt(place, join(place.home, 'envs', 'active'));
    },
    {
      env: ({ home }) => ({ CONDA_PREFIX: join(home, 'envs', 'active') }),
      checked: [checked('main.py', ({ home }) => [join(home, 'envs', 'active', 'bin', 'python')])],
    },
  ),

  python(
    'pixi',
    'pixi, `.pixi/envs/default`',
    () => 'its files',
    async (place) => {
      place.write({ 'pixi.toml': '[workspace]\nname = "demo"\n', 'main.py': MAIN });
      await condaAt(place, join(place.workspace, '.pixi', 'envs', 'default'));
    },
    { checked: [checked('main.py', inVenv('.pixi/envs/default'))] },
  ),

  python(
    'pyenv',
    'pyenv, `.python-version`',
    () => 'its files',
    async (place) => {
      place.write({ '.python-version': '3.11\n', 'main.py': MAIN });
      const version = join(place.home, '.pyenv', 'versions', '3.11.9');
      await place.run(uv(place, 'venv', '--quiet', '--python', '3.11', version));
      await place.run(uv(place, 'pip', 'install', '--quiet', '--python', version, 'iniconfig==2.1.0'));
    },
    {
      checked: [
        checked('main.py', ({ home }) => [join(home, '.pyenv', 'versions', '3.11.9', 'bin', 'python')]),
      ],
    },
  ),

  python(
    'vscode',
    '`python.defaultInterpreterPath` of `.vscode/settings.json`',
    () => 'venv and pip',
    async (place) => {
      place.write({
        '.vscode/settings.json':
          '{\n  // mine\n  "python.defaultInterpreterPath": "${workspaceFolder}/tools/py/bin/python",\n}\n',
        'main.py': MAIN,
      });
      await venv(place, join(place.workspace, 'tools', 'py'), 'iniconfig==2.1.0');
    },
    { checked: [checked('main.py', inVenv('tools/py'))] },
  ),

  python(
    'active',
    '`VIRTUAL_ENV`',
    () => 'venv and pip',
    async (place) => {
      place.write({ 'main.py': MAIN });
      await venv(place, join(place.home, 'active'), 'iniconfig==2.1.0');
    },
    {
      env: ({ home }) => ({ VIRTUAL_ENV: join(home, 'active') }),
      checked: [checked('main.py', ({ home }) => [join(home, 'active', 'bin', 'python')])],
    },
  ),

  python(
    'editable-finder',
    'an editable install by a finder of setuptools',
    () => 'venv and pip',
    async (place) => {
      place.write({
        'lib/pyproject.toml':
          '[project]\nname = "mylib"\nversion = "1.0.0"\n\n[build-system]\n' +
          'requires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n\n' +
          '[tool.setuptools]\npackages = ["mylib"]\n',
        'lib/mylib/__init__.py': 'value: int = 1\n',
        'app/pyproject.toml': '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["mylib"]\n',
        'app/main.py': 'from mylib import value\n\nnumber: int = value\n',
      });
      await venv(place, join(place.workspace, 'app', '.venv'), '-e', './lib');
    },
    { checked: [checked('app/main.py', inVenv('app/.venv'))] },
  ),

  python(
    'editable-path',
    'an editable install by a `.pth` file',
    () => 'venv and pip',
    async (place) => {
      place.write({
        'lib/pyproject.toml': `[project]\nname = "mylib"\nversion = "1.0.0"\n${HATCHLING}`,
        'lib/src/mylib/__init__.py': 'value: int = 1\n',
        'app/pyproject.toml': '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["mylib"]\n',
        'app/main.py': 'from mylib import value\n\nnumber: int = value\n',
      });
      await venv(place, join(place.workspace, 'app', '.venv'), '-e', './lib');
    },
    { checked: [checked('app/main.py', inVenv('app/.venv'))] },
  ),
];

const UNSEEN = `${MAIN}import yaml\n\nloaded = yaml.safe_load("")\n`;
const TWO = PROJECT.replace('"iniconfig==2.1.0"', '"iniconfig==2.1.0", "PyYAML>=6"');
const missing: Checked = { ...checked('main.py', () => []), unresolved: () => Promise.resolve([]) };

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
).map(([id, title, files, says]) =>
  python(
    id,
    title,
    () => 'its files',
    async (place) => {
      place.write({ ...files, 'main.py': UNSEEN });
      await place.run(['python3', '-m', 'venv', '--without-pip', join(place.home, 'empty')]);
    },
    {
      checked: [missing],
      says,
      ...(id === 'no-uv-ty' && { server: 'ty' }),
      env: ({ home }) => ({ PATH: `${join(home, 'empty', 'bin')}:${process.env['PATH'] ?? ''}` }),
    },
  ),
);
