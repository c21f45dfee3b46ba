import { expect, it } from 'vitest';
import { readMessage } from '../../src/serve/message.js';

const REQUEST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'c', version: '1' },
};

it.each<[body: unknown]>([
  [REQUEST],
  [{ ...REQUEST, id: 'a' }],
  [{ ...REQUEST, id: 0 }],
  [{ ...REQUEST, id: 'x'.repeat(128) }],
  [{ ...REQUEST, params: { name: 'x', arguments: { any: [null] } } }],
  [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  [{ jsonrpc: '2.0', id: 1, result: {} }],
  [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }],
  [{ ...REQUEST, method: 'initialize', params: INITIALIZE }],
])('a message: %j', (body) => {
  expect(readMessage(Buffer.from(JSON.stringify(body)))).toEqual({ kind: 'read', message: body });
});

it.each<[body: string | Uint8Array, code: number]>([
  ['', -32700],
  ['{', -32700],
  ['{"jsonrpc":"2.0","id":1,"method":"ping"} x', -32700],
  ['\u0000', -32700],
  [Uint8Array.of(0x22, 0xff, 0x22), -32700],
  ['[]', -32600],
  [JSON.stringify([REQUEST]), -32600],
  ['['.repeat(100_000) + ']'.repeat(100_000), -32600],
  ['null', -32600],
  ['1', -32600],
  ['"initialize"', -32600],
  ['{}', -32600],
  [JSON.stringify({ ...REQUEST, jsonrpc: '1.0' }), -32600],
  [JSON.stringify({ ...REQUEST, id: null }), -32600],
  [JSON.stringify({ ...REQUEST, id: 1.5 }), -32600],
  [JSON.stringify({ ...REQUEST, id: {} }), -32600],
  [JSON.stringify({ ...REQUEST, id: 'x'.repeat(129) }), -32600],
  [JSON.stringify({ ...REQUEST, method: 5 }), -32600],
  [JSON.stringify({ ...REQUEST, params: [1] }), -32600],
  [JSON.stringify({ ...REQUEST, extra: true }), -32600],
  [JSON.stringify({ ...REQUEST, method: 'initialize' }), -32602],
  [
    JSON.stringify({ ...REQUEST, method: 'initialize', params: { ...INITIALIZE, protocolVersion: 1 } }),
    -32602,
  ],
])('%.60j is %i', async (body, code) => {
  const read = readMessage(Buffer.from(body));
  if (read.kind !== 'refused') throw new Error('it was read');
  expect(read.answer.status).toBe(400);
  expect(await read.answer.json()).toEqual({
    jsonrpc: '2.0',
    error: { code, message: expect.any(String) },
    id: null,
  });
});
