import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TscOutput } from '../../../backend/output/tsc-output.ts';
import { CONFIG_NAMES, configIn } from '../tsconfig.ts';
import { cacheFolder } from '../../../backend/program/cache-folder.ts';
import type { Search } from '../../../backend/program/search.ts';
import { ancestors, shown } from '../../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../../backend/program/program.ts';
import { findCompiler, nativeProgram, type Compiler } from '../typescript.ts';
import { UNTRUSTED } from '../../../backend/program/untrusted.ts';
import type { CheckerDefinition, CheckerLocation } from '../../../backend/checker/definition.ts';
import { foundProject } from '../../../backend/checker/found.ts';
import { solutionBuild, type TscCommand } from './tsc-build.ts';
import { solutionOf } from './tsc-graph.ts';

const CONFIGS = ['tsconfig.json', 'jsconfig.json'];

/**
 * The nearest tsconfig.json of a file, by the TypeScript of its folder. A project file that has
 * references, or is reached by them, is built (ADR 0015). Only what the next run reads again is
 * written, in the cache.
 */
export const tsc: CheckerDefinition = {
  id: 'tsc',
  language: 'TypeScript, JavaScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  markers: CONFIGS,
  sameAs: ['typescript'],
  needsNoTrust: true,
  reads: CONFIG_NAMES,
  locate(folder, search, own): CheckerLocation {
    const nearest = ancestors(folder, search.workspaceRoot).flatMap((each) => configIn(each) ?? [])[0];
    if (nearest === undefined)
      return {
        kind: 'not-applicable',
        reason: `no tsconfig.json at or above ${shown(folder, search.workspaceRoot)}`,
      };
    const solution = solutionOf(nearest, search.workspaceRoot);
    const config = solution ?? nearest;
    const root = dirname(config);
    // A build writes wherever project files direct it. To know these places, we would have to
    // interpret each project file exactly as the compiler does.
    if (solution !== undefined && !search.trusted) return { ...UNTRUSTED, root };
    const compiler = findCompiler(root, search);
    if (compiler.kind !== 'found') return { ...compiler, root };
    const program = own ?? programOf(compiler, search);
    if (program.kind !== 'found') return { ...program, root };
    const toolchain = `${config}\0${program.about.path}\0${compiler.version}`;
    // Where the workspace has no TypeScript of its own, `npx tsc` would run another package of that
    // name.
    const typed =
      compiler.origin === 'workspace' ? ['npx', 'tsc'] : ['npx', '--package', 'typescript', 'tsc'];
    const command = { root, config, program, toolchain, typed };
    return solution === undefined ? alone(command, compiler) : solutionBuild(command, search.workspaceRoot);
  },
};

function alone({ root, config, program, toolchain, typed }: TscCommand, compiler: Compiler): CheckerLocation {
  const notes = join(cacheFolder('tsc', toolchain), 'tsconfig.tsbuildinfo');
  const args = [
    '--project',
    config,
    '--noEmit',
    '--pretty',
    'false',
    '--listFiles',
    ...writingNothing(compiler),
    ...(remembers(compiler) ? ['--incremental', '--tsBuildInfoFile', notes] : []),
  ];
  const named = basename(config) === 'tsconfig.json' ? [] : ['--project', basename(config)];
  return foundProject(root, toolchain, program, {
    args,
    shown: [...typed, '--noEmit', ...named],
    output: (at) => new TscOutput(at, true),
  });
}

/**
 * Even with `--noEmit` the compiler writes the trace that a project file asks for, into any folder.
 * Older versions do not know the option, so only the bundled compiler gets it.
 */
function writingNothing({ origin }: Compiler): readonly string[] {
  return origin === 'bundled' ? ['--generateTrace', 'null'] : [];
}

/** From this version on `--incremental` works with `--noEmit`. */
function remembers({ major }: Compiler): boolean {
  return major >= 4;
}

function programOf(compiler: Compiler, search: Search): Program | Absent {
  if (compiler.major >= 7) return nativeProgram(compiler, search, []);
  const { package: from, version, origin } = compiler;
  const path = from.bin['tsc'];
  if (path === undefined || !existsSync(path))
    return {
      kind: 'unavailable',
      reason: `TypeScript ${version} lacks its program tsc`,
      hint: 'npm install',
    };
  return run({ name: 'tsc', version, path, origin }, search);
}
