import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../src/backend/program/cache-folder.ts';

const before = process.env['XDG_CACHE_HOME'];
let cache: string;

beforeEach(() => {
  cache = realpathSync(mkdtempSync(join(tmpdir(), 'lsp cache # ')));
  process.env['XDG_CACHE_HOME'] = cache;
});

afterEach(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(cache, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("what compilers keep is the owner's alone, whatever the umask is", () => {
  const mask = process.umask(0);
  const folder = cacheFolder('cargo', '/work/a');
  process.umask(mask);
  expect(dirname(dirname(folder))).toBe(join(cache, 'llxprt-lsp'));
  expect(modeOf(join(cache, 'llxprt-lsp'))).toBe(0o700);
  expect(cacheFolder('cargo', '/work/a')).toBe(folder);
  expect(cacheFolder('cargo', '/work/b')).not.toBe(folder);
});

test('a folder that an older release has left open is closed', () => {
  mkdirSync(join(cache, 'llxprt-lsp'));
  chmodSync(join(cache, 'llxprt-lsp'), 0o777);
  cacheFolder('tsc', 'a');
  expect(modeOf(join(cache, 'llxprt-lsp'))).toBe(0o700);
});

test('a link is not followed: a folder of this process alone stands in', () => {
  mkdirSync(join(cache, 'theirs'), { mode: 0o777 });
  symlinkSync(join(cache, 'theirs'), join(cache, 'llxprt-lsp'));
  const folder = dirname(dirname(cacheFolder('tsc', 'a')));
  expect(folder.startsWith(join(tmpdir(), 'llxprt-lsp-cache-'))).toBe(true);
  expect(modeOf(folder)).toBe(0o700);
  expect(dirname(dirname(cacheFolder('cargo', 'b')))).toBe(folder);
  expect(existsSync(join(cache, 'theirs', 'tsc'))).toBe(false);
  rmSync(folder, { recursive: true });
});
