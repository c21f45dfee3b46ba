import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { BETWEEN, Letters } from '../../../src/navigation/letters.ts';

test.each([
  ['', '', true],
  ['', 'anything', true],
  ['cache', 'useCache', true],
  ['uC', 'useCache', true],
  ['UC', 'useCache', false],
  ['cached', 'useCache', false],
  ['a.b', 'axb', false],
  ['[-]', '[x-y]', true],
  ['ö', 'MÖWE', true],
  ['ß', 'Straße', true],
  ['🎉', 'a🎉b', true],
  ['ab', `a${BETWEEN}b`, false],
])('the letters of %p are in %p: %p', (query, name, expected) => {
  expect(new Letters(query).areIn(name)).toBe(expected);
});

test('among many names those are found that are found one by one', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '.', 'é'), maxLength: 8 });
  fc.assert(
    fc.property(name, fc.array(name, { minLength: 1, maxLength: 8 }), (query, names) => {
      const letters = new Letters(query);
      expect(letters.areIn(names.join(BETWEEN))).toBe(names.some((one) => letters.areIn(one)));
    }),
  );
});

test('a name that is long and says every letter but the last does not take long', () => {
  const start = performance.now();
  expect(new Letters(`${'a'.repeat(200)}b`).areIn('a'.repeat(100_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});
