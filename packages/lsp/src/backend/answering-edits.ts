import type { KindOf } from './kinds.ts';
import type { PackageTraits } from './packages.ts';
import type { SameError } from './same-error.ts';
import type { ServerTraits } from './traits.ts';
import type { ServerPreset } from './server-preset.ts';
import type { WorldTraits } from './world.ts';
import type { CheckerDefinition, CompilerRun, Manifests } from './checker/definition.ts';

export interface OnEdit extends CompilerRun {
  readonly manifests?: Manifests;
  readonly packages?: PackageTraits;
  readonly world?: WorldTraits;
  readonly sameError?: SameError;
  readonly kindOf?: KindOf;
  readonly whyInPart?: ServerTraits['whyInPart'];
  /** The user's arguments follow those of the step, and do not replace them. */
  readonly addsArgs?: boolean;
}

/**
 * A batch compiler that also answers edits: its last step runs after each change. The user's
 * settings for the server of the same id apply to these runs.
 */
export function answeringEdits(
  batch: CheckerDefinition,
  { manifests, packages, world, sameError, kindOf, whyInPart, addsArgs = false, ...run }: OnEdit,
): ServerPreset {
  return {
    id: batch.id,
    language: batch.language,
    extensions: batch.extensions,
    role: 'compiler',
    source: 'auto',
    run,
    args: [],
    ...(manifests !== undefined && { manifests }),
    ...(packages !== undefined && { packages }),
    ...(world !== undefined && { world }),
    ...(sameError !== undefined && { sameError }),
    ...(kindOf !== undefined && { kindOf }),
    ...(whyInPart !== undefined && { whyInPart }),
    project(folder, search, given) {
      const location = batch.locate(folder, search, given?.program);
      if (location.kind !== 'found') {
        const { root: _, ...absent } = location;
        return absent;
      }
      const { project } = location;
      const { root, program, steps, excludes, daemon } = project;
      const step = steps.at(-1) ?? steps[0];
      const { command, args, env } = step;
      return {
        kind: 'found',
        root,
        toolchain: project.key,
        args,
        addsArgs,
        ...(env !== undefined && { env }),
        batch: {
          output: (at) => step.output(at),
          prepare: (signal) => project.prepare?.(signal) ?? Promise.resolve(undefined),
          ...(excludes !== undefined && { excludes }),
          ...(daemon !== undefined && { daemon: { ...daemon, replaces: args.length } }),
        },
        program: () => ({ kind: 'found', command, prefix: [], about: program }),
      };
    },
  };
}
