import { show } from './finding.js';
import { flaws } from './flaws.js';
import { fixesSection, fixesSummary, fixFlaws } from './fixes/page.js';
import { originFlaws } from './origins/lines.js';
import { originsSection, originsSummary } from './origins/page.js';
import {
  isFlawed,
  othersScoreOf,
  precision,
  recall,
  scoreOf,
  type AccuracyResult,
  type Case,
  type SubjectResult,
  type Tally,
} from './results.js';
import { sectionOf } from '../section.js';
import { share } from './share.js';

/** For a terminal: lines for each subject, then every case that is not right. */
export function summary(result: AccuracyResult): string {
  const lines = result.subjects.flatMap((subject) => {
    const { cases, language, title, seconds } = subject;
    const score = scoreOf(cases);
    const { within, cut, told, later } = othersScoreOf(cases);
    const verdict = cases.some(isFlawed) ? 'FAIL' : 'PASS';
    const rest = `${score.edits} edits, ${score.right + score.missed} errors, ${seconds} s`;
    const othersLine = `other files: ${within.results} results within the bound, ${figures(within)}; ${cut.results} cut short, ${figures(cut)}; all of them: ${figures(told)}; after the search ${figures(later)}`;
    return [
      `${verdict}  ${language}, ${title}: ${figures(score)}, no answer ${score.noAnswer}; ${rest}`,
      `      ${othersLine}`,
      `      processes of the server: ${processesOf(subject)}`,
    ];
  });
  return [
    ...lines,
    ...result.origins.flatMap(originsSummary),
    ...result.fixes.flatMap(fixesSummary),
    ...allFlaws(result),
  ].join('\n');
}

function allFlaws(result: AccuracyResult): string[] {
  return [
    ...result.subjects.flatMap((subject) => flaws(subject, result)),
    ...result.origins.flatMap((one) => originFlaws(one, result)),
    ...result.fixes.flatMap(fixFlaws),
  ];
}

function figures(tally: Tally): string {
  return `precision ${share(precision(tally))}, recall ${share(recall(tally))}, stale ${tally.stale}`;
}

/** The section of the page that the subjects of `fixes` write, also alone. */
export const FIXES = 'fixes';

/** docs/accuracy.md. */
export function markdown(result: AccuracyResult): string {
  const { seed, subjects, origins, fixes } = result;
  const cases = subjects.flatMap((subject) => subject.cases);
  const wrong = allFlaws(result);
  return `# Accuracy

Written by \`npm run accuracy\`; all figures of a code base are from one run over it, with seed ${seed}. Between the edits a shell
changes the disk, and does not tell the sidecar.

## The edited file

| language | code base | edits | errors | precision | recall | stale | no answer |
|---|---|--:|--:|--:|--:|--:|--:|
${subjects.map(ownRow).join('\n')}

*Errors*: those that the compiler had in the edited file, summed over the edits. *Precision*: of what the tool reported, the share that
the compiler has too. *Recall*: of what the compiler has, the share that the tool reported. *Stale*: reported, not among the compiler's
errors now, but among those before the edit. *No answer*: the server had not judged the file when the deadline came, which is 60 s here.

## The other files

What the results of \`write_file\` say about all the files that were not edited, opened or not. The search for them is bounded, by default to
2 s; where the bound was reached the result says so, and the search goes on in the background.

| language | code base | results | errors | precision | recall | stale | bound reached | precision | recall | all results: recall | after the search: precision | recall |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${subjects.map(othersRow).join('\n')}

The first figures are those of the results in which the bound was not reached, the next those in which it was. *All results*: what models were told, bound reached or not. *After the search*: all results,
those that were cut short as the service has it once the search in the background has ended.

${originsSection(origins)}
${sectionOf(FIXES, fixesSection(fixes))}

## What is compared

Each code base gets generated edits: ${kindsOf(cases).join(', ')}. Where and in which order is random and follows from the seed. Each is
mended sooner or later, often after others were made, so that the errors of several edits stand beside each other, up to four.

Every edit is a call of one of the product's own tools (\`edit\`, \`write_file\`, \`apply_patch\`), which writes the file and asks the
sidecar as in a session. What the result says about the edited file is compared, as a set, with what the compiler says about it, run anew
over the same tree: errors by line and code, by line and message where there is no code. An error that the text of the result does not show
counts as not reported. Of the other files the whole report counts, since the text shows five of them.

Every second edit is asked about as a hook does: the question names the file, and the sidecar reads it. ${cases.filter(({ isFirst }) => isFirst).length} of the
${cases.length} edits are of a file that the session had never heard of: a new session begins whenever fewer than half would be. What was wrong
in other files when a session began is not counted unless the session speaks of it.

Between the edits, a shell and git change the disk, and the sidecar is not told: ${untoldOf(cases)}. Each time an edit by a tool follows at once,
and its result is compared like any other.

| language | code base | judge |
|---|---|---|
${[...subjects, ...origins].map(({ language, title, compiler }) => `| ${language} | ${title} | \`${compiler}\` |`).join('\n')}

