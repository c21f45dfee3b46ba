import { share, verdict } from '../figures.js';
import type { About } from '../frame/measurement.js';
import { table, type Page, type Value } from '../frame/page.js';
import { show } from './finding.js';
import { flaws } from './flaws.js';
import { fixesSections, fixesSummary, fixFlaws } from './fixes/page.js';
import { originFlaws } from './origins/lines.js';
import { originsSections, originsSummary } from './origins/page.js';
import { byJudge, isFlawed, othersScoreOf, precision, recall, scoreOf } from './results.js';
import type { AccuracyResult, AccuracyRow, Case, SubjectResult, FindingsTally } from './results.js';

/** Those that are tables with rows for each code base, by what was judged of it. */
const ROW_SECTIONS = {
  edits: ['edited file', 'other files', 'processes', 'differences', 'judges'],
  origins: ['origins', 'noise', 'proposals', 'origins cost', 'judges'],
  fixes: ['fixes', 'fixes cost', 'judges'],
} as const;

export const ACCURACY: Page = {
  file: 'accuracy.md',
  sections: [...new Set(Object.values(ROW_SECTIONS).flat()), ...['plan', 'remarks', 'warnings', 'flaws']],
};

/** For a terminal. */
export function resultSummary(row: AccuracyRow): string[] {
  if (row.judges === 'fixes') return fixesSummary(row);
  if (row.judges === 'origins') return originsSummary(row);
  const { cases, language, title, seconds } = row;
  const score = scoreOf(cases);
  const { within, cut, told, later } = othersScoreOf(cases);
  return [
    `${verdict(!cases.some(isFlawed))}  ${language}, ${title}: ${figures(score)}, ` +
      `no answer ${score.noAnswer}; ${score.edits} edits, ${score.right + score.missed} errors, ${seconds} s`,
    `      other files: ${within.results} results within the bound, ${figures(within)}; ` +
      `${cut.results} cut short, ${figures(cut)}; all of them: ${figures(told)}; ` +
      `after the search ${figures(later)}`,
    `      processes of the server: ${processesOf(row)}`,
  ];
}

export function flawsOf(row: AccuracyRow, about: About): string[] {
  switch (row.judges) {
    case 'fixes':
      return fixFlaws(row);
    case 'origins':
      return originFlaws(row, about);
    case 'edits':
      return flaws(row, about);
  }
}

function figures(tally: FindingsTally): string {
  return `precision ${share(precision(tally))}, recall ${share(recall(tally))}, stale ${tally.stale}`;
}

/** Of docs/accuracy.md. */
export function accuracySections(result: AccuracyResult, about: About): Record<string, string> {
  const { subjects, origins, fixes } = result;
  const wrong = [...subjects, ...origins, ...fixes].flatMap((row) => flawsOf(row, about));
  return {
    'edited file': table(
      'language | code base | edits: | errors: | precision: | recall: | stale: | no answer:',
      subjects.map(ownRow),
    ),
    'other files': table(
      'language | code base | results: | errors: | precision: | recall: | stale: | bound reached: | ' +
        'precision: | recall: | all results: recall: | after the search: precision: | recall:',
      subjects.map(othersRow),
    ),
    ...originsSections(origins),
    ...fixesSections(fixes),
    judges: judgesTable([...subjects, ...origins, ...fixes]),
    processes: table(
      'language | code base | processes of the server at one time',
      subjects.map((subject) => [subject.language, subject.title, processesOf(subject)]),
    ),
    differences: table('language | code base | what | why | times: | as in', subjects.flatMap(differences)),
    plan: planText(
      subjects.flatMap((subject) => subject.cases),
      fixes.flatMap(({ cases }) => cases),
      about,
    ),
    warnings: warningsText(subjects),
    flaws: wrong.length === 0 ? 'None.' : `\`\`\`${wrong.join('\n')}\n\`\`\``,
  };
}

/** What is judged in several ways has one judge, or more. */
function judgesTable(rows: readonly AccuracyRow[]): string {
  const cells = rows.map(({ language, title, compiler }) => [language, title, `\`${compiler}\``]);
  return table('language | code base | judge', [
    ...new Map(cells.map((each) => [each.join('\0'), each])).values(),
  ]);
}

/**
 * What these subjects alone have to say, and which rows are theirs: one code base is judged in
 * several ways.
 */
