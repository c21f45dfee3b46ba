import * as fc from 'fast-check';

/** What could be taken for something else, in a path, a text or a name. */
const PIECES = [
  'a.fake',
  'b.fake',
  'sub',
  'alpha',
  'beta',
  'ERROR x',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '',
  '.',
  '..',
  '/',
  '//',
  '\\',
  '~',
  '#',
  '%2e%2e',
  '%00',
  '%',
  '?',
  '*',
  '"',
  "'",
  '<',
  '😀',
  '\ud800',
  '\u2028',
  '\ufeff',
  'é',
  'e\u0301',
  'file://',
  'file:///',
  'file://localhost/',
  'http://',
  'data:',
  '__proto__',
  'constructor',
  'node_modules',
  '.git',
  '-',
  '--help',
  '$HOME',
  '`id`',
  '(a+)+$',
  '1',
  '-1',
  '1e309',
  'null',
  'x'.repeat(300),
];

export const hostileText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const number = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, 5, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 31), 1e300),
  fc.integer(),
);

export const anyJson = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}),
  hostileText,
  number,
  fc.jsonValue({ maxDepth: 3 }),
);

/** These keys with what fits them, and now and then without some, with others, or with something else. */
export function objectOf(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const likely = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: anyJson }),
    ]),
  );
  const other = fc.dictionary(fc.constantFrom('x', '__proto__', 'constructor', ''), anyJson, {
    maxKeys: 1,
    noNullPrototype: true,
  });
  const some = fc.record(likely, { requiredKeys: [], noNullPrototype: true });
  const all = fc.record(likely, { noNullPrototype: true });
  return fc.oneof(
    { weight: 5, arbitrary: all },
    { weight: 3, arbitrary: some },
    { weight: 1, arbitrary: fc.tuple(some, other).map(([own, more]) => ({ ...own, ...more })) },
    { weight: 1, arbitrary: anyJson },
  );
}

/** Coordinates, most of them inside of a small file. */
export const coordinate = fc.oneof({ weight: 5, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: number });
