import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBun } from '../lib/bun.mjs';
import { isInstalled } from '../lib/install.mjs';
import { locked } from '../lib/lock.mjs';
import { cache, sidecar } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools # '));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('Bun', () => {
  test('is the pinned one, whatever PATH holds', () => {
    write('path/bun', '');
    const found = findBun({ PATH: join(folder, 'path') });
    expect(found).toEqual({
      path: expect.stringContaining(join(sidecar, 'node_modules', '@oven')) as string,
    });
  });

  test('is the one that LLXPRT_BUN names, and never another in its place', () => {
    const named = write('my bun', '');
    expect(findBun({ LLXPRT_BUN: named })).toEqual({ path: named });
    expect(findBun({ LLXPRT_BUN: `${named}2` })).toEqual({
      missing: `LLXPRT_BUN names ${named}2, which does not exist`,
    });
  });
});

describe('an install is up to date', () => {
  const lock = (packages: object) => JSON.stringify({ packages });
  const a = { version: '1.0.0', integrity: 'sha512-a' };

  test.each<[string, object, object | undefined, boolean]>([
    ['with all packages', { '': {}, 'node_modules/a': a }, { 'node_modules/a': a }, true],
    ['without one for another platform', { 'node_modules/b': { ...a, optional: true } }, {}, true],
    ['not without a package', { 'node_modules/a': a }, {}, false],
    [
      'not with another version',
      { 'node_modules/a': a },
      { 'node_modules/a': { ...a, version: '2.0.0' } },
      false,
    ],
    [
      'not with another content',
      { 'node_modules/a': a },
      { 'node_modules/a': { ...a, integrity: 'sha512-b' } },
      false,
    ],
    ['not where npm was interrupted', { 'node_modules/a': a }, undefined, false],
  ])('%s', (name, wanted, installed, expected) => {
    write(`${name}/package-lock.json`, lock(wanted));
    if (installed) write(`${name}/node_modules/.package-lock.json`, lock(installed));
    expect(isInstalled(join(folder, name))).toBe(expected);
  });

  test('not with a note that was cut off', () => {
    write('cut/package-lock.json', lock({ 'node_modules/a': a }));
    write('cut/node_modules/.package-lock.json', '{"pack');
    expect(isInstalled(join(folder, 'cut'))).toBe(false);
  });
});

describe('programs', () => {
  test('a time-out ends a program and what it started', async () => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' })`;
    const { code, output } = await node(['-e', `${child}; setInterval(() => {}, 1e6)`], {
      cwd: folder,
      timeoutMs: 300,
    });
    expect(code).toBe(128);
    expect(output).toContain('stopped: not done after 0.3 s');
  });

  test('a program that cannot start is a result', async () => {
    const { code, output } = await node(['-v'], { cwd: join(folder, 'no such folder') });
    expect(code).toBe(127);
    expect(output).toContain('ENOENT');
  });
});

describe('the lock', () => {
  const name = `test-${process.pid}`;
  const file = join(cache, `${name}.lock`);

  test('lets one in at a time, in the end everyone', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => locked(name, work)));
    expect(most).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  test('of a process that died is no lock', async () => {
    const { output } = await node(['-p', 'process.pid'], { cwd: folder });
    writeFileSync(file, output.trim());
    expect(await locked(name, () => Promise.resolve('in'))).toBe('in');
  });

  test('is released where the work fails', async () => {
    await expect(locked(name, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    expect(existsSync(file)).toBe(false);
  });
});
