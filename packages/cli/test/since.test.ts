import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { changedSince } from '../src/check/since.js';
import { folderOf } from './support/io.js';

it.skipIf(process.platform === 'win32')('git gets no secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'since '));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const [bin, workspace, note] = [
    join(folder, 'bin'),
    join(folder, 'work space'),
    join(folder, 'environment'),
  ];
  for (const each of [bin, workspace]) mkdirSync(each);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nenv > '${note}'\n`);
  chmodSync(join(bin, 'git'), 0o755);
  vi.stubEnv('PATH', [bin, process.env['PATH']].join(delimiter));
  vi.stubEnv('OP_SESSION_my', 'x5Ecr3t');
  vi.stubEnv('GREETING', 'hello');
  expect(await changedSince('HEAD', workspace, new AbortController().signal)).toEqual({
    kind: 'changed',
    files: [],
  });
  const environment = readFileSync(note, 'utf8');
  expect(environment).not.toContain('x5Ecr3t');
  expect(environment).toMatch(/^GREETING=hello$/m);
  expect(environment).toMatch(/^LC_ALL=C$/m);
});

it('a work tree that was added in the workspace is none of its files', async () => {
  const root = folderOf({ 'a.ts': '' });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.a', ...args], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
  };
  git('init');
  git('commit', '--allow-empty', '-m', 'one');
  git('worktree', 'add', 'wt/x');
  writeFileSync(join(root, 'wt/x/b.ts'), '');
  const changed = await changedSince('HEAD', root, new AbortController().signal);
  expect(changed.kind === 'changed' && changed.files.map((file) => relative(root, file))).toEqual(['a.ts']);
});
