import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The environment variable with a token that the user chose. */
export const TOKEN_VARIABLE = 'LLXPRT_LSP_TOKEN';

export type Token =
  | { readonly kind: 'given' | 'generated'; readonly value: string }
  | { readonly kind: 'invalid'; readonly problem: string };

const GENERATED_BYTES = 32;
/** What a header can carry: visible ASCII. */
const USABLE = /^[\x21-\x7e]{16,1024}$/;

/**
 * Takes the token out of the environment, or makes one. Taken out, because servers and the programs
 * that they start must not get it.
 */
export function takeToken(env: NodeJS.ProcessEnv): Token {
  const value = env[TOKEN_VARIABLE];
  if (value === undefined)
    return { kind: 'generated', value: randomBytes(GENERATED_BYTES).toString('base64url') };
  Reflect.deleteProperty(env, TOKEN_VARIABLE);
  if (USABLE.test(value)) return { kind: 'given', value };
  return {
    kind: 'invalid',
    problem: `${TOKEN_VARIABLE} must be 16 to 1024 visible ASCII characters, without spaces`,
  };
}

/** Compares in constant time, whatever the texts and their lengths are. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
