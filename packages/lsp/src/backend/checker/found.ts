import type { CompilerOutput } from '../output/output.ts';
import type { Program } from '../program/program.ts';
import type { CheckerLocation, CheckerStep } from './definition.ts';

/** One command of a program. */
interface Command extends Pick<CheckerStep, 'args' | 'env' | 'shown' | 'operands'> {
  readonly output: (root: string) => CompilerOutput;
}

type Found = Extract<CheckerLocation, { readonly kind: 'found' }>;

/** @param toolchain opaque: tells two projects apart that have the same root */
export function foundProject(
  root: string,
  toolchain: string,
  program: Program,
  ...[first, ...rest]: readonly [Command, ...Command[]]
): Found {
  const step = ({ args, ...command }: Command): CheckerStep => ({
    command: program.command,
    args: [...program.prefix, ...args],
    ...command,
    ...(program.env !== undefined && { env: { ...command.env, ...program.env } }),
  });
  return {
    kind: 'found',
    project: {
      key: `${root}\0${toolchain}`,
      root,
      program: program.about,
      steps: [step(first), ...rest.map(step)],
    },
  };
}
