import { isObject, parseJson } from '../../../support/json.ts';

/** The start of a page, and its list and workspace state (gateway-contract 3.6). */
export interface Cursor {
  /** How many items precede the page. */
  readonly offset: number;
  /** The key of the request: `k`, 64 hexadecimal digits. */
  readonly requestKey: string;
  /** The key of the workspace state that the request depends on: `s`, 64 hexadecimal digits. */
  readonly snapshotKey: string;
}

const VERSION = 2;

/** A cursor with the greatest offset has 234 characters. */
const MAX_CHARACTERS = 256;

const SHA256_HEX = /^[0-9a-f]{64}$/;

export function encodeCursor({ offset, requestKey, snapshotKey }: Cursor): string {
  return Buffer.from(JSON.stringify({ v: VERSION, o: offset, k: requestKey, s: snapshotKey })).toString(
    'base64url',
  );
}

/** Undefined for any text that `encodeCursor` has not made: each cursor has one spelling. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const payload = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!isObject(payload)) return undefined;
  const { v, o, k, s } = payload;
  if (v !== VERSION || !isOffset(o) || !isKey(k) || !isKey(s)) return undefined;
  const cursor: Cursor = { offset: o, requestKey: k, snapshotKey: s };
  // Rejects other alphabets, padding, stray bits, white space, further keys and another order of
  // keys.
  return encodeCursor(cursor) === text ? cursor : undefined;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && SHA256_HEX.test(value);
}
