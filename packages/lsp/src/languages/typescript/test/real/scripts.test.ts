import { describe, expect, test } from 'bun:test';

import { found, type Links, openReal } from '../../../../../test/real/real-lab.ts';
import { tsc } from '../../../../../test/real/truth.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';

const VERSIONS: readonly (readonly [title: string, compiler: string, links: Links])[] = [
  ['TypeScript 5.9', 'typescript', { 'node_modules/typescript': 'typescript' }],
  [
    'TypeScript 7',
    'typescript-v7',
    { 'node_modules/typescript': 'typescript-v7', 'node_modules/@typescript': '@typescript' },
  ],
];

const options = (own: object): string =>
  JSON.stringify({ compilerOptions: { lib: ['es5'], strict: true, noEmit: true, types: [], ...own } });

const typedef = (type: string): string =>
  `/**\n * @typedef {object} Size\n * @property {${type}} width\n */\n\n/** @type {Size} */\nvar size;\n`;
const callback = (type: string): string =>
  `/** @callback Measure\n * @param {${type}} width\n * @returns {void}\n */\n\n/** @type {Measure} */\nvar measure;\n`;
const inferred = (value: string): string => `function base() {\n  return ${value};\n}\n`;

interface Case {
  readonly title: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Before and after, of `types.js`. */
  readonly change: readonly [string, string];
  readonly others: Tree;
}

const USES = { 'uses.js': 'size.width.toFixed();\n' };
const CASES: Case[] = [
  {
    title: 'a @typedef, used by a name that is declared with it',
    settings: { 'jsconfig.json': options({ checkJs: true }) },
    change: [typedef('number'), typedef('string')],
    others: USES,
  },
  {
    title: 'a @typedef, used by a file that says neither its name nor that of anything in the file',
    settings: { 'jsconfig.json': options({ checkJs: true }) },
    change: [typedef('number'), typedef('string')],
    others: { 'again.js': 'var again = size;\n', 'uses.js': 'again.width.toFixed();\n' },
  },
  {
    title: 'a @callback',
    settings: { 'tsconfig.json': options({ allowJs: true, checkJs: true }) },
    change: [callback('number'), callback('string')],
    others: { 'again.js': 'var again = measure;\n', 'uses.js': 'again(1);\n' },
  },
  {
    title: 'what a function returns',
    settings: { 'tsconfig.json': options({ allowJs: true, checkJs: true }) },
    change: [inferred('1'), inferred("'1'")],
    others: { 'again.js': 'var again = base();\n', 'uses.js': 'again.toFixed();\n' },
  },
  {
    title: 'in one file that asks to be checked',
    settings: { 'jsconfig.json': options({ allowJs: true }) },
    change: [typedef('number'), typedef('string')],
    others: { 'again.js': 'var again = size;\n', 'uses.js': '// @ts-check\nagain.width.toFixed();\n' },
  },
  {
    title: 'in TypeScript, which sees the scripts of its program',
    settings: { 'tsconfig.json': options({ allowJs: true }) },
    change: [typedef('number'), typedef('string')],
    others: { 'again.js': 'var again = size;\n', 'uses.ts': 'again.width.toFixed();\n' },
  },
  {
    title: 'by settings that others pass on',
    settings: {
      'base.json': options({ allowJs: true, checkJs: true }),
      'tsconfig.json': '{"extends": "./base.json"}',
    },
    change: [typedef('number'), typedef('string')],
    others: { 'again.js': 'var again = size;\n', 'uses.js': 'again.width.toFixed();\n' },
  },
];

for (const [title, compiler, links] of VERSIONS)
  describe(`a script whose names need no import: ${title}`, () => {
    for (const { title: what, settings, change, others } of CASES)
      test(`REQ-DIAG-040: ${what}`, async () => {
        const [before, after] = change;
        await using lab = await openReal({
          servers: ['typescript'],
          files: { ...settings, ...others, 'types.js': before },
          links,
          config: { otherFilesTimeout: 20_000 },
        });
        const write = (text: string, was: string) => {
          lab.workspace.write('types.js', text);
          return lab.sidecar.request('lsp/check', {
            files: [{ filePath: 'types.js', text, before: was }],
            others: true,
          });
        };
        await write(before, before);
        const broken = await write(after, before);
        const project = Object.keys(settings).find((file) => /^[tj]sconfig/.test(file));
        const truth = await tsc(lab.workspace, compiler, project);
        expect(Object.keys(truth)).toEqual(Object.keys(others).filter((file) => file.startsWith('uses')));
        expect([found(broken.others), broken.othersComplete]).toEqual([truth, true]);
        const mended = await write(before, after);
        expect([found(mended.others), mended.othersComplete]).toEqual([{}, true]);
      });
  });
