import { expect, test } from 'bun:test';

import { pieceAt, piecesOf } from '../../../src/backend/symbols/pieces.ts';
import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { cppSymbols } from '../../../src/languages/cpp/symbol-syntax.ts';
import { goSymbols } from '../../../src/languages/go/symbol-syntax.ts';
import { pythonSymbols } from '../../../src/languages/python/symbol-syntax.ts';
import { rustSymbols } from '../../../src/languages/rust/symbol-syntax.ts';
import { typescriptSymbols } from '../../../src/languages/typescript/symbol-syntax.ts';

function check(language: string, syntax: SymbolSyntax, text: string, want: readonly string[]): void {
  test(`${language}: ${JSON.stringify(text)}`, () => {
    expect(piecesOf(text, syntax).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual(
      [...want],
    );
  });
}

check('TypeScript', typescriptSymbols, 'a = "// b"; // c "d\r\ne', ['quoted "// b"', 'comment // c "d']);
check('TypeScript', typescriptSymbols, "a = `x'\n// y`; /* `\n */ b / c / d", [
  "quoted `x'\n// y`",
  'comment /* `\n */',
]);
check('TypeScript', typescriptSymbols, 'a(/["/]`/g, "b"); // c', [
  'quoted /["/]`/',
  'quoted "b"',
  'comment // c',
]);
check('TypeScript', typescriptSymbols, "it's open\n// c", ["quoted 's open", 'comment // c']);
check('Python', pythonSymbols, 'a = """#\n"""; b = \'#\' # c', [
  'quoted """#\n"""',
  "quoted '#'",
  'comment # c',
]);
check('Python', pythonSymbols, 'a = "\\"#" # b', ['quoted "\\"#"', 'comment # b']);
check('Go', goSymbols, "a := `\\`; b := '\\'' // c", ['quoted `\\`', "quoted '\\''", 'comment // c']);
check('Rust', rustSymbols, `a: &'static str = r#"// "b"#; c = '"'; // d`, [
  'quoted r#"// "b"#',
  `quoted '"'`,
  'comment // d',
]);
check('C++', cppSymbols, `a = R"x(// )" )x"; b = 1'000; // c`, ['quoted R"x(// )" )x"', 'comment // c']);
check('C++', cppSymbols, `b = 1'000'000; // c`, ['comment // c']);

test('the piece at an offset', () => {
  const text = 'a /* b */ c // d';
  const pieces = piecesOf(text, typescriptSymbols);
  expect(Array.from(text, (_, offset) => pieceAt(pieces, offset)?.start ?? -1)).toEqual([
    -1, -1, 2, 2, 2, 2, 2, 2, 2, -1, -1, -1, 12, 12, 12, 12,
  ]);
});
