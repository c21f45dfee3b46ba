import { expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';

import { configIn, configsBeside } from '../../tsconfig.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';

const BESIDE: [title: string, text: string, isProject: boolean][] = [
  ['names its files', '{ "files": ["a.ts"] }', true],
  ['includes files', '{ "include": ["test"] }', true],
  [
    'is the project file but for what that leaves out',
    '{ "extends": "./tsconfig.json", "exclude": [] }',
    true,
  ],
  [
    'the same, without its ending, in a list',
    '{ "extends": ["@tsconfig/node20", "./tsconfig"], "exclude": ["dist"] }',
    true,
  ],
  [
    'hands options on, and what to leave out',
    '{ "compilerOptions": { "strict": true }, "exclude": ["dist"] }',
    false,
  ],
  [
    'the same, from another one that does',
    '{ "extends": "@tsconfig/node20/tsconfig.json", "exclude": ["dist"] }',
    false,
  ],
  ['hands options on', '{ "compilerOptions": { "strict": true } }', false],
  ['extends the project file and says no more of files', '{ "extends": "./tsconfig.json" }', false],
];

test.each(BESIDE)('REQ-DIAG-010: a configuration beside the project file that %s', (_, text, isProject) => {
  using workspace = new Workspace({ 'tsconfig.json': '{ "include": ["src"] }', 'tsconfig.other.json': text });
  expect(configsBeside(workspace.path('tsconfig.json'))).toEqual(
    isProject ? [workspace.path('tsconfig.other.json')] : [],
  );
});

test('REQ-DIAG-010: a folder that is called like a project file is none, as for the compiler', () => {
  using workspace = new Workspace({ 'jsconfig.json': '{}' });
  mkdirSync(workspace.path('tsconfig.json'));
  expect(configIn(workspace.root)).toBe(workspace.path('jsconfig.json'));
  rmSync(workspace.path('jsconfig.json'));
  expect(configIn(workspace.root)).toBeUndefined();
});
