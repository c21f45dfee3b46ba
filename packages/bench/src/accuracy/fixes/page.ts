import { median, percentile } from '../../stats.js';
import { isFlawed, isWrong, scoreOf, type FixesResult } from './results.js';

/** For a terminal. */
export function fixesSummary(result: FixesResult): string[] {
  const { language, title, seconds } = result;
  const { errors, real, any, named, several, written, wrong, after } = scoreOf(result);
  return [
    `${isFlawed(result) ? 'FAIL' : 'PASS'}  ${language}, ${title}, fixes: ${real} of ${errors} errors have one, ${any} with removals and stubs; named in results: ${named}, competing: ${several}; ${written} written and compiled, ${wrong} wrong; ${seconds} s`,
    `      a check of a file with an error took ${ms(median(after))} ms longer with fixes, at most ${ms(percentile(after, 95))} in 95 of 100`,
  ];
}

/** One line for each fix that the compiler does not agree with. */
export function fixFlaws({ id, cases }: FixesResult): string[] {
  return cases.flatMap(({ number, file, fixes }) => fixes.filter(isWrong).map(({ title, wrong }) => `${id} ${number} ${file}: ${title}: ${wrong ?? ''}`));
}

/** The part of docs/accuracy.md about fixes. */
export function fixesSection(results: readonly FixesResult[]): string {
  const rows = results.map((result) => {
    const { language, title } = result;
    const { errors, real, any, named, several, written, wrong, after } = scoreOf(result);
    return `| ${[language, title, errors, real, any, named, several, written, wrong, ms(median(after)), ms(percentile(after, 95))].join(' | ')} |`;
  });
  return `## Fixes

Slips are made in real code, one at a time: ${kindsOf(results)}. Each fix that the sidecar keeps is written, the whole code base is compiled, and the fix is undone. It is
*wrong* if the compiler still has as many errors in the file, or has a new one anywhere.

| language | code base | errors | with a fix | with removals and stubs | one named in the result | competing | written | wrong | ms longer with fixes | 95 of 100 |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
}

function kindsOf(results: readonly FixesResult[]): string {
  return [...new Set(results.flatMap(({ cases }) => cases.map(({ kind }) => kind)))].sort().join(', ');
}

function ms(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : '-';
}
