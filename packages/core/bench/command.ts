import { withTools } from '../../../scripts/lib/servers/place.mjs';

/** What a command line asks for. */
export type Asked<Options> = Options | { readonly kind: 'help' } | { readonly kind: 'invalid'; readonly message: string };

export interface Command<Options> {
  readonly name: string;
  readonly help: string;
  /** Resolves to the exit code. */
  run(options: Options): Promise<number>;
}

interface Named {
  readonly id: string;
}

/** @param only parts of ids; none: all */
export function chooseSubjects<S extends Named>(subjects: readonly S[], only: readonly string[]): S[] {
  return subjects.filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)));
}

export function noSuchSubject(subjects: readonly Named[], only: readonly string[]): Asked<never> {
  return { kind: 'invalid', message: `--only ${only.join(', ')}: there is no such subject. ${idList(subjects)}` };
}

export function idList(subjects: readonly Named[]): string {
  return `Subjects: ${subjects.map(({ id }) => id).join(', ')}`;
}

/**
 * Does what is asked for. What the tests have installed is found as they find it.
 *
 * @returns the exit code: 2 where the command line is wrong or the run could not be made, which is said on stderr
 */
export async function perform<Options extends { readonly kind: 'run' }>(asked: Asked<Options>, { name, help, run }: Command<Options>): Promise<number> {
  switch (asked.kind) {
    case 'help':
      console.log(help);
      return 0;
    case 'invalid':
      console.error(asked.message);
      return 2;
    case 'run':
      Object.assign(process.env, withTools(process.env));
      try {
        return await run(asked);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return 2;
      }
  }
}
