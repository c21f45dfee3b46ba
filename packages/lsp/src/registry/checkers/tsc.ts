import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TscOutput } from '../../compiler/tsc-output.ts';
import { configIn } from '../../diagnostics/tsconfig.ts';
import { cacheFolder } from '../cache-folder.ts';
import type { Search } from '../definition.ts';
import { ancestors, shown } from '../files.ts';
import { run, type Absent, type Program } from '../program.ts';
import { findCompiler, nativeProgram, type Compiler } from '../typescript.ts';
import { UNTRUSTED } from '../untrusted.ts';
import { absent } from './absent.ts';
import type { CheckerDefinition, CheckerLocation } from './definition.ts';
import { found } from './found.ts';
import { solutionBuild } from './tsc-build.ts';
import { solutionOf } from './tsc-graph.ts';

const CONFIGS = ['tsconfig.json', 'jsconfig.json'];

/**
 * The nearest tsconfig.json of a file, by the TypeScript that its folder has; built, if it has references or is reached by them (ADR 0015). Nothing is
 * written but what the next run reads again, in the cache.
 */
export const tsc: CheckerDefinition = {
  id: 'tsc',
  language: 'TypeScript, JavaScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  markers: CONFIGS,
  sameAs: ['typescript'],
  needsNoTrust: true,
  locate(folder, search, own): CheckerLocation {
    const nearest = ancestors(folder, search.workspaceRoot).flatMap((each) => configIn(each) ?? [])[0];
    if (nearest === undefined) return { kind: 'not-applicable', reason: `no tsconfig.json at or above ${shown(folder, search.workspaceRoot)}` };
    const solution = solutionOf(nearest, search.workspaceRoot);
    const config = solution ?? nearest;
    const root = dirname(config);
    // A build writes what project files say, wherever they say; we would have to understand each just as the compiler does to know where that is.
    if (solution !== undefined && !search.trusted) return absent('tsc', UNTRUSTED, root);
    const compiler = findCompiler(root, search);
    if (compiler.kind !== 'found') return absent('tsc', compiler, root);
    const program = own ?? programOf(compiler, search);
    if (program.kind !== 'found') return absent('tsc', program, root);
    const toolchain = `${config}\0${program.about.path}\0${compiler.version}`;
    // Where the workspace has none of its own, `npx tsc` would be another package of that name.
    const typed = compiler.origin === 'workspace' ? ['npx', 'tsc'] : ['npx', '--package', 'typescript', 'tsc'];
    const command = { root, config, program, toolchain, typed };
    return solution === undefined ? alone(command, compiler) : solutionBuild(command, search.workspaceRoot);
  },
};

/** How a project file is judged. */
export interface TscCommand {
  readonly root: string;
  readonly config: string;
  readonly program: Program;
  /** Opaque: project file and compiler. */
  readonly toolchain: string;
  /** How somebody who wants the same verdict begins. */
  readonly typed: readonly string[];
}

function alone({ root, config, program, toolchain, typed }: TscCommand, compiler: Compiler): CheckerLocation {
  const notes = join(cacheFolder('tsc', toolchain), 'tsconfig.tsbuildinfo');
  const args = ['--project', config, '--noEmit', '--pretty', 'false', '--listFiles', ...writingNothing(compiler), ...(remembers(compiler) ? ['--incremental', '--tsBuildInfoFile', notes] : [])];
  const named = basename(config) === 'tsconfig.json' ? [] : ['--project', basename(config)];
  return found(root, toolchain, program, { args, shown: [...typed, '--noEmit', ...named], output: (at) => new TscOutput(at, true) });
}

/** With `--noEmit`, too, it writes the trace that a project file asks for, into whatever folder. Older versions do not know the option, so of others only ours is told. */
function writingNothing({ origin }: Compiler): readonly string[] {
  return origin === 'bundled' ? ['--generateTrace', 'null'] : [];
}

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
