import type { Text } from '../../client/documents/documents.ts';
import type { Position } from '../../backend/model.ts';
import type { NavigationResult, Question } from '../../backend/navigation/source.ts';
import { touchedSince } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import { failed, type Failure, found, type Found, SUPERSEDED } from './found.ts';
import type { ChangeEntry } from '../changes/change-log.ts';
import { Deadline } from '../base/deadline.ts';
import { STALLED_MS } from '../session/server/stalled.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';

/**
 * A server, and the file that the query is about. For a query about no file: one of the server's
 * files.
 */
export interface Participant {
  readonly session: Session;
  readonly text: Text | undefined;
  /** Where the query's symbol stands in that file, if it is not the query's own. */
  readonly position?: Position;
}

/** Sends one request to a server, about the query's file unless another one is given. */
export type Ask = (question: Question, about?: Text) => Promise<NavigationResult>;

/** What one server is asked, request after request. What ends it early is its outcome. */
export type Query<T> = (
  ask: Ask,
  session: Judge,
  position: Position | undefined,
  text: Text | undefined,
) => Promise<QueryOutcome<T>>;

/** The answers of the servers. */
export interface QueryResults<T> {
  /** Why files that may hold more were not searched. */
  readonly unsearched?: readonly string[];
  readonly results: T[];
  /** Ids of the servers that could not be asked, because they had ended before or are not there. */
  readonly without: readonly string[];
  /** The same, of servers that answer about one file at a time. */
  readonly partly?: readonly string[];
  /** Of a part: ids of servers that gave no answer. */
  readonly unanswered?: readonly string[];
  /** Of a part: ids of servers that were not asked. */
  readonly unasked?: readonly string[];
  /** Of a part: servers, with what they do not know of. */
  readonly unshown?: readonly string[];
}

export interface QueryAllOptions {
  /** A part of the answer is one: it names the servers that gave none. */
  readonly takesPart?: boolean;
  /** Those to ask as well, once they are known. Never rejects. */
  readonly more?: Promise<readonly Participant[]>;
}

export type QueryOutcome<T> =
  { readonly kind: 'result'; readonly result: T } | Exclude<NavigationResult, { kind: 'result' }>;

/**
 * Runs the same query on every server, all at once, and waits until each has finished: a part of an
 * answer is none, unless the caller takes one.
 *
 * Asks first and looks at the disk meanwhile, as checks do. A server that turns out to have
 * answered from an older state is asked once more.
 *
 * @param asked at once
 * @param ms how long it may take
 * @returns the results of the servers that can answer, if there are any
 */
export async function queryAll<T>(
  { disk, changes, pool }: Pick<Servers, 'disk' | 'changes' | 'pool'>,
  asked: readonly Participant[],
  query: Query<T>,
  ms: number,
  cancel: AbortSignal,
  { takesPart = false, more }: QueryAllOptions = {},
): Promise<Found<QueryResults<T>>> {
  using deadline = new Deadline(ms);
  const signal = AbortSignal.any([cancel, deadline.signal]);
  const start = Date.now() + 1;
  const { rules } = disk;
  const swept = disk.sweep();
  // What a tool announces, or is written after the call, is no concern of it.
  const isLater = ({ source, path, change }: ChangeEntry): boolean =>
    source === 'tool' || (change !== 'deleted' && touchedSince(path, start));
  const outcomeOf = async ({
    session,
    text,
    position,
  }: Participant): Promise<QueryOutcome<T> | typeof GONE> => {
    let askedAt: number | undefined;
    const askOf =
      (one: Session): Ask =>
      (question, about = text) =>
        one.navigate === undefined
          ? Promise.resolve({ kind: 'not-offered' })
          : one.navigate(question, about, signal, (at) => (askedAt ??= at));
    await waitFor(session.started, signal);
    if (session.state.kind === 'broken') return GONE;
    const outcome = await query(askOf(session), session, position, text);
    const looked = await waitFor(swept, deadline.signal);
    const since = session.notified.since(askedAt ?? changes.position);
    const isCurrent = looked.kind === 'done' && disk.rules === rules && since?.every(isLater) === true;
    const successor = pool.successorOf(session);
    if (successor === undefined) return isCurrent ? outcome : query(askOf(session), session, position, text);
    await waitFor(successor.started, signal);
    return query(askOf(successor), successor, position, text);
  };
  const early = asked.map(outcomeOf);
  const late = (await more) ?? [];
  const participants = [...asked, ...late];
  const outcomes = await Promise.all([...early, ...late.map(outcomeOf)]);
  if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
  const results = outcomes.flatMap((outcome) => (outcome.kind === 'result' ? [outcome.result] : []));
  const without = idsOf(participants, outcomes, 'gone');
  const failure = worst(outcomes, participants, ms);
  if (failure === undefined) return found({ results, without });
  if (!takesPart || results.length === 0 || failure === SUPERSEDED) return failure;
  return found({
    results,
    without,
    unanswered: FAILED.flatMap((kind) => idsOf(participants, outcomes, kind)),
  });
}

const FAILED = ['cancelled', 'stalled', 'cut-short', 'error', 'closed'] as const;

/** The server ended before it was asked. */
const GONE = { kind: 'gone' } as const;

type Ended = QueryOutcome<unknown> | typeof GONE;

function idsOf(
  participants: readonly Participant[],
  outcomes: readonly Ended[],
  kind: Ended['kind'],
): string[] {
  return [
    ...new Set(
      participants.flatMap(({ session }, index) =>
        outcomes[index]?.kind === kind ? session.definition.id : [],
      ),
    ),
  ];
}

/** Why there is no complete answer, if there is none. One server's failure fails the query. */
function worst(
  outcomes: readonly Ended[],
  participants: readonly Participant[],
  ms: number,
): Failure | undefined {
  const named = (kind: Ended['kind']): string => idsOf(participants, outcomes, kind).join(', ');
  const oneOrMore = (kind: Ended['kind'], one: string, more: string): string => {
    const ids = idsOf(participants, outcomes, kind);
    return `${ids.join(', ')} ${ids.length === 1 ? one : more}`;
  };
  const hasEnded = (kind: Ended['kind']): string =>
    oneOrMore(
      kind,
      'has ended and is not started again in this session',
      'have ended and are not started again in this session',
    );
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('stalled'))
    return failed(
      'timed-out',
      `no answer from ${named('stalled')}, which has done nothing for ${STALLED_MS / 1000} s`,
    );
  if (kinds.has('cancelled'))
    return failed(
      'timed-out',
      `no complete answer from ${named('cancelled')} within ${Math.round(ms)} ms; it may still be ` +
        'loading the project',
    );
  if (kinds.has('superseded')) return SUPERSEDED;
  if (kinds.has('cut-short'))
    return failed('too-many', oneOrMore('cut-short', 'finds more than it lists', 'find more than they list'));
  if (kinds.has('error')) return failed('failed', `${named('error')} answered with an error`);
  if (kinds.has('closed')) return failed('no-server', hasEnded('closed'));
  if (kinds.has('result')) return undefined;
  if (kinds.has('gone')) return failed('no-server', hasEnded('gone'));
  if (kinds.has('not-offered'))
    return failed(
      'no-server',
      oneOrMore(
        'not-offered',
        'does not answer this kind of question',
        'do not answer this kind of question',
      ),
    );
  return undefined;
}