export function rowUpdates(
  rows: readonly AccuracyRow[],
  about: About,
): { readonly sections: Record<string, string>; readonly isOwn: (row: string) => boolean }[] {
  return (['edits', 'origins', 'fixes'] as const).flatMap((judges) => {
    const results = rows.filter((row) => row.judges === judges);
    if (results.length === 0) return [];
    const all = accuracySections(byJudge({ results }), about);
    return {
      sections: Object.fromEntries(ROW_SECTIONS[judges].map((name) => [name, all[name] ?? ''])),
      isOwn: (line) => results.some((row) => isRowOf(row, line)),
    };
  });
}

/** Of a code base that has two judges, one is not the other's: where a table names them, it is by theirs. */
function isRowOf({ language, title, compiler }: AccuracyRow, line: string): boolean {
  const key = `| ${language} | ${title} |`;
  const rest = line.slice(key.length);
  return line.startsWith(key) && (!rest.startsWith(' `') || rest.startsWith(` \`${compiler}\` |`));
}

function ownRow({ language, title, cases }: SubjectResult): Value[] {
  const score = scoreOf(cases);
  return [
    ...[language, title, score.edits, score.right + score.missed],
    ...[share(precision(score)), share(recall(score)), score.stale, score.noAnswer],
  ];
}

function othersRow({ language, title, cases }: SubjectResult): Value[] {
  const { within, cut, told, later } = othersScoreOf(cases);
  const ofCut = cut.results === 0 ? ['-', '-'] : [share(precision(cut)), share(recall(cut))];
  return [
    ...[language, title, within.results + cut.results, later.right + later.missed],
    ...[share(precision(within)), share(recall(within)), within.stale + cut.stale],
    ...[`${cut.results} times`, ...ofCut, share(recall(told))],
    ...[share(precision(later)), share(recall(later))],
  ];
}

const sortedSet = (words: readonly string[]): string[] => [...new Set(words)].sort();

function planText(
  cases: readonly Case[],
  slips: readonly { readonly kind: string }[],
  { seed, mutations }: About,
): string {
  const untold = cases.flatMap(({ unannounced }) => unannounced.map(({ kind }) => kind));
  const counted = sortedSet(untold).map((kind) => `${kind} (${untold.filter((one) => one === kind).length})`);
  return `- Seed ${seed ?? ''}, ${mutations ?? ''} mutations.
- Edits: ${sortedSet(cases.map(({ kind }) => kind)).join(', ')}.
- Of a file that the session had never heard of: ${cases.filter(({ isFirst }) => isFirst).length} of the
  ${cases.length} edits.
- What a shell and git do, untold, and how often: ${counted.join(', ')}.
- Slips: ${sortedSet(slips.map(({ kind }) => kind)).join(', ')}.`;
}

function processesOf({ processes }: SubjectResult): string {
  const counted = Object.entries(processes).map(([version, count]) => `${count} of ${version}`);
  return counted.length === 0 ? 'none that stays' : counted.sort().join(', ');
}

function warningsText(subjects: readonly SubjectResult[]): string {
  const counts = subjects.flatMap(({ language, cases }) => {
    const { warnings } = scoreOf(cases);
    const all = warnings.right + warnings.missed;
    return all === 0 ? [] : [` ${language}: ${warnings.right} of ${all} were reported as well.`];
  });
  return `The compilers' warnings are not part of these figures.${counts.join('')}`;
}

function differences({ language, title, cases }: SubjectResult): Value[][] {
  const all = cases.flatMap(({ file, outcome, others }) => [
    ...(outcome.kind === 'answered' ? outcome.differences : []),
    ...(others?.told.differences ?? []),
    ...(others?.later?.differences ?? []),
    ...(outcome.kind === 'no answer' && outcome.known !== undefined
      ? [{ kind: 'no answer', name: outcome.known, finding: undefined, file }]
      : []),
  ]);
  const names = new Map(all.map(({ name, kind }) => [name, kind]));
  return [...names].map(([name, kind]) => {
    const same = all.filter((difference) => difference.name === name);
    const examples = same.map((one) => (one.finding === undefined ? one.file : show(one.finding)));
    const quoted = examples.map((example) => `\`${example.replaceAll('`', "'")}\``);
    return [language, title, kind, name, same.length, [...new Set(quoted)].slice(0, 3).join('; ')];
  });
}
