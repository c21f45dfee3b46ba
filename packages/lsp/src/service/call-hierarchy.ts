import * as questions from '../navigation/questions.ts';
import type { Position } from '../navigation/model.ts';
import { type CallDirection, type ReadCall, readCallItems, readCalls } from '../navigation/read-calls.ts';
import type { Ask, Outcome } from './query-all.ts';

/** A call, and which documents it lies in. */
export interface RawCall extends ReadCall {
  /** Of the function that calls, or is called. */
  readonly uri: string;
  /** Of the one that calls. */
  readonly callerUri: string;
}

/** What a server says about one function that it takes the position for. */
export interface Answered {
  readonly uri: string;
  readonly result: unknown;
}

/** SymbolKinds. Quirk(tsserver): what it knows no function at, an import say, it takes for the file itself. */
const WHOLE_FILE: ReadonlySet<number> = new Set([1, 2]);

/** Nobody can ask about calls at once: first, which functions are meant. None where it knows none there. */
export async function askForCalls(ask: Ask, position: Position, direction: CallDirection): Promise<Outcome<readonly Answered[]>> {
  const prepared = await ask(questions.prepareCallHierarchy(position));
  if (prepared.kind !== 'result') return prepared;
  const answers: Answered[] = [];
  for (const { uri, kind, raw } of readCallItems(prepared.result)) {
    if (WHOLE_FILE.has(kind)) continue;
    const reply = await ask(questions.calls(direction, raw));
    if (reply.kind !== 'result') return reply;
    answers.push({ uri, result: reply.result });
  }
  return { kind: 'result', result: answers };
}

export function* rawCalls({ uri, result }: Answered, direction: CallDirection): Generator<RawCall> {
  for (const { item, sites } of readCalls(result, direction)) yield { uri: item.uri, callerUri: direction === 'incoming' ? item.uri : uri, item, sites };
}
