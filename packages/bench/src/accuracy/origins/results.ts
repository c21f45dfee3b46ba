import type { Pair } from '../../stats.js';
import { sumOf } from '../../figures.js';
import type { JudgedSubject } from '../judged.js';
import type { Step, Unannounced } from '../plan/plan.js';
import type { Reported } from './compare-origins.js';
import type { Truth } from './truth.js';

export interface OriginsResult extends JudgedSubject {
  readonly judges: 'origins';
  /** The compiler's errors before the first edit. */
  readonly atStart: number;
  readonly cases: readonly OriginCase[];
  readonly rounds: readonly Round[];
  readonly cost: Cost | undefined;
}

/** One edit and what came of it. */
export interface OriginCase {
  /** 1-based: what `--case` takes. */
  readonly number: number;
  readonly action: Step['action'];
  readonly kind: string;
  readonly file: string;
  readonly asking: OriginAsking;
  readonly unannounced: readonly Unannounced[];
  /** Whether the session had answered a check before. */
  readonly isWarm: boolean;
  readonly checked: OriginOutcome;
  /** The same edit, proposed before it was written. */
  readonly proposed?: OriginOutcome;
  readonly session?: SessionOutcome;
}

/** What the request holds: `text` both texts, `before` the former one, `name` neither. */
export type OriginAsking = 'text' | 'before' | 'name';

/** A proposal that is not written, and the check that follows it. */
export interface Round {
  readonly number: number;
  readonly proposed: { readonly file: string; readonly outcome: OriginOutcome };
  readonly checks: readonly { readonly file: string; readonly outcome: OriginOutcome }[];
}

export type OriginOutcome =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'no answer'; readonly reason: string; readonly known?: string }
  | Judged;

export interface Judged {
  readonly kind: 'judged';
  /** Errors that the change caused: reported as such, and without an origin. */
  readonly right: number;
  readonly withoutOrigin: number;
  /** Older errors not reported as caused; those with the other older origin, and without any. */
  readonly older: number;
  readonly confused: number;
  readonly olderWithoutOrigin: number;
  readonly notJudged: number;
  readonly wrong: readonly Reported[];
  readonly hidden: readonly Reported[];
  readonly missed: readonly Truth[];
  readonly invented: readonly Reported[];
  /** Errors and warnings in the report, and those without an origin. */
  readonly diagnostics: number;
  readonly absent: number;
}

export type SessionOutcome =
  | { readonly kind: 'no answer'; readonly reason: string }
  | {
      readonly kind: 'compared';
      readonly complete: boolean;
      readonly right: number;
      readonly wrong: readonly Reported[];
      readonly missed: readonly Truth[];
    };

/** Times of checks, ms: ours with origins, the floor without. */
export interface Cost {
  readonly known: readonly Pair[];
  readonly unknown: readonly Pair[];
}

export interface OriginScore {
  readonly noAnswer: number;
  /** Errors that the edits caused, reported or not. */
  readonly caused: number;
  readonly precision: number;
  readonly recall: number;
  /** Of the diagnostics of warm checks, the share without an origin. */
  readonly absent: number;
  readonly older: number;
  readonly confused: number;
  readonly notJudged: number;
  /**
   * The share of errors that the edit did not cause: of all that a result has, and of those that
   * it shows with the setting `report: caused`.
   */
  readonly noise: { readonly all: number; readonly caused: number };
  readonly sessions: { readonly exact: number; readonly differing: number; readonly incomplete: number };
  readonly proposals: {
    readonly right: number;
    readonly differing: number;
    readonly noAnswer: number;
    readonly unavailable: number;
  };
  /** Checks right after a proposal. */
  readonly following: { readonly checks: number; readonly differing: number };
}

