import { parseArgs } from 'node:util';

/** What is wrong with a command line. */
export class Misuse extends Error {}

/** One option of a command. */
export interface Option<T> {
  /** What stands for its value in the help; without it, it is a switch. */
  readonly takes?: 'N' | 'TEXT' | 'FILE' | 'FOLDER';
  readonly says: string;
  /** @param given in the order of the command line; none: it was not given. Throws a {@link Misuse}. */
  read(given: readonly string[], name: string): T;
}

/** By name: an option for each value. */
export type OptionsOf<V> = { readonly [K in keyof V]: Option<V[K]> };

export type ValuesOf<O> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

export function flag(says: string): Option<boolean> {
  return { says, read: (given) => given.length > 0 };
}

/** @param usual where it is not given */
export function whole<T extends number | undefined>(says: string, usual: T, least = 1): Option<number | T> {
  return {
    takes: 'N',
    says: usual === undefined ? says : `${says} (${usual})`,
    read(given, name) {
      const text = given.at(-1);
      if (text === undefined) return usual;
      if (!/^\d{1,9}$/.test(text) || Number(text) < least)
        throw new Misuse(`--${name} ${text}: it takes a whole number from ${least} on`);
      return Number(text);
    },
  };
}

export function file(says: string): Option<string | undefined> {
  return { takes: 'FILE', says, read: (given) => given.at(-1) };
}

export function files(says: string): Option<readonly string[]> {
  return { takes: 'FILE', says: `${says}; may be given more than once`, read: (given) => given };
}

export interface Named {
  readonly id: string;
}

/** Some of them, by parts of their ids, or by whole ids; without the option, all. */
export function someOf<T extends Named>(all: readonly T[], what: string): Option<readonly T[]> {
  const ids = all.map(({ id }) => id).join(', ');
  return {
    takes: 'TEXT',
    says: `only ${what} whose id contains TEXT; may be given more than once. Ids: ${ids}`,
    read(given, name) {
      const parts = given.flatMap((part) => part.split(','));
      const exact = all.filter(({ id }) => parts.includes(id));
      const chosen = all.filter(({ id }) => parts.length === 0 || parts.some((part) => id.includes(part)));
      if (chosen.length === 0)
        throw new Misuse(`--${name} ${parts.join(', ')}: there is no such id. Ids: ${ids}`);
      return exact.length === parts.length && exact.length > 0 ? exact : chosen;
    },
  };
}

const HELP = flag('this text');

/** Throws a {@link Misuse}. `help`: that is what is asked for. */
export function parse<V, W>(
  argv: readonly string[],
  options: OptionsOf<V>,
  own: OptionsOf<W>,
): { readonly values: V; readonly own: W } | 'help' {
  const all = Object.entries<Option<unknown>>({ ...options, ...own, help: HELP });
  let given: Partial<Record<string, readonly (string | boolean)[]>>;
  try {
    ({ values: given } = parseArgs({
      args: [...argv],
      options: Object.fromEntries(
        all.map(([name, { takes }]) => [
          name,
          {
            type: takes === undefined ? ('boolean' as const) : ('string' as const),
            multiple: true as const,
            ...(name === 'help' && { short: 'h' }),
          },
        ]),
      ),
    }));
  } catch (error) {
    throw new Misuse(messageOf(error));
  }
  if (given['help'] !== undefined) return 'help';
  const read = <T>(part: OptionsOf<T>): T =>
    Object.fromEntries(
      Object.entries<Option<unknown>>(part).map(([name, option]) => [
        name,
        option.read((given[name] ?? []).map(String), name),
      ]),
    ) as T;
  return { values: read(options), own: read(own) };
}

const WIDTH = 100;

/** A line or more for each option. */
export function optionsText(options: Readonly<Record<string, Option<unknown>>>): string {
  const rows = [...Object.entries(options), ['help', HELP] as const].map(
    ([name, { takes, says }]) => [`--${name}${takes === undefined ? '' : ` ${takes}`}`, says] as const,
  );
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.map(([name, says]) => `  ${name.padEnd(indent - 2)}${wrapped(says, indent)}`).join('\n');
}

/** @param indent of all lines but the first, which stands behind as much */
export function wrapped(text: string, indent = 0): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (indent + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
