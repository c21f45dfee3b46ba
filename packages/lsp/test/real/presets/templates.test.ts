import { expect, test } from 'bun:test';

import { brief, openReal } from '../real-lab.ts';

const LINKS = {
  'node_modules/yaml-language-server': 'yaml-language-server',
  'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted',
};
const IN_PART = expect.stringMatching(/^only what does not depend on its template markers was judged/);
const NOT_JUDGED = expect.stringMatching(/^nothing was judged: it is a template/);

/** Findings without their columns, and why not all was judged. */
type Want = readonly [found: readonly string[], reason?: unknown];

const SEQUENCE = '0 Flow sequence in block collection must be sufficiently indented and end with a ]';
const NESTED = '0 Nested mappings are not allowed in compact mappings';
const EXPRESSION = '- Expression expected.';
const VALUE = 'css-propertyvalueexpected property value expected';

const TABLE: Readonly<Record<string, readonly [file: string, text: string, want: Want]>> = {
  'a Jinja page': [
    'jinja.html',
    '{% extends "base.html" %}\n<style>\n a { color: {{ color }}; width: {{ w }}px }\n {% if dark %}\n b { color: red }\n {% else %} b { {% endif %}\n' +
      '</style>\n<p style="width: {{ w }}%">{{ x }}</p>\n<script>\nconst a = {{ data|tojson }};\n{% for x in xs %}\nf("{{ x }}");\n{% endfor %}\n</script>\n',
    [[]],
  ],
  'a Jinja page with an error beside': [
    'wrong.html',
    '<script>\nconst a = {{ data|tojson }};\nlet b = ;\n</script>\n<style>\na { color: {{ c }}; }\nb { color: ; }\n</style>\n',
    [[`3 ${EXPRESSION}`, `7 ${VALUE}`]],
  ],
  'an error on the line of a marker': [
    'line.html',
    '<style>a { color: ; width: {{ w }} }</style>\n',
    [[], IN_PART],
  ],
  'a page of ERB': [
    'erb.html',
    '<script>\n<% if @a -%>\nvar a = <%= raw @a.to_json %>;\n<% else %>\nvar {\n<% end %>\n<%= form_with do |f| %>\nf(1);\n<% end %>\nlet b = ;\n</script>\n',
    [[`10 ${EXPRESSION}`]],
  ],
  'a page of EJS': [
    'ejs.html',
    '<script>\n<% xs.forEach((x) => { %>\nf(<%- JSON.stringify(x) %>);\n<% }) %>\n<% if (a) { %>\ng();\n<% } else { %>\nh(;\n<% } %>\nlet b = ;\n</script>\n',
    [[`10 ${EXPRESSION}`]],
  ],
  'a page of Handlebars': [
    'hbs.html',
    '<style>\na { {{#if c}} color: {{c}}; {{else}} { {{/if}} }\n{{!-- a { --}}\n</style>\n<script>var x = {{{ json }}};\nlet y = ;\n</script>\n',
    [[`6 ${EXPRESSION}`]],
  ],
  'a page of Angular or Vue': [
    'vue.html',
    '<p :style="{ a: 1 }" v-if="a">{{ a ? "b" : c }}</p>\n<script>let x = ;</script>\n',
    [[`2 ${EXPRESSION}`]],
  ],
  'a block that nothing ends': [
    'open.html',
    '<script>\n{% if a %}\nlet x = ;\n</script>\n',
    [[], NOT_JUDGED],
  ],
  styles: [
    'jinja.css',
    'a { color: {{ c }}; }\n{% for x in xs %}\n.{{ x }} { color: red }\n{% endfor %}\nb { color: ; }\n',
    [[`5 ${VALUE}`]],
  ],
  'an object in a script is no marker': [
    'plain.css',
    'a {{ color: red }}\n',
    [[expect.any(String), expect.any(String)]],
  ],
  'JSON with values': [
    'jinja.json',
    '{\n  "a": {{ a | tojson }},\n  "b": "{{ b | default("c") }}",\n  "d": [1 2]\n}\n',
    [['4 514 Expected comma']],
  ],
  'JSON with blocks': [
    'loop.json',
    '{ "a": [\n{% for x in xs %}\n{{ x }}{% if not loop.last %},{% endif %}\n{% endfor %}\n] }\n',
    [[], NOT_JUDGED],
  ],
  'JSON with an object too many': [
    'object.json',
    '{{ "a": 1 }}\n',
    [[expect.any(String), expect.any(String)]],
  ],
  'a chart': [
    'chart/templates/a.yaml',
    'kind: {{ .Values.kind | quote }}\n{{- if and .a (not .b) }}\nmetadata:\n  {{- with .x }}\n  labels:\n    {{- toYaml . | nindent 4 }}\n  {{- end }}\n' +
      '{{- else }}\n- x\n{{- end }}\n{{ .a }}: {{ .b }}\n{{ .c }}: {{ include "x" . }}-{{ .d }}\n{{- if .e }}\nf: 1\n{{- end }}\n{{- if not .e }}\nf: 2\n{{- end }}\n',
    [[], IN_PART],
  ],
  'a chart with an error beside': [
    'chart/templates/b.yaml',
    '{{- if .Values.a }}\nkind: {{ .Values.kind }}\n{{- end }}\na: b: c\n',
    [[`4 ${NESTED}`]],
  ],
  "a file of Terraform's": [
    'cloud-init.yaml',
    'users:\n%{ for name in names ~}\n  - name: ${name}\n%{ endfor ~}\na: b: c\n',
    [[`5 ${NESTED}`]],
  ],
  'a pattern of logs is no marker': [
    'grok.yaml',
    'match: { message: "%{IP:client} %{ if }" }\na: [1, 2\n',
    [[`3 ${SEQUENCE}`]],
  ],
  'the values of a chart': ['chart/values.yaml', 'a: [1, 2\n', [[`2 ${SEQUENCE}`]]],
  'a play is read as YAML first': [
    'play.yaml',
    '- hosts: all\n  tasks:\n    - debug:\n        msg: "{{ lookup("env") }}"\n',
    [[expect.stringMatching(/^4 /)]],
  ],
  'a workflow has no markers': [
    '.github/workflows/a.yml',
    'on: push\nrun: ${{ github.sha }}\nb: [1, 2\n',
    [[`4 ${SEQUENCE}`]],
  ],
  'Tailwind in CSS': [
    'tailwind.css',
    '@import "tailwindcss";\n@media (width >= theme(--breakpoint-sm)) { a { color: red } }\n@media screen(md) { a { color: red } }\n' +
      '@media (min-width: theme("screens.md")) { a { color: theme(colors.blue.500 / 50%) } }\nb { @apply px-4; color: ; }\n',
    [[`5 ${VALUE}`]],
  ],
  'Sass in Tailwind': [
    'tailwind.scss',
    '$x: "px-4";\n.b { @apply #{$x} foo !important; }\n.c { @apply #{$x}; color: ; }\n',
    [[`3 ${VALUE}`]],
  ],
};

