import * as questions from '../../backend/navigation/questions.ts';
import type { Position } from '../../backend/model.ts';
import {
  type CallDirection,
  type ReadCall,
  readCallItems,
  readCalls,
} from '../../backend/navigation/read-calls.ts';
import type { Ask, Outcome } from './query-all.ts';

/** A call, and the documents that it lies in. */
export interface RawCall extends ReadCall {
  /**
   * URI of the document of the other function: the caller of an incoming call, the callee of an
   * outgoing one.
   */
  readonly uri: string;
  /** URI of the document of the caller. */
  readonly callerUri: string;
}

/** A server's reply about one function at the position. */
export interface CallsResult {
  readonly uri: string;
  readonly result: unknown;
}

/**
 * SymbolKinds.
 * Quirk(tsserver): at a position where it knows no function, such as an import, it returns the file
 * itself.
 */
const WHOLE_FILE: ReadonlySet<number> = new Set([1, 2]);

/**
 * LSP needs two requests: the first returns the functions at the position, the second their calls.
 * The result is empty if the server knows no function there.
 */
export async function askForCalls(
  ask: Ask,
  position: Position,
  direction: CallDirection,
): Promise<Outcome<readonly CallsResult[]>> {
  const prepared = await ask(questions.prepareCallHierarchy(position));
  if (prepared.kind !== 'result') return prepared;
  const answers: CallsResult[] = [];
  for (const { uri, kind, raw } of readCallItems(prepared.result)) {
    if (WHOLE_FILE.has(kind)) continue;
    const reply = await ask(questions.calls(direction, raw));
    if (reply.kind !== 'result') return reply;
    answers.push({ uri, result: reply.result });
  }
  return { kind: 'result', result: answers };
}

export function* rawCalls({ uri, result }: CallsResult, direction: CallDirection): Generator<RawCall> {
  for (const { item, sites } of readCalls(result, direction))
    yield { uri: item.uri, callerUri: direction === 'incoming' ? item.uri : uri, item, sites };
}
