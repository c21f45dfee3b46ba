import type { LanguageSupport } from '../../backend/language.ts';
import { pythonEnvironment } from './environment.ts';
import { pyrightChecker } from './pyright-checker.ts';
import { pyright } from './pyright.ts';
import { ruff } from './ruff.ts';

export const pythonSupport: LanguageSupport = {
  id: 'python',
  servers: [pyright],
  environment: pythonEnvironment,
  checkers: [pyrightChecker, ruff],
  settingsFiles: [
    ...['setup.py', 'setup.cfg', /^requirements.*\.txt$/],
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
