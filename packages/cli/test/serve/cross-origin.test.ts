import { expect, it } from 'vitest';
import { answerPreflight, parseOrigin, shareWith } from '../../src/serve/cross-origin.js';

const ACCESS = {
  token: 'x'.repeat(16),
  origins: new Set(['http://localhost:3000']),
  revisions: ['2025-11-25'],
};

function headOf(headers: Record<string, string>, method = 'OPTIONS') {
  return { method, target: '/mcp', headers: new Headers(headers), port: 1 };
}

it.each<[text: string, origin?: string]>([
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://LOCALHOST:3000/', 'http://localhost:3000'],
  ['https://app.example:443', 'https://app.example'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['vscode-webview://abc123', 'vscode-webview://abc123'],
  ['chrome-extension://ABC', 'chrome-extension://abc'],
  ['*'],
  ['null'],
  [''],
  ['localhost:3000'],
  ['http://'],
  ['http://a b'],
  ['http://user@host'],
  ['http://host/path'],
  ['http://host:99999'],
])('--allow-origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin);
});

it.each<[headers: Record<string, string>, method: string, status?: number]>([
  [{ origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }, 'OPTIONS', 204],
  [{ origin: 'http://evil.example', 'access-control-request-method': 'POST' }, 'OPTIONS'],
  [{ 'access-control-request-method': 'POST' }, 'OPTIONS'],
  [{ origin: 'http://localhost:3000' }, 'OPTIONS'],
  [{ origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }, 'POST'],
])('a browser asks first: %j %s', (headers, method, status) => {
  expect(answerPreflight(headOf(headers, method), ACCESS)?.status).toBe(status);
});

it('only a page of an allowed origin may read an answer', () => {
  const share = (origin?: string) =>
    shareWith(headOf(origin === undefined ? {} : { origin }), ACCESS, new Response('')).headers.get(
      'access-control-allow-origin',
    );
  expect([share('http://localhost:3000'), share('http://evil.example'), share()]).toEqual([
    'http://localhost:3000',
    null,
    null,
  ]);
});
