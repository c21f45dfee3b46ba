import { median, percentile } from '../../stats.js';
import { isFlawed, isWrong, scoreOf, type FixesResult, type FixScore } from './results.js';

/** For a terminal. */
export function fixesSummary(result: FixesResult): string[] {
  const { language, title, seconds } = result;
  const { errors, real, any, named, several, written, wrong, after, verdicts, nexts, bare } = scoreOf(result);
  return [
    `${isFlawed(result) ? 'FAIL' : 'PASS'}  ${language}, ${title}, fixes: ${real} of ${errors} errors have one, ${any} with removals and stubs; named in results: ${named}, competing: ${several}; ${written} written and compiled, ${wrong} wrong; ${seconds} s`,
    `      fixes took ${ms(median(after))} ms, at most ${ms(percentile(after, 90))} in 90 of 100${bare.length === 0 ? '' : `, ${median(bare).toFixed(2)} of a bare client's time`}; own answer ${median(verdicts).toFixed(2)}, next edit ${median(nexts).toFixed(2)} of those without fixes`,
  ];
}

/** One line for each fix that the compiler does not agree with. */
export function fixFlaws({ id, cases }: FixesResult): string[] {
  return cases.flatMap(({ number, file, fixes }) => fixes.filter(isWrong).map(({ title, wrong }) => `${id} ${number} ${file}: ${title}: ${wrong ?? ''}`));
}

/** The part of docs/accuracy.md about fixes. */
export function fixesSection(results: readonly FixesResult[]): string {
  const scores = results.map((result) => ({ result, score: scoreOf(result) }));
  const rows = scores.map(({ result: { language, title, fixShare }, score: { errors, real, any, named, several, written, wrong } }) =>
    row(language, title, errors, real, any, percent(any / errors), fixShare === undefined ? '-' : percent(fixShare), named, several, written, wrong),
  );
  const times = scores.map(({ result: { language, title, compiler }, score: { after, verdicts, nexts, bare } }) =>
    row(language, title, `\`${compiler}\``, ms(median(after)), ms(percentile(after, 90)), `${after.filter((one) => one <= SOON).length} of ${after.length}`, bare.length === 0 ? '-' : median(bare).toFixed(2), median(verdicts).toFixed(2), median(nexts).toFixed(2)),
  );
  return `## Fixes

Slips are made in real code, one at a time: ${kindsOf(results)}. Each fix that the sidecar keeps is written, the whole code base is compiled, and the fix is undone. It is
*wrong* if the compiler still has as many errors in the file, or has a new one anywhere. In all: ${total(scores, 'errors')} errors, ${total(scores, 'written')} fixes written, ${total(scores, 'wrong')} wrong.

| language | code base | errors | with a fix | with removals and stubs | share | asked for | one named in the result | competing | written | wrong |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

*Asked for*: the share of a score of typical errors for which some action of the server left no error, applied without a trial; what silences an error is not counted.

What fixes take, and whether they make the edit's own answer later: the same edit is made with fixes and without, by turns, and mended by a next edit.

| language | code base | judge | ms for fixes | 90 of 100 | within ${SOON} ms | of a bare client's | own answer: ratio | next edit: ratio |
|---|---|---|--:|--:|--:|--:|--:|--:|
${times.join('\n')}

*ms for fixes*: what the result takes after the last server's answer, beyond what it takes without fixes. *Of a bare client's*: that, divided by what a client takes that does nothing but
ask the server for its code actions and for its verdict on the text with each; for results that named a fix. *Own answer*: when the last server had answered, with fixes divided by
without. *Next edit*: its whole result, after an edit with fixes divided by after one without. All are medians.
`;
}

/** ms. */
const SOON = 100;

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function total(scores: readonly { readonly score: FixScore }[], what: 'errors' | 'written' | 'wrong'): number {
  return scores.reduce((sum, { score }) => sum + score[what], 0);
}

function kindsOf(results: readonly FixesResult[]): string {
  return [...new Set(results.flatMap(({ cases }) => cases.map(({ kind }) => kind)))].sort().join(', ');
}

function ms(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : '-';
}
