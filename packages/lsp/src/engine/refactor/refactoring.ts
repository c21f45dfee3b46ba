import type { RefactorResult } from '../../types.ts';
import type { Navigator } from '../navigate/navigator.ts';
import type { Proposing } from '../proposing.ts';

/** Nothing was changed, and why. */
export type Refused = Extract<RefactorResult, { refused: string }>;

/** What a refactoring is made with. */
export interface RefactoringContext extends Proposing {
  readonly navigation: Navigator;
}

/** ms, for one refactoring. Proposals wait for whole projects: many times what a check may take. */
export const LIMIT = 60_000;
