import { expect, test } from 'bun:test';
import fc from 'fast-check';

import type { Range } from '../../../src/backend/model.ts';
import { comparePositions } from '../../../src/backend/navigation/order.ts';
import { readCallItems, readCalls } from '../../../src/backend/navigation/read-calls.ts';
import { readHover } from '../../../src/backend/navigation/read-hover.ts';
import { readLocations } from '../../../src/backend/navigation/read-locations.ts';
import { readDocumentSymbols, readWorkspaceSymbols } from '../../../src/backend/navigation/read-symbols.ts';
import * as some from './arbitraries.ts';

const count = some.unsure(fc.nat(3));
const position = some.unsure(fc.record({ line: count, character: count }));
const range = some.unsure(fc.oneof(some.range, fc.record({ start: position, end: position })));
const text = some.unsure(fc.constantFrom('', 'a', ' ', '`', 'file:///w/a', 'markdown', 'plaintext'));
const kind = some.unsure(fc.integer({ min: -1, max: 28 }));

const leaf = {
  name: text,
  kind,
  uri: text,
  range,
  location: some.unsure(fc.record({ uri: text, range })),
  selectionRange: range,
  containerName: text,
  targetUri: text,
  targetSelectionRange: range,
  language: text,
  value: text,
  fromRanges: some.unsure(fc.array(range, { maxLength: 3 })),
};

/** A piece of an answer as servers give it, in which any part may be any JSON instead. */
function piece(depth: number): fc.Arbitrary<unknown> {
  const inner =
    depth === 0
      ? {}
      : {
          children: pieces(depth - 1),
          contents: pieces(depth - 1),
          from: piece(depth - 1),
          to: piece(depth - 1),
        };
  return some.unsure(fc.record({ ...leaf, ...inner }, { requiredKeys: ['name', 'kind'] }));
}

function pieces(depth: number): fc.Arbitrary<unknown> {
  return some.unsure(fc.array(piece(depth), { maxLength: 3 }));
}

const answer = fc.oneof(pieces(2), piece(2));

function expectRange(range: Range): void {
  for (const { line, character } of [range.start, range.end])
    expect([line, character].every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
  expect(comparePositions(range.start, range.end)).toBeLessThanOrEqual(0);
}

function expectLabel({
  name,
  kind,
  containerName,
}: {
  name: string;
  kind: number;
  containerName?: string;
}): void {
  expect([typeof name, Number.isInteger(kind) && kind >= 1 && kind <= 26, containerName === ''].join()).toBe(
    'string,true,false',
  );
}

test('whatever a server answers, nothing throws, and only what is well-formed comes out', () => {
  let found = 0;
  fc.assert(
    fc.property(answer, (result) => {
      for (const { uri, range } of readLocations(result)) {
        found += 1;
        expect(typeof uri).toBe('string');
        expectRange(range);
      }
      for (const symbol of readDocumentSymbols(result)) {
        found += 1;
        expectLabel(symbol);
        expectRange(symbol.range);
        expectRange(symbol.selectionRange);
      }
      for (const symbol of readWorkspaceSymbols(result)) {
        found += 1;
        expectLabel(symbol);
        expectRange(symbol.range);
      }
      for (const part of readHover(result)?.parts ?? []) {
        found += 1;
        expect(part.value.trim()).not.toBe('');
      }
      const calls = (['incoming', 'outgoing'] as const).flatMap((direction) => [
        ...readCalls(result, direction),
      ]);
      for (const item of [...readCallItems(result), ...calls.map((call) => call.item)]) {
        found += 1;
        expectLabel(item);
        expectRange(item.selectionRange);
      }
      calls.flatMap(({ sites }) => sites).forEach(expectRange);
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(100);
});
