import { verdict } from '../../figures.js';
import { table } from '../../frame/page.js';
import { median, percentile } from '../../stats.js';
import { fixScoreOf, hasWrongFix, isWrongFix, type FixesResult } from './results.js';

/** For a terminal. */
export function fixesSummary(result: FixesResult): string[] {
  const { language, title, seconds } = result;
  const { errors, real, any, named, several, written, wrong, after, verdicts, nexts, bare } =
    fixScoreOf(result);
  const beside = bare.length === 0 ? '' : `, ${median(bare).toFixed(2)} of a bare client's time`;
  return [
    `${verdict(!hasWrongFix(result))}  ${language}, ${title}, fixes: ${real} of ${errors} errors have one, ` +
      `${any} with removals and stubs; named in results: ${named}, competing: ${several}; ` +
      `${written} written and compiled, ${wrong} wrong; ${seconds} s`,
    `      fixes took ${ms(median(after))} ms, at most ${ms(percentile(after, 90))} in 90 of 100${beside}; ` +
      `own answer ${median(verdicts).toFixed(2)}, next edit ${median(nexts).toFixed(2)} of ` +
      'those without fixes',
  ];
}

/** One line for each fix that the compiler does not agree with. */
export function fixFlaws({ id, cases }: FixesResult): string[] {
  return cases.flatMap(({ number, file, fixes }) =>
    fixes.filter(isWrongFix).map(({ title, wrong }) => `${id} ${number} ${file}: ${title}: ${wrong ?? ''}`),
  );
}

/** ms. */
const SOON = 100;

/** Those of docs/accuracy.md about fixes. */
export function fixesSections(results: readonly FixesResult[]): Record<string, string> {
  const scores = results.map((result) => ({ ...result, score: fixScoreOf(result) }));
  return {
    fixes: table(
      'language | code base | errors: | with a fix: | with removals and stubs: | share: | asked for: | ' +
        'one named in the result: | competing: | written: | wrong:',
      scores.map(({ language, title, fixShare, score }) => [
        ...[language, title, score.errors, score.real, score.any, rounded(score.any / score.errors)],
        ...[fixShare === undefined ? '-' : rounded(fixShare), score.named, score.several],
        ...[score.written, score.wrong],
      ]),
    ),
    'fixes cost': table(
      `language | code base | judge | ms for fixes: | 90 of 100: | within ${SOON} ms: | ` +
        "of a bare client's: | own answer: ratio: | next edit: ratio:",
      scores.map(({ language, title, compiler, score: { after, verdicts, nexts, bare } }) => [
        ...[language, title, `\`${compiler}\``, ms(median(after)), ms(percentile(after, 90))],
        `${after.filter((one) => one <= SOON).length} of ${after.length}`,
        bare.length === 0 ? '-' : median(bare).toFixed(2),
        ...[median(verdicts), median(nexts)].map((ratio) => ratio.toFixed(2)),
      ]),
    ),
  };
}

function rounded(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function ms(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : '-';
}
