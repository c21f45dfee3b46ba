import { isObject } from '../../json.ts';

/** Where a page begins, and in which list of which state of the workspace (gateway-contract 3.6). */
export interface Cursor {
  /** How many items come before it. */
  readonly offset: number;
  /** Of the question: `k`, 64 hexadecimal digits. */
  readonly requestKey: string;
  /** Of the workspace's state as that question sees it: `s`, 64 hexadecimal digits. */
  readonly snapshotKey: string;
}

const VERSION = 2;

/** A cursor of the greatest offset has 234. */
const MAX_CHARACTERS = 256;

const SHA256_HEX = /^[0-9a-f]{64}$/;

export function encodeCursor({ offset, requestKey, snapshotKey }: Cursor): string {
  return Buffer.from(JSON.stringify({ v: VERSION, o: offset, k: requestKey, s: snapshotKey })).toString('base64url');
}

/** Undefined for whatever `encodeCursor` has not made: one cursor has one spelling. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const payload = parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!isObject(payload)) return undefined;
  const { v, o, k, s } = payload;
  if (v !== VERSION || !isOffset(o) || !isKey(k) || !isKey(s)) return undefined;
  const cursor: Cursor = { offset: o, requestKey: k, snapshotKey: s };
  // Other alphabets, padding, stray bits, white space, further keys and their order: all of them are spelled otherwise.
  return encodeCursor(cursor) === text ? cursor : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && SHA256_HEX.test(value);
}