test('a template is judged without its markers, or not: what is wrong beside them is reported', async () => {
  await using lab = await openReal({
    servers: ['html', 'css', 'json', 'yaml'],
    links: LINKS,
    files: { 'chart/Chart.yaml': 'name: x\n' },
  });
  const { files, inPart = {} } = await lab.check(
    Object.fromEntries(Object.values(TABLE).map(([file, text]) => [file, text])),
  );
  const seen = Object.entries(TABLE).map(([title, [file]]): [string, Want] => [
    title,
    [(files[file] ?? []).map((found) => brief(found).replace(/:\d+/, '')), inPart[file]],
  ]);
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(
      Object.entries(TABLE).map(([title, [, , [found, reason]]]) => [title, [found, reason]]),
    ),
  );
});

test('tags of dialects are data, and so are those of the user; a misspelt one is an error', async () => {
  await using lab = await openReal({
    servers: { yaml: { settings: { 'yaml.customTags': ['!own sequence'] } } },
    links: LINKS,
  });
  const text =
    'a: !GetAtt b.c\nb: !reference [x, y]\nc: !ENV [A, B]\nd: !secret x\ne: !include x.yaml\nf: !vault |\n  x\n' +
    'g: !!python/name:a.b.c\nh: !Sub [a, {b: c}]\ni: !own [1]\nj: !GetAt b.c\nk: !python/tuple [1]\n';
  expect((await lab.checkFile('a.yaml', text)).map(brief)).toEqual(['11:4 0 Unresolved tag: !GetAt']);
});

test('a schema that cannot be loaded is no error of the file; a mistake beside it is', async () => {
  await using lab = await openReal({ servers: ['yaml', 'json'], links: LINKS });
  const head = '# yaml-language-server: $schema=./no-such-schema.json\n';
  const { files, inPart } = await lab.check({
    'a.yaml': `${head}a: 1\n`,
    'b.yaml': `${head}a: b: c\n`,
    'c.json': '{ "$schema": "./no-such-schema.json", "a": [1 2] }\n',
  });
  expect([files['a.yaml'], files['b.yaml']?.map(brief), files['c.json']?.map(brief)]).toEqual([
    [],
    [`2:4 ${NESTED}`],
    ['1:47 514 Expected comma'],
  ]);
  expect(inPart?.['a.yaml']).toStartWith('it was not held against its schema');
});

test('a notebook is JSON, and an edit that breaks it is reported', async () => {
  await using lab = await openReal({ servers: ['json'], links: LINKS });
  const { files } = await lab.check({
    'good.ipynb': '{ "cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5 }\n',
    'bad.ipynb': '{\n "cells": [\n  {"source": ["a\\n" "b"]}\n ]\n}\n',
  });
  expect(files['good.ipynb']).toEqual([]);
  expect(files['bad.ipynb']?.map(brief)).toEqual([expect.stringMatching(/^3:\d+ 514 /)]);
});