While one file has a syntax error, \`tsc\` says nothing of other errors; in that state the same compiler is asked for those as a library.
\`javac\` says nothing else then, either, and neither does the tool.
\`gcc\` and clangd word errors differently, so that in C a line with an error is compared. Headers of C and C++ are compiled on their own, too, as clangd does.
In the monorepo each file is judged by the project that holds it: one of its packages has a TypeScript of its own, others are built, composite,
reached by \`paths\` or subpaths, stricter than the rest, checked JavaScript, or keep tests that their tsconfig.json excludes.

${warningsOf(subjects)}

## Processes

| language | code base | processes of the server at one time |
|---|---|---|
${subjects.map((subject) => `| ${subject.language} | ${subject.title} | ${processesOf(subject)} |`).join('\n')}

## Known differences

${differencesOf(subjects)}

## Cases that are not right

${wrong.length === 0 ? 'None.' : `\`\`\`${wrong.join('\n')}\n\`\`\``}
`;
}

function ownRow({ language, title, cases }: SubjectResult): string {
  const score = scoreOf(cases);
  const cells = [
    language,
    title,
    score.edits,
    score.right + score.missed,
    share(precision(score)),
    share(recall(score)),
    score.stale,
    score.noAnswer,
  ];
  return `| ${cells.join(' | ')} |`;
}

function othersRow({ language, title, cases }: SubjectResult): string {
  const { within, cut, told, later } = othersScoreOf(cases);
  const results = within.results + cut.results;
  const ofCut = cut.results === 0 ? ['-', '-'] : [share(precision(cut)), share(recall(cut))];
  const cells = [
    language,
    title,
    results,
    later.right + later.missed,
    share(precision(within)),
    share(recall(within)),
    within.stale + cut.stale,
  ];
  return `| ${[...cells, `${cut.results} times`, ...ofCut, share(recall(told)), share(precision(later)), share(recall(later))].join(' | ')} |`;
}

function kindsOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.map(({ kind }) => kind))].sort();
}

/** `git checkout (12 times), move a file (9)` */
function untoldOf(cases: readonly Case[]): string {
  const all = cases.flatMap(({ unannounced }) => unannounced.map(({ kind }) => kind));
  const kinds = [...new Set(all)].sort();
  const counted = kinds.map(
    (kind, index) => `${kind} (${all.filter((one) => one === kind).length}${index === 0 ? ' times' : ''})`,
  );
  return counted.length === 0 ? 'nothing in this run' : counted.join(', ');
}

function processesOf({ processes }: SubjectResult): string {
  const counted = Object.entries(processes).map(([version, count]) => `${count} of ${version}`);
  return counted.length === 0 ? 'none that stays' : counted.sort().join(', ');
}

function warningsOf(subjects: readonly SubjectResult[]): string {
  const lines = subjects.flatMap(({ language, cases }) => {
    const { warnings } = scoreOf(cases);
    const all = warnings.right + warnings.missed;
    return all === 0
      ? []
      : [
          `The compiler's warnings are not part of these figures. ${language}: ${warnings.right} of ${all} were reported as well.`,
        ];
  });
  return lines.length === 0 ? "The compilers' warnings are not part of these figures." : lines.join('\n');
}

function differencesOf(subjects: readonly SubjectResult[]): string {
  const lines = subjects.flatMap(({ language, title, cases }) => {
    const all = cases.flatMap(({ outcome, others }) => [
      ...(outcome.kind === 'answered' ? outcome.differences : []),
      ...(others?.told.differences ?? []),
      ...(others?.later?.differences ?? []),
    ]);
    const names = new Map(all.map(({ name, kind }) => [name, kind]));
    const unanswered = cases.flatMap(({ file, outcome }) =>
      outcome.kind === 'no answer' && outcome.known !== undefined ? [{ file, name: outcome.known }] : [],
    );
    const silences = [...new Map(unanswered.map(({ name, file }) => [name, file]))].map(
      ([name, file]) =>
        `- ${language}, ${title}, no answer: ${name}. ${unanswered.filter((one) => one.name === name).length} times, as for \`${file}\``,
    );
    const told = [...names].map(([name, kind]) => {
      const same = all.filter((difference) => difference.name === name);
      const examples = [
        ...new Set(same.map(({ finding }) => `\`${show(finding).replaceAll('`', "'")}\``)),
      ].slice(0, 3);
      return `- ${language}, ${title}, ${kind}: ${name}. ${same.length} times, as in ${examples.join('; ')}`;
    });
    return [...told, ...silences];
  });
  return lines.length === 0 ? 'None came up in this run.' : lines.join('\n');
}
