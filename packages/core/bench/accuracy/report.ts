import { show, type Finding } from './finding.js';
import { isFlawed, precision, recall, scoreOf, type AccuracyResult, type Case, type SubjectResult } from './results.js';

/** For a terminal: a line for each subject, then every case that is not right. */
export function summary(result: AccuracyResult, mutations: number): string {
  const lines = result.subjects.map((subject) => {
    const score = scoreOf(subject.cases);
    const verdict = subject.cases.some(isFlawed) ? 'FAIL' : 'PASS';
    const figures = [`precision ${share(precision(score))}`, `recall ${share(recall(score))}`, `stale ${score.stale}`, `no answer ${score.noAnswer}`];
    const rest = `${score.edits} edits, ${score.right + score.missed} errors, ${subject.seconds} s`;
    return `${verdict}  ${subject.language.padEnd(14)}  ${figures.join(', ')}; ${rest}`;
  });
  return [...lines, ...result.subjects.flatMap((subject) => flaws(subject, result.seed, mutations))].join('\n');
}

/** Every case that is not right, with what was expected and what came. */
function flaws({ id, cases }: SubjectResult, seed: number, mutations: number): string[] {
  return cases.filter(isFlawed).map((one) => {
    const command = `npm run accuracy -- --only ${id} --seed ${seed} --mutations ${mutations} --case ${one.number}`;
    return [`\n${id}, edit ${one.number}: ${one.action} (${one.kind}) of ${one.file} by ${one.tool}`, ...details(one), `  again: ${command}`].join('\n');
  });
}

function details({ outcome }: Case): string[] {
  if (outcome.kind === 'no answer') return [`  no answer: ${outcome.reason}`, ...list('expected', outcome.expected)];
  const stale = new Set(outcome.stale);
  return [
    ...list('missed', outcome.missed),
    ...list('invented', outcome.invented.filter((finding) => !stale.has(finding))),
    ...list('stale', outcome.stale),
  ];
}

const list = (what: string, findings: readonly Finding[]): string[] => findings.map((finding) => `  ${what}: ${show(finding)}`);

/** Never rounded up to 1. */
export function share(value: number): string {
  return value === 1 ? '1.0' : (Math.floor(value * 10_000) / 10_000).toFixed(4);
}

/** docs/accuracy.md. */
export function markdown(result: AccuracyResult, mutations: number): string {
  const { seed, subjects } = result;
  const cases = subjects.flatMap((subject) => subject.cases);
  const wrong = subjects.flatMap((subject) => flaws(subject, seed, mutations));
  return `# Accuracy

Written by \`npm run accuracy\`; every figure is from one run of it, with seed ${seed}: ${cases.length} edits.

| language | code base | edits | errors | precision | recall | stale | no answer |
|---|---|--:|--:|--:|--:|--:|--:|
${subjects.map(row).join('\n')}

*Errors*: those that the compiler had in the edited file, summed over the edits. *Precision*: of what the tool reported, the share that
the compiler has too. *Recall*: of what the compiler has, the share that the tool reported. *Stale*: reported, not among the compiler's
errors now, but among those before the edit. *No answer*: the server had not judged the file when the deadline came, which is 60 s here.

## What is compared

Each code base gets generated edits: ${kindsOf(cases).join(', ')}. Where and in which order is random and follows from the seed. Each is
mended sooner or later, often after others were made, so that the errors of several edits stand beside each other, up to four.

Every edit is a call of one of the product's own tools (\`edit\`, \`write_file\`, \`apply_patch\`), which writes the file and asks the
sidecar as in a session. What the result says about the edited file is compared, as a set, with what the compiler says about it, run anew
over the same tree: errors by line and code, by line and message where there is no code. An error that the text of the result does not show
counts as not reported.

| language | judge |
|---|---|
${subjects.map(({ language, compiler }) => `| ${language} | \`${compiler}\` |`).join('\n')}

While one file has a syntax error, \`tsc\` says nothing of other errors; in that state the same compiler is asked for those as a library.

${warningsOf(subjects)}

## Known differences

${differencesOf(subjects)}

## Cases that are not right

${wrong.length === 0 ? 'None.' : `\`\`\`${wrong.join('\n')}\n\`\`\``}
`;
}

function row({ language, title, cases }: SubjectResult): string {
  const score = scoreOf(cases);
  const cells = [language, title, score.edits, score.right + score.missed, share(precision(score)), share(recall(score)), score.stale, score.noAnswer];
  return `| ${cells.join(' | ')} |`;
}

function kindsOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.map(({ kind }) => kind))].sort();
}

function warningsOf(subjects: readonly SubjectResult[]): string {
  const lines = subjects.flatMap(({ language, cases }) => {
    const { warnings } = scoreOf(cases);
    const all = warnings.right + warnings.missed;
    return all === 0 ? [] : [`The compiler's warnings are not part of these figures. ${language}: ${warnings.right} of ${all} were reported as well.`];
  });
  return lines.length === 0 ? "The compilers' warnings are not part of these figures." : lines.join('\n');
}

function differencesOf(subjects: readonly SubjectResult[]): string {
  const lines = subjects.flatMap(({ language, cases }) => {
    const all = cases.flatMap(({ outcome }) => (outcome.kind === 'answered' ? outcome.differences : []));
    const names = new Map(all.map(({ name, kind }) => [name, kind]));
    return [...names].map(([name, kind]) => {
      const same = all.filter((difference) => difference.name === name);
      const examples = same.slice(0, 3).map(({ finding }) => `\`${show(finding).replaceAll('`', "'")}\``);
      return `- ${language}, ${kind}: ${name}. ${same.length} times, as in ${examples.join('; ')}`;
    });
  });
  return lines.length === 0 ? 'None came up in this run.' : lines.join('\n');
}
