import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { type Cursor, decodeCursor, encodeCursor } from '../../../src/channels/tools/paging/cursor.ts';

const K = 'a'.repeat(64);
const S = '0123456789abcdef'.repeat(4);

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const cursors: fc.Arbitrary<Cursor> = fc.record({
  offset: fc.maxSafeNat(),
  requestKey: hex,
  snapshotKey: hex,
});

function packed(json: string): string {
  return Buffer.from(json).toString('base64url');
}

test('gateway-contract 3.6: a cursor is base64url of {v, o, k, s}, without padding', () => {
  const cursor = encodeCursor({ offset: 50, requestKey: K, snapshotKey: S });
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(JSON.parse(Buffer.from(cursor, 'base64url').toString())).toEqual({ v: 2, o: 50, k: K, s: S });
});

test('gateway-contract 3.6: what was encoded is decoded', () => {
  fc.assert(fc.property(cursors, (cursor) => expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)));
});

test('gateway-contract 3.6: whatever is not the one spelling of a cursor is none', () => {
  const good = encodeCursor({ offset: 5, requestKey: K, snapshotKey: S });
  const table: [what: string, text: string][] = [
    ['nothing', ''],
    ['no base64', 'not a cursor!'],
    ['no JSON', packed('{"v":2')],
    ['no object', packed('[2,5]')],
    ['null', packed('null')],
    ['an earlier version', packed(`{"v":1,"o":5,"k":"${K}","s":"${S}"}`)],
    ['a version in quotes', packed(`{"v":"2","o":5,"k":"${K}","s":"${S}"}`)],
    ['no version', packed(`{"o":5,"k":"${K}","s":"${S}"}`)],
    ['a negative offset', packed(`{"v":2,"o":-5,"k":"${K}","s":"${S}"}`)],
    ['minus nothing', packed(`{"v":2,"o":-0,"k":"${K}","s":"${S}"}`)],
    ['half an offset', packed(`{"v":2,"o":5.5,"k":"${K}","s":"${S}"}`)],
    ['an offset with a point', packed(`{"v":2,"o":5.0,"k":"${K}","s":"${S}"}`)],
    ['an offset with an exponent', packed(`{"v":2,"o":5e0,"k":"${K}","s":"${S}"}`)],
    ['an offset past all whole numbers', packed(`{"v":2,"o":9007199254740993,"k":"${K}","s":"${S}"}`)],
    ['an endless offset', packed(`{"v":2,"o":1e999,"k":"${K}","s":"${S}"}`)],
    ['an offset in quotes', packed(`{"v":2,"o":"5","k":"${K}","s":"${S}"}`)],
    ['no offset', packed(`{"v":2,"k":"${K}","s":"${S}"}`)],
    ['no request key', packed(`{"v":2,"o":5,"s":"${S}"}`)],
    ['a key in capitals', packed(`{"v":2,"o":5,"k":"${K.toUpperCase()}","s":"${S}"}`)],
    ['a short key', packed(`{"v":2,"o":5,"k":"${K.slice(1)}","s":"${S}"}`)],
    ['a key that is a number', packed(`{"v":2,"o":5,"k":1,"s":"${S}"}`)],
    ['one key more', packed(`{"v":2,"o":5,"k":"${K}","s":"${S}","x":1}`)],
    ['a prototype', packed(`{"v":2,"o":5,"k":"${K}","s":"${S}","__proto__":{}}`)],
    ['a key twice', packed(`{"v":2,"o":4,"o":5,"k":"${K}","s":"${S}"}`)],
    ['another order', packed(`{"o":5,"v":2,"k":"${K}","s":"${S}"}`)],
    ['white space inside', packed(`{"v":2, "o":5,"k":"${K}","s":"${S}"}`)],
    ['white space around', ` ${good}`],
    ['a line break', `${good}\n`],
    ['padding', `${good}=`],
    ['the other alphabet', Buffer.from(`{"v":2,"o":5,"k":"${K}","s":"${S}"}>>>???`).toString('base64')],
    ['something behind it', `${good}AAAA`],
    ['a byte order mark', packed(`\uFEFF{"v":2,"o":5,"k":"${K}","s":"${S}"}`)],
    ['a very long one', 'A'.repeat(1_000_000)],
    ['many brackets', packed('['.repeat(100_000))],
  ];
  for (const [what, text] of table) expect([what, decodeCursor(text)]).toEqual([what, undefined]);
});

test('gateway-contract 3.6: what is decoded has one spelling, whatever was changed in it', () => {
  const changes = fc.record({
    at: fc.nat(300),
    remove: fc.nat(3),
    insert: fc.string({ maxLength: 3, unit: 'binary' }),
  });
  fc.assert(
    fc.property(cursors, changes, (cursor, { at, remove, insert }) => {
      const good = encodeCursor(cursor);
      const changed = good.slice(0, at) + insert + good.slice(at + remove);
      const decoded = decodeCursor(changed);
      if (decoded !== undefined) expect(encodeCursor(decoded)).toBe(changed);
    }),
  );
});
