import { expect, test } from 'bun:test';

import { brief, openReal } from '../real-lab.ts';
import { describeInstalled } from '../installed-suite.ts';

const LINKS = { 'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted' };

describeInstalled({
  server: 'css',
  links: LINKS,
  extension: '.css',
  clean: 'a { color: red; }\n',
  broken: 'a { color: ; }\n',
  finding: {
    line: 1,
    character: 12,
    endLine: 1,
    endCharacter: 13,
    severity: 'error',
    message: 'property value expected',
    code: 'css-propertyvalueexpected',
    source: 'css',
  },
  table: {
    '\uFEFFa { color: ; }\n': ['1:12 css-propertyvalueexpected property value expected'],
    'a { }\r\nb { color: ; }\r\n': ['2:12 css-propertyvalueexpected property value expected'],
    '/* 🎉é */ a { color: ; }': ['1:22 css-propertyvalueexpected property value expected'],
    'a { color: red;': ['1:16 css-rcurlyexpected } expected'],
  },
  program: { name: 'vscode-css-language-server', version: '4.10.0' },
});

test('REQ-LANG-010: CSS, SCSS and Less are three languages to one server', async () => {
  await using lab = await openReal({ servers: ['css'], links: LINKS });
  const nested = '$a: 1px;\n@mixin m { width: $a; }\na { @include m; b { color: ; } }\n';
  const report = await lab.check({
    'a.scss': nested,
    'a.less': '@a: 1px;\na { .b; width: @a; c { color: ; } }\n',
    'ok.scss': '$a: 1px;\na { b { width: $a; } }\n',
  });
  expect(Object.entries(report.files).map(([file, list]) => [file, list.map(brief)])).toEqual([
    ['a.scss', ['3:28 css-propertyvalueexpected property value expected']],
    ['a.less', ['2:31 css-propertyvalueexpected property value expected']],
    ['ok.scss', []],
  ]);
});

test('REQ-CFG-040: settings of the user reach it', async () => {
  const css = { settings: { 'css.lint.unknownProperties': 'error' } };
  await using lab = await openReal({ servers: { css }, links: LINKS });
  expect((await lab.checkFile('a.css', 'a { colour: red; }\n')).map(brief)).toEqual([
    "1:5 unknownProperties Unknown property: 'colour'",
  ]);
});