export function originScoreOf({ cases, rounds }: Pick<OriginsResult, 'cases' | 'rounds'>): OriginScore {
  const judged = cases.flatMap(({ checked }) => (checked.kind === 'judged' ? [checked] : []));
  const of = (count: (one: Judged) => number): number => sumOf(judged, count);
  const found = of(({ right, withoutOrigin }) => right + withoutOrigin);
  const [right, wrong, hidden] = [
    of((one) => one.right),
    of((one) => one.wrong.length),
    of((one) => one.hidden.length),
  ];
  const caused = found + hidden + of(({ missed }) => missed.filter(({ origin }) => origin === 'edit').length);
  const [older, olderWithoutOrigin] = [of((one) => one.older), of((one) => one.olderWithoutOrigin)];
  const warm = cases.flatMap(({ isWarm, checked }) => (isWarm && checked.kind === 'judged' ? [checked] : []));
  const sessions = cases.flatMap(({ session }) => (session?.kind === 'compared' ? [session] : []));
  const proposals = [
    ...cases.flatMap(({ proposed }) => proposed ?? []),
    ...rounds.map(({ proposed }) => proposed.outcome),
  ];
  const following = [
    ...cases.flatMap(({ proposed, checked }) => (proposed === undefined ? [] : [checked])),
    ...rounds.flatMap(({ checks }) => checks.map(({ outcome }) => outcome)),
  ];
  return {
    noAnswer: cases.length - judged.length,
    caused,
    precision: share(right, right + wrong, 1),
    recall: share(found, caused, 1),
    absent: share(
      sumOf(warm, ({ absent }) => absent),
      sumOf(warm, ({ diagnostics }) => diagnostics),
      0,
    ),
    older,
    confused: of((one) => one.confused),
    notJudged: of((one) => one.notJudged),
    noise: {
      all: share(wrong + older, found + hidden + wrong + older, 0),
      caused: share(wrong + olderWithoutOrigin, found + wrong + olderWithoutOrigin, 0),
    },
    sessions: {
      exact: sessions.filter((session) => session.complete && !differs(session)).length,
      differing: sessions.filter((session) => session.complete && differs(session)).length,
      incomplete: sessions.filter(({ complete }) => !complete).length,
    },
    proposals: {
      right: proposals.filter((one) => one.kind === 'judged' && !isWrong(one)).length,
      differing: proposals.filter((one) => one.kind === 'judged' && isWrong(one)).length,
      noAnswer: proposals.filter(({ kind }) => kind === 'no answer').length,
      unavailable: proposals.filter(({ kind }) => kind === 'unavailable').length,
    },
    following: { checks: following.length, differing: following.filter(isWrong).length },
  };
}

export function isWrong(outcome: OriginOutcome): boolean {
  if (outcome.kind === 'unavailable') return false;
  if (outcome.kind === 'no answer') return outcome.known === undefined;
  return [outcome.wrong, outcome.hidden, outcome.missed, outcome.invented].some((list) => list.length > 0);
}

export function differs(session: SessionOutcome): boolean {
  if (session.kind === 'no answer') return true;
  return session.complete && (session.wrong.length > 0 || session.missed.length > 0);
}

export function hasWrongOrigin({ cases, rounds }: Pick<OriginsResult, 'cases' | 'rounds'>): boolean {
  return (
    cases.some(isFlawedCase) ||
    rounds.some(isFlawedRound) ||
    originScoreOf({ cases, rounds }).absent > MOST_ABSENT
  );
}

export function isFlawedCase({ checked, proposed, session }: OriginCase): boolean {
  return (
    isWrong(checked) ||
    (proposed !== undefined && isWrong(proposed)) ||
    (session !== undefined && differs(session))
  );
}

export function isFlawedRound({ proposed, checks }: Round): boolean {
  return isWrong(proposed.outcome) || checks.some(({ outcome }) => isWrong(outcome));
}

/** Of the diagnostics of warm checks, the largest share that may be without an origin. */
const MOST_ABSENT = 0.02;

function share(part: number, all: number, ofNothing: number): number {
  return all === 0 ? ofNothing : part / all;
}
