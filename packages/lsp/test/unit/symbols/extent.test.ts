import { describe, expect, test } from 'bun:test';

import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { extentOf } from '../../../src/engine/refactor/symbols/extent.ts';
import { cppSymbols } from '../../../src/languages/cpp/symbol-syntax.ts';
import { goSymbols } from '../../../src/languages/go/symbol-syntax.ts';
import { pythonSymbols } from '../../../src/languages/python/symbol-syntax.ts';
import { rustSymbols } from '../../../src/languages/rust/symbol-syntax.ts';
import { typescriptSymbols } from '../../../src/languages/typescript/symbol-syntax.ts';
import { outlineIn, type Recorded, symbolIn } from './recorded.ts';
import cpp from './recorded/cpp.json';
import go from './recorded/go.json';
import python from './recorded/python.json';
import rust from './recorded/rust.json';
import typescript from './recorded/typescript.json';

/** All lines of the definition, with `|` where it begins below its comment and where it ends; or why there is none. */
function extentIn(
  recorded: Recorded,
  server: string,
  syntax: SymbolSyntax,
  path: string,
  ending?: string,
): string {
  const outline = outlineIn(recorded, server, syntax, ending);
  const found = extentOf(outline, symbolIn(outline, path), syntax);
  if (typeof found === 'string') return found.replace(/: edit.*/s, '');
  const { start, definition, end, lineEnd } = found;
  const { text } = outline;
  return `${text.slice(start, definition)}|${text.slice(definition, end)}|${text.slice(end, lineEnd)}`;
}

/** From the first such line to the next one that is `last`. */
function linesFrom({ text }: Recorded, first: string, last: string): string {
  const start = text.indexOf(first);
  return text.slice(start, text.indexOf(last, start) + 1).join('\n');
}

function check(
  title: string,
  recorded: Recorded,
  servers: readonly string[],
  syntax: SymbolSyntax,
  want: Readonly<Record<string, string>>,
): void {
  describe.each([...servers])(`${title}, %s`, (server) => {
    const paths = Object.keys(want);
    const found = (ending?: string): Record<string, string> =>
      Object.fromEntries(paths.map((path) => [path, extentIn(recorded, server, syntax, path, ending)]));

    test('the range of a symbol and all that belongs to it', () => {
      expect(found()).toEqual({ ...want });
    });

    test('the same with CRLF', () => {
      expect(found('\r\n')).toEqual(
        Object.fromEntries(paths.map((path) => [path, (want[path] ?? '').replaceAll('\n', '\r\n')])),
      );
    });
  });
}

check('TypeScript', typescript, ['TypeScript 5.9', 'TypeScript 7'], typescriptSymbols, {
  total: '/**\n * Doc of total.\n */\n|export const total = 1|;',
  a: '`a` shares its line with other code',
  b: '`b` shares its line with other code',
  c: '|export let c: number | undefined|; // trailing',
  f: '/** Doc. */\n|export function f(s: string): void;|',
  'f#2': '|export function f(s: unknown): void {\n  const local = 1;\n}|',
  local: '|  const local = 1|;',
  'E/A': '  /** A doc */\n|  A|,',
  'E/B': '|  B = 2|, // b',
  'E/C': '|  C|',
  K: `|${linesFrom(typescript, '@dec', '}')}|`,
  'K/a': '  // first\n|  @dec a = 1;|',
  p: '`p` shares its line with other code',
  'K/m': '  /** Doc m */\n|  async m(): Promise<void> {}|',
  'I/b': '|  b?: number,|',
  'I/m': '|  m(): void|',
  T: '|export type T = { x: 1 };|',
  'o/k': '|  k: 1|,',
  'o/z': '|  z: 2|',
  d1: '`d1` shares its line with other code',
  arrow: '|export const arrow = (q: number) => {\n  return q;\n}|;',
});

