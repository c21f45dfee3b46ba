import { numberOf } from '../../lsp/diagnostics.js';
import type { ProposalResult } from '../../lsp/proposal-result.js';
import type { PatchMutation } from '../patch/prepare-patch.js';
import type { Refusal } from '../outcome.js';

/** One of the patches that are compared. */
export type Candidate = JudgedPatch | RefusedPatch;

export interface JudgedPatch {
  readonly kind: 'judged';
  /** Its place in the request, 1-based. */
  readonly number: number;
  readonly mutation: PatchMutation;
  readonly result: ProposalResult;
}

/** It does not apply. */
interface RefusedPatch {
  readonly kind: 'refused';
  readonly number: number;
  readonly refusal: Refusal;
}

/**
 * The best first: the fewest errors caused, then complete before incomplete verdicts, the most
 * errors solved, the smallest diff. Last come patches that no server has judged, and those that do
 * not apply. So an incomplete verdict is never above a complete one that is as good in what is
 * known.
 */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

/** Smaller is better, the first difference counts. */
function keyOf(candidate: Candidate): readonly number[] {
  if (candidate.kind === 'refused') return [2, candidate.number];
  const { result, mutation, number } = candidate;
  return [
    result.isJudged ? 0 : 1,
    causedBy(result),
    isComplete(result) ? 0 : 1,
    -result.solved,
    mutation.added + mutation.removed,
    number,
  ];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

export function causedBy({ caused }: ProposalResult): number {
  return caused.reduce((sum, { diagnostics }) => sum + numberOf(diagnostics), 0);
}

export function isComplete({ gaps }: ProposalResult): boolean {
  return gaps.length === 0;
}
