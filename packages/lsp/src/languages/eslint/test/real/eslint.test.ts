import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { brief, found, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { eslint } from '../../../../../test/real/truth.ts';
import { PROJECT } from '../../../typescript/test/real/typescript-language.ts';

const LINKS = { 'node_modules/eslint': 'eslint' };

function config(rules: Record<string, string>): string {
  return `export default [{ files: ['**/*.js'], rules: ${JSON.stringify(rules)} }];\n`;
}

const RULES = { 'no-undef': 'error', 'no-debugger': 'error', 'no-var': 'warn' };
const PACKAGE = { 'package.json': '{ "type": "module" }', 'eslint.config.mjs': config(RULES) };

const WRONG = 'nowhere();\n';
const UNDEFINED = "1:1 no-undef 'nowhere' is not defined.";

const TABLE = {
  'table/emoji.js': '// 🎉\nconst s = "🎉é"; nowhere(s);\n',
  'table/crlf.js': 'const a = 1;\r\n\tnowhere(a);\r\n\r\ndebugger;\r\n',
  'table/cr.js': 'const a = 1;\rnowhere(a);\r',
  'table/no-newline.js': 'debugger; nowhere',
  'table/syntax.js': 'const = 1;\n',
  'table/markup.js': '"<b>&amp;"; nowhere("<x>");\n',
  'table/clean.js': 'export const a = 1;\n',
};

describe('ESLint', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openReal({ servers: ['eslint'], files: PACKAGE, links: LINKS });
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  test('REQ-DIAG-010 REQ-TIME-030 REQ-FMT-080: cold, exactly the error that is there is reported, and a clean file is clean', async () => {
    const { files } = await lab.check({ 'cold.js': WRONG, 'clean.js': 'export {};\n' });
    expect(files).toEqual({
      'cold.js': [
        {
          file: 'cold.js',
          line: 1,
          character: 1,
          endLine: 1,
          endCharacter: 8,
          severity: 'error',
          message: "'nowhere' is not defined.",
          code: 'no-undef',
          source: 'eslint',
        },
      ],
      'clean.js': [],
    });
  });

  test('REQ-DIAG-010 REQ-FMT-060: every breaking and mending edit has its own result, and warnings are left out', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await lab.checkFile('cold.js', 'var mended = 1;\nexport { mended };\n')).map(brief)).toEqual(
        [],
      );
      expect((await lab.checkFile('cold.js', `\n${WRONG}`)).map(brief)).toEqual([
        "2:1 no-undef 'nowhere' is not defined.",
      ]);
    }
    expect(await lab.checkFile('cold.js', '')).toEqual([]);
    expect((await lab.checkFile('cold.js', `\uFEFF${WRONG}`)).map(brief)).toEqual([UNDEFINED]);
    expect(await lab.checkFile('empty.js', '')).toEqual([]);
  });

  test('REQ-TIME-015: twenty files in one question have twenty answers, in the order of the question', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `many${20 - n}.js`);
    const { files } = await lab.check(
      Object.fromEntries(names.map((name, n) => [name, n % 2 === 0 ? WRONG : ''])),
    );
    expect(Object.entries(files).map(([name, list]) => [name, list.map(brief)])).toEqual(
      names.map((name, n) => [name, n % 2 === 0 ? [UNDEFINED] : []]),
    );
  });

  test('REQ-FMT-080: lines, columns, rules and messages are those of the command-line tool', async () => {
    for (const [name, text] of Object.entries(TABLE)) lab.workspace.write(name, text);
    const files = Object.keys(TABLE).map((filePath) => ({ filePath, created: true }));
    const [report, truth] = await Promise.all([
      lab.sidecar.request('lsp/check', { files }),
      eslint(lab.workspace, 'table'),
    ]);
    expect(found(report.files)).toEqual(truth);
  });

  test('a file changed on disk behind its open buffer is judged as it is', async () => {
    lab.workspace.write('clean.js', WRONG);
    expect((await lab.checkFile('clean.js')).map(brief)).toEqual([UNDEFINED]);
    lab.workspace.write('clean.js', '');
    expect(await lab.checkFile('clean.js')).toEqual([]);
  });

  test('REQ-STATUS-020: status names the server, and whose ESLint it runs', async () => {
    expect(await rows(lab, 'eslint')).toMatchObject([
      {
        status: 'active',
        root: '.',
        program: {
          name: 'vscode-eslint-language-server',
          version: '4.10.0',
          origin: 'bundled',
          uses: { name: 'eslint', version: '10.15.0', origin: 'workspace' },
        },
      },
    ]);
  });

  test('an edit of the configuration holds from the next question on', async () => {
    lab.workspace.write('eslint.config.mjs', config({ 'no-var': 'error' }));
    await lab.sidecar.request('lsp/check', { files: [{ filePath: 'eslint.config.mjs' }] });
    expect((await lab.checkFile('cold.js', `var a;\n${WRONG}`)).map(brief)).toEqual([
      '1:1 no-var Unexpected var, use let or const instead.',
    ]);
    lab.workspace.write('eslint.config.mjs', config(RULES));
    await lab.sidecar.request('lsp/check', { files: [{ filePath: 'eslint.config.mjs' }] });
    expect((await lab.checkFile('cold.js', `var a;\n${WRONG}`)).map(brief)).toEqual([
      "2:1 no-undef 'nowhere' is not defined.",
    ]);
  });
});

