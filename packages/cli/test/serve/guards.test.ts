import { describe, expect, it } from 'vitest';
import { refuseByHead, refuseByRevision, type Head } from '../../src/serve/guards.js';

const TOKEN = 'the-token-of-these-tests';
const ACCESS = {
  token: TOKEN,
  origins: new Set(['http://localhost:3000']),
  revisions: ['2025-11-25', '2025-06-18'],
};
const GOOD = { host: '127.0.0.1:7411', authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

type Changes = Record<string, string | undefined>;

function headOf(changes: Changes = {}, { method = 'POST', target = '/mcp', port = 7411 } = {}): Head {
  const all: Changes = { ...GOOD, ...changes };
  const headers = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return { method, target, headers: new Headers(headers), port };
}

async function check(head: Head, status: number | undefined): Promise<void> {
  const answer = refuseByHead(head, ACCESS);
  expect(answer?.status).toBe(status);
  if (answer === undefined) return;
  const body = await answer.text();
  expect(JSON.parse(body)).toEqual({
    jsonrpc: '2.0',
    error: { code: -32000, message: expect.any(String) },
    id: null,
  });
  // Whatever came is not sent back.
  for (const value of [TOKEN, 'evil', 'secret']) expect(body).not.toContain(value);
}

describe('hosts', () => {
  it.each<[host: string | undefined, status?: number]>([
    ['127.0.0.1:7411'],
    ['localhost:7411'],
    ['LocalHost:7411'],
    ['127.0.0.1', 403],
    ['127.0.0.1:7412', 403],
    ['evil.example:7411', 403],
    ['evil.example', 403],
    ['127.0.0.1:7411.evil.example', 403],
    ['127.0.0.1:7411, evil.example', 403],
    ['[::1]:7411', 403],
    ['0.0.0.0:7411', 403],
    ['', 403],
    [undefined, 403],
  ])('%j', (host, status) => check(headOf({ host }), status));

  it.each<[host: string | undefined, status?: number]>([
    ['127.0.0.1'],
    ['localhost'],
    ['localhost:80'],
    ['evil.example', 403],
    ['localhost:7411', 403],
    [undefined, 403],
  ])('%j, on the port that clients leave out', (host, status) =>
    check(headOf({ host }, { port: 80 }), status),
  );
});

describe('origins', () => {
  it.each<[origin: string | undefined, status?: number]>([
    [undefined],
    ['http://localhost:3000'],
    ['HTTP://LOCALHOST:3000'],
    ['http://localhost:3001', 403],
    ['https://localhost:3000', 403],
    ['http://localhost:3000.evil.example', 403],
    ['http://127.0.0.1:7411', 403],
    ['null', 403],
    ['', 403],
  ])('%j', (origin, status) => check(headOf({ origin }), status));
});

describe('tokens', () => {
  it.each<[authorization: string | undefined, status?: number]>([
    [`Bearer ${TOKEN}`],
    [`bearer   ${TOKEN}`],
    [undefined, 401],
    ['', 401],
    ['Bearer', 401],
    ['Bearer ', 401],
    [TOKEN, 401],
    [`Basic ${TOKEN}`, 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${TOKEN.slice(1)}`, 401],
    [`Bearer ${TOKEN.toUpperCase()}`, 401],
    [`Bearer ${TOKEN} ${TOKEN}`, 401],
    [`Bearer ${TOKEN}, Bearer ${TOKEN}`, 401],
    [`Bearer ${'secret'.repeat(2000)}`, 401],
  ])('%j', (authorization, status) => check(headOf({ authorization }), status));

  it('says how to ask, and whether what came was wrong', () => {
    const challenge = (authorization?: string): unknown =>
      refuseByHead(headOf({ authorization }), ACCESS)?.headers.get('www-authenticate');
    expect(challenge()).toBe('Bearer realm="llxprt-lsp"');
    expect(challenge('Bearer wrong')).toBe('Bearer realm="llxprt-lsp", error="invalid_token"');
  });
});

describe('places and methods', () => {
  it.each<[method: string, target: string, status?: number]>([
    ['POST', '/mcp'],
    ['DELETE', '/mcp'],
    ['GET', '/mcp', 405],
    ['HEAD', '/mcp', 405],
    ['PUT', '/mcp', 405],
    ['OPTIONS', '/mcp', 405],
    ['TRACE', '/mcp', 405],
    ['POST', '/', 404],
    ['POST', '/mcp/', 404],
    ['POST', '/mcp?token=secret', 404],
    ['POST', '/mcp/../../etc/passwd', 404],
    ['POST', '/%2e%2e/mcp', 404],
    ['POST', 'http://evil.example/mcp', 404],
    ['OPTIONS', '*', 404],
  ])('%s %s', (method, target, status) => check(headOf({}, { method, target }), status));

  it('says which methods there are', () => {
    expect(refuseByHead(headOf({}, { method: 'GET' }), ACCESS)?.headers.get('allow')).toBe('POST, DELETE');
  });
});

describe('bodies, by their heads', () => {
  it.each<[changes: Changes, status?: number]>([
    [{ 'content-type': 'application/json; charset=utf-8' }],
    [{ 'content-type': 'Application/JSON' }],
    [{ 'content-type': undefined }, 415],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'text/plain; a=application/json' }, 415],
    [{ 'content-type': 'application/json-seq' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'content-encoding': 'identity' }],
    [{ 'content-length': '1048576' }],
    [{ 'content-length': '1048577' }, 413],
  ])('%j', (changes, status) => check(headOf(changes), status));

  it('a DELETE has none', () =>
    check(headOf({ 'content-type': undefined }, { method: 'DELETE' }), undefined));
});

describe('whoever has less business here learns less', () => {
  const wrong = { authorization: 'Bearer wrong', 'content-type': 'text/plain', 'content-length': '9999999' };
  it.each<[what: string, changes: Changes, target: string, status: number]>([
    [
      'a strange host before all',
      { ...wrong, host: 'evil.example', origin: 'http://evil.example' },
      '/x',
      403,
    ],
    ['a strange origin before the token', { ...wrong, origin: 'http://evil.example' }, '/x', 403],
    ['the token before the path', wrong, '/x', 401],
    ['the path before the type', { ...wrong, authorization: GOOD.authorization }, '/x', 404],
    ['the type before the size', { ...wrong, authorization: GOOD.authorization }, '/mcp', 415],
  ])('%s', (_what, changes, target, status) => check(headOf(changes, { target }), status));
});

it.each<[revision: string | undefined, status?: number]>([
  [undefined],
  ['2025-11-25'],
  ['2025-06-18'],
  ['2025-03-26', 400],
  ['2025-11-26', 400],
  ['', 400],
  ['2025-11-25, 2025-06-18', 400],
])('the revision %j', (revision, status) => {
  expect(refuseByRevision(headOf({ 'mcp-protocol-version': revision }), ACCESS.revisions)?.status).toBe(
    status,
  );
});
