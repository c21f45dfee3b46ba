import { expect } from 'bun:test';

import { type Apart, describeChecked } from '../../../../../test/real/checkers-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const module = (name: string): string => `module ${name}\n\ngo 1.21\n`;

const KINDS: Readonly<Record<string, string>> = {
  'typed/a.go': 'package typed\n\nvar Wrong int = "x"\n',
  'syntax/a.go': 'package syntax\n\nfunc F( {\n\treturn 1\n}\n',
  'unused/a.go': 'package unused\n\nimport "os"\n\nfunc F() int {\n\tx := 1\n\treturn 1\n}\n',
  'base/a.go': 'package base\n\nvar Value = "one"\n',
  'user/a.go': 'package user\n\nimport "demo/base"\n\nvar Wanted int = base.Value\n',
  'lines/a.go':
    'package lines\n\ntype I interface {\n\tM(int)\n}\n\ntype T struct{}\n\nfunc (T) M(string) {}\n\nvar V I = T{}\n',
  'tested/a.go': 'package tested\n\nfunc One() int { return 1 }\n',
  'tested/a_test.go':
    'package tested\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tvar s string = One()\n\tt.Log(s)\n}\n',
  'outer/a.go': 'package outer\n\nfunc One() int { return 1 }\n',
  'outer/a_test.go':
    'package outer_test\n\nimport (\n\t"demo/outer"\n\t"testing"\n)\n\nfunc TestOne(t *testing.T) {\n\tvar s string = outer.One()\n\tt.Log(s)\n}\n',
  'emoji/a.go': 'package emoji\n\nvar s = "🎉"; var n int = "🎉é"\n\n\t/* 日本 */ var z bool = 3\n',
  'crlf/a.go': 'package crlf\r\n\r\nvar B string =\r\n\t1\r\n',
  'bom/a.go': '\uFEFFpackage bom; var N int = "x"\nvar M int = "x"\n',
  'undefined/a.go': 'package undefined\n\nvar A = nowhere\n',
  'noreturn/a.go': 'package noreturn\n\nfunc F() int {\n}\n',
  'vet/a.go':
    'package vet\n\nimport "fmt"\n\nfunc F() {\n\tfmt.Printf("%d\\n", "x")\n\tx := 1\n\tx = x\n\tfmt.Println("é🎉", x); fmt.Printf("%s\\n", 1)\n}\n',
  'vettest/a.go': 'package vettest\n',
  'vettest/a_test.go':
    'package vettest\n\nimport "testing"\n\nfunc Test(t *testing.T) {\n\tt.Errorf("%d", "x")\n}\n',
  'twice/a.go': 'package twice\n\nvar A = 1\n',
  'twice/b.go': 'package twice\n\nvar A = 2\n',
  'many/a.go': `package many\n\n${Array.from({ length: 15 }, (_, n) => `var V${n} int = "x"`).join('\n')}\n`,
  'windowed/a_windows.go': 'package windowed\n\nvar A int = "x"\n',
  'windowed/a.go': 'package windowed\n',
  'clean/a.go': 'package clean\n',
  // Modules of their own: what is wrong with them keeps the go command from looking at all.
  'waiting/go.mod': module('waiting'),
  'waiting/base/a.go': 'package base\n\nvar Value int = "one"\n',
  'waiting/user/a.go': 'package user\n\nimport "waiting/base"\n\nvar Wanted string = base.Value\n',
  'loading/go.mod': module('loading'),
  'loading/missing/a.go': 'package missing\n\nimport "example.com/nothing"\n\nvar A = nothing.B\n',
  'loading/packageless/a.go': 'packag x\n',
  'loading/vet/a.go': 'package vet\n\nimport "fmt"\n\nfunc F() {\n\tfmt.Printf("%d\\n", "x")\n}\n',
};

const WORDS = "its parser's words are not those of gopls";

const APART: Readonly<Record<string, Apart>> = {
  'syntax/a.go': {
    why: WORDS,
    server: ["error 3:9 - expected ')', found '{'"],
    checker: ['error 3:9 - syntax error: unexpected {, expected )'],
  },
  'twice/a.go': {
    why: 'the compiler complains once, about the second',
    server: ['error 3:5 DuplicateDecl A redeclared in this block (see details)'],
  },
  'twice/b.go': {
    why: 'the compiler says where the first one is',
    server: ['error 3:5 DuplicateDecl A redeclared in this block'],
    checker: ['error 3:5 - A redeclared in this block\n\ttwice/a.go:3:5: other declaration of A'],
  },
  'windowed/a_windows.go': {
    why: 'the compiler compiles for one system',
    server: [
      'error 3:13 IncompatibleAssign cannot use "x" (untyped string constant) as int value in variable declaration',
    ],
  },
  'waiting/user/a.go': {
    why: 'what it depends on does not compile',
    server: [
      'error 5:21 IncompatibleAssign cannot use base.Value (variable of type int) as string value in variable declaration',
    ],
  },
  'loading/missing/a.go': {
    why: 'the go command says what to do',
    server: [
      'error 3:8 BrokenImport could not import example.com/nothing (no required module provides package "example.com/nothing")',
    ],
    checker: [
      'error 3:8 - no required module provides package example.com/nothing; to add it:\n\tgo get example.com/nothing',
    ],
  },
  'loading/vet/a.go': {
    why: 'go vet looks at nothing where an import is missing',
    server: ['warning 6:14 default fmt.Printf format %d has arg "x" of wrong type string'],
  },
};

const VALUE = 'package value\n\nvar Value = 1\n';
const USER = 'package user\n\nimport "demo/value"\n\nvar Wanted int = value.Value\n';

describeChecked({
  title: 'Go',
  define: testWith('go', 'gopls'),
  checker: 'go',
  server: 'gopls',
  project: { 'go.mod': module('demo') },
  without: { kind: 'path', programs: ['go'] },
  kinds: KINDS,
  apart: APART,
  incomplete: { waiting: 'waiting/user was not compiled', loading: 'go vet exited with code 1' },
  edits: [
    {
      file: 'value/a.go',
      clean: VALUE,
      broken: VALUE.replace('Value =', 'Value int = "x" //'),
      at: 'value/a.go',
    },
    { file: 'user/a.go', clean: USER, broken: USER.replace('int', 'string'), at: 'user/a.go' },
    { file: 'value/a.go', clean: VALUE, broken: VALUE.replace('1', '"one"'), at: 'user/a.go' },
  ],
});

const test = testWith('go');

test('Go: a file for another system is not called clean', async () => {
  const files = {
    'go.mod': module('demo'),
    'sub/a_plan9.go': 'package a\n\nvar A int = "x"\n',
    'sub/b.go': 'package a\n',
  };
  await using lab = await openReal({ servers: [], checkers: { go: {} }, files });
  for (const [path, outcome] of [
    ['sub/a_plan9.go', 'incomplete'],
    ['sub/b.go', 'complete'],
    ['go.mod', 'complete'],
    ['.', 'complete'],
  ] as const) {
    const { projects } = await lab.sidecar.request('lsp/checkProject', { paths: [path] });
    expect([path, projects.map(({ outcome }) => outcome)]).toEqual([path, [outcome]]);
  }
});
