import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import type { Rules } from '../compare.js';
import { headOf, isError, toFinding, type Finding } from '../finding.js';
import { truthsOf, wordsOf, type Trees, type Truth } from './truth.js';

/** An error as it was reported. */
export interface Reported extends Finding {
  readonly origin?: Diagnostic['origin'];
}

/** What a report says of origins, beside the compiler. */
export interface Compared {
  /** Errors that the change caused, reported as such. */
  readonly right: readonly Reported[];
  /** Reported as caused by the change, and not caused by it. */
  readonly wrong: readonly Reported[];
  /** Caused by the change, and reported as older. */
  readonly hidden: readonly Reported[];
  /** Caused by the change, and reported without an origin, which counts as caused. */
  readonly withoutOrigin: readonly Reported[];
  /**
   * Older errors reported as older, or without an origin. `confused`: reported as `session` and
   * `before` is right, or the reverse.
   */
  readonly older: readonly { readonly reported: Reported; readonly confused: boolean }[];
  /** The compiler has it, and it is not reported. */
  readonly missed: readonly Truth[];
  /** It is reported, and the compiler does not have it. */
  readonly invented: readonly Reported[];
  /** The compiler cannot say whether it is right, or since when. */
  readonly notJudged: readonly Reported[];
}

export function toReported(diagnostic: Diagnostic): Reported[] {
  return toFinding(diagnostic)
    .filter(isError)
    .map((finding) => ({ ...finding, origin: diagnostic.origin }));
}

/**
 * Errors only.
 *
 * @param files the files that are judged, with or without a reported error
 */
export function compareOrigins(
  reported: readonly Reported[],
  files: readonly string[],
  trees: Trees,
  rules: Rules,
): Compared {
  const compared = {
    right: [],
    wrong: [],
    hidden: [],
    withoutOrigin: [],
    older: [],
    missed: [],
    invented: [],
    notJudged: [],
  } as Lists;
  for (const file of new Set(files)) {
    const truths = truthsOf(file, trees, rules);
    const { pairs, unmatched, missed } = match(
      reported.filter((one) => one.file === file),
      truths,
      rules,
    );
    for (const [one, truth] of pairs) sortIn(compared, one, truth);
    const { silentOn, echoes = [] } = trees.after.judgement;
    const isEcho = (one: Reported): boolean =>
      echoes.some(({ findings }) => findings.some((echo) => echo.file === file && isAlike(one, echo, rules)));
    for (const one of unmatched)
      (silentOn(one) !== undefined || isEcho(one) ? compared.notJudged : compared.invented).push(one);
    compared.missed.push(...missed);
  }
  return compared;
}

type Lists = { -readonly [K in keyof Compared]: Compared[K][number][] };

function sortIn(compared: Lists, reported: Reported, { origin }: Truth): void {
  if (origin === 'unknown') compared.notJudged.push(reported);
  else if (origin === 'edit') {
    const list =
      reported.origin === 'edit'
        ? compared.right
        : reported.origin === undefined
          ? compared.withoutOrigin
          : compared.hidden;
    list.push(reported);
  } else if (reported.origin === 'edit') compared.wrong.push(reported);
  else
    compared.older.push({
      reported,
      confused: reported.origin !== undefined && origin !== 'older' && reported.origin !== origin,
    });
}

type Alike = (reported: Reported, truth: Truth) => boolean;

/**
 * Each reported error with the compiler's error that is most like it. An error that one of both
 * has twice is no difference.
 */
function match(
  reported: readonly Reported[],
  truths: readonly Truth[],
  rules: Rules,
): { pairs: [Reported, Truth][]; unmatched: Reported[]; missed: Truth[] } {
  const agrees: Alike = ({ origin }, truth) => origin === truth.origin;
  const alike: Alike = (one, { finding }) => isAlike(one, finding, rules);
  const worded: Alike = (one, truth) => alike(one, truth) && wordsOf(one) === wordsOf(truth.finding);
  const renamed: Alike = (one, { finding }) =>
    one.line === finding.line && rules.variants.some(({ same }) => same(one, finding));
  const both =
    (first: Alike, second: Alike): Alike =>
    (one, truth) =>
      first(one, truth) && second(one, truth);

  const levels = [both(worded, agrees), worded, both(alike, agrees), alike, both(renamed, agrees), renamed];
  const pairs: [Reported, Truth][] = [];
  const [left, open] = [new Set(reported), new Set(truths)];
  const take = (isMatch: Alike, from: Iterable<Truth>): void => {
    for (const one of left) {
      const truth = [...from].find((candidate) => isMatch(one, candidate));
      if (truth === undefined) continue;
      left.delete(one);
      open.delete(truth);
      pairs.push([one, truth]);
    }
  };
  for (const level of levels) take(level, open);
  for (const level of levels) take(level, truths);
  const missed = [...open].filter((truth) => !reported.some((one) => alike(one, truth)));
  return { pairs, unmatched: [...left], missed };
}

/** By line and code; by line and words where there is no code. */
function isAlike(one: Finding, other: Finding, { byMessage }: Rules): boolean {
  if (one.line !== other.line) return false;
  return byMessage || one.code === undefined
    ? headOf(one.message) === headOf(other.message)
    : one.code === other.code;
}