const PYTHON = {
  total: '# about total\n|total = 1|  # trailing',
  LIST: '|LIST = [\n    1,\n    2,\n]|',
  typed: '|typed: int = 4|',
  s: '|s = """x\ny"""|',
  f: '|@dec(1)\n@dec2\ndef f(x: int) -> int:\n    """Doc."""\n    local = 1\n    return x|\n    # last',
  'K/attr': '|    attr: int = 1|',
  'K/__init__': '|    def __init__(self, v):\n        self.v = v|',
  cond: '|    cond = lambda z: z|',
};
check('Python', python, ['pyright', 'ty'], pythonSymbols, PYTHON);
check('Python: one of several', python, ['pyright'], pythonSymbols, {
  a: '`a` shares its line with other code',
  b: '`b` shares its line with other code',
  p: '`p` is declared together with `q`',
  q: '`q` shares its line with other code',
  'K/v': '`v` shares its line with other code',
});
check('Python: one of several', python, ['ty'], pythonSymbols, {
  a: '`a` is declared together with `b`',
  b: '`b` is declared together with `a`',
  p: '`p` is declared together with `q`',
  'K/m': '    # about m\n|    @property\n    def m(self):\n        return self.v|',
});

check('Go', go, ['gopls'], goSymbols, {
  Total: '// Doc of Total.\n|var Total = 1|',
  A: '\t// A is.\n|\tA = iota|',
  B: '|\tB| // b',
  x: '`x` is declared together with `y`',
  noinl: '|//go:noinline\nfunc noinl() {}|',
  K: `// K is a type.\n//\n// More.\n|${linesFrom(go, 'type K struct {', '}')}|`,
  'K/F': '\t// F doc\n|\tF int `json:"f"`| // trail',
  'K/B': '`B` is declared together with `C`',
  'K/E': '|\t*E|',
  'E#1': '\t// E doc\n|\tE struct{}|',
  'I/M': '|\t\tM() int|',
  'M#1': '// M doc\n|//go:noinline\nfunc (k *K) M() int {\n\treturn 1\n}|',
});

check('Rust', rust, ['rust-analyzer'], rustSymbols, {
  f: '// plain\n/// Doc of f.\n|#[inline]\npub fn f() -> i32 {\n    1\n}|',
  S: '|pub static S: i32 = 1;| // trailing',
  K: `/// K doc\n|${linesFrom(rust, '#[derive(', '}')}|`,
  'K/a': '    /// a doc\n|    pub a: i32|,',
  'K/b': '|    #[allow(dead_code)]\n    b: i32|',
  'E/A': '    /// A doc\n|    A|,',
  'E/B': '|    B(i32)|, // b',
  'E/C': '|    C { x: i32 }|',
  x: '`x` shares its line with other code',
  m: '    // plain m\n|    pub fn m(&self) {}|',
  t: '|    fn t(&self);|',
  mac: '|macro_rules! mac { () => {} }|',
});

check('C++', cpp, ['clangd'], cppSymbols, {
  total: '// Doc of total\n// two\n|inline int total = 1|; // trailing',
  q: '`q` shares its line with other code',
  r: '`r` is declared together with `q`',
  names: '|static const char *const names[] = {\n  "a",\n}|;',
  t: '/** Doc t */\n|template <typename T,\n          typename U>\nT t(T a) { return a; }|',
  't#1': '|template <>\nint t<int, int>(int a) { return a; }|',
  nd: '|[[nodiscard]] int nd()|;',
  nd2: '|[[nodiscard]]\nint nd2()|;',
  'S/a': '|  int a|; // a',
  'S/b': '`b` shares its line with other code',
  'S/c': '`c` is declared together with `b`',
  'S/tm': '|  template <class X> void tm(X x) {}|',
  bits: '|  int bits : 3|;',
  S: '`S` shares its line with other code',
  'E/A': '  /// A doc\n|  A|,',
  ec: '|void ec()|;',
  ec2: '|extern "C" void ec2()|;',
});
