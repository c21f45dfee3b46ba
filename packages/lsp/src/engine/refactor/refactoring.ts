import type { CheckParams, CheckReport, ProposeParams, RefactorResult } from '../../types.ts';
import type { Navigator } from '../navigate/navigator.ts';
import type { JudgedProposal, ProposalOptions } from '../propose.ts';
import type { Services } from '../services.ts';

/** Nothing was changed, and why. */
export type Refused = Extract<RefactorResult, { refused: string }>;

/** What a refactoring is made with. */
export interface RefactoringContext {
  readonly services: Services;
  readonly navigation: Navigator;
  readonly propose: (params: ProposeParams, options: ProposalOptions, cancel: AbortSignal) => Promise<JudgedProposal>;
  readonly check: (params: CheckParams, cancel: AbortSignal) => Promise<CheckReport>;
}

/** ms, for one refactoring. Proposals wait for whole projects: many times what a check may take. */
export const LIMIT = 60_000;
