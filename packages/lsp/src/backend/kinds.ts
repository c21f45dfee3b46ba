import type { Diagnostic } from '../types.ts';

/**
 * What a finding is about, in a name that the tools of a language share, if another one may find the
 * same; undefined where none does.
 */
export type KindOf = (finding: Pick<Diagnostic, 'code' | 'severity'>) => string | undefined;

/** One mistake of the syntax has as many errors, and as many places, as a parser makes of it. */
export const SYNTAX = 'syntax-error';

/** About a line as a whole: some say where it begins, others name a word in it. */
export const OF_LINES: ReadonlySet<string> = new Set(['missing-import', 'missing-source', 'unused-import']);

/** A code that is a number, or a letter and a number, is of one tool alone. */
const NUMBERED = /^[a-z]{0,8}-?\d+$/;

/**
 * By the codes of findings. Names that differ only in prefix and spelling need no row:
 * `eslint(no-debugger)` and `lint/suspicious/noDebugger` are one.
 *
 * @param same names of one kind, as `plain` writes them; the first is that of the kind
 */
export function kindsOf(same: readonly (readonly string[])[]): KindOf {
  const kinds = new Map(
    same.flatMap(([kind = '', ...names]) => [kind, ...names].map((name) => [name, kind] as const)),
  );
  return ({ code }) => {
    if (typeof code !== 'string' || code === '') return undefined;
    const name = plain(code);
    return kinds.get(name) ?? (NUMBERED.test(name) ? undefined : name);
  };
}

/** The rule alone, without its plugin or group, in lower case with hyphens. */
function plain(code: string): string {
  const rule = /\(([^()]+)\)$/.exec(code)?.[1] ?? code;
  return (rule.split('/').at(-1) ?? rule)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
