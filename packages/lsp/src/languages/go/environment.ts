import type { EnvironmentTraits } from '../../backend/environment.ts';
import { nearest } from '../../backend/program/files.ts';
import { moduleCache } from './packages.ts';

export const goEnvironment: EnvironmentTraits = {
  language: 'Go',
  markers: ['go.mod'],
  extensions: ['.go'],
  describe(folder, search) {
    const root = nearest(folder, search.workspaceRoot, ['go.mod']) ?? folder;
    const path = search.which('go');
    return {
      root,
      uses: path === undefined ? 'no Go' : `Go ${path}, modules in ${moduleCache()}`,
      why: path === undefined ? 'none is on PATH' : 'PATH',
    };
  },
};
