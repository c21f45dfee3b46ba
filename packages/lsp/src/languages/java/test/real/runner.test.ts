import { expect } from 'bun:test';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSearch } from '../../../../backend/program/search.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { findJdk, isJdk, javaOf } from '../../jdk.ts';
import { compiled, type Runner } from '../../runner.ts';

const test = testWith('javac');

function runner(folder: string, script?: string): Runner {
  const search = createSearch({ workspaceRoot: folder });
  const jdk = findJdk(folder, search);
  if (!isJdk(jdk)) throw new Error(jdk.reason);
  const java = javaOf(jdk, search);
  if (java.kind !== 'found') throw new Error(java.reason);
  return compiled(join(folder, 'runner'), script === undefined ? java : { ...java, command: script });
}

function folder(): { path: string } & Disposable {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'a # runner ')));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test('the program that runs javac is compiled once, by those that need it at the same time too, and again where it was removed', async () => {
  using own = folder();
  const { prepare } = runner(own.path);
  const file = join(own.path, 'runner/classes/Javac.class');
  await Promise.all([prepare(), prepare(), runner(own.path).prepare()]);
  const { ino, mtimeMs } = statSync(file);
  await prepare();
  expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  for (const gone of [join(own.path, 'runner'), file]) {
    rmSync(gone, { recursive: true });
    await prepare();
    expect(statSync(file).isFile()).toBe(true);
  }
});

test('options of javac that are meant for the sources of the user do not count', async () => {
  using own = folder();
  const former = process.env['JDK_JAVAC_OPTIONS'];
  process.env['JDK_JAVAC_OPTIONS'] = '--release 11 -Werror';
  try {
    await runner(own.path).prepare();
  } finally {
    if (former === undefined) delete process.env['JDK_JAVAC_OPTIONS'];
    else process.env['JDK_JAVAC_OPTIONS'] = former;
  }
  expect(statSync(join(own.path, 'runner/classes/Javac.class')).isFile()).toBe(true);
});

test('a compilation that fails says why, and the next run tries again', async () => {
  using own = folder();
  const script = join(own.path, 'java');
  writeFileSync(script, '#!/bin/sh\necho no memory >&2\nexit 3\n');
  chmodSync(script, 0o755);
  const failure = await runner(own.path, script)
    .prepare()
    .then(() => '', String);
  expect(failure).toBe('Error: its runner was not compiled: no memory');
  await runner(own.path).prepare();
  expect(statSync(join(own.path, 'runner/classes/Javac.class')).isFile()).toBe(true);
});
