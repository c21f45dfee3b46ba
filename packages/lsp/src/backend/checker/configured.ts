import type { CheckerConfig } from '../../types.ts';
import { commandProgram, spelledOut, type Absent, type Program } from '../program/program.ts';
import type { Search } from '../program/search.ts';
import type { CheckerDefinition, CheckerLocation, CheckerStep } from './definition.ts';

/**
 * A known checker with the user's settings merged in: another `command`, more `args`, an `env`, and
 * the servers that report the same findings. The arguments that set the output format stay fixed.
 */
export function configured(
  definition: CheckerDefinition,
  { command, args = [], env = {}, sameAs }: CheckerConfig,
): CheckerDefinition {
  const { id } = definition;
  const withMore = (step: CheckerStep): CheckerStep => {
    const { shown, operands = 0 } = step;
    const more = (words: readonly string[]): string[] => words.toSpliced(words.length - operands, 0, ...args);
    const typed =
      command === undefined || shown === undefined
        ? shown
        : [spelledOut(command), ...shown.slice(shown.indexOf(id) + 1)];
    return {
      ...step,
      args: more(step.args),
      env: { ...step.env, ...env },
      ...(typed !== undefined && { shown: more(typed) }),
    };
  };
  return {
    ...definition,
    ...(sameAs !== undefined && { sameAs }),
    locate(folder, search): CheckerLocation {
      const location =
        command === undefined
          ? definition.locate(folder, search)
          : locateWith(definition, command, folder, search);
      // What the user adds may name files in the workspace.
      if (location.kind !== 'found' || !search.trusted) return location;
      const [first, ...rest] = location.project.steps;
      return {
        kind: 'found',
        project: { ...location.project, steps: [withMore(first), ...rest.map(withMore)] },
      };
    },
  };
}

function locateWith(
  definition: CheckerDefinition,
  command: string,
  ...[folder, search]: Parameters<CheckerDefinition['locate']>
): CheckerLocation {
  const usual = definition.locate(folder, search);
  if (usual.kind === 'not-applicable') return usual;
  const root = usual.kind === 'found' ? usual.project.root : usual.root;
  const program = namedInSettings(definition.id, command, root, search);
  return program.kind === 'found' ? definition.locate(folder, search, program) : { ...program, root };
}

/** The program that the user's settings name for a checker. */
export function namedInSettings(
  id: string,
  command: string,
  folder: string,
  search: Search,
): Program | Absent {
  const program = commandProgram(command, folder, search);
  return program.kind === 'unavailable' ? { hint: `install ${id}`, ...program } : program;
}
