import { type Escaped, inline, joined } from '../../support/escaped.ts';
import type { RefactoringProgress, RefactorResult } from '../../types.ts';
import type { Navigator } from '../navigate/navigator.ts';
import type { TrialContext } from '../question/trial.ts';

/** Nothing was changed, and why. */
export interface Refused {
  readonly refused: Escaped;
}

/** A `RefactorResult` whose refusal may be shown. */
export type Refactored = Exclude<RefactorResult, { readonly refused: string }> | Refused;

/** @param lines further ones, such as places */
export function refusal(reason: string, lines: readonly string[] = []): Refused {
  return {
    refused: joined(
      [reason, ...lines].map((line) => inline(line)),
      '\n',
    ),
  };
}

/** What a refactoring is made with. */
export interface RefactoringContext extends TrialContext {
  readonly navigation: Navigator;
  /** ms, for one refactoring. */
  readonly limit: number;
  readonly progress?: (progress: RefactoringProgress) => void;
}

/** ms, where the setting `navigationTimeout` is less. Proposals wait for whole projects. */
const LEAST = 60_000;

export function limitOf({ navigationTimeout }: { readonly navigationTimeout: number }): number {
  return Math.max(LEAST, navigationTimeout);
}
