import { parseArgs } from 'node:util';
import { withTools } from '../../../scripts/lib/servers/place.mjs';

/** What a command line asks for. */
export type Asked<Options> =
  Options | { readonly kind: 'help' } | { readonly kind: 'invalid'; readonly message: string };

export interface Command<Options> {
  readonly name: string;
  readonly help: string;
  /** Resolves to the exit code. */
  run(options: Options): Promise<number>;
}

interface Named {
  readonly id: string;
}

/** A run over subjects that may be measured in several runs. */
export interface Measured<S> {
  readonly kind: 'run';
  readonly subjects: readonly S[];
  readonly isQuick: boolean;
  /** Results of earlier runs, oldest first: subjects that are not measured now are taken from there. */
  readonly earlierFiles: readonly string[];
  readonly jsonFile: string | undefined;
}

/** `parseArgs` throws what is wrong with a command line. */
export function attempt<T>(parse: () => Asked<T>): Asked<T> {
  try {
    return parse();
  } catch (error) {
    return { kind: 'invalid', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `--only`, `--quick`, `--json`, `--with` and `--help`. */
export function parseMeasured<S extends Named>(
  argv: readonly string[],
  subjects: readonly S[],
): Asked<Measured<S>> {
  return attempt(() => {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        with: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const chosen = chooseSubjects(subjects, values.only);
    if (chosen.length === 0) return noSuchSubject(subjects, values.only);
    return {
      kind: 'run',
      subjects: chosen,
      isQuick: values.quick,
      earlierFiles: values.with,
      jsonFile: values.json,
    };
  });
}

/** @param only parts of ids; none: all */
export function chooseSubjects<S extends Named>(subjects: readonly S[], only: readonly string[]): S[] {
  return subjects.filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)));
}

export function noSuchSubject(subjects: readonly Named[], only: readonly string[]): Asked<never> {
  return {
    kind: 'invalid',
    message: `--only ${only.join(', ')}: there is no such subject. ${idList(subjects)}`,
  };
}

export function idList(subjects: readonly Named[]): string {
  return `Subjects: ${subjects.map(({ id }) => id).join(', ')}`;
}

/**
 * Does what is asked for. What the tests have installed is found as they find it.
 *
 * @returns the exit code: 2 where the command line is wrong or the run could not be made, which is said on stderr
 */
export async function perform<Options extends { readonly kind: 'run' }>(
  asked: Asked<Options>,
  { name, help, run }: Command<Options>,
): Promise<number> {
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
        console.error(`${name}: ${messageOf(error)}`);
        return 2;
      }
  }
}
