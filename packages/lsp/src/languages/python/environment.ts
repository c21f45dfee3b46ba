import { pythonVersionOf } from '../../backend/program/environments/environment.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import type { EnvironmentTraits } from '../../backend/environment.ts';
import { shown } from '../../backend/program/files.ts';
import { environmentFor } from './interpreter.ts';
import { projectRoot } from './pyright.ts';

export const pythonEnvironment: EnvironmentTraits = {
  language: 'Python',
  markers: [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'pyrightconfig.json',
    'pipfile',
    'requirements.txt',
    'environment.yml',
    'environment.yaml',
    '.python-version',
    '.pdm-python',
  ],
  extensions: ['.py', '.pyi'],
  describe(folder, search) {
    const root = projectRoot(folder, search);
    const { workspaceRoot } = search;
    const found = environmentFor(root, search);
    if (found !== undefined) {
      const version = pythonVersionOf(found, thisWorld());
      const program = version === undefined ? 'Python' : `Python ${version}`;
      const where = found.folder === undefined ? '' : `, ${shown(found.folder, workspaceRoot)}`;
      return {
        root,
        uses: `${program} ${shown(found.python, workspaceRoot)}`,
        why: `${found.by}${where}`,
      };
    }
    const onPath = search.which('python3') ?? search.which('python');
    if (onPath === undefined)
      return { root, uses: 'no Python', why: 'no environment was found, and no Python is on PATH' };
    return { root, uses: `Python ${onPath}`, why: 'PATH: no environment was found' };
  },
};
