import * as questions from '../../backend/navigation/questions.ts';
import type { Ask, QueryOutcome } from './query-all.ts';
import type { Session } from '../session/session.ts';

/** The symbols of one file, as one server lists them. */
export interface ServerOutline {
  readonly session: Session;
  /** To be read by `readDocumentSymbols`. */
  readonly listed: unknown;
}

export async function askOutline(ask: Ask, session: Session): Promise<QueryOutcome<ServerOutline>> {
  const answer = await ask(questions.documentSymbols);
  return answer.kind === 'result' ? { kind: 'result', result: { session, listed: answer.result } } : answer;
}
