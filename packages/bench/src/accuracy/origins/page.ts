import { compare, type Pair } from '../../stats.js';
import { share } from '../share.js';
import { isFlawed, scoreOf, type OriginsResult } from './results.js';

/** For a terminal. */
export function originsSummary(result: OriginsResult): string[] {
  const { language, title, cases, atStart, seconds, cost } = result;
  const {
    precision,
    recall,
    absent,
    noAnswer,
    caused,
    noise,
    sessions,
    proposals,
    following,
    confused,
    older,
    notJudged,
  } = scoreOf(result);
  const verdict = isFlawed(result) ? 'FAIL' : 'PASS';
  return [
    `${verdict}  ${language}, ${title}, origins: precision ${share(precision)}, recall ${share(recall)}, without origin ${percent(absent)} of warm checks, no answer ${noAnswer}; ${cases.length} edits, ${caused} errors caused, ${atStart} at the start, ${seconds} s`,
    `      not caused by the edit: ${percent(noise.all)} of the errors in results, ${percent(noise.caused)} with report "caused"; session and before confused: ${confused} of ${older}; not judged: ${notJudged}`,
    `      lsp/session: ${sessions.exact} exact, ${sessions.differing} differing, ${sessions.incomplete} incomplete; proposals: ${proposals.right} right, ${proposals.differing} differing, ${proposals.noAnswer} without answer, ${proposals.unavailable} unavailable; checks after them: ${following.checks}, ${following.differing} differing`,
    ...(cost === undefined
      ? []
      : [
          `      a check with origins: base known ${costLine(cost.known)}; base unknown ${costLine(cost.unknown)}`,
        ]),
  ];
}

function costLine(pairs: readonly Pair[]): string {
  const { ours, floor, pairedRatio } = compare(pairs);
  return `${ms(ours)} ms, ${ms(floor)} without (${pairedRatio.toFixed(2)})`;
}

/** The part of docs/accuracy.md about origins. */
export function originsSection(results: readonly OriginsResult[]): string {
  const rows = (row: (result: OriginsResult) => readonly (string | number)[]): string =>
    results.map((result) => `| ${[result.language, result.title, ...row(result)].join(' | ')} |`).join('\n');
  return `## Origins

These code bases have errors from the start. The request asks for the origin of each error: whether this edit caused it, an earlier change of
the session, or whether it was there before. The judge is the compiler: it runs over the tree before each edit and after it. Errors are paired by
code and message over the lines that the edit moved, and what has no partner is caused by the edit. As above, a shell and git change the disk
between the edits, and the sidecar is not told.

| language | code base | errors at the start | edits | errors caused | precision | recall | without origin | no answer |
|---|---|--:|--:|--:|--:|--:|--:|--:|
${rows((result) => {
  const { caused, precision, recall, absent, noAnswer } = scoreOf(result);
  return [
    result.atStart,
    result.cases.length,
    caused,
    share(precision),
    share(recall),
    percent(absent),
    noAnswer,
  ];
})}

*Precision*: of the errors that were reported as caused by the edit, the share that it caused. *Recall*: of the errors that the edit caused,
the share that was reported as such, or without an origin, which counts as caused. *Without origin*: of all diagnostics of warm checks, those
whose origin could not be told in time. The edited file counts, and all other files that the report names.

What a model reads, by the setting \`report\`: the share of the errors that the edit did not cause.

| language | code base | \`all\` | \`caused\` |
|---|---|--:|--:|
${rows((result) => {
  const { noise } = scoreOf(result);
  return [percent(noise.all), percent(noise.caused)];
})}

After every tenth edit of a session, \`lsp/session\` is compared with the compiler's errors now minus its errors when the session began. Every
second edit is proposed before it is written (\`lsp/propose\`), and the answer is compared with the compiler's verdict on the tree once the edit is
written. Other proposals are not written at all. *Checks after them* come right after a proposal, of the same tree or of another edit.

| language | code base | sessions exact | differing | incomplete | proposals right | differing | unavailable | checks after them | differing |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
${rows((result) => {
  const { sessions, proposals, following } = scoreOf(result);
  return [
    sessions.exact,
    sessions.differing,
    sessions.incomplete,
    proposals.right,
    proposals.differing + proposals.noAnswer,
    proposals.unavailable,
    following.checks,
    following.differing,
  ];
})}

A check with origins and one without, in turn on one server: medians, and the median of the ratios. *Base known*: the text before the edit was
checked. *Base unknown*: a shell has changed that text since the last check.

| language | code base | base known: with | without | ratio | base unknown: with | without | ratio |
|---|---|--:|--:|--:|--:|--:|--:|
${rows(({ cost }) => (cost === undefined ? Array.from({ length: 6 }, () => '-') : [...costCells(cost.known), ...costCells(cost.unknown)]))}

${remarks(results)}`;
}

function costCells(pairs: readonly Pair[]): string[] {
  const { ours, floor, pairedRatio } = compare(pairs);
  return [`${ms(ours)} ms`, `${ms(floor)} ms`, pairedRatio.toFixed(2)];
}

function remarks(results: readonly OriginsResult[]): string {
  const scores = results.map(scoreOf);
  const sum = (count: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + count(score), 0);
  return `Of ${sum(({ older }) => older)} older errors, ${sum(({ confused }) => confused)} were reported as \`session\` instead of \`before\`, or the reverse. ${sum(({ notJudged }) => notJudged)} errors were not judged,
since other errors kept the compiler from a verdict on their place before the edit or after it.`;
}

/** Never rounded down to 0. */
function percent(value: number): string {
  return `${value === 0 ? '0' : Math.max(0.1, 100 * value).toFixed(1)} %`;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
