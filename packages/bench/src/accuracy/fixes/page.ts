import { median, percentile } from '../../stats.js';
import { isFlawed, isWrong, scoreOf, type FixesResult } from './results.js';

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
  return cases.flatMap(({ number, file, fixes }) =>
    fixes.filter(isWrong).map(({ title, wrong }) => `${id} ${number} ${file}: ${title}: ${wrong ?? ''}`),
  );
}

/**
 * The part of docs/accuracy.md about fixes.
 *
 * @param former what stands there: its rows stay for code bases that were not judged now
 */
export function fixesSection(results: readonly FixesResult[], former = ''): string {
  const scores = results.map((result) => ({ result, score: scoreOf(result) }));
  const rows = withFormer(
    former,
    COUNTS,
    scores.map(
      ({
        result: { language, title, fixShare },
        score: { errors, real, any, named, several, written, wrong },
      }) =>
        row(
          language,
          title,
          errors,
          real,
          any,
          percent(any / errors),
          fixShare === undefined ? '-' : percent(fixShare),
          named,
          several,
          written,
          wrong,
        ),
    ),
  );
  const times = withFormer(
    former,
    TIMES,
    scores.map(({ result: { language, title, compiler }, score: { after, verdicts, nexts, bare } }) =>
      row(
        language,
        title,
        `\`${compiler}\``,
        ms(median(after)),
        ms(percentile(after, 90)),
        `${after.filter((one) => one <= SOON).length} of ${after.length}`,
        bare.length === 0 ? '-' : median(bare).toFixed(2),
        median(verdicts).toFixed(2),
        median(nexts).toFixed(2),
      ),
    ),
  );
  const kinds = new Set([
    ...results.flatMap(({ cases }) => cases.map(({ kind }) => kind)),
    ...(KINDS.exec(former)?.groups?.['kinds']?.split(', ') ?? []),
  ]);
  return `## Fixes

Slips are made in real code, one at a time: ${[...kinds].sort().join(', ')}. Each fix that the sidecar keeps is written, the whole code base is
compiled, and the fix is undone. It is *wrong* if the compiler still has as many errors in the file, or has a new one anywhere. In all:
${total(rows, 'errors')} errors, ${total(rows, 'written')} fixes written, ${total(rows, 'wrong')} wrong.

${COUNTS}
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

*Share*: of the errors, those with a fix, removals and stubs included; none silences its error. *Asked for*: the share of 15 to 21 typical
errors that some action of the server mended, applied without a trial, where silencing an error does not count.

What fixes take, and whether the edit's own answer comes later for them: the same edit is made with fixes and without, by turns, and
mended by a next edit.

${TIMES}
|---|---|---|--:|--:|--:|--:|--:|--:|
${times.join('\n')}

*ms for fixes*: what the result takes after the last server's answer, beyond what it takes without fixes. *Of a bare client's*: that,
divided by what a client takes that only asks the server for its code actions and for its verdict on the text with each, in results
that named a fix. *Own answer*: when the last server had answered, with fixes divided by without. *Next edit*: its whole result, after
an edit with fixes divided by after one without. All are medians but for *90 of 100*.
`;
}

/** ms. */
const SOON = 100;

const COUNTS =
  '| language | code base | errors | with a fix | with removals and stubs | share | asked for | one named in the result | competing | written | wrong |';
const TIMES = `| language | code base | judge | ms for fixes | 90 of 100 | within ${SOON} ms | of a bare client's | own answer: ratio | next edit: ratio |`;

const KINDS = /one at a time: (?<kinds>.*?)\. Each fix/;

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** The rows of a table, with those that stand there already for other code bases. */
function withFormer(former: string, header: string, rows: readonly string[]): string[] {
  const keyOf = (line: string): string => line.split(' | ').slice(0, 2).join(' | ');
  const [, ...lines] = former.slice(former.indexOf(header)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const old = former.includes(header) ? lines.slice(1, end < 0 ? undefined : end) : [];
  const byKey = new Map([...old, ...rows].map((line) => [keyOf(line), line]));
  return [...byKey.values()];
}

function total(rows: readonly string[], column: string): number {
  const at = COUNTS.replace(/ \|$/, '').split(' | ').indexOf(column);
  return rows.reduce((sum, line) => sum + Number(line.replace(/ \|$/, '').split(' | ')[at]), 0);
}

function ms(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : '-';
}
