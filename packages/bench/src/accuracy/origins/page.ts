import { digits as ms, percent, share, sumOf, verdict } from '../../figures.js';
import { table, type Value } from '../../frame/page.js';
import { compare, type Pair } from '../../stats.js';
import { hasWrongOrigin, originScoreOf, type OriginsResult } from './results.js';

/** For a terminal. */
export function originsSummary(result: OriginsResult): string[] {
  const { language, title, cases, atStart, seconds, cost } = result;
  const score = originScoreOf(result);
  const { noise, sessions, proposals, following } = score;
  return [
    `${verdict(!hasWrongOrigin(result))}  ${language}, ${title}, origins: ` +
      `precision ${share(score.precision)}, recall ${share(score.recall)}, ` +
      `without origin ${percent(score.absent)} of warm checks, no answer ${score.noAnswer}; ` +
      `${cases.length} edits, ${score.caused} errors caused, ${atStart} at the start, ${seconds} s`,
    `      not caused by the edit: ${percent(noise.all)} of the errors in results, ` +
      `${percent(noise.caused)} with report "caused"; session and before confused: ` +
      `${score.confused} of ${score.older}; not judged: ${score.notJudged}`,
    `      lsp/session: ${sessions.exact} exact, ${sessions.differing} differing, ` +
      `${sessions.incomplete} incomplete; proposals: ${proposals.right} right, ` +
      `${proposals.differing} differing, ${proposals.noAnswer} without answer, ` +
      `${proposals.unavailable} unavailable; checks after them: ${following.checks}, ` +
      `${following.differing} differing`,
    ...(cost === undefined
      ? []
      : [
          `      a check with origins: base known ${costLine(cost.known)}; ` +
            `base unknown ${costLine(cost.unknown)}`,
        ]),
  ];
}

function costLine(pairs: readonly Pair[]): string {
  const { ours, floor, pairedRatio } = compare(pairs);
  return `${ms(ours)} ms, ${ms(floor)} without (${pairedRatio.toFixed(2)})`;
}

/** Those of docs/accuracy.md about origins. */
export function originsSections(results: readonly OriginsResult[]): Record<string, string> {
  const scored = results.map((result) => ({ ...result, score: originScoreOf(result) }));
  const perBase = (head: string, row: (result: (typeof scored)[number]) => Value[]): string =>
    table(
      `language | code base | ${head}`,
      scored.map((result) => [result.language, result.title, ...row(result)]),
    );
  const count = (of: 'older' | 'confused' | 'notJudged'): number => sumOf(scored, ({ score }) => score[of]);
  return {
    origins: perBase(
      'errors at the start: | edits: | errors caused: | precision: | recall: | without origin: | no answer:',
      ({ atStart, cases, score: { caused, precision, recall, absent, noAnswer } }) => [
        ...[atStart, cases.length, caused, share(precision), share(recall), percent(absent), noAnswer],
      ],
    ),
    noise: perBase('`all`: | `caused`:', ({ score: { noise } }) => [
      percent(noise.all),
      percent(noise.caused),
    ]),
    proposals: perBase(
      'sessions exact: | differing: | incomplete: | proposals right: | differing: | unavailable: | ' +
        'checks after them: | differing:',
      ({ score: { sessions, proposals, following } }) => [
        ...[sessions.exact, sessions.differing, sessions.incomplete, proposals.right],
        ...[proposals.differing + proposals.noAnswer, proposals.unavailable],
        ...[following.checks, following.differing],
      ],
    ),
    'origins cost': perBase(
      'base known: with: | without: | ratio: | base unknown: with: | without: | ratio:',
      ({ cost }) =>
        cost === undefined
          ? Array.from({ length: 6 }, () => '-')
          : [...costCells(cost.known), ...costCells(cost.unknown)],
    ),
    remarks: `Of ${count('older')} older errors, ${count('confused')} were reported as \`session\` instead of
\`before\`, or the reverse. ${count('notJudged')} errors were not judged, since other errors kept the
compiler from a verdict on their place before the edit or after it.`,
  };
}

function costCells(pairs: readonly Pair[]): string[] {
  const { ours, floor, pairedRatio } = compare(pairs);
  return [`${ms(ours)} ms`, `${ms(floor)} ms`, pairedRatio.toFixed(2)];
}
