import type { About } from '../../frame/measurement.js';
import type { Finding } from '../finding.js';
import { againLine, list } from '../flaws.js';
import { untold } from '../progress.js';
import {
  differs,
  isFlawedCase,
  isFlawedRound,
  isWrong,
  type Judged,
  type OriginCase,
  type OriginsResult,
  type OriginOutcome,
  type Round,
  type SessionOutcome,
} from './results.js';

/** One line about one edit, while the run goes on. */
export function caseLine(
  { number, action, kind, file, asking, unannounced, checked, proposed, session }: OriginCase,
  count: number,
): string {
  const what = [...unannounced.map(untold), action].join(', then ');
  const parts = [
    counted(checked),
    ...(proposed === undefined ? [] : [`proposed: ${counted(proposed)}`]),
    ...(session === undefined ? [] : [`session: ${countedSession(session)}`]),
  ];
  return (
    `${String(number).padStart(String(count).length)}/${count} ${what}, ${kind}, ${file}, by ` +
    `${asking}: ${parts.join('; ')}`
  );
}

export function roundsLine(rounds: readonly Round[]): string {
  const checks = rounds.flatMap((round) => round.checks);
  const wrong = checks.filter(({ outcome }) => isWrong(outcome)).length;
  const proposed = rounds.filter((round) => isWrong(round.proposed.outcome)).length;
  return (
    `${rounds.length} proposals that were not written, ${proposed} WRONG; ` +
    `${checks.length} checks after them, ${wrong} WRONG`
  );
}

function counted(outcome: OriginOutcome): string {
  if (outcome.kind === 'unavailable') return 'unavailable';
  if (outcome.kind === 'no answer') return outcome.known === undefined ? 'NO ANSWER' : 'no answer, known';
  const { right, withoutOrigin, older, olderWithoutOrigin, notJudged, confused } = outcome;
  const without = withoutOrigin + olderWithoutOrigin;
  const parts = [
    `${right + withoutOrigin} caused, ${older} older`,
    ...(without > 0 ? [`${without} without origin`] : []),
    ...(confused > 0 ? [`${confused} confused`] : []),
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...wrongIn(outcome)
      .filter(({ findings }) => findings.length > 0)
      .map(({ name, findings }) => `${findings.length} ${name.toUpperCase()}`),
  ];
  return parts.join(', ');
}

function countedSession(session: SessionOutcome): string {
  if (session.kind === 'no answer') return 'NO ANSWER';
  const { complete, right, wrong, missed } = session;
  return `${complete ? '' : 'incomplete, '}${right} open, ${wrong.length} WRONG, ${missed.length} MISSED`;
}

function wrongIn({
  wrong,
  hidden,
  missed,
  invented,
}: Judged): { name: string; findings: readonly Finding[] }[] {
  return [
    { name: 'not caused by the edit', findings: wrong },
    { name: 'caused, and reported as older', findings: hidden },
    { name: 'missed', findings: missed.map(({ finding }) => finding) },
    { name: 'invented', findings: invented },
  ];
}

/** Every case that is not right, with what differs. */
export function originFlaws({ id, cases, rounds }: OriginsResult, about: About): string[] {
  const again = againLine(id, about);
  return [
    ...cases.filter(isFlawedCase).map((one) => {
      const { number, action, kind, file, asking, unannounced, checked, proposed, session } = one;
      return [
        `\n${id}, edit ${number}: ${action} (${kind}) of ${file}, asked by ${asking}`,
        ...unannounced.map((change) => `  before it: ${untold(change)}`),
        ...details('check', checked),
        ...(proposed === undefined ? [] : details('proposal', proposed)),
        ...(session === undefined || !differs(session) ? [] : sessionDetails(session)),
        `${again} --case ${number}`,
      ].join('\n');
    }),
    ...rounds
      .filter(isFlawedRound)
      .map(({ number, proposed, checks }) =>
        [
          `\n${id}, proposal ${number}: ${proposed.file}`,
          ...details('proposal', proposed.outcome),
          ...checks.flatMap(({ file, outcome }) => details(`following check of ${file}`, outcome)),
          again,
        ].join('\n'),
      ),
  ];
}

function details(what: string, outcome: OriginOutcome): string[] {
  if (!isWrong(outcome)) return [];
  if (outcome.kind !== 'judged')
    return [`  ${what}: no answer: ${outcome.kind === 'no answer' ? outcome.reason : outcome.kind}`];
  return wrongIn(outcome).flatMap(({ name, findings }) => list(`${what}, ${name}`, findings));
}

function sessionDetails(session: SessionOutcome): string[] {
  if (session.kind === 'no answer') return [`  session: no answer: ${session.reason}`];
  return [
    ...list('session, not open', session.wrong),
    ...list(
      'session, missed',
      session.missed.map(({ finding }) => finding),
    ),
  ];
}
