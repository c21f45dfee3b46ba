import { cargo, deb, go, npm, rowOf, wrong, type LanguageRow } from '../row.js';

/** Servers in Go and Rust, and what Debian and Maven Central carry. */
export const COMPILED: readonly LanguageRow[] = [
  {
    ...rowOf('terraform', 'Terraform', 'terraform', go('github.com/hashicorp/terraform-ls@v0.39.1')),
    files: { 'main.tf': 'variable "size" {\n  type = number\n}\n\noutput "size" {\n  value = var.size\n}\n' },
    ...wrong('main.tf', ['value = var.size', 'vale = var.size'], 'terraform validate: Unsupported argument'),
    asked: { use: 'var.|size', declared: 'variable "|size' },
  },
  {
    ...rowOf('jsonnet', 'Jsonnet', 'jsonnet', go('github.com/grafana/jsonnet-language-server@v0.16.0')),
    files: {
      'lib.libsonnet': '{\n  add(a, b): a + b,\n}\n',
      'a.jsonnet': "local lib = import 'lib.libsonnet';\n{\n  total: lib.add(1, 2),\n}\n",
    },
    ...wrong('a.jsonnet', ['lib.add(1, 2),', 'lib.add(1, 2,'], 'jsonnet: Expected a comma', '}'),
    asked: { use: 'lib.|add', declared: '  |add(', in: 'lib.libsonnet' },
  },
  {
    ...rowOf('rego', 'Rego', 'rego', go('github.com/styrainc/regal@v0.36.1')),
    files: {
      '.regal/config.yaml': 'rules: {}\n',
      'a.rego': 'package a\n\ntotal := 1\n\ntwice := total * 2\n',
    },
    ...wrong('a.rego', ['twice := total', 'twice := totl'], 'opa check: var totl is unsafe'),
    asked: { use: ':= |total', declared: '|total := 1' },
  },
  {
    ...rowOf('cue', 'CUE', 'cue', go('cuelang.org/go/cmd/cue@v0.17.1')),
    files: {
      'cue.mod/module.cue': 'module: "example.com/m"\nlanguage: version: "v0.9.0"\n',
      'a.cue': 'package a\n\ntotal: 1\ntwice: total * 2\n',
    },
    ...wrong('a.cue', ['twice: total * 2', 'twice: total * ]'], 'cue vet: expected operand'),
    asked: { use: 'twice: |total', declared: '|total: 1' },
  },
  {
    ...rowOf('templ', 'templ', 'templ', go('github.com/a-h/templ/cmd/templ@v0.3.1100')),
    files: {
      'go.mod': 'module example.com/m\n\ngo 1.22\n',
      'a.templ': 'package main\n\ntempl Cart(name string) {\n\t<p>{ name }</p>\n}\n',
    },
    ...wrong('a.templ', ['<p>{ name }</p>', '<p>{ name }</b>'], 'templ generate: mismatched end tag'),
  },
  {
    ...rowOf('openapi', 'OpenAPI', 'vacuum', go('github.com/daveshanley/vacuum@v0.18.0')),
    files: { 'openapi.yaml': 'openapi: 3.1.0\ninfo:\n  title: carts\n  version: "1"\npaths: {}\n' },
    ...wrong('openapi.yaml', ['paths: {}', 'paths: []'], 'OpenAPI 3.1: paths is an object'),
  },
  {
    ...rowOf('helm', 'Helm', 'helm', go('github.com/mrjosh/helm-ls@v0.5.0')),
    files: {
      'Chart.yaml': 'apiVersion: v2\nname: a\nversion: 0.1.0\n',
      'values.yaml': 'size: 1\n',
      'templates/a.tpl': '{{- define "a" -}}\n{{ .Values.size }}\n{{- end -}}\n',
    },
    ...wrong('templates/a.tpl', ['{{- end -}}', ''], 'helm lint: unexpected EOF', '{{ .Values'),
  },
  {
    ...rowOf(
      'docker-bake',
      'Docker Bake',
      'docker-bake',
      go('github.com/docker/docker-language-server/cmd/docker-language-server@v0.20.0'),
    ),
    files: {
      Dockerfile: 'FROM alpine AS build\n',
      'docker-bake.hcl': 'target "web" {\n  target = "build"\n}\n',
    },
    ...wrong(
      'docker-bake.hcl',
      ['"build"', '"biuld"'],
      'docker buildx bake: target stage could not be found',
    ),
  },
  {
    ...rowOf('thrift', 'Thrift', 'thrift', go('github.com/joyme123/thrift-ls@v0.2.8')),
    files: { 'a.thrift': 'struct Item {\n  1: string name\n}\n\nstruct Cart {\n  1: Item first\n}\n' },
    ...wrong('a.thrift', ['1: Item first', '1: Itm first'], 'thrift: Type "Itm" has not been defined'),
    asked: { use: '1: |Item', declared: 'struct |Item' },
  },
  {
    ...rowOf('jq', 'jq', 'jq', go('github.com/wader/jq-lsp@v0.1.13')),
    files: { 'a.jq': 'def twice: . * 2;\n\n1 | twice\n' },
    ...wrong('a.jq', ['1 | twice', '1 | twce'], 'jq: twce/0 is not defined'),
    asked: { use: '1 | |twice', declared: 'def |twice' },
  },
  {
    ...rowOf('sqls', 'SQL', 'sqls', go('github.com/sqls-server/sqls@v0.2.28')),
    files: { 'a.sql': 'select 1;\n' },
    ...wrong('a.sql', ['select 1;', 'selec 1;'], 'SQL: syntax error'),
  },
  {
    ...rowOf('lua', 'Lua', 'emmylua', cargo('emmylua_ls --version 0.25.1')),
    files: {
      '.emmyrc.json': '{}\n',
      'lib.lua':
        '---@param a integer\n---@param b integer\n---@return integer\n' +
        'local function add(a, b)\n  return a + b\nend\nreturn { add = add }\n',
      'a.lua': "local lib = require('lib')\nlocal total = lib.add(1, 2)\nprint(total)\n",
    },
    ...wrong('a.lua', ['print(total)', 'print(total'], "luac: ')' expected near <eof>"),
    asked: { use: 'lib.|add', declared: 'return { |add', in: 'lib.lua' },
  },
  {
    ...rowOf('fennel', 'Fennel', 'fennel', cargo('fennel-language-server --version 0.1.0')),
    files: { 'a.fnl': '(local total 1)\n(print total)\n' },
    ...wrong('a.fnl', ['(print total)', '(print totl)'], 'fennel: unknown identifier: totl'),
  },
  {
    ...rowOf('wat', 'WebAssembly text', 'wasm', cargo('wat_server --version 0.10.0')),
    files: {
      'a.wat':
        '(module\n  (func $add (param i32 i32) (result i32)\n' +
        '    (i32.add (local.get 0) (local.get 1)))\n  (func $total (result i32)\n' +
        '    (call $add (i32.const 1) (i32.const 2))))\n',
    },
    ...wrong('a.wat', ['(call $add', '(call $ad'], 'wat2wasm: undefined function variable "$ad"'),
    asked: { use: 'call |$add', declared: 'func |$add' },
  },
  {
    ...rowOf('pest', 'Pest', 'pest', cargo('pest-language-server --version 0.3.9')),
    files: { 'a.pest': 'item = { "a" }\nlist = { item+ }\n' },
    ...wrong('a.pest', ['item+', 'itm+'], 'pest: undefined rule itm'),
    asked: { use: '{ |item', declared: '|item = ' },
  },
  {
    ...rowOf('vhdl', 'VHDL', 'vhdl', cargo('vhdl_ls --version 0.86.0')),
    files: {
      'vhdl_ls.toml': "[libraries]\nwork.files = ['*.vhd']\n",
      'a.vhd':
        'entity adder is\n  port (a : in bit; b : out bit);\nend entity;\n\n' +
        'architecture rtl of adder is\nbegin\n  b <= a;\nend architecture;\n',
    },
    ...wrong('a.vhd', ['b <= a;', 'b <= c;'], 'ghdl: no declaration for "c"'),
    asked: { use: 'b <= |a', declared: '(|a : in' },
  },
  {
    ...rowOf('openscad', 'OpenSCAD', 'openscad', cargo('openscad-lsp --version 2.0.1')),
    files: { 'a.scad': 'module box(size) {\n  cube(size);\n}\n\nbox(1);\n' },
    ...wrong('a.scad', ['cube(size);', 'cube(size;'], 'openscad: syntax error'),
    asked: { use: '\n|box(1', declared: 'module |box' },
  },
  {
    ...rowOf('asm', 'Assembly', 'asm', cargo('asm-lsp --version 0.10.1')),
    files: {
      '.asm-lsp.toml':
        '[default_config]\nversion = "0.10.0"\nassembler = "gas"\ninstruction_set = "x86-64"\n' +
        '\n[default_config.opts]\ncompiler = "gcc"\ndiagnostics = true\n' +
        'default_diagnostics = true\n',
      'a.s': '.globl main\nmain:\n  mov $0, %eax\n  ret\n',
    },
    ...wrong('a.s', ['  mov $0', '  mvv $0'], "as: no such instruction: `mvv $0,%eax'"),
  },
  {
    id: 'perl',
    language: 'Perl',
    server: 'perl-languageserver',
    config: {
      command: 'perl',
      args: ['-MPerl::LanguageServer', '-e', 'Perl::LanguageServer::run'],
      extensions: ['.pl', '.pm'],
    },
    install: [deb('libperl-languageserver-perl')],
    files: {
      'a.pl':
        'use strict;\nuse warnings;\n\nsub add { return $_[0] + $_[1]; }\n' +
        'my $total = add(1, 2);\nprint $total;\n',
    },
    ...wrong(
      'a.pl',
      ['print $total;', 'print $totl;'],
      'perl -c: Global symbol "$totl" requires explicit package name',
    ),
    asked: { use: '= |add', declared: 'sub |add' },
    note: 'Measured: it publishes nothing within the time that a first edit has, 60 s.',
  },
  {
    ...rowOf('smithy', 'Smithy', 'smithy', {
      kind: 'maven',
      packages: ['software.amazon.smithy:smithy-language-server:0.8.0'],
      program: 'smithy-language-server',
      main: 'software.amazon.smithy.lsp.Main',
    }),
    files: {
      'smithy-build.json': '{ "version": "1.0", "sources": ["model"] }\n',
      'model/a.smithy':
        '$version: "2"\n\nnamespace a\n\nstructure Item {\n    name: String\n}\n\n' +
        'structure Cart {\n    first: Item\n}\n',
    },
    ...wrong('model/a.smithy', ['first: Item', 'first: Itm'], 'smithy validate: Target.UnresolvedShape'),
    asked: { use: 'first: |Item', declared: 'structure |Item' },
  },
  {
    ...rowOf('pkl', 'Pkl', 'pkl', {
      kind: 'maven',
      packages: ['org.pkl-lang:pkl-lsp:0.5.0'],
      program: 'pkl-lsp',
      main: 'org.pkl.lsp.cli.Main',
    }),
    files: { 'a.pkl': 'total: Int = 1\ntwice = total * 2\n' },
    ...wrong('a.pkl', ['twice = total * 2', 'twice = total * '], 'pkl eval: Unexpected token'),
    asked: { use: 'twice = |total', declared: '|total: Int' },
  },
  {
    ...rowOf('xml', 'XML', 'xml', {
      kind: 'maven',
      packages: ['org.eclipse.lemminx:org.eclipse.lemminx:0.31.0'],
      program: 'lemminx',
      main: 'org.eclipse.lemminx.XMLServerLauncher',
    }),
    files: { 'a.xml': '<cart>\n  <item/>\n</cart>\n' },
    ...wrong('a.xml', ['<item/>', '<item>'], 'XML 1.0: element item must be terminated', '</cart>'),
  },
  {
    ...rowOf('scala', 'Scala', 'scala', {
      kind: 'maven',
      packages: ['org.scalameta:metals_2.13:1.6.3'],
      program: 'metals',
      main: 'scala.meta.metals.Main',
    }),
    files: {
      'a.scala': 'object A {\n  def add(a: Int, b: Int): Int = a + b\n  val total: Int = add(1, 2)\n}\n',
    },
    ...wrong('a.scala', ['add(1, 2)', 'add(1, 2'], "scalac: ')' expected"),
    asked: { use: 'Int = |add', declared: 'def |add' },
  },
  {
    ...rowOf('moonbit', 'MoonBit', 'moonbit', npm('@moonbit/moonbit-lsp@0.1.202506241')),
    files: {
      'moon.mod.json': '{ "name": "a/b" }\n',
      'moon.pkg.json': '{}\n',
      'a.mbt':
        'pub fn add(a : Int, b : Int) -> Int {\n  a + b\n}\n\npub fn total() -> Int {\n  add(1, 2)\n}\n',
    },
    ...wrong('a.mbt', ['add(1, 2)', 'add(1, "x")'], 'moon check: Type Mismatch'),
    note:
      'Measured: it ends without the tool chain of MoonBit ("spawn moon ENOENT"), which no ' +
      'registry carries.',
    asked: { use: '  |add(1', declared: 'fn |add' },
  },
  {
    ...rowOf('sparql', 'SPARQL', 'sparql', npm('sparql-language-server@4.1.0')),
    files: { 'a.rq': 'SELECT ?a WHERE {\n  ?a ?b ?c .\n}\n' },
    ...wrong('a.rq', ['?a ?b ?c .', '?a ?b .'], 'SPARQL 1.1: an object is needed'),
  },
];
