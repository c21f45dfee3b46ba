import * as questions from '../../backend/navigation/questions.ts';
import type { Ask, QueryOutcome } from './query-all.ts';
import type { Judge } from '../session/session.ts';

/** The symbols of one file, as one server lists them. */
export interface ServerOutline {
  readonly session: Judge;
  /** To be read by `readDocumentSymbols`. */
  readonly listed: unknown;
}

export async function askOutline(ask: Ask, session: Judge): Promise<QueryOutcome<ServerOutline>> {
  const answer = await ask(questions.documentSymbols);
  return answer.kind === 'result' ? { kind: 'result', result: { session, listed: answer.result } } : answer;
}
