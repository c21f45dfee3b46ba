import { expect, test } from 'bun:test';
import { join } from 'node:path';

import { editablePaths, localPackages } from '../../src/backend/program/environments/editable.ts';
import { pythonVersionOf } from '../../src/backend/program/environments/environment.ts';
import { behindShim, findEnvironment, FINDERS } from '../../src/backend/program/environments/find.ts';
import type { World } from '../../src/backend/program/environments/world.ts';

/** A disk that is only this: paths to texts. Interpreters are what is called so. */
function world(
  files: Readonly<Record<string, string>>,
  variables: Record<string, string> = {},
  platform = 'linux',
  editors = true,
): World {
  const paths = Object.keys(files);
  return {
    home: '/home/me',
    variables,
    platform,
    editors,
    reader: {
      text: (path) => files[path],
      names: (folder) => [
        ...new Set(
          paths
            .filter((path) => path.startsWith(`${folder}/`))
            .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
        ),
      ],
      exists: (path) => paths.some((known) => known === path || known.startsWith(`${path}/`)),
      holds: (folder, names) =>
        names.some((name) =>
          paths.some((known) => known === `${folder}/${name}` || known.startsWith(`${folder}/${name}/`)),
        ),
      isExecutable: (path) => /\/(?:python[\d.]*|python\.exe|make)$/.test(path) && path in files,
    },
  };
}

const venv = (prefix: string): Record<string, string> => ({
  [`${prefix}/pyvenv.cfg`]: 'home = /usr/bin\nversion_info = 3.12.1.final.0\n',
  [`${prefix}/bin/python`]: '',
});
const conda = (prefix: string): Record<string, string> => ({
  [`${prefix}/conda-meta/python-3.11.4-h1.json`]: '',
  [`${prefix}/bin/python`]: '',
});

interface Case {
  title: string;
  files: Record<string, string>;
  variables?: Record<string, string>;
  /** The folder below /ws that is asked about. Default: /ws/a/b. */
  at?: string;
  want: string | undefined;
  by?: string;
}

const POETRY = '[tool.poetry]\nname = "My App"\n';
const CACHE = '/home/me/.cache/pypoetry/virtualenvs';
/** Of `/ws/a`, as `sha256` and `urlsafe_b64encode` of Python have it. */
const HASH = { folder: '1TkFnuKr', pipfile: 'bXIVUfwV' };

