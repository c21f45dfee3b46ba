import { describeChecked, GONE } from '../../../../../test/real/checkers-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';

const RULES = {
  'no-undef': 'error',
  'no-debugger': 'error',
  'no-var': 'warn',
  'no-unused-vars': 'warn',
  'no-unreachable': 'error',
  'max-lines': ['warn', 3],
  'no-irregular-whitespace': 'error',
};

describeChecked({
  title: 'ESLint',
  define: testWith(),
  checker: 'eslint',
  server: 'eslint',
  project: {
    'package.json': '{ "type": "module" }',
    'eslint.config.mjs': `export default [{ files: ['**/*.js'], rules: ${JSON.stringify(RULES)} }];\n`,
  },
  links: { 'node_modules/eslint': 'eslint' },
  without: GONE,
  kinds: {
    'kinds/undefined.js': 'nowhere();\n',
    'kinds/syntax.js': 'const = 1;\n',
    'kinds/unclosed.js': 'function f( {\n',
    'kinds/unused.js': 'import os from "os";\nvar a = 1;\n',
    'kinds/lines.js': 'export function f() {\n  return 1;\n  f(\n    1,\n  );\n}\n',
    'kinds/thing.test.js': 'test("a", () => {});\n',
    'kinds/emoji.js': '// 🎉\nconst s = "🎉é"; nowhere(s);\n\t/* 日本 */ e\u0301(s);\n',
    'kinds/crlf.js': 'const a = 1;\r\n\tnowhere(a);\r\n\r\ndebugger;\r\n',
    'kinds/cr.js': 'const a = 1;\rnowhere(a);\r',
    'kinds/bom.js': '\uFEFFnowhere();\n',
    'kinds/separators.js': 'const s = "\u2028"; nowhere(s);\n',
    'kinds/no-newline.js': 'debugger; nowhere',
    'kinds/disabled.js':
      '/* eslint no-var: "error" */\n// eslint-disable-next-line no-debugger\ndebugger;\nvar a; export { a };\n',
    'kinds/useless.js': '// eslint-disable-next-line no-undef\nexport const a = 1;\n',
    'kinds/empty.js': '',
    'kinds/sp ace #(1,2).js': 'nowhere();\n',
    'kinds/clean.js': 'export const a = 1;\n',
  },
  edits: [
    { file: 'a.js', clean: 'export const a = 1;\n', broken: 'export const a = nowhere;\n', at: 'a.js' },
    { file: 'b.js', clean: 'export const b = 1;\n', broken: 'export const b = ;\n', at: 'b.js' },
  ],
});