test('REQ-PATH-010 REQ-LIFE-010: names that need escaping, below a root that does and is a symlink; warmed first', async () => {
  await using lab = await openReal({
    servers: ['eslint'],
    files: PACKAGE,
    links: LINKS,
    name: 'my #1 [work] 100% (x)',
    root: ({ root, outside }) => {
      symlinkSync(root, join(outside, 'linked #2'));
      return join(outside, 'linked #2');
    },
  });
  const name = 'sub [id] #/50%20 off/what? é 日本🎉.js';
  lab.workspace.write(name, WRONG);
  lab.sidecar.notify('lsp/warm', { filePath: name });
  for (const path of [name, join(lab.workspace.outside, 'linked #2', name), lab.workspace.path(name)]) {
    expect([path, (await lab.checkFile(path, WRONG)).map(({ file }) => file)]).toEqual([path, [name]]);
    expect([path, await lab.checkFile(path, '')]).toEqual([path, []]);
  }
});

test('REQ-GRACE-010 REQ-LIFE-020: ESLint is not started where nobody configured it, or where its package is missing', async () => {
  await using bare = await openReal({
    servers: ['eslint'],
    files: { 'configured/eslint.config.mjs': PACKAGE['eslint.config.mjs'] },
  });
  const report = await bare.check({ 'a.js': WRONG, 'configured/b.js': WRONG });
  expect([found(report.files), outcomes(report)]).toEqual([{}, { eslint: 'unavailable' }]);
  expect((await bare.check({ 'a.js': WRONG })).servers).toEqual([]);
  expect(await rows(bare, 'eslint')).toMatchObject([
    { status: 'unavailable', reason: 'no ESLint configuration at or above .' },
  ]);
  expect(bare.sidecar.processes()).toHaveLength(1);
});

const TYPED = `import tseslint from 'typescript-eslint';

export default tseslint.config({
  files: ['**/*.ts'],
  extends: [tseslint.configs.base],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/no-explicit-any': 'error' },
});
`;

test('REQ-LANG-040 REQ-TIME-040: TypeScript and typed rules of ESLint judge the same file, and their findings come in the order of the text', async () => {
  await using lab = await openReal({
    servers: ['eslint', 'typescript'],
    files: { ...PROJECT, 'eslint.config.mjs': TYPED },
    links: {
      ...LINKS,
      'node_modules/typescript': 'typescript',
      'node_modules/typescript-eslint': 'typescript-eslint',
    },
  });
  const cold = await lab.check({
    'lib.ts': 'export async function later(): Promise<void> {}\n',
    'user.ts':
      "import { later } from './lib.js';\n\nexport const a: any = 1;\nexport const b: number = 'x';\nlater();\n",
  });
  expect(outcomes(cold)).toEqual({ eslint: 'complete', typescript: 'complete' });
  expect(
    cold.files['user.ts']?.map(({ line, character, code, source }) => [line, character, code, source]),
  ).toEqual([
    [3, 17, '@typescript-eslint/no-explicit-any', 'eslint'],
    [4, 14, 2322, 'ts'],
    [5, 1, '@typescript-eslint/no-floating-promises', 'eslint'],
  ]);
  // typescript-eslint knows of another file what it was when it was linted last: the definition goes first.
  const patched = await lab.check({
    'lib.ts': 'export function later(): void {}\n',
    'user.ts': "import { later } from './lib.js';\n\nlater();\n",
  });
  expect([found(patched.files), outcomes(patched)]).toEqual([
    {},
    { eslint: 'complete', typescript: 'complete' },
  ]);
});

test('REQ-DIAG-010: what eslint.config.js imports is loaded again after a change, and one process is left', async () => {
  await using lab = await openReal({
    servers: ['eslint', 'typescript'],
    files: {
      'package.json': '{ "type": "module" }',
      'eslint.config.js': "import rules from './lint/rules.js';\nexport default [{ rules }];\n",
      'lint/rules.js': "import level from './level.js';\nexport default { 'no-var': level };\n",
      'lint/level.js': "export default 'error';\n",
    },
    links: LINKS,
  });
  const text = 'var one = 1;\nexport { one };\n';
  const NO_VAR = '1:1 no-var Unexpected var, use let or const instead.';
  const check = async (): Promise<string[]> =>
    (await lab.check({ 'a.js': text })).files['a.js']?.map(brief) ?? [];
  expect(await check()).toEqual([NO_VAR]);
  lab.workspace.write('lint/level.js', "export default 'off';\n");
  expect(await check()).toEqual([]);
  await lab.check({ 'lint/level.js': "export default 'error';\n" });
  expect(await check()).toEqual([NO_VAR]);
  const processes = await rows(lab, 'eslint');
  expect(processes).toHaveLength(1);
  expect(JSON.stringify(processes)).toContain('restarted: lint/level.js has changed');
});

test('REQ-DIAG-010: typed rules read again what tsconfig.json extends', async () => {
  const options = (isUnchecked: boolean): string =>
    JSON.stringify({
      compilerOptions: { strict: true, noUncheckedIndexedAccess: isUnchecked, lib: ['es5'], types: [] },
    });
  const RULE = '@typescript-eslint/no-unnecessary-condition';
  await using lab = await openReal({
    servers: ['eslint'],
    files: {
      'eslint.config.mjs': TYPED.replace(/rules: .*/, `rules: { '${RULE}': 'error' },`),
      'tsconfig.json': '{ "extends": "./base.json", "include": ["*.ts"] }',
      'base.json': options(false),
    },
    links: {
      ...LINKS,
      'node_modules/typescript': 'typescript',
      'node_modules/typescript-eslint': 'typescript-eslint',
    },
  });
  const codes = async (at: number): Promise<unknown[]> => {
    const text = `export const f = (a: string[]): boolean => a[${at}] !== undefined;\n`;
    lab.workspace.write('a.ts', text);
    return (await lab.checkFile('a.ts', text)).map(({ code }) => code);
  };
  expect(await codes(0)).toEqual([RULE]);
  lab.workspace.write('base.json', options(true));
  expect(await codes(1)).toEqual([]);
});