const CASES: readonly Case[] = [
  { title: 'nothing', files: {}, want: undefined },
  {
    title: '`.venv` above',
    files: venv('/ws/.venv'),
    want: '/ws/.venv',
    by: 'a virtual environment in the folder',
  },
  { title: 'the nearest', files: { ...venv('/ws/.venv'), ...venv('/ws/a/env') }, want: '/ws/a/env' },
  { title: 'nothing above the workspace', files: venv('/.venv'), want: undefined },
  { title: 'a folder `env` that is none', files: { '/ws/a/env/bin/python': '' }, want: undefined },
  {
    title: 'one whose interpreter is gone',
    files: { '/ws/a/.venv/pyvenv.cfg': '', ...venv('/ws/.venv') },
    want: '/ws/.venv',
  },
  {
    title: '`.venv` as a file with a path',
    files: { '/ws/a/.venv': '../elsewhere\n', ...venv('/ws/elsewhere') },
    want: '/ws/elsewhere',
    by: 'the file .venv',
  },
  {
    title: '`.venv` as a file with a name',
    files: { '/ws/a/.venv': 'mine\n', ...venv('/home/me/.local/share/virtualenvs/mine') },
    want: '/home/me/.local/share/virtualenvs/mine',
  },
  {
    title: 'PDM before `.venv`',
    files: {
      '/ws/a/.pdm-python': '/home/me/venvs/x/bin/python\n',
      ...venv('/home/me/venvs/x'),
      ...venv('/ws/a/.venv'),
    },
    want: '/home/me/venvs/x',
    by: '.pdm-python',
  },
  {
    title: 'PDM with an interpreter that is gone',
    files: { '/ws/a/.pdm-python': '/gone/bin/python', ...venv('/ws/a/.venv') },
    want: '/ws/a/.venv',
  },
  {
    title: 'VS Code, with comments and variables',
    files: {
      '/ws/.vscode/settings.json':
        '{ // x\n "python.defaultInterpreterPath": "${workspaceFolder}/py/bin/python", }',
      ...venv('/ws/py'),
      ...venv('/ws/.venv'),
    },
    want: '/ws/py',
  },
  {
    title: 'VS Code, a folder',
    files: {
      '/ws/.vscode/settings.json': '{"python.defaultInterpreterPath": "~/envs/x"}',
      ...venv('/home/me/envs/x'),
    },
    want: '/home/me/envs/x',
  },
  {
    title: 'VS Code, its default',
    files: {
      '/ws/.vscode/settings.json': '{"python.defaultInterpreterPath": "python"}',
      ...venv('/ws/.venv'),
    },
    want: '/ws/.venv',
  },
  {
    title: 'VS Code, another program',
    files: {
      '/ws/.vscode/settings.json': '{"python.defaultInterpreterPath": "/usr/bin/make"}',
      '/usr/bin/make': '',
      ...venv('/ws/.venv'),
    },
    want: '/ws/.venv',
  },
  {
    title: "VS Code, the user's own",
    files: {
      '/home/me/.config/Code/User/settings.json':
        '{"python.defaultInterpreterPath": "/opt/py/bin/python3.12"}',
      '/opt/py/bin/python3.12': '',
    },
    want: '/opt/py',
    by: "python.defaultInterpreterPath in the user's settings of VS Code",
  },
  {
    title: "VS Code, the user's own, behind all others",
    files: {
      '/home/me/.config/Code/User/settings.json': '{"python.defaultInterpreterPath": "/opt/py/bin/python"}',
      '/opt/py/bin/python': '',
      ...venv('/envs/x'),
    },
    variables: { VIRTUAL_ENV: '/envs/x' },
    want: '/envs/x',
    by: 'VIRTUAL_ENV',
  },
  {
    title: 'uv elsewhere',
    files: { '/ws/uv.lock': '', ...venv('/ws/build/py'), ...venv('/ws/.venv') },
    variables: { UV_PROJECT_ENVIRONMENT: 'build/py' },
    want: '/ws/build/py',
    by: 'UV_PROJECT_ENVIRONMENT',
  },
  {
    title: 'Poetry, the newest',
    files: {
      '/ws/a/pyproject.toml': POETRY,
      ...venv(`${CACHE}/my_app-${HASH.folder}-py3.9`),
      ...venv(`${CACHE}/my_app-${HASH.folder}-py3.13`),
    },
    want: `${CACHE}/my_app-${HASH.folder}-py3.13`,
    by: "Poetry's cache folder",
  },
  {
    title: 'Poetry, as chosen',
    files: {
      '/ws/a/pyproject.toml': POETRY,
      [`${CACHE}/envs.toml`]: `[my_app-${HASH.folder}]\nminor = "3.9"\n`,
      ...venv(`${CACHE}/my_app-${HASH.folder}-py3.9`),
      ...venv(`${CACHE}/my_app-${HASH.folder}-py3.13`),
    },
    want: `${CACHE}/my_app-${HASH.folder}-py3.9`,
  },
  {
    title: 'Poetry, of another folder',
    files: { '/ws/a/pyproject.toml': POETRY, ...venv(`${CACHE}/my_app-AAAAAAAA-py3.9`) },
    want: undefined,
  },
  {
    title: 'Poetry, a configured place',
    files: {
      '/ws/a/pyproject.toml': POETRY,
      '/home/me/.config/pypoetry/config.toml': 'cache-dir = "/big"\n[virtualenvs]\npath = "{cache-dir}/v"\n',
      ...venv(`/big/v/my_app-${HASH.folder}-py3.9`),
    },
    want: `/big/v/my_app-${HASH.folder}-py3.9`,
  },
  {
    title: 'Pipenv',
    files: { '/ws/a/Pipfile': '', ...venv(`/home/me/.local/share/virtualenvs/a-${HASH.pipfile}`) },
    want: `/home/me/.local/share/virtualenvs/a-${HASH.pipfile}`,
    by: "Pipenv's folder",
  },
  {
    title: 'Pipenv, WORKON_HOME and a name',
    files: { '/ws/a/Pipfile': '', ...venv('/envs/mine') },
    variables: { WORKON_HOME: '/envs', PIPENV_CUSTOM_VENV_NAME: 'mine' },
    want: '/envs/mine',
  },
  {
    title: 'Hatch',
    files: {
      '/ws/a/pyproject.toml': '[project]\nname = "My_App"\n',
      ...venv(`/home/me/.local/share/hatch/env/virtual/my-app/${HASH.folder}/my-app`),
    },
    want: `/home/me/.local/share/hatch/env/virtual/my-app/${HASH.folder}/my-app`,
    by: "Hatch's folder",
  },
  {
    title: 'Hatch, a path',
    files: {
      '/ws/a/pyproject.toml': '[project]\nname = "x"\n[tool.hatch.envs.default]\npath = "py"\n',
      ...venv('/ws/a/py'),
    },
    want: '/ws/a/py',
  },
  {
    title: 'conda, by name',
    files: {
      '/ws/environment.yml': 'channels: []\nname: demo # mine\n',
      ...conda('/home/me/miniforge3/envs/demo'),
    },
    want: '/home/me/miniforge3/envs/demo',
    by: 'conda or pixi',
  },
  {
    title: 'conda, a place that it has written down',
    files: {
      '/ws/environment.yml': 'name: demo\n',
      '/home/me/.conda/environments.txt': '/opt/x/envs/demo\n',
      ...conda('/opt/x/envs/demo'),
    },
    want: '/opt/x/envs/demo',
  },
  {
    title: 'pixi',
    files: { '/ws/pixi.toml': '', ...conda('/ws/.pixi/envs/default') },
    want: '/ws/.pixi/envs/default',
  },
  {
    title: 'the active one',
    files: venv('/envs/x'),
    variables: { VIRTUAL_ENV: '/envs/x' },
    want: '/envs/x',
    by: 'VIRTUAL_ENV',
  },
  {
    title: 'the project before the active one',
    files: { ...venv('/envs/x'), ...venv('/ws/.venv') },
    variables: { VIRTUAL_ENV: '/envs/x' },
    want: '/ws/.venv',
  },
  { title: 'a relative one is none', files: venv('/ws/x'), variables: { VIRTUAL_ENV: 'x' }, want: undefined },
  {
    title: 'the active one of conda',
    files: conda('/envs/c'),
    variables: { VIRTUAL_ENV: '/gone', CONDA_PREFIX: '/envs/c' },
    want: '/envs/c',
    by: 'CONDA_PREFIX',
  },
  {
    title: 'pyenv, the newest 3.11',
    files: {
      '/ws/.python-version': '# x\n3.11\n',
      ...venv('/home/me/.pyenv/versions/3.11.2'),
      ...venv('/home/me/.pyenv/versions/3.11.10'),
    },
    want: '/home/me/.pyenv/versions/3.11.10',
    by: '.python-version',
  },
  {
    title: 'pyenv, an environment',
    files: { '/ws/.python-version': 'demo\n', ...venv('/pyenv/versions/demo') },
    variables: { PYENV_ROOT: '/pyenv' },
    want: '/pyenv/versions/demo',
  },
  {
    title: 'pyenv, a path',
    files: { '/ws/.python-version': '../../../ws/evil\n', ...venv('/ws/evil') },
    want: undefined,
  },
];

