import { join } from 'node:path';
import type { EnvironmentTraits } from '../../backend/environment.ts';
import { nearest, shown } from '../../backend/program/files.ts';
import { findCompiler } from './typescript.ts';

export const ecmascriptEnvironment: EnvironmentTraits = {
  language: 'TypeScript, JavaScript',
  markers: ['package.json', 'tsconfig.json', 'jsconfig.json'],
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  describe(folder, search) {
    const { workspaceRoot } = search;
    const compiler = findCompiler(folder, search);
    if (compiler.kind !== 'found') return { root: folder, uses: 'no TypeScript', why: compiler.reason };
    const modules = nearest(folder, workspaceRoot, ['node_modules']);
    const pnp = nearest(folder, workspaceRoot, ['.pnp.cjs']);
    const packages =
      pnp !== undefined
        ? `packages by ${shown(join(pnp, '.pnp.cjs'), workspaceRoot)}`
        : modules === undefined
          ? 'no node_modules'
          : `packages in ${shown(join(modules, 'node_modules'), workspaceRoot)}`;
    const why =
      compiler.origin === 'workspace'
        ? "the workspace's own"
        : search.trusted
          ? 'bundled: the workspace has none'
          : 'bundled: the workspace is not trusted';
    return {
      root: folder,
      uses: `TypeScript ${compiler.version} ${shown(compiler.package.folder, workspaceRoot)}, ${packages}`,
      why,
    };
  },
};
