import type { Difference } from './compare.js';
import type { Finding } from './finding.js';
import type { Kind } from './plan/mutation.js';
import type { Tool } from './plan/tool-call.js';

/** What `--json` writes. */
export interface AccuracyResult {
  readonly seed: number;
  readonly subjects: readonly SubjectResult[];
}

export interface SubjectResult {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly compiler: string;
  readonly cases: readonly Case[];
  readonly seconds: number;
}

/** One edit and what came of it. */
export interface Case {
  /** 1-based: what `--case` takes. */
  readonly number: number;
  readonly action: 'mutation' | 'mending';
  readonly kind: Kind;
  readonly tool: Tool;
  /** The edited file's name after the edit. */
  readonly file: string;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'no answer'; readonly reason: string; readonly expected: readonly Finding[] }
  | {
      readonly kind: 'answered';
      /** How many errors tool and compiler agree on. */
      readonly right: number;
      readonly missed: readonly Finding[];
      readonly invented: readonly Finding[];
      /** A part of `invented`. */
      readonly stale: readonly Finding[];
      readonly differences: readonly Difference[];
      readonly warnings: Warnings;
    };

/** Of the compiler's warnings, those that the tool has. Servers warn of more, and that is not held against them. */
export interface Warnings {
  readonly right: number;
  readonly missed: readonly Finding[];
}

/** Sums over cases. */
export interface Score {
  readonly edits: number;
  readonly right: number;
  readonly missed: number;
  readonly invented: number;
  readonly stale: number;
  readonly noAnswer: number;
  readonly warnings: { readonly right: number; readonly missed: number };
}

export function scoreOf(cases: readonly Case[]): Score {
  const answers = cases.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome] : []));
  const sum = (count: (answer: (typeof answers)[number]) => number): number => answers.reduce((total, answer) => total + count(answer), 0);
  return {
    edits: cases.length,
    right: sum(({ right }) => right),
    missed: sum(({ missed }) => missed.length),
    invented: sum(({ invented }) => invented.length),
    stale: sum(({ stale }) => stale.length),
    noAnswer: cases.length - answers.length,
    warnings: { right: sum(({ warnings }) => warnings.right), missed: sum(({ warnings }) => warnings.missed.length) },
  };
}

/** Of what was reported, the share that the compiler has too; 1 where nothing was reported. */
export const precision = ({ right, invented }: Score): number => (right + invented === 0 ? 1 : right / (right + invented));
/** Of what the compiler has, the share that was reported; 1 where it has nothing. */
export const recall = ({ right, missed }: Score): number => (right + missed === 0 ? 1 : right / (right + missed));

export function isFlawed({ outcome }: Case): boolean {
  return outcome.kind === 'no answer' || outcome.missed.length > 0 || outcome.invented.length > 0;
}