test.each(CASES.map((one) => [one.title, one] as const))(
  'the environment of a folder: %s',
  (_, { files, variables, at = '/ws/a/b', want, by }) => {
    const found = findEnvironment(at, '/ws', world(files, variables));
    expect(found?.prefix).toBe(want as never);
    if (by !== undefined) expect(found?.by).toBe(by);
  },
);

test('every finder is known by another name, and none finds anything in an empty folder', () => {
  expect(new Set(FINDERS.map(([by]) => by)).size).toBe(FINDERS.length);
  for (const [, find] of FINDERS) expect(find('/ws', world({}))).toBeUndefined();
});

test('where settings of editors do not count, the interpreter that they name does not', () => {
  const named = '{"python.defaultInterpreterPath": "/opt/py/bin/python"}';
  for (const file of ['/ws/.vscode/settings.json', '/home/me/.config/Code/User/settings.json']) {
    const files = { [file]: named, '/opt/py/bin/python': '' };
    expect(findEnvironment('/ws', '/ws', world(files))?.prefix).toBe('/opt/py');
    expect(findEnvironment('/ws', '/ws', world(files, {}, 'linux', false))).toBeUndefined();
  }
});

test('the layout of Windows', () => {
  const files = { '/ws/.venv/pyvenv.cfg': '', '/ws/.venv/Scripts/python.exe': '' };
  expect(findEnvironment('/ws', '/ws', world(files, {}, 'win32'))?.python).toBe(
    join('/ws/.venv/Scripts/python.exe'),
  );
});

test('a python of pyenv on PATH is the version that it uses for all folders', () => {
  const files = { '/home/me/.pyenv/version': '3.11.7\n', ...venv('/home/me/.pyenv/versions/3.11.7') };
  expect(behindShim('/home/me/.pyenv/shims/python3', world(files))?.prefix).toBe(
    '/home/me/.pyenv/versions/3.11.7',
  );
  expect(behindShim('/usr/bin/python3', world(files))).toBeUndefined();
});

test('the version of an environment is what its own files say', () => {
  const files = { ...venv('/v'), ...conda('/c') };
  expect(
    ['/v', '/c', '/none'].map((prefix) => pythonVersionOf({ prefix, python: '' }, world(files))),
  ).toEqual(['3.12.1', '3.11.4', undefined]);
});

test('packages that a finder of setuptools finds, and PEP 582', () => {
  const site = '/v/lib/python3.12/site-packages';
  const finder = (mapping: string): string =>
    `import sys\nMAPPING: dict[str, str] = ${mapping}\nNAMESPACES: dict = {}\n`;
  const files = {
    ...venv('/v'),
    [`${site}/__editable___one_1_0_finder.py`]: finder(
      `{'one': '/src/one', "two.deep": "/more/two/deep", 'renamed': '/src/other'}`,
    ),
    [`${site}/__editable__.plain.pth`]: '/src/plain',
    '/src/one/__init__.py': '',
    '/more/two/deep/__init__.py': '',
    '/ws/__pypackages__/3.12/lib/x.py': '',
  };
  expect(editablePaths({ prefix: '/v', python: '' }, world(files))).toEqual(['/src', '/more']);
  expect(localPackages('/ws', world(files))).toEqual(['/ws/__pypackages__/3.12/lib']);
});
