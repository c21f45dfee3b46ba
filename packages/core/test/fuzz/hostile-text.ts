import fc from 'fast-check';

/** What could be taken for something else where a model, a shell or a parser reads it. */
const PIECES = [
  '<', '>', '&', '"', "'", '`', '\\', '/', '(', ')', '[', ']', '{', '}', ':', ',', ';', '%', '=', '@', '#', ' ', '\t', '\n', '\r', '\r\n', '\0', '\v', '\f', '\u001b[31m', '\u0085',
  '\u00a0', '\u2028', '\u2029', '\u202e', '\ufeff', '\ud800', '\udc00', '😀', 'é', 'a', 'b.ts', '1', '-1', '//', '/*', '*/', '&amp;', '&lt;', '&#10;', '%0A', '</diagnostics>',
  '<diagnostics file="a.ts">', 'ERROR [1:1] no', '... and 3 more', 'LSP diagnostics after edit:', 'LSP errors detected in other files:', '[meta] diagnostics_errors=0',
  ' checked=ts', ' unchecked=none', 'none', '__proto__', 'constructor', 'toString', 'null', 'undefined',
];

/** Short enough that two of them may be the same. */
export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 70, max: 1100 })).map(([piece, times]) => piece.repeat(times)) },
);
