import type { JudgedSubject } from './judged.js';
import { sumOf } from '../figures.js';
import type { OthersComparison } from './compare-others.js';
import type { Difference } from './compare.js';
import type { FixesResult } from './fixes/results.js';
import type { Finding } from './finding.js';
import type { Asking } from './host.js';
import type { OriginsResult } from './origins/results.js';
import type { Kind } from './plan/mutation.js';
import type { Unannounced } from './plan/plan.js';
import type { Tool } from './plan/tool-call.js';

/** What was judged of one subject. */
export type AccuracyRow = SubjectResult | OriginsResult | FixesResult;

/** The same, by what was judged. */
export interface AccuracyResult {
  readonly subjects: readonly SubjectResult[];
  /** Of the subjects that have errors from the start. */
  readonly origins: readonly OriginsResult[];
  readonly fixes: readonly FixesResult[];
}

export function byJudge({ results }: { readonly results: readonly AccuracyRow[] }): AccuracyResult {
  return {
    subjects: results.flatMap((row) => (row.judges === 'edits' ? [row] : [])),
    origins: results.flatMap((row) => (row.judges === 'origins' ? [row] : [])),
    fixes: results.flatMap((row) => (row.judges === 'fixes' ? [row] : [])),
  };
}

export interface SubjectResult extends JudgedSubject {
  readonly judges: 'edits';
  readonly cases: readonly Case[];
  /** The most processes of the server at one time, by the version of what they judge with. */
  readonly processes: Readonly<Record<string, number>>;
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
  readonly asking: Asking;
  /** The session had never heard of the file before this edit. */
  readonly isFirst: boolean;
  /** What happened to the disk just before, untold. */
  readonly unannounced: readonly Unannounced[];
  readonly outcome: Outcome;
  /** Of edits by write_file. */
  readonly others?: Others;
}

/** What a result says of files that were not edited. */
export interface Others {
  /** False where the bound cut the search short. */
  readonly complete: boolean;
  readonly told: OthersComparison;
  /** The same question once the search in the background has ended: where there is one. */
  readonly later?: OthersComparison;
}

type Outcome =
  | {
      readonly kind: 'no answer';
      readonly reason: string;
      readonly expected: readonly Finding[];
      readonly known?: string;
    }
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

/**
 * Of the compiler's warnings, those that the tool has. Servers warn of more, and that is not held
 * against them.
 */
export interface Warnings {
  readonly right: number;
  readonly missed: readonly Finding[];
}

/** Errors that were told and not, summed over cases. */
export interface FindingsTally {
  readonly right: number;
  readonly missed: number;
  readonly invented: number;
  /** A part of the invented. */
  readonly stale: number;
}

export interface Score extends FindingsTally {
  readonly edits: number;
  readonly noAnswer: number;
  readonly warnings: { readonly right: number; readonly missed: number };
}

export function scoreOf(cases: readonly Case[]): Score {
  const answers = cases.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome] : []));
  return {
    ...tallyOf(answers),
    edits: cases.length,
    noAnswer: cases.length - answers.length,
    warnings: {
      right: sumOf(answers, ({ warnings }) => warnings.right),
      missed: sumOf(answers, ({ warnings }) => warnings.missed.length),
    },
  };
}

/** About files that were not edited. */
export interface OthersScore {
  /** Where the bound was not reached, and where it was. */
  readonly within: FindingsTally & { readonly results: number };
  readonly cut: FindingsTally & { readonly results: number };
  /** All results, as models were told. */
  readonly told: FindingsTally;
  /** All results, those of a search that was cut short as it ended in the background. */
  readonly later: FindingsTally;
}

export function othersScoreOf(cases: readonly Case[]): OthersScore {
  const all = cases.flatMap(({ others }) => others ?? []);
  const of = (complete: boolean): OthersScore['within'] => {
    const some = all.filter((others) => others.complete === complete);
    return { ...tallyOf(some.map(({ told }) => told)), results: some.length };
  };
  return {
    within: of(true),
    cut: of(false),
    told: tallyOf(all.map(({ told }) => told)),
    later: tallyOf(all.map(({ told, later }) => later ?? told)),
  };
}

type Compared = Pick<OthersComparison, 'right' | 'missed' | 'invented' | 'stale'>;

function tallyOf(compared: readonly Compared[]): FindingsTally {
  return {
    right: sumOf(compared, ({ right }) => right),
    missed: sumOf(compared, ({ missed }) => missed.length),
    invented: sumOf(compared, ({ invented }) => invented.length),
    stale: sumOf(compared, ({ stale }) => stale.length),
  };
}

/** Of what was reported, the share that the compiler has too; 1 where nothing was reported. */
export const precision = ({ right, invented }: FindingsTally): number =>
  right + invented === 0 ? 1 : right / (right + invented);
/** Of what the compiler has, the share that was reported; 1 where it has nothing. */
export const recall = ({ right, missed }: FindingsTally): number =>
  right + missed === 0 ? 1 : right / (right + missed);

export function isFlawed({ outcome, others }: Case): boolean {
  if (outcome.kind === 'no answer') return outcome.known === undefined;
  if (isWrong(outcome)) return true;
  if (others === undefined) return false;
  const { complete, told, later } = others;
  // What the bound left out may be missing, until the search has ended.
  return (
    told.invented.length > 0 ||
    (complete && told.missed.length > 0) ||
    (later !== undefined && isWrong(later))
  );
}

function isWrong({ missed, invented }: Pick<Compared, 'missed' | 'invented'>): boolean {
  return missed.length > 0 || invented.length > 0;
}
