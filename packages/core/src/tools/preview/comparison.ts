import { z } from 'zod';
import { counted } from '../../support/counted.js';
import {
  chooseFindings,
  formatLine,
  MAX_TOTAL_LINES,
  writeTags,
  type FormatLimits,
} from '../../lsp/format-diagnostics.js';
import { type Escaped, clip, escaped, inline, joined } from '../../support/escaped.js';
import type { ProposalResult } from '../../lsp/proposal-result.js';
import { causedBy, isComplete, type Candidate, type JudgedPatch } from './candidate.js';

/** How many errors of one patch are listed: they say why it is not the best, and need no mending. */
const MAX_ERRORS = 10;
const MAX_REASON = 1000;

const comparedPatch = z.strictObject({
  patch: z.int().min(1).describe('Its place in the request, from 1.'),
  outcome: z
    .enum(['complete', 'incomplete', 'not-judged', 'does-not-apply'])
    .describe('Only a complete one counts all errors.'),
  errorsCaused: z
    .int()
    .min(0)
    .optional()
    .describe('Errors that it would cause, in all files. If incomplete: the known ones, if there are any.'),
  errorsSolved: z
    .int()
    .min(0)
    .optional()
    .describe('Errors that stand now and would be gone. If incomplete: the known ones, if there are any.'),
  linesAdded: z.int().min(0).optional(),
  linesRemoved: z.int().min(0).optional(),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('The errors that it would cause, by file; not all if there are many.'),
  reason: z.string().optional().describe('Why it does not apply, or what was not judged.'),
});

/** What the tool returns as data. */
export const comparison = z.strictObject({
  patches: z.array(comparedPatch).describe('The best first.'),
  best: z.int().min(1).nullable().describe('The first patch, if its outcome is complete.'),
});

export type Comparison = z.infer<typeof comparison>;
type ComparedPatch = Comparison['patches'][number];

/** @param candidates the best first */
export function toComparison(candidates: readonly Candidate[]): Comparison {
  const patches = candidates.map(toCompared);
  const [first] = patches;
  return { patches, best: first?.outcome === 'complete' ? first.patch : null };
}

function toCompared(candidate: Candidate): ComparedPatch {
  const { number: patch } = candidate;
  if (candidate.kind === 'refused')
    return { patch, outcome: 'does-not-apply', reason: clip(candidate.refusal.message, MAX_REASON) };
  const { result, mutation } = candidate;
  const known = isComplete(result) ? 'complete' : result.isJudged ? 'incomplete' : 'not-judged';
  const caused = causedBy(result);
  const errors = firstErrors(result);
  return {
    patch,
    outcome: known,
    ...(known === 'complete' || caused > 0 ? { errorsCaused: caused } : {}),
    ...(known === 'complete' || result.solved > 0 ? { errorsSolved: result.solved } : {}),
    linesAdded: mutation.added,
    linesRemoved: mutation.removed,
    ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
    ...(known !== 'complete' && { reason: clip(result.gaps.join('; '), MAX_REASON) }),
  };
}

function firstErrors({ caused }: ProposalResult): [file: string, lines: string[]][] {
  let left = MAX_ERRORS;
  return caused.flatMap(({ file, diagnostics }): [string, string[]][] => {
    const lines = diagnostics.slice(0, left).map(formatLine);
    left -= lines.length;
    return lines.length === 0 ? [] : [[inline(file), lines]];
  });
}

/** What the model reads. */
export function describeComparison(
  candidates: readonly Candidate[],
  { maxDiagnosticsPerFile }: FormatLimits,
): Escaped {
  let left = MAX_TOTAL_LINES;
  const entries = candidates.map((candidate, index) => {
    if (candidate.kind === 'refused')
      return escaped`${index + 1}. patch ${candidate.number} does not apply: ${candidate.refusal.message}`;
    const limits = { maxDiagnosticsPerFile: Math.min(maxDiagnosticsPerFile, MAX_ERRORS) };
    const { chosen, left: room } = chooseFindings(
      candidate.result.caused,
      limits,
      Math.min(left, MAX_ERRORS),
    );
    left -= Math.min(left, MAX_ERRORS) - room;
    return joined(
      [escaped`${index + 1}. patch ${candidate.number} ${describe(candidate)}`, ...writeTags(chosen, 0).tags],
      '\n',
    );
  });
  return joined(
    [
      escaped`${counted(candidates.length, 'patch', 'patches')} judged, nothing written, the best first:`,
      ...entries,
    ],
    '\n',
  );
}

function describe({ result, mutation: { added, removed, changes } }: JudgedPatch): Escaped {
  const size = escaped`(+${added} -${removed} in ${counted(changes.length, 'file')})`;
  const caused = causedBy(result);
  if (isComplete(result)) {
    const errors = caused === 0 ? escaped`no errors` : counted(caused, 'error');
    return escaped`causes ${errors}, solves ${result.solved === 0 ? 'none' : result.solved} ${size}`;
  }
  const known = [
    ...(caused > 0 ? [escaped`it causes at least ${counted(caused, 'error')}`] : []),
    ...(result.solved > 0 ? [escaped`it solves at least ${result.solved}`] : []),
  ];
  const unsure = result.isJudged ? 'was not judged completely' : 'was not judged';
  return joined([escaped`${unsure} ${size}: ${joined(result.gaps, '; ')}`, ...known], '; ');
}
