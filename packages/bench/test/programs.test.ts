import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lackOf, probe, versionsFor } from '../src/programs.js';

/** An environment whose PATH has nothing but these, as shell scripts. */
function pathOf(programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'bench programs '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: folder };
}

const RUNS = { go: 'echo go version go1.26.8 linux/amd64', gopls: 'echo golang.org/x/tools/gopls v0.24.0' };

test('a program has the version that it says', () => {
  expect(probe('go', pathOf(RUNS))).toEqual({ kind: 'runs', version: '1.26.8' });
  expect(probe('gopls', pathOf(RUNS))).toEqual({ kind: 'runs', version: '0.24.0' });
});

test('a program that is absent is distinguished from one that does not run', () => {
  expect(probe('cargo', pathOf(RUNS))).toEqual({ kind: 'missing', reason: 'cargo is not on PATH' });
  const proxy = pathOf({ cargo: 'echo "error: no toolchain" >&2; exit 1' });
  expect(probe('cargo', proxy)).toEqual({
    kind: 'missing',
    reason: 'cargo does not run: error: no toolchain',
  });
});

test('a subject lacks the first of its programs that is missing; versions are those of what is there', () => {
  const env = pathOf(RUNS);
  expect((['eslint', 'gopls', 'cargo'] as const).map((server) => lackOf({ server }, env))).toEqual([
    undefined,
    undefined,
    'cargo is not on PATH',
  ]);
  expect(versionsFor([{ server: 'gopls' }, { server: 'cargo' }], env)).toEqual({
    go: '1.26.8',
    gopls: '0.24.0',
  });
});
