import type { NavigationResult } from '../../../backend/navigation/source.ts';
import { itemsOf } from '../../../support/json.ts';

/** Each item once. Stops at the first reply without a result: a partial answer is not an answer. */
export async function eachOnce(replies: AsyncIterable<NavigationResult>): Promise<NavigationResult> {
  const found = new Map<string, unknown>();
  for await (const reply of replies) {
    if (reply.kind !== 'result') return reply;
    for (const item of itemsOf(reply.result)) found.set(JSON.stringify(item), item);
  }
  return { kind: 'result', result: [...found.values()] };
}
