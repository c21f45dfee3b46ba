import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { asking, collecting } from '../lib/collecting.mjs';
import { needs } from '../lib/needs.mjs';

const path = join(tmpdir(), 'collecting-');
const MAKERS: readonly [what: string, make: () => unknown][] = [
  ['a folder', () => mkdtempSync(path)],
  ['a folder, later', () => mkdtemp(path)],
  ['a process', () => spawnSync('true')],
  ['a process, later', () => promisify(execFile)('true')],
  ['a server', () => createServer().listen(0)],
];

/** What this file tried to make while it was read. */
const refused = MAKERS.map(([, make]) => refusal(make));

function refusal(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

test.each(MAKERS.map(([what], index) => [what, refused[index]]))(
  '%s is not made while a test file is read',
  (_, error) => {
    expect(error).toMatch(
      /^Error: \w+\(\) while a test file is read: a suite that is skipped does nothing, so make it in beforeAll/,
    );
  },
);

test('in tests and hooks all of it is made', async () => {
  const folder = mkdtempSync(path);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await promisify(execFile)(process.execPath, ['-p', '1'])).toEqual({ stdout: '1\n', stderr: '' });
});

test('what the machine has may be asked, and nothing more may be made afterwards', () => {
  collecting(true);
  try {
    expect(asking(() => spawnSync(process.execPath, ['-e', '']).status)).toBe(0);
    expect(refusal(() => spawnSync('true'))).toContain('spawnSync()');
  } finally {
    collecting(false);
  }
});

describe('what a test needs', () => {
  const before = process.env['PATH'];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path);
    process.env['PATH'] = folder;
  });
  afterEach(() => {
    process.env['PATH'] = before;
    rmSync(folder, { recursive: true });
  });

  test('is not there because a program of its name is on PATH, but because it runs; the reason says what installs it', () => {
    // As rustup's placeholder does without a toolchain for this user.
    placeholder('rust-analyzer', 'exit 1');
    placeholder('clangd', 'exit 0');
    expect(needs('rust-analyzer', 'clangd')).toBe(
      'no rust-analyzer that runs here: npm run setup:servers -- --only rust-analyzer',
    );
    expect(needs('clangd')).toBeUndefined();
  });

  test('is there under CI=true where our scripts can install it', () => {
    const ci = process.env['CI'];
    process.env['CI'] = 'true';
    try {
      expect(needs('shellcheck')).toContain('no shellcheck that runs here');
      placeholder('go', 'exit 0');
      expect([needs('gopls'), needs('javac')]).toEqual([
        undefined,
        'no javac that runs here: apt-get install default-jdk',
      ]);
    } finally {
      if (ci === undefined) delete process.env['CI'];
      else process.env['CI'] = ci;
    }
  });

  function placeholder(name: string, script: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
});
