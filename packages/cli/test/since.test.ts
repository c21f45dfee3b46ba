import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { changedSince } from '../src/check/since.js';

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
