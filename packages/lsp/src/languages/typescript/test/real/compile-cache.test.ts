import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { todaysNode } from '../../../../../../../scripts/lib/hosts/index.mjs';
import { testWith } from '../../../../../test/real/needs.ts';
import { MODULES } from '../../../../../test/real/real-lab.ts';
import { compileCache, fillCompileCache } from '../../server/compile-cache.ts';

const TSSERVER = join(MODULES, 'typescript/lib/tsserver.js');
/** Looked up before the user's cache folder is another one. */
const NODE = todaysNode();
const NAMES = ['XDG_CACHE_HOME', 'NODE_DISABLE_COMPILE_CACHE'];
const saved = NAMES.map((name) => [name, process.env[name]] as const);
let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'compile cache # ')));
  process.env['XDG_CACHE_HOME'] = home;
  delete process.env['NODE_DISABLE_COMPILE_CACHE'];
});

afterEach(() => {
  for (const [name, value] of saved) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  rmSync(home, { recursive: true, force: true });
});

/** As version managers name its folder. */
const placeOf = (version: string): string => join(home, `v${version}`, 'bin', 'node');

test('an older Node, and a user who has decided on a cache, get none of ours', () => {
  const node = placeOf('22.4.0');
  mkdirSync(join(node, '..'), { recursive: true });
  copyFileSync(import.meta.path, node);
  const old = placeOf('20.19.0');
  mkdirSync(join(old, '..'), { recursive: true });
  copyFileSync(import.meta.path, old);
  expect(Object.keys(compileCache(TSSERVER, node, {}))).toEqual(['NODE_COMPILE_CACHE']);
  expect(compileCache(TSSERVER, old, {})).toEqual({});
  expect(compileCache(TSSERVER, undefined, {})).toEqual({});
  expect(compileCache(TSSERVER, node, { NODE_COMPILE_CACHE: '/theirs' })).toEqual({});
  expect(compileCache(TSSERVER, node, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({});
});

testWith('Node 22')('what Node has compiled of tsserver is there for the next process', async () => {
  const node = placeOf('22.4.0');
  mkdirSync(join(node, '..'), { recursive: true });
  copyFileSync(NODE ?? '', node);
  const env = compileCache(TSSERVER, node, {});
  const launch = {
    root: home,
    command: node,
    args: [],
    env,
    program: { name: 'typescript-language-server', path: '', origin: 'bundled' as const },
    initializationOptions: { tsserver: { path: TSSERVER } },
  };
  await fillCompileCache(launch, 0);
  const folder = env['NODE_COMPILE_CACHE'] ?? '';
  const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(kept).toContain('filled');
  const sizes = kept.map((name) => statSync(join(folder, name)).size);
  expect(Math.max(...sizes)).toBeGreaterThan(1024 * 1024);
});
