import type { Slip } from './ways.js';

export interface FixesResult {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly compiler: string;
  readonly cases: readonly FixCase[];
  readonly seconds: number;
}

/** One error in a file, and what came of its fixes. */
export interface FixCase {
  readonly number: number;
  readonly kind: Slip;
  readonly file: string;
  /** The compiler's errors in the file that the slip has caused. */
  readonly errors: number;
  /** What the result of the edit named: one fix, several that compete, or nothing. */
  readonly named: 'one' | 'several' | 'none';
  /** How much longer a check took with fixes than without, ms. */
  readonly after: number;
  /** False where some server could not tell in time. */
  readonly complete: boolean;
  readonly fixes: readonly WrittenFix[];
}

/** A fix that was written, and what the compiler said then. */
export interface WrittenFix {
  readonly title: string;
  readonly mark?: 'removal' | 'stub';
  /** It was the one that the result of the edit named. */
  readonly isNamed: boolean;
  /** Why the compiler does not agree that the error is gone and none has come. */
  readonly wrong?: string;
}

export interface FixScore {
  /** Slips that the compiler calls an error. */
  readonly errors: number;
  /** Those with a kept fix that is no removal and no stub, and those with any. */
  readonly real: number;
  readonly any: number;
  /** Those for which the result named one fix, or several that compete. */
  readonly named: number;
  readonly several: number;
  readonly written: number;
  readonly wrong: number;
  /** Of the results that had an error, ms. */
  readonly after: readonly number[];
}

export function scoreOf({ cases }: Pick<FixesResult, 'cases'>): FixScore {
  const errors = cases.filter((one) => one.errors > 0);
  const written = errors.flatMap(({ fixes }) => fixes);
  const having = (is: (one: FixCase) => boolean): number => errors.filter(is).length;
  return {
    errors: errors.length,
    real: having(({ fixes }) => fixes.some(({ mark }) => mark === undefined)),
    any: having(({ fixes }) => fixes.length > 0),
    named: having(({ named }) => named === 'one'),
    several: having(({ named }) => named === 'several'),
    written: written.length,
    wrong: written.filter(isWrong).length,
    after: errors.map(({ after }) => after),
  };
}

export function isFlawed({ cases }: Pick<FixesResult, 'cases'>): boolean {
  return cases.some(({ fixes }) => fixes.some(isWrong));
}

export function isWrong({ wrong }: WrittenFix): boolean {
  return wrong !== undefined;
}
