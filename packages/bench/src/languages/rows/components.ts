import { npm, rowOf, wrong, type LanguageRow } from '../row.js';

const STRICT =
  '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": ' +
  '"bundler", "jsx": "preserve", "target": "es2022" }, "include": ["**/*"], "exclude": ' +
  '["node_modules"] }\n';
const LIB = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';

/** Languages that have another one inside: components and templates. */
export const COMPONENT_ROWS: readonly LanguageRow[] = [
  {
    id: 'vue',
    language: 'Vue',
    server: 'vue',
    beside: ['typescript'],
    install: [
      {
        ...npm('@vue/language-server@2.2.12', 'typescript@5.9.3', 'vue@3.5.25'),
        overrides: { '@emmetio/css-parser': '0.4.1' },
      },
    ],
    modules: true,
    files: {
      'package.json': '{}\n',
      'tsconfig.json': STRICT,
      'lib.ts': LIB,
      'a.vue':
        '<script setup lang="ts">\nimport { add } from \'./lib\';\n' +
        'const total: number = add(1, 2);\n</script>\n\n<template>\n  <p>{{ total }}</p>\n' +
        '</template>\n',
    },
    ...wrong('a.vue', ['add(1, 2)', "add(1, 'x')"], 'vue-tsc: TS2345'),
    asked: { use: 'number = |add', declared: 'function |add', in: 'lib.ts' },
  },
  {
    id: 'svelte',
    language: 'Svelte',
    server: 'svelte',
    beside: ['typescript'],
    install: [npm('svelte-language-server@0.18.4', 'svelte@5.57.3', 'typescript@5.9.3')],
    modules: true,
    files: {
      'package.json': '{}\n',
      'tsconfig.json': STRICT,
      'lib.ts': LIB,
      'a.svelte':
        '<script lang="ts">\n  import { add } from \'./lib\';\n' +
        '  const total: number = add(1, 2);\n</script>\n\n<p>{total}</p>\n',
    },
    ...wrong('a.svelte', ['add(1, 2)', "add(1, 'x')"], 'svelte-check: TS2345'),
    asked: { use: 'number = |add', declared: 'function |add', in: 'lib.ts' },
  },
  {
    id: 'astro',
    language: 'Astro',
    server: 'astro',
    beside: ['typescript'],
    install: [npm('@astrojs/language-server@2.16.2', 'typescript@5.9.3')],
    modules: true,
    files: {
      'package.json': '{}\n',
      'tsconfig.json': STRICT,
      'lib.ts': LIB,
      'a.astro': "---\nimport { add } from './lib';\nconst total: number = add(1, 2);\n---\n<p>{total}</p>\n",
    },
    ...wrong('a.astro', ['add(1, 2)', "add(1, 'x')"], 'astro check: TS2345'),
    asked: { use: 'number = |add', declared: 'function |add', in: 'lib.ts' },
  },
  {
    id: 'mdx',
    language: 'MDX',
    server: 'mdx',
    beside: ['typescript'],
    install: [npm('@mdx-js/language-server@0.6.4', 'typescript@5.9.3')],
    modules: true,
    files: { 'package.json': '{}\n', 'a.mdx': 'export const total = 1\n\n# Carts\n\n<p>{total}</p>\n' },
    ...wrong(
      'a.mdx',
      ['const total = 1', 'const total = '],
      'mdx: Could not parse import/exports with acorn',
    ),
    asked: { use: '{|total', declared: 'const |total' },
  },
  {
    id: 'angular',
    language: 'Angular',
    server: 'angular',
    beside: ['typescript'],
    install: [
      npm(
        '@angular/language-server@20.3.0',
        '@angular/core@20.3.0',
        '@angular/common@20.3.0',
        '@angular/compiler@20.3.0',
        'rxjs@7.8.2',
        'typescript@5.9.3',
      ),
    ],
    modules: true,
    files: {
      'angular.json': '{}\n',
      'package.json': '{ "dependencies": { "@angular/core": "20" } }\n',
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": ' +
        '"bundler", "target": "es2022", "experimentalDecorators": true }, ' +
        '"angularCompilerOptions": { "strictTemplates": true }, "files": ["a.ts"] }\n',
      'a.ts':
        "import { Component } from '@angular/core';\n\n" +
        "@Component({ selector: 'app-a', templateUrl: './a.html' })\nexport class A {\n" +
        '  total = 1;\n}\n',
      'a.html': '<p>{{ total.toFixed(2) }}</p>\n',
    },
    ...wrong('a.html', ['total.toFixed', 'totl.toFixed'], 'ngc: Property does not exist on type A'),
    asked: { use: '{{ |total', declared: '  |total = 1', in: 'a.ts' },
  },
  {
    ...rowOf('erb', 'ERB', 'herb', npm('@herb-tools/language-server@0.10.4')),
    files: { 'a.html.erb': '<% if true %>\n  <p>a</p>\n<% end %>\n' },
    ...wrong('a.html.erb', ['<% end %>', ''], 'erb: syntax error, unexpected end-of-input', '<% if'),
  },
  {
    ...rowOf('marko', 'Marko', 'marko', npm('@marko/language-server@2.1.30', 'marko@5.37.31')),
    modules: true,
    files: { 'package.json': '{}\n', 'a.marko': '<div>\n  <p>one</p>\n</div>\n' },
    ...wrong('a.marko', ['<p>one</p>', '<p>one</b>'], 'marko: mismatched closing tag'),
  },
  {
    ...rowOf(
      'ember',
      'Handlebars',
      'ember',
      npm('@ember-tooling/ember-language-server@2.30.9', 'ember-template-lint@5.13.0'),
    ),
    modules: true,
    files: {
      'package.json':
        '{ "name": "a", "devDependencies": { "ember-source": "5", "ember-template-lint": "5" } }\n',
      '.template-lintrc.js': "module.exports = { extends: 'recommended' };\n",
      'ember-cli-build.js': '',
      'app/templates/a.hbs': '{{#if this.a}}\n  <p>a</p>\n{{/if}}\n',
    },
    ...wrong('app/templates/a.hbs', ['{{/if}}', '{{/each}}'], "Glimmer: if doesn't match each", '{{#if'),
    note:
      "Measured: it finds errors with the project's ember-template-lint alone, and found this " +
      'one in one run of three.',
  },
];
