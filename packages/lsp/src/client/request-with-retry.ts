import { ErrorCodes, type Response } from '../jsonrpc/connection.ts';
import { isObject } from '../support/json.ts';
import type { LspClient } from './lsp-client.ts';

/** Pause before a refused request is sent again, ms. It doubles each time. */
const PAUSE = { first: 5, longest: 250 } as const;

/**
 * Sends a request at once, and again while the server refuses it because a change or a more urgent
 * request interrupted it. Ends with the refusal if the next pause would end after the deadline.
 *
 * @param params computed directly before each send; undefined once the request has lost its meaning
 * @param deadline ms, performance.now
 */
export async function requestWithRetry(
  client: Pick<LspClient, 'request'>,
  method: string,
  params: () => object | undefined,
  signal: AbortSignal,
  deadline = Infinity,
): Promise<Response | { readonly kind: 'superseded' }> {
  for (let pause: number = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.longest)) {
    const sent = params();
    if (sent === undefined) return { kind: 'superseded' };
    const reply = await client.request(method, sent, signal);
    if (!asksForRetry(reply) || performance.now() + pause > deadline) return reply;
    await Bun.sleep(pause);
  }
}

function asksForRetry(reply: Response): boolean {
  if (reply.kind !== 'error') return false;
  const { code, data } = reply.error;
  if (code === ErrorCodes.ContentModified) return true;
  return code === ErrorCodes.ServerCancelled && !(isObject(data) && data['retriggerRequest'] === false);
}
