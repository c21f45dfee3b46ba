import { expect, test } from 'bun:test';

import { requestWithRetry } from '../../src/client/request-with-retry.ts';
import type { Response } from '../../src/jsonrpc/connection.ts';

const CONTENT_MODIFIED = -32801;
const SERVER_CANCELLED = -32802;

/** A client whose server gives these replies in turn. */
class Client {
  readonly sent: unknown[] = [];

  constructor(private readonly replies: readonly Response[]) {}

  request(_method: string, params: unknown): Promise<Response> {
    this.sent.push(params);
    return Promise.resolve(this.replies[this.sent.length - 1] ?? { kind: 'closed' });
  }
}

function refusal(code: number, data?: unknown): Response {
  return { kind: 'error', error: { code, message: 'not now', data } };
}

const FOUND: Response = { kind: 'result', result: 'found' };
const { signal } = new AbortController();

test('REQ-TIME-020: a refused request is sent again with the params of that moment, until it is answered', async () => {
  const client = new Client([
    refusal(CONTENT_MODIFIED),
    refusal(SERVER_CANCELLED),
    refusal(SERVER_CANCELLED, { retriggerRequest: true }),
    FOUND,
  ]);
  expect(await requestWithRetry(client, 'm', () => ({ after: client.sent.length }), signal)).toEqual(FOUND);
  expect(client.sent).toEqual([{ after: 0 }, { after: 1 }, { after: 2 }, { after: 3 }]);
});

test.each([
  refusal(SERVER_CANCELLED, { retriggerRequest: false }),
  refusal(-32603),
  { kind: 'cancelled' } as const,
  { kind: 'closed' } as const,
])('REQ-TIME-020: any other reply is final: %j', async (reply) => {
  const client = new Client([reply, FOUND]);
  expect(await requestWithRetry(client, 'm', () => ({}), signal)).toEqual(reply);
  expect(client.sent).toHaveLength(1);
});

test('REQ-CONC-020: a refused request about a text that changed meanwhile is not sent again', async () => {
  const client = new Client([refusal(CONTENT_MODIFIED), FOUND]);
  expect(
    await requestWithRetry(client, 'm', () => (client.sent.length === 0 ? {} : undefined), signal),
  ).toEqual({ kind: 'superseded' });
  expect(client.sent).toHaveLength(1);
});

test('REQ-TIME-020: nothing is sent again after the deadline', async () => {
  const client = new Client([refusal(CONTENT_MODIFIED), FOUND]);
  expect(await requestWithRetry(client, 'm', () => ({}), signal, performance.now())).toEqual(
    refusal(CONTENT_MODIFIED),
  );
  expect(client.sent).toHaveLength(1);
});
