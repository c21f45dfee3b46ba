import { afterEach, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cleanUp, type Entry, workspace } from '../../../../../test/registry/workspace.ts';
import { settingsCode } from '../../imports/settings-code.ts';

afterEach(cleanUp);

/** What these settings read, relative to the workspace, without those that are not there. */
function check(files: Record<string, Entry>, entry: string, want: readonly string[]): void {
  const root = workspace(files);
  const read = [...settingsCode([join(root, entry)], root).files].map((path) => relative(root, path));
  expect(read.filter((path) => path in files && path !== entry).sort()).toEqual([...want].sort());
}

test('code reads what it imports, however it is spelled, and so on', () => {
  check(
    {
      'eslint.config.js': "import a from './config/a.js';\nexport * from './b';\nconst c = require('./c');",
      'config/a.js': "import '../deep/index.js';\nawait import('./lazy.mjs');",
      'config/lazy.mjs': '',
      'deep/index.js': "import rules from './rules.json' with { type: 'json' };",
      'deep/rules.json': '{}',
      'b.ts': '',
      'c/index.cjs': '',
      'd.js': '',
    },
    'eslint.config.js',
    ['config/a.js', 'config/lazy.mjs', 'deep/index.js', 'deep/rules.json', 'b.ts', 'c/index.cjs'],
  );
});

test('code reads data by its name; sources that it names are what it works on', () => {
  check(
    {
      'eslint.config.js':
        "readFileSync('.gitignore'); const data = join(here, 'rules.yml');\n" +
        "export default [{ files: ['src/a.js', './src/b.js'], project: './tsconfig.lint.json' }];",
      '.gitignore': 'src/a.js\npackage.json\nother.json',
      'rules.yml': '',
      'other.json': '{}',
      'tsconfig.lint.json': '{ "extends": "./base.json", "files": ["./src/b.js"] }',
      'base.json': '{}',
      'src/a.js': '',
      'src/b.js': '',
    },
    'eslint.config.js',
    ['.gitignore', 'rules.yml', 'tsconfig.lint.json', 'base.json'],
  );
});

test.each([
  ['s.json', '{ "extends": ["./base.json"], "jsPlugins": ["./lint/p.js"], "files": ["./src/a.js"] }'],
  [
    's.jsonc',
    '{ // why\n "extends": "base.json", "plugins": [{ "x": 1 }, "y", ], "plugins": ["./lint/p.js"] }',
  ],
  ['.s.yaml', 'extends:\n  - ./base.json\nplugins:\n  - ./lint/p.js\nfiles:\n  - ./src/a.js\n'],
  ['s.toml', 'extend = "base.json"\nplugins = ["./lint/p.js"]\nfiles = ["./src/a.js"]\n'],
])('data reads what it extends, and its plug-ins: %s', (name, text) => {
  check(
    { [name]: text, 'base.json': '{}', 'lint/p.js': "import './q.js';", 'lint/q.js': '', 'src/a.js': '' },
    name,
    ['base.json', 'lint/p.js', 'lint/q.js'],
  );
});

test('packages are followed where they are linked, and by `imports`', () => {
  const root = workspace({
    'package.json': '{ "imports": { "#own": "./own.js" } }',
    'eslint.config.js': "import '#own'; import 'linked'; import 'linked/sub'; import 'other';",
    'own.js': '',
    'tools/linked/package.json':
      '{ "name": "linked", "exports": { ".": "./main.js", "./sub": "./lib/sub.js" } }',
    'tools/linked/main.js': "import './inner.js';",
    'tools/linked/inner.js': '',
    'tools/linked/lib/sub.js': '',
    'node_modules/other/package.json': '{ "main": "main.js" }',
    'node_modules/other/main.js': '',
  });
  symlinkSync('../tools/linked', join(root, 'node_modules/linked'));
  const entry = join(root, 'eslint.config.js');
  const read = settingsCode([entry], root);
  const files = [...read.files].map((path) => relative(root, path));
  expect(files.sort()).toEqual([
    'eslint.config.js',
    'own.js',
    'tools/linked/inner.js',
    'tools/linked/lib/sub.js',
    'tools/linked/main.js',
    'tools/linked/package.json',
  ]);
  expect(read.mayRead?.(join(root, 'node_modules/other/main.js'))).toBe(true);
  expect(read.mayRead?.(join(root, 'src/main.js'))).toBe(false);
});

test('what is missing may come, and what is in a folder that is listed', () => {
  const root = workspace({
    'eslint.config.js': "import './late.js'; for (const name of readdirSync('./lint')) require(name);",
    'lint/one.js': '',
  });
  const read = settingsCode([join(root, 'eslint.config.js')], root);
  expect([...read.files]).toContain(join(root, 'late.js'));
  expect([...read.files]).toContain(join(root, 'lint/one.js'));
  expect(read.mayRead?.(join(root, 'lint/two.js'))).toBe(true);
  expect(read.mayRead?.(join(root, 'src/two.js'))).toBe(false);
});

test('a circle ends, and what is read is bounded', () => {
  const many = Array.from({ length: 3000 }, (_, n) => `import './missing${n}.js';`).join('\n');
  const root = workspace({
    'eslint.config.js': `import './b.js';\n${many}`,
    'b.js': "import './eslint.config.js';",
  });
  const { files } = settingsCode([join(root, 'eslint.config.js')], root);
  expect([...files].length).toBeLessThan(600);
});
