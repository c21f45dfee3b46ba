import { npm, rowOf, wrong, type LanguageRow } from '../row.js';

const GRAPHQL_SCHEMA = 'type Query {\n  user: User\n}\n\ntype User {\n  name: String\n}\n';

/** Data, documents and configurations, whose servers npm carries. */
export const WEB: readonly LanguageRow[] = [
  {
    ...rowOf('yaml', 'YAML', 'yaml', npm('yaml-language-server@1.19.2')),
    files: { 'a.yaml': 'base: &base\n  a: 1\nlist: [1, 2]\nuse: *base\n' },
    ...wrong('a.yaml', ['[1, 2]', '[1, 2'], 'YAML 1.2: a flow sequence ends with ]', 'use:'),
    asked: { use: 'use: *|base', declared: 'base: &|base' },
  },
  {
    ...rowOf('dockerfile', 'Dockerfile', 'dockerfile', npm('dockerfile-language-server-nodejs@0.15.0')),
    files: { Dockerfile: 'FROM alpine AS build\nRUN echo 1\nFROM build\nCMD ["sh"]\n' },
    ...wrong('Dockerfile', ['RUN echo 1', 'RUNN echo 1'], 'docker build: unknown instruction'),
    asked: { use: 'FROM |build', declared: 'AS |build' },
  },
  {
    ...rowOf(
      'docker-compose',
      'Docker Compose',
      'docker-compose',
      npm('@microsoft/compose-language-service@0.4.0'),
    ),
    files: { 'compose.yaml': 'services:\n  web:\n    image: nginx\n' },
    ...wrong(
      'compose.yaml',
      ['    image: nginx\n', '    image: nginx\n   bad: [1\n'],
      'docker compose config: did not find expected key',
      '   bad',
    ),
  },
  {
    ...rowOf('graphql', 'GraphQL', 'graphql', npm('graphql-language-service-cli@3.5.0', 'graphql@16.12.0')),
    files: {
      '.graphqlrc.yml': 'schema: schema.graphql\ndocuments: query.graphql\n',
      'schema.graphql': GRAPHQL_SCHEMA,
      'query.graphql': '{\n  user {\n    ...Names\n  }\n}\n\nfragment Names on User {\n  name\n}\n',
    },
    ...wrong('query.graphql', ['  name\n', '  nam\n'], 'graphql-js validate: Cannot query field'),
    asked: { use: '...|Names', declared: 'fragment |Names' },
  },
  {
    ...rowOf('prisma', 'Prisma', 'prisma', npm('@prisma/language-server@6.19.0')),
    files: {
      'schema.prisma':
        'datasource db {\n  provider = "sqlite"\n  url      = "file:dev.db"\n}\n\n' +
        'model User {\n  id    Int    @id\n  posts Post[]\n}\n\nmodel Post {\n' +
        '  id     Int  @id\n  userId Int\n' +
        '  user   User @relation(fields: [userId], references: [id])\n}\n',
    },
    ...wrong(
      'schema.prisma',
      ['userId Int\n', 'userId Intt\n'],
      'prisma validate: Type "Intt" is neither a built-in type',
    ),
    asked: { use: 'user   |User', declared: 'model |User' },
  },
  {
    ...rowOf('php', 'PHP', 'php', npm('intelephense@1.18.5')),
    files: {
      'composer.json': '{}\n',
      'lib.php': '<?php\nfunction add(int $a, int $b): int {\n    return $a + $b;\n}\n',
      'app.php': "<?php\nrequire 'lib.php';\n$total = add(1, 2);\necho $total;\n",
    },
    ...wrong('app.php', ['add(1, 2);', 'add(1, 2;'], 'php -l: syntax error, unexpected token ";"'),
    asked: { use: '= |add', declared: 'function |add', in: 'lib.php' },
    note: 'intelephense renames only with a licence.',
  },
  {
    ...rowOf('elm', 'Elm', 'elm', npm('@elm-tooling/elm-language-server@2.8.0')),
    files: {
      'elm.json':
        '{"type":"application","source-directories":["src"],"elm-version":"0.19.1",' +
        '"dependencies":{"direct":{},"indirect":{}},"test-dependencies":{"direct":{},' +
        '"indirect":{}}}\n',
      'src/Lib.elm': 'module Lib exposing (pick)\n\n\npick a b =\n    a\n',
      'src/Main.elm': 'module Main exposing (total)\n\nimport Lib\n\n\ntotal =\n    Lib.pick "x" "y"\n',
    },
    ...wrong('src/Main.elm', ['Lib.pick', 'Lib.pik'], 'elm make: NAMING ERROR'),
    asked: { use: 'Lib.|pick', declared: '\n|pick a', in: 'src/Lib.elm' },
    note: 'Type errors need the `elm` program, whose npm package downloads it.',
  },
  {
    ...rowOf('vim', 'Vim script', 'vim', npm('vim-language-server@2.3.1')),
    files: { 'a.vim': 'function! Greet(name) abort\n  echo a:name\nendfunction\n\ncall Greet("b")\n' },
    ...wrong('a.vim', ['endfunction\n', 'endfunction\nendif\n'], 'vim: E580: :endif without :if', 'endif'),
    asked: { use: 'call |Greet', declared: 'function! |Greet' },
  },
  {
    ...rowOf('solidity', 'Solidity', 'solidity', npm('@nomicfoundation/solidity-language-server@0.8.4')),
    files: {
      'a.sol':
        '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n\ncontract Cart {\n' +
        '    function total() public pure returns (uint256) {\n        return 1;\n    }\n\n' +
        '    function twice() public pure returns (uint256) {\n        return total() * 2;\n' +
        '    }\n}\n',
    },
    ...wrong('a.sol', ['return 1;', 'return 1'], "solc: Expected ';'"),
    asked: { use: 'return |total', declared: 'function |total' },
    note:
      'It judges with a compiler that it downloads. Measured without a network: it publishes ' +
      'an empty list, and a notification of its own says "HH502: Couldn\'t download compiler ' +
      'version list".',
  },
  {
    ...rowOf('protobuf', 'Protocol Buffers', 'protobuf', npm('@bufbuild/buf@1.75.0')),
    files: {
      'buf.yaml': 'version: v2\n',
      'lib.proto': 'syntax = "proto3";\n\npackage m;\n\nmessage Item {\n  string name = 1;\n}\n',
      'a.proto':
        'syntax = "proto3";\n\npackage m;\n\nimport "lib.proto";\n\nmessage Cart {\n  Item first = 1;\n}\n',
    },
    ...wrong('a.proto', ['Item first', 'Itm first'], 'protoc: "Itm" is not defined'),
    asked: { use: '  |Item first', declared: 'message |Item', in: 'lib.proto' },
  },
  {
    ...rowOf('biome', 'JavaScript', 'biome', npm('@biomejs/biome@2.6.8')),
    files: { 'biome.json': '{}\n', 'a.js': 'const total = 1;\nexport default total;\n' },
    ...wrong('a.js', ['const total = 1;', 'const total = ;'], 'ECMAScript: SyntaxError'),
    note: 'A linter: it answers no questions.',
  },
  {
    ...rowOf('oxlint', 'JavaScript', 'oxlint', npm('oxlint@1.94.0')),
    files: {
      '.oxlintrc.json': '{ "rules": { "no-debugger": "error" } }\n',
      'a.js': 'const total = 1;\nexport default total;\n',
    },
    ...wrong('a.js', ['const total = 1;', 'const total = 1; debugger;'], 'eslint: no-debugger'),
    note: 'A linter: it answers no questions.',
  },
  {
    ...rowOf('deno', 'TypeScript', 'deno', npm('deno@2.9.6')),
    files: {
      'deno.json': '{}\n',
      'lib.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
      'app.ts': "import { add } from './lib.ts';\nexport const total = add(1, 2);\n",
    },
    ...wrong('app.ts', ['add(1, 2)', "add(1, 'x')"], 'tsc: TS2345'),
    asked: { use: 'total = |add', declared: 'function |add', in: 'lib.ts' },
  },
  {
    ...rowOf('flow', 'Flow', 'flow', npm('flow-bin@0.336.0')),
    files: {
      '.flowconfig': '',
      'lib.js': '// @flow\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n',
      'app.js': "// @flow\nimport { add } from './lib';\nexport const total: number = add(1, 2);\n",
    },
    ...wrong('app.js', ['add(1, 2)', "add(1, 'x')"], 'flow check: incompatible-type'),
    asked: { use: 'number = |add', declared: 'function |add', in: 'lib.js' },
  },
  {
    ...rowOf('gherkin', 'Gherkin', 'cucumber', npm('@cucumber/language-server@1.7.0')),
    files: {
      'features/steps.ts': "import { Given } from '@cucumber/cucumber';\nGiven('an empty cart', () => {});\n",
      'features/a.feature': 'Feature: carts\n\n  Scenario: one\n    Given an empty cart\n',
    },
    ...wrong(
      'features/a.feature',
      ['    Given an empty cart\n', '    Given an empty cart\n    Thn one\n'],
      'gherkin: parser error: expected #StepLine',
      '    Thn',
    ),
  },
  {
    ...rowOf('typespec', 'TypeSpec', 'typespec', npm('@typespec/compiler@1.9.0')),
    modules: true,
    files: { 'main.tsp': 'model Item {\n  name: string;\n}\n\nmodel Cart {\n  first: Item;\n}\n' },
    ...wrong('main.tsp', ['first: Item', 'first: Itm'], 'tsp compile: invalid-ref'),
    asked: { use: 'first: |Item', declared: 'model |Item' },
  },
  {
    ...rowOf('brightscript', 'BrightScript', 'brightscript', npm('brighterscript@0.73.0')),
    files: {
      'bsconfig.json': '{ "files": ["source/**/*"] }\n',
      manifest: 'title=m\n',
      'source/lib.brs': 'function add(a as integer, b as integer) as integer\n  return a + b\nend function\n',
      'source/main.brs': 'sub Main()\n  print add(1, 2)\nend sub\n',
    },
    ...wrong('source/main.brs', ['add(1, 2)', 'add(1)'], 'bsc: Expected 2 arguments, but got 1'),
    asked: { use: 'print |add', declared: 'function |add', in: 'source/lib.brs' },
  },
  {
    ...rowOf('nushell', 'Nushell', 'nushell', npm('nushell@0.108.0')),
    files: { 'a.nu': 'def add [a: int, b: int] { $a + $b }\nlet total = add 1 2\nprint $total\n' },
    ...wrong('a.nu', ['print $total', 'print $totl'], 'nu: Variable not found'),
    asked: { use: '= |add', declared: 'def |add' },
  },
  {
    ...rowOf('liquid', 'Liquid', 'liquid', npm('@shopify/cli@3.90.0')),
    files: {
      '.theme-check.yml': 'extends: theme-check:recommended\n',
      'layout/theme.liquid': '{{ content_for_header }}{{ content_for_layout }}\n',
      'snippets/a.liquid': '{% if product %}\n  {{ product.title }}\n{% endif %}\n',
    },
    ...wrong(
      'snippets/a.liquid',
      ['{% endif %}', '{% endfor %}'],
      'Liquid: Unknown tag endfor in if',
      '{% if',
    ),
    note:
      'Measured without a network: it loads its documentation from there ("getaddrinfo ' +
      'ENOTFOUND raw.githubusercontent.com"), and ends.',
  },
  {
    ...rowOf('github-actions', 'GitHub Actions', 'github-actions', npm('@actions/languageserver@0.3.61')),
    files: {
      '.github/workflows/a.yml':
        'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo 1\n',
    },
    ...wrong(
      '.github/workflows/a.yml',
      ['runs-on: ubuntu-latest', 'run-on: ubuntu-latest'],
      'GitHub: Unexpected value run-on',
    ),
  },
  {
    ...rowOf(
      'tailwind',
      'Tailwind CSS',
      'tailwindcss',
      npm('@tailwindcss/language-server@0.14.29', 'tailwindcss@3.4.18'),
    ),
    modules: true,
    files: {
      'package.json': '{ "dependencies": { "tailwindcss": "3" } }\n',
      'tailwind.config.js': "module.exports = { content: ['*.html'] };\n",
      'a.css': '@tailwind utilities;\n\na { color: red; }\n',
    },
    ...wrong(
      'a.css',
      ['@tailwind utilities', '@tailwind utilties'],
      'tailwindcss: utilties is not a valid value',
    ),
  },
  {
    ...rowOf('cds', 'CDS', 'cds', npm('@sap/cds-lsp@9.0.1')),
    files: {
      'package.json': '{}\n',
      'lib.cds': 'namespace m;\n\nentity Items {\n  key id : Integer;\n}\n',
      'a.cds':
        "using { m } from './lib';\n\nentity Carts {\n  key id : Integer;\n" +
        '  first : Association to m.Items;\n}\n',
    },
    ...wrong('a.cds', ['m.Items', 'm.Itms'], 'cds compile: Artifact has not been found'),
    asked: { use: 'm.|Items', declared: 'entity |Items', in: 'lib.cds' },
  },
  {
    ...rowOf('postgres', 'PostgreSQL', 'postgres', npm('@postgres-language-server/cli@0.25.5')),
    files: {
      'postgres-language-server.jsonc': '{}\n',
      'a.sql': 'select 1 as one;\n\nselect 2 as two from (select 3) as t;\n',
    },
    ...wrong('a.sql', ['select 1 as one;', 'selec 1 as one;'], 'postgres: syntax error at or near "selec"'),
    note: 'Types and names need a running database.',
  },
  {
    ...rowOf('sass', 'Sass', 'some-sass', npm('some-sass-language-server@2.3.8')),
    files: { 'a.sass': '$main: red\na\n  color: $main\n' },
    ...wrong('a.sass', ['  color: $main', '  color: $main}'], 'sass: unmatched }'),
    asked: { use: 'color: |$main', declared: '|$main: red' },
  },
];
