import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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

it.skipIf(process.platform === 'win32')(
  'of folders that git names, a work tree of the repository is another workspace',
  async () => {
    const root = folderOf({
      'a.ts': '',
      '.git/HEAD': '',
      '.git/worktrees/x/commondir': '../..',
      'wt/x/.git': 'gitdir: ../../.git/worktrees/x',
      'clone/.git/HEAD': '',
    });
    const bin = folderOf({ git: "#!/bin/sh\n[ $1 = diff ] || printf 'a.ts\\0wt/x/\\0clone/\\0'\n" });
    chmodSync(join(bin, 'git'), 0o755);
    vi.stubEnv('PATH', [bin, process.env['PATH']].join(delimiter));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await changedSince('HEAD', root, new AbortController().signal)).toEqual({
      kind: 'changed',
      files: [join(root, 'a.ts'), join(root, 'clone')],
    });
  },
);
