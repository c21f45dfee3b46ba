import type { JudgedSubject } from '../judged.js';
import type { Slip } from './ways.js';

export interface FixesResult extends JudgedSubject {
  readonly judges: 'fixes';
  /** The share of errors that is asked for. */
  readonly fixShare?: number;
  readonly cases: readonly FixCase[];
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
  readonly with: FixRound;
  readonly without: FixRound;
  /** How long a bare client takes from the verdict on the error to those on its fixes, ms. */
  readonly bareMs?: number;
  /** False where some server could not tell in time. */
  readonly complete: boolean;
  readonly fixes: readonly WrittenFix[];
}

/** An edit that makes the error, and the next one, ms. */
export interface FixRound {
  /** When the last server had answered. */
  readonly verdict: number;
  /** With what comes after the answer. */
  readonly whole: number;
  /** The whole next edit, which mends the error. */
  readonly next: number;
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
  /** How much longer the result of an edit took with fixes, of those that had an error, ms. */
  readonly after: readonly number[];
  /** Those with, divided by those without. */
  readonly verdicts: readonly number[];
  readonly nexts: readonly number[];
  /** What fixes take, divided by what a bare client takes, where both have tried one. */
  readonly bare: readonly number[];
}

export function fixScoreOf({ cases }: Pick<FixesResult, 'cases'>): FixScore {
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
    wrong: written.filter(isWrongFix).length,
    after: errors.map(afterOf),
    verdicts: errors.map((one) => one.with.verdict / one.without.verdict),
    nexts: errors.map((one) => one.with.next / one.without.next),
    bare: errors.flatMap((one) =>
      one.bareMs === undefined || one.named === 'none' ? [] : [afterOf(one) / one.bareMs],
    ),
  };
}

/** What an edit's result takes after the last verdict, more than without fixes, ms. */
function afterOf({ with: having, without }: FixCase): number {
  return having.whole - having.verdict - (without.whole - without.verdict);
}

export function hasWrongFix({ cases }: Pick<FixesResult, 'cases'>): boolean {
  return cases.some(({ fixes }) => fixes.some(isWrongFix));
}

export function isWrongFix({ wrong }: WrittenFix): boolean {
  return wrong !== undefined;
}
