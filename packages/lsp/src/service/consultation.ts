import type { Text } from '../client/documents.ts';
import type { Question } from '../navigation/source.ts';
import { standing } from './disk-news.ts';
import { failed, type Failure, found, type Found } from './found.ts';
import { Patience, waitFor } from './patience.ts';
import type { Services } from './services.ts';
import type { Navigated, Session } from './session.ts';

/** A server, and the file that it is asked about; where it is asked about none, one of its files. */
export interface Respondent {
  readonly session: Session;
  readonly text: Text | undefined;
}

/** Puts one question to a server. */
export type Ask = (question: Question) => Promise<Navigated>;

/** What one server is asked, question after question; what ends it early is its outcome. */
export type Dialogue<T> = (ask: Ask, session: Session) => Promise<Outcome<T>>;

export type Outcome<T> = { readonly kind: 'result'; readonly result: T } | Exclude<Navigated, { kind: 'result' }>;

/**
 * Has the same dialogue with every server, all at once, and waits until each has said its last: a part of an answer is none.
 *
 * Asks first and looks at the disk meanwhile, as checks do: a server that then turns out to have known less is asked once more.
 *
 * @param ms how long it may take
 * @returns what those said that can say something
 */
export async function consult<T>(services: Services, respondents: readonly Respondent[], dialogue: Dialogue<T>, ms: number, cancel: AbortSignal): Promise<Found<T[]>> {
  using patience = new Patience(ms);
  const signal = AbortSignal.any([cancel, patience.signal]);
  const moved = services.disk.sweep();
  const outcomes = await Promise.all(
    respondents.map(async ({ session, text }): Promise<Outcome<T>> => {
      const ask: Ask = (question) => (session.navigate === undefined ? Promise.resolve({ kind: 'not-offered' }) : session.navigate(question, text, signal));
      await waitFor(session.started, signal);
      const asked = performance.now();
      const outcome = await dialogue(ask, session);
      return (await standing(moved, session, asked, patience)) === 'still' ? outcome : dialogue(ask, session);
    }),
  );
  if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
  const results = outcomes.flatMap((outcome) => (outcome.kind === 'result' ? [outcome.result] : []));
  return worst(outcomes, respondents, ms) ?? found(results);
}

/** Why there is no whole answer, if there is none. */
function worst(outcomes: readonly Outcome<unknown>[], respondents: readonly Respondent[], ms: number): Failure | undefined {
  const idsOf = (kind: Outcome<unknown>['kind']): string => [...new Set(respondents.flatMap(({ session }, index) => (outcomes[index]?.kind === kind ? session.definition.id : [])))].join(', ');
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('cancelled')) return failed('timed-out', `no complete answer from ${idsOf('cancelled')} within ${Math.round(ms)} ms; it may still be loading the project`);
  if (kinds.has('cut-short')) return failed('too-many', `${idsOf('cut-short')} finds more than it lists; ask for something narrower`);
  if (kinds.has('result')) return undefined;
  if (kinds.has('error')) return failed('failed', `${idsOf('error')} answered with an error`);
  if (kinds.has('closed')) return failed('no-server', `${idsOf('closed')} has ended and is not started again in this session`);
  if (kinds.has('not-offered')) return failed('no-server', `${idsOf('not-offered')} does not answer this kind of question`);
  return undefined;
}
