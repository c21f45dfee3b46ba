import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TscOutput } from '../../compiler/tsc-output.ts';
import { cacheFolder } from '../cache-folder.ts';
import type { Search } from '../definition.ts';
import { nearest, shown } from '../files.ts';
import { run, type Absent, type Program } from '../program.ts';
import { findCompiler, nativeProgram, type Compiler } from '../typescript.ts';
import { absent } from './absent.ts';
import type { CheckerDefinition, CheckerLocation } from './definition.ts';
import { found } from './found.ts';

const CONFIGS = ['tsconfig.json', 'jsconfig.json'];

/** The nearest tsconfig.json of a file, by the TypeScript that its folder has. Nothing is written but what the next run reads again, in the cache. */
export const tsc: CheckerDefinition = {
  id: 'tsc',
  language: 'TypeScript, JavaScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  markers: CONFIGS,
  sameAs: ['typescript'],
  locate(folder, search): CheckerLocation {
    const root = nearest(folder, search.workspaceRoot, CONFIGS);
    if (root === undefined) return { kind: 'not-applicable', reason: `no tsconfig.json at or above ${shown(folder, search.workspaceRoot)}` };
    const compiler = findCompiler(root, search);
    if (compiler.kind !== 'found') return absent('tsc', compiler, root);
    const program = programOf(compiler, search);
    if (program.kind !== 'found') return absent('tsc', program, root);
    const config = join(root, CONFIGS.find((name) => existsSync(join(root, name))) ?? 'tsconfig.json');
    const toolchain = `${config}\0${program.about.path}\0${compiler.version}`;
    const notes = join(cacheFolder('tsc', toolchain), 'tsconfig.tsbuildinfo');
    const args = ['--project', config, '--noEmit', '--pretty', 'false', ...(remembers(compiler) ? ['--incremental', '--tsBuildInfoFile', notes] : [])];
    return found(root, toolchain, program, { args, output: (at) => new TscOutput(at) });
  },
};

/** From here on `--incremental` goes with `--noEmit`. */
function remembers({ major }: Compiler): boolean {
  return major >= 4;
}

function programOf(compiler: Compiler, search: Search): Program | Absent {
  if (compiler.major >= 7) return nativeProgram(compiler, search, []);
  const { package: from, version, origin } = compiler;
  const path = from.bin['tsc'];
  if (path === undefined || !existsSync(path)) return { kind: 'unavailable', reason: `TypeScript ${version} lacks its program tsc`, hint: 'npm install' };
  return run({ name: 'tsc', version, path, origin }, search);
}
