import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bitsOf, FuzzyQuery } from '../../navigation/fuzzy-match.ts';

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
  ['ı', 'I', true],
])('the letters of %p are in %p: %p', (query, name, expected) => {
  expect(new FuzzyQuery(query).matches(name)).toBe(expected);
});

test('a name that says all letters has all of their bits', () => {
  const name = fc.string({
    unit: fc.constantFrom(
      'a',
      'A',
      'z',
      'Z',
      '0',
      '9',
      '@',
      '[',
      '`',
      '{',
      'é',
      'É',
      'ı',
      'ſ',
      '\u212a',
      '🎉',
    ),
    maxLength: 8,
  });
  fc.assert(
    fc.property(name, name, (query, said) => {
      const letters = new FuzzyQuery(query);
      if (letters.matches(said)) expect(bitsOf(said) & letters.bits).toBe(letters.bits);
    }),
    { numRuns: 2000 },
  );
});

test('a name that is long and says every letter but the last does not take long', () => {
  // The work counts, not how long a busy machine lets it wait. us.
  const start = process.cpuUsage();
  expect(new FuzzyQuery(`${'a'.repeat(200)}b`).matches('a'.repeat(100_000))).toBe(false);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});
