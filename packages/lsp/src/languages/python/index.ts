import type { LanguageSupport } from '../../backend/language.ts';
import { pythonEnvironment } from './environment.ts';
import { mypy, mypyOnEdit } from './mypy.ts';
import { pyrightChecker } from './pyright-checker.ts';
import { pyright } from './pyright.ts';
import { ruff } from './ruff.ts';

export const pythonSupport: LanguageSupport = {
  id: 'python',
  servers: [pyright, mypyOnEdit],
  environment: pythonEnvironment,
  checkers: [pyrightChecker, mypy, ruff],
  settingsFiles: [
    ...['setup.py', 'setup.cfg', 'mypy.ini', '.mypy.ini', /^requirements.*\.txt$/],
    // They choose an environment, or are written when packages are installed.
    ...[
      'py.typed',
      '.pdm-python',
      '.python-version',
      '.venv',
      'pipfile',
      'pipfile.lock',
      'uv.lock',
      'poetry.lock',
      'pdm.lock',
      'environment.yml',
      'environment.yaml',
    ],
  ],
};
