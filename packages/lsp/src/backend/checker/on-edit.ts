import type { ServerPreset } from '../server-preset.ts';
import type { CheckerDefinition, CompilerRun, Manifests } from './definition.ts';

/**
 * A batch compiler that also answers edits: its last step runs after each change. The user's
 * settings for the server of the same id apply to these runs.
 */
export function answeringEdits(batch: CheckerDefinition, { manifests, ...run }: CompilerRun & { readonly manifests?: Manifests }): ServerPreset {
  return {
    id: batch.id,
    language: batch.language,
    extensions: batch.extensions,
    role: 'compiler',
    source: 'auto',
    run,
    args: [],
    ...(manifests !== undefined && { manifests }),
    project(folder, search) {
      const location = batch.locate(folder, search);
      if (location.kind === 'not-applicable') return location;
      if (location.kind === 'unavailable') {
        const { root, reason, install } = location;
        return { kind: 'found', root, program: () => ({ kind: 'unavailable', reason, ...(install !== undefined && { hint: install }) }) };
      }
      const { project } = location;
      const { root, program, steps } = project;
      const step = steps.at(-1) ?? steps[0];
      const { command, args, env } = step;
      return {
        kind: 'found',
        root,
        toolchain: project.key,
        args,
        ...(env !== undefined && { env }),
        batch: {
          output: (at) => step.output(at),
          prepare: (signal) => project.prepare?.(signal) ?? Promise.resolve(undefined),
        },
        program: () => ({ kind: 'found', command, prefix: [], about: program }),
      };
    },
  };
}
