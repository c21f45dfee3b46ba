import fc from 'fast-check';

import type {
  Call,
  DocumentSymbol,
  HoverPart,
  Place,
  Position,
  Range,
  WorkspaceSymbol,
} from '../../../src/backend/model.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

/** Few values each, so that many are the same in some respect and differ in another. */

const position: fc.Arbitrary<Position> = fc.record({ line: fc.nat(3), character: fc.nat(3) });

export const range: fc.Arbitrary<Range> = fc.tuple(position, position).map(([a, b]) => {
  const isInOrder = a.line < b.line || (a.line === b.line && a.character <= b.character);
  return isInOrder ? { start: a, end: b } : { start: b, end: a };
});

/** Some sort otherwise by locale or by code point, and some would run into what stands beside them in a key. */
const text = fc.constantFrom('a', 'B', 'b', 'ä', '\uFF5E', '🎉', '\0', '","', '[1]', ' ');
const path = fc
  .constantFrom('/w/a', '/w/a b', '/w/a/b', '/w/a.b', '/w/Z', '/w/ä')
  .map((name) => name as AdmittedPath);
const kind = fc.constantFrom(2, 5, 12);
const label = { name: text, kind };
/** Left out as often as not. */
const optional = <T>(values: Record<string, fc.Arbitrary<T>>) => fc.record(values, { requiredKeys: [] });

export const place: fc.Arbitrary<Place> = fc.record({ path, range });

export const documentSymbol: fc.Arbitrary<DocumentSymbol> = fc
  .tuple(fc.record({ ...label, range, selectionRange: range }), optional({ containerName: text }))
  .map(([symbol, container]) => ({ ...symbol, ...container }));

export const workspaceSymbol: fc.Arbitrary<WorkspaceSymbol> = fc
  .tuple(fc.record({ ...label, path, range }), optional({ containerName: text }))
  .map(([symbol, container]) => ({ ...symbol, ...container }));

export const call: fc.Arbitrary<Call> = fc.record({
  ...label,
  path,
  range,
  selectionRange: range,
  sites: fc.array(place, { maxLength: 3 }),
});

export const part: fc.Arbitrary<HoverPart> = fc.record({
  kind: fc.constantFrom('markdown', 'plaintext'),
  value: text,
});

/** A list, and the same items in another order, some of them twice. */
export function shuffled<T>(item: fc.Arbitrary<T>): fc.Arbitrary<{ items: T[]; again: T[] }> {
  return fc.array(item, { maxLength: 12 }).chain((items) =>
    fc
      .tuple(fc.shuffledSubarray(items, { minLength: items.length }), fc.subarray(items))
      .map(([all, some]) => [...all, ...some])
      .chain((again) => fc.shuffledSubarray(again, { minLength: again.length }))
      .map((again) => ({ items, again })),
  );
}

/** What it should be, but now and then any other JSON. */
export function unsure(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}
