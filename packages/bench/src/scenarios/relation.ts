import { join } from 'node:path/posix';
import type { CheckReport, Diagnostic } from '../../../core/src/lsp/types.js';
import { compareFindings, type Rules } from '../accuracy/compare.js';
import { isError, show, toFinding, type Finding, type Judgement } from '../accuracy/finding.js';
import { LANGUAGES } from './languages.js';
import type { Expectation, Scenario } from './scenario.js';
import type { Told } from './session.js';

/** What the compilers of all projects say, one judgement for each; files are relative to the workspace. */
export type Truth = readonly Judgement[];

export async function judge(
  { language, projects }: Scenario,
  workspace: string,
  scratch: string,
): Promise<Truth> {
  const all: Judgement[] = [];
  for (const project of projects) {
    const { root, judgement } = await LANGUAGES[language].judge(workspace, project, scratch);
    all.push(root === '.' ? judgement : within(root, judgement));
  }
  return all;
}

function within(root: string, judgement: Judgement): Judgement {
  const moved = (findings: readonly Finding[]): Finding[] =>
    findings.map((finding) => ({ ...finding, file: join(root, finding.file) }));
  const inside = (file: string): string => (file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file);
  return {
    ...judgement,
    findings: moved(judgement.findings),
    silentOn: (finding) => judgement.silentOn({ ...finding, file: inside(finding.file) }),
    ...(judgement.echoes && {
      echoes: judgement.echoes.map(({ name, findings }) => ({ name, findings: moved(findings) })),
    }),
  };
}

export const errorsOf = (truth: Truth, file?: string): Finding[] =>
  truth
    .flatMap(({ findings }) => findings)
    .filter((finding) => isError(finding) && (file === undefined || finding.file === file));

/** One judgement of several. */
function joined(truth: Truth): Judgement {
  return {
    findings: errorsOf(truth),
    silentOn: (finding) => truth.map((one) => one.silentOn(finding)).find((why) => why !== undefined),
    echoes: truth.flatMap(({ echoes = [] }) => echoes),
  };
}

/** A report beside the compilers: a line for each way in which they differ. */
export function flawsOf(
  report: CheckReport,
  truth: Truth,
  { first, rules, othersAsked, expected }: Question,
): string[] {
  const allows = (kind: Expectation['kind']): boolean => expected.some((one) => one.kind === kind);
  if (allows('unjudged')) return [];
  const late = report.servers.filter(({ outcome }) => outcome !== 'complete');
  const silent = late.map(({ id, outcome, reason = '' }) => `${id} is ${outcome} ${reason}`.trim());
  const refused = Object.entries(report.refused ?? {}).map(([file, why]) => `${file} is refused: ${why}`);
  const judgement = joined(truth);
  // Instead of what follows from what is not there, one line says so: what is told all the same, the
  // scenario says.
  const isWhole = (report.uninstalled ?? []).length + (report.holes ?? []).length === 0;
  const own = Object.entries(report.files).flatMap(([file, diagnostics]) =>
    compared(file, diagnostics, judgement, rules).filter((flaw) => isWhole || !flaw.startsWith(NOT_SAID)),
  );
  if (!othersAsked) return [...silent, ...refused, ...own];
  const isOwn = (file: string): boolean => Object.hasOwn(report.files, file);
  const alone = truth.some((one) => one.alone !== undefined);
  // What stood before the first step, in files that nobody has named, need not be said again.
  const news = errorsOf(truth).filter((finding) => !first.some((known) => show(known) === show(finding)));
  const old = errorsOf(truth).filter((finding) => !news.includes(finding));
  const others = {
    ...judgement,
    findings: alone || !report.othersComplete ? [] : news,
    echoes: [
      ...(judgement.echoes ?? []),
      {
        name: 'nobody has named the file',
        findings: alone || !report.othersComplete ? [...old, ...news] : old,
      },
    ],
  };
  const files = new Set([...Object.keys(report.others), ...news.map(({ file }) => file)]);
  const cut = !report.othersComplete && !allows('incomplete') && !alone;
  return [
    ...silent,
    ...refused,
    ...own,
    ...[...files]
      .filter((file) => !isOwn(file))
      .flatMap((file) => compared(file, report.others[file] ?? [], others, rules, 'other file: ')),
    ...(cut ? ['the search for other files was cut short'] : []),
  ];
}

const NOT_SAID = 'not said: ';

interface Question {
  /** Errors before the first step. */
  readonly first: readonly Finding[];
  readonly rules: Rules;
  readonly othersAsked: boolean;
  readonly expected: readonly Expectation[];
}

