import { expect, it } from 'vitest';
import { sameSecret, takeToken } from '../../src/serve/token.js';

it("a token of the user's own is taken out of the environment", () => {
  const env = { LLXPRT_LSP_TOKEN: 'a-token-that-will-do', PATH: '/bin' };
  expect(takeToken(env)).toEqual({ kind: 'given', value: 'a-token-that-will-do' });
  expect(env).toEqual({ PATH: '/bin' });
});

it('without one, 32 random bytes are', () => {
  const [a, b] = [takeToken({}), takeToken({})];
  expect(a).toEqual({ kind: 'generated', value: expect.stringMatching(/^[\w-]{43}$/) });
  expect(a).not.toEqual(b);
});

it.each([
  '',
  'fifteen-letters',
  'with a space in it',
  'täglich-täglich-täglich',
  'line\nbreak-line-break',
  'x'.repeat(1025),
])('%j is refused, and not repeated', (value) => {
  const env = { LLXPRT_LSP_TOKEN: value };
  expect(takeToken(env)).toEqual({
    kind: 'invalid',
    problem: 'LLXPRT_LSP_TOKEN must be 16 to 1024 visible ASCII characters, without spaces',
  });
  expect(env).toEqual({});
});

it.each<[a: string, b: string, same: boolean]>([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', 'secret ', false],
  ['secret', '', false],
  ['', '', true],
])('%j is %j: %s', (a, b, same) => {
  expect(sameSecret(a, b)).toBe(same);
});
