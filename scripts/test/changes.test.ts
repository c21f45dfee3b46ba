import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChange } from '../lib/changes.mjs';
import { run } from '../lib/process.mjs';

let folder = '';
const author = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
const git = async (...args: string[]): Promise<string> => {
  const { code, output } = await run('git', args, { cwd: folder, env: { ...process.env, ...author } });
  expect(code, output).toBe(0);
  return output.trim();
};
const write = (name: string, text: string): void => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'change # '));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('what changed: the last commit, what is not committed, what the upstream branch lacks, what a commit lacks', async () => {
  expect(await findChange(undefined, folder)).toEqual({ failed: 'This is no git checkout: use npm test.' });

  await git('init', '--quiet', '--initial-branch=main');
  write('a b.ts', '1');
  write('gone.ts', '1');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'one');
  const one = await git('rev-parse', 'HEAD');
  expect(await findChange(undefined, folder)).toEqual({
    failed: expect.stringMatching(/^There is no commit before this one/) as string,
  });

  write('é.ts', '1');
  write('sub/new.ts', '1');
  await git('add', 'é.ts');
  await git('rm', '--quiet', 'gone.ts');
  expect(await findChange(undefined, folder)).toEqual({
    since: one,
    files: ['sub/new.ts', 'é.ts'],
    deleted: ['gone.ts'],
  });

  await git('add', '.');
  await git('commit', '--quiet', '-m', 'two');
  await git('branch', 'upstream', one);
  await git('branch', '--set-upstream-to=upstream', '--quiet');
  write('a b.ts', '2');
  expect(await findChange(undefined, folder)).toEqual({
    since: one,
    files: ['a b.ts', 'sub/new.ts', 'é.ts'],
    deleted: ['gone.ts'],
  });
  expect(await findChange('HEAD', folder)).toMatchObject({ files: ['a b.ts'] });
  expect(await findChange('nowhere', folder)).toEqual({
    failed: '--since nowhere: git knows no such commit.',
  });
});
