import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { bytesOf } from '../../../src/channels/tools/paging/size.ts';
import { Snapshots } from '../../../src/channels/tools/paging/snapshots.ts';

test('the least recently used go first, and each question keeps the list of one state', () => {
  const snapshots = new Snapshots({ count: 2, bytes: 10_000 });
  expect(snapshots.retain('a', 'one', [1])).toBe(true);
  expect(snapshots.retain('b', 'one', [2])).toBe(true);
  expect(snapshots.get('a', 'one')).toEqual([1]);
  expect(snapshots.retain('c', 'one', [3])).toBe(true);
  expect(snapshots.get('b', 'one')).toBeUndefined();
  expect(snapshots.retain('a', 'two', [4])).toBe(true);
  expect([snapshots.get('a', 'two'), snapshots.get('c', 'one')]).toEqual([[4], [3]]);
  // Asked for in another state it is stale, and gone.
  expect(snapshots.get('a', 'one')).toBeUndefined();
  expect(snapshots.get('a', 'two')).toBeUndefined();
});

test('what is too large is not kept, whatever else is stays, and what is kept never outgrows the bound', () => {
  const lists = fc.array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('one', 'two'),
      fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 }),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(lists, (retained) => {
      const bytes = 500;
      const snapshots = new Snapshots({ count: 3, bytes });
      const last = new Map<string, [key: string, items: string[]]>();
      for (const [question, key, items] of retained) {
        const fits = bytesOf(items, bytes) <= bytes;
        expect(snapshots.retain(question, key, items)).toBe(fits);
        if (fits) last.set(question, [key, items]);
        else last.delete(question);
        expect(snapshots.get(question, key)).toEqual(fits ? items : undefined);
        const kept = [...last].flatMap(([other, [state, list]]) => {
          const found = snapshots.get(other, state);
          if (found === undefined) last.delete(other);
          else expect(found).toEqual(list);
          return found === undefined ? [] : [bytesOf(found, bytes)];
        });
        expect(kept.length).toBeLessThanOrEqual(3);
        expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes);
      }
    }),
  );
});

test('20,000 references fit, and 5,000 files with 200 findings each do not', () => {
  const range = { start: { line: 100, character: 10 }, end: { line: 100, character: 20 } };
  const references = Array.from({ length: 20_000 }, (_, line) => ({
    uri: 'file:///home/somebody/projects/something/packages/core/src/service/file.ts',
    range: { ...range, start: { line, character: 4 } },
  }));
  expect(new Snapshots().retain('references', 'now', references)).toBe(true);
  const finding = {
    id: `sha256:${'a'.repeat(64)}`,
    range,
    severity: 1,
    code: '2322',
    source: 'ts',
    message: "Type 'string' is not assignable to type 'number'.",
  };
  const files = Array.from({ length: 5000 }, (_, index) => ({
    uri: `file:///work/${index}.ts`,
    diagnostics: Array(200).fill(finding) as unknown[],
  }));
  expect(new Snapshots().retain('diagnostics', 'now', files)).toBe(false);
});