function compared(
  file: string,
  diagnostics: readonly Diagnostic[],
  judgement: Judgement,
  rules: Rules,
  where = '',
): string[] {
  const reported = diagnostics.flatMap(toFinding).filter(isError);
  const { missed, invented } = compareFindings(file, reported, judgement, [], rules);
  return [
    ...missed.map((finding) => `${where}${NOT_SAID}${show(finding)}`),
    ...invented.map((finding) => `${where}wrong: ${show(finding)}`),
  ];
}

/** What the service holds and no compiler says. */
export function staleIn(known: readonly Diagnostic[], truth: Truth, rules: Rules): string[] {
  const judgement = { ...joined(truth), findings: errorsOf(truth) };
  const reported = known.flatMap(toFinding).filter(isError);
  return [...new Set(reported.map(({ file }) => file))].flatMap((file) =>
    compareFindings(
      file,
      reported.filter((finding) => finding.file === file),
      judgement,
      [],
      rules,
    ).invented.map((finding) => `held, and no longer true: ${show(finding)}`),
  );
}

/** Whether the compilers say what the scenario rests on; why not, if not. */
export function contradiction(expected: Expectation, file: string, truth: Truth): string | undefined {
  const isThere = (about: string, words: string): boolean =>
    errorsOf(truth, about).some((finding) => isAbout(finding, words));
  const says = (about: string): string => errorsOf(truth, about).map(show).join('; ') || 'nothing';
  if (expected.kind === 'clean' && errorsOf(truth, file).length > 0)
    return `the compiler does not call ${file} clean: ${says(file)}`;
  if (expected.kind === 'error' && !isThere(file, expected.words))
    return `the compiler has no ${expected.words} in ${file}: ${says(file)}`;
  if (expected.kind === 'others' && !isThere(expected.file, expected.words))
    return `the compiler has no ${expected.words} in ${expected.file}: ${says(expected.file)}`;
  return undefined;
}

/**
 * Whether a step brought what is expected of it; why not, if not.
 *
 * @param isFirst a server that has just started may not say in time what was there before
 */
export function disappointment(
  expected: Expectation,
  file: string,
  { text, report }: Told,
  isFirst: boolean,
): string | undefined {
  switch (expected.kind) {
    case 'says':
      return text.includes(expected.words) ? undefined : `it does not say "${expected.words}": ${cut(text)}`;
    case 'silent':
      return text.includes(expected.words) ? `it says "${expected.words}": ${cut(text)}` : undefined;
    case 'no compiler':
      return undefined;
    case 'unjudged':
      return report?.servers.some(({ outcome }) => outcome !== 'complete') === true
        ? undefined
        : 'a server has judged it';
    case 'incomplete':
      return report?.othersComplete === false ? undefined : 'the search for other files is called complete';
    case 'clean': {
      const found = (report?.files[file] ?? []).flatMap(toFinding).filter(isError);
      return found.length === 0 ? undefined : `not clean: ${found.map(show).join('; ')}`;
    }
    case 'error':
      return withOrigin(report?.files[file], expected, file, isFirst);
    case 'others':
      return withOrigin(report?.others[expected.file], expected, expected.file, isFirst);
    case 'no others': {
      const said = Object.values(report?.others ?? {})
        .flat()
        .flatMap(toFinding);
      return said.length === 0 ? undefined : `other files: ${said.map(show).join('; ')}`;
    }
  }
}

function withOrigin(
  diagnostics: readonly Diagnostic[] = [],
  { words, origin }: Extract<Expectation, { kind: 'error' | 'others' }>,
  file: string,
  isFirst: boolean,
): string | undefined {
  const some = diagnostics.filter((one) => toFinding(one).some((finding) => isAbout(finding, words)));
  if (some.length === 0) return `no ${words} in ${file}`;
  const origins = [...new Set(some.map((one) => one.origin ?? 'unknown'))];
  const isOf = (one: Diagnostic): boolean => one.origin === origin || (isFirst && one.origin === undefined);
  if (origin === undefined || some.some(isOf)) return undefined;
  return `${words} in ${file} is of ${origins.join(', ')}, not of ${origin}`;
}

/** Compilers that word an error differently have their words in turn, with ` | ` between them. */
const isAbout = ({ code, message }: Finding, words: string): boolean =>
  words
    .toLowerCase()
    .split(' | ')
    .some((some) => code?.toLowerCase() === some || message.toLowerCase().includes(some));

const cut = (text: string): string => {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' | ');
  return line.length > 400 ? `${line.slice(0, 400)} ...` : line || 'nothing';
};
