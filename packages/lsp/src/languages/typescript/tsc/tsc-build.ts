import { basename, dirname } from 'node:path';
import { ShadowFolder } from './shadow-folder.ts';
import { ShadowOutput } from './shadow-output.ts';
import { isSource } from './shadow-rules.ts';
import { ShadowWorkspace } from './shadow-workspace.ts';
import { cacheFolder } from '../../../backend/program/cache-folder.ts';
import { holds } from '../../../backend/program/files.ts';
import type { CheckerLocation } from '../../../backend/checker/definition.ts';
import { found } from '../../../backend/checker/found.ts';
import type { Program } from '../../../backend/program/program.ts';
import { buildGraph } from './tsc-graph.ts';

/** How a project file is judged. */
export interface TscCommand {
  readonly root: string;
  readonly config: string;
  readonly program: Program;
  /** Opaque: project file and compiler. */
  readonly toolchain: string;
  /** The first words of the command that a user types for the same verdict. */
  readonly typed: readonly string[];
}

/**
 * A solution, by `tsc --build` of a copy (ADR 0015). Projects that reference others are only judged
 * correctly with the build output of the referenced projects, and a build writes that output.
 */
export function solutionBuild(
  { root, config, program, toolchain, typed }: TscCommand,
  workspaceRoot: string,
): CheckerLocation {
  const home = cacheFolder('tsc-build', `${workspaceRoot}\0${config}`);
  const place = new ShadowFolder(home, {
    host: process.getBuiltinModule('node:os').hostname(),
    pid: process.pid,
  });
  const shadowWorkspace = new ShadowWorkspace(place, toolchain);
  const prepare = async (signal: AbortSignal): Promise<string | undefined> => {
    if (holds(workspaceRoot, ['.pnp.cjs']))
      return (
        "Yarn's Plug'n'Play finds no packages from a copy of the workspace, which a build of references " +
        'needs'
      );
    if (!isSource(workspaceRoot))
      return 'a package that was installed is not copied, which a build of references needs';
    const { configs, outputs, obstacle } = buildGraph(config, workspaceRoot);
    return (
      obstacle ??
      (await shadowWorkspace.refresh(
        {
          roots: [workspaceRoot],
          named: configs.filter(isSource),
          leftOut: [...outputs, dirname(dirname(home))],
        },
        signal,
      ))
    );
  };
  const named = basename(config) === 'tsconfig.json' ? [] : [basename(config)];
  const { project } = found(root, `build ${config}`, program, {
    args: ['--build', place.copyOf(config), '--verbose', '--listFiles', '--pretty', 'false'],
    shown: [...typed, '--build', ...named],
    output: (at) => new ShadowOutput(at, place, workspaceRoot),
  });
  return { kind: 'found', project: { ...project, prepare } };
}
