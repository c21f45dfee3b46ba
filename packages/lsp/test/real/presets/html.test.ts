import { describeInstalled } from '../installed-suite.ts';

/** It finds nothing wrong with HTML itself; what it judges are the styles and scripts in it. */
describeInstalled({
  server: 'html',
  links: { 'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted' },
  extension: '.html',
  clean: '<!doctype html>\n<style>a { color: red; }</style>\n<script>let x = 1;</script>\n',
  broken: '<!doctype html>\n<style>a { color: ; }</style>\n<script>let x = 1;</script>\n',
  finding: {
    line: 2,
    character: 19,
    endLine: 2,
    endCharacter: 20,
    severity: 'error',
    message: 'property value expected',
    code: 'css-propertyvalueexpected',
    source: 'css',
  },
  table: {
    '\uFEFF<style>a { color: ; }</style>': ['1:19 css-propertyvalueexpected property value expected'],
    '<p>\r\n<style>a { color: ; }</style>\r\n</p>': [
      '2:19 css-propertyvalueexpected property value expected',
    ],
    '<p>🎉é</p><style>a { color: ; }</style>': ['1:29 css-propertyvalueexpected property value expected'],
    '<script>let x = ;</script>': ['1:17 - Expression expected.'],
    '<p><b>never closed</p>': [],
  },
  program: { name: 'vscode-html-language-server', version: '4.10.0' },
});
