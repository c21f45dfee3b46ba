import type { About } from '../frame/measurement.js';
import { show, type Finding } from './finding.js';
import { untold } from './progress.js';
import { isFlawed, type Case, type Others, type SubjectResult } from './results.js';

/** The command that makes a part of a run again. */
export function againLine(id: string, { seed, mutations }: About): string {
  return `  again: npm run accuracy -- --only ${id} --seed ${seed ?? ''} --mutations ${mutations ?? ''}`;
}

/** Every case that is not right, with what was expected and what came. */
export function flaws({ id, cases }: SubjectResult, about: About): string[] {
  return cases.filter(isFlawed).map((one) => {
    const title = `\n${id}, edit ${one.number}: ${one.action} (${one.kind}) of ${one.file} by ${one.tool}`;
    return [
      title,
      ...one.unannounced.map((change) => `  before it: ${untold(change)}`),
      ...details(one),
      `${againLine(id, about)} --case ${one.number}`,
    ].join('\n');
  });
}

function details({ outcome, others }: Case): string[] {
  if (outcome.kind === 'no answer')
    return [`  no answer: ${outcome.reason}`, ...list('expected', outcome.expected)];
  return [...wrong('', outcome), ...(others === undefined ? [] : ofOthers(others))];
}

function ofOthers({ complete, told, later }: Others): string[] {
  // What the bound left out is no flaw.
  const missed = complete ? told.missed : [];
  return [
    ...wrong('other file, ', { ...told, missed }),
    ...(later === undefined ? [] : wrong('other file, after the search, ', later)),
  ];
}

interface Wrong {
  readonly missed: readonly Finding[];
  readonly older?: readonly Finding[];
  readonly invented: readonly Finding[];
  readonly stale: readonly Finding[];
}

function wrong(where: string, { missed, older = [], invented, stale }: Wrong): string[] {
  return [
    ...list(
      `${where}missed`,
      missed.filter((finding) => !older.includes(finding)),
    ),
    ...list(
      `${where}missed, and there before this edit`,
      missed.filter((finding) => older.includes(finding)),
    ),
    ...list(
      `${where}invented`,
      invented.filter((finding) => !stale.includes(finding)),
    ),
    ...list(`${where}stale`, stale),
  ];
}

/** Of many, the first. */
const SHOWN = 12;

/** A line each. */
export function list(what: string, findings: readonly Finding[]): string[] {
  const more = findings.length > SHOWN ? [`  ${what}: ${findings.length - SHOWN} more`] : [];
  return [...findings.slice(0, SHOWN).map((finding) => `  ${what}: ${show(finding)}`), ...more];
}
