import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostTrust } from '../src/host-trust.js';
import { folderOf } from './support/io.js';

const GEMINI = { GEMINI_CLI: '1' };

it.each<[NodeJS.ProcessEnv, boolean | undefined]>([
  [{}, undefined],
  [{ GEMINI_CLI_TRUST_WORKSPACE: 'false' }, undefined],
  [{ ...GEMINI, GEMINI_CLI_TRUST_WORKSPACE: 'false' }, false],
  [{ ...GEMINI, GEMINI_RESTRICTED_MODE: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' }, false],
  [{ ...GEMINI, GEMINI_CLI_TRUST_WORKSPACE: 'true' }, true],
  [GEMINI, undefined],
])('what a host says in its environment: %j means %s', (env, trusted) => {
  expect(hostTrust(folderOf(), { GEMINI_CLI_HOME: folderOf(), ...env })).toBe(trusted);
});

/** What Gemini CLI has noted of folders below this one. */
function noted(rules: (root: string) => string): (folder: string) => boolean | undefined {
  const root = folderOf({ 'work/shop/a.ts': '', 'work/other/a.ts': '', 'workshop/a.ts': '' });
  const home = folderOf({ '.gemini/trustedFolders.json': rules(root) });
  return (folder) => hostTrust(join(root, folder), { ...GEMINI, GEMINI_CLI_HOME: home });
}

it('of the answers that the user gave Gemini CLI the nearest counts', () => {
  const trust = noted((root) =>
    JSON.stringify({ [join(root, 'work')]: 'DO_NOT_TRUST', [join(root, 'work/shop')]: 'TRUST_FOLDER' }),
  );
  expect([trust('work'), trust('work/shop'), trust('work/other'), trust('workshop')]).toEqual([
    false,
    true,
    false,
    undefined,
  ]);
});

it('one of them is about the folder above', () => {
  const trust = noted((root) => JSON.stringify({ [join(root, 'work/shop')]: 'TRUST_PARENT' }));
  expect([trust('work/shop'), trust('work/other'), trust('work'), trust('workshop')]).toEqual([
    true,
    true,
    true,
    undefined,
  ]);
});

it('comments are allowed, and what cannot be understood trusts nobody', () => {
  expect(noted((root) => `// mine\n{${JSON.stringify(join(root, 'work'))}: "TRUST_FOLDER"}`)('work')).toBe(
    true,
  );
  expect(noted((root) => `{${JSON.stringify(join(root, 'work'))}: "TRUST_FOLDRE"}`)('work')).toBe(false);
  expect(noted(() => '{,}')('work')).toBe(false);
  expect(noted(() => '[]')('work')).toBe(false);
});

it('a file elsewhere is read, and one that cannot be read trusts nobody', () => {
  const root = folderOf({ 'work/a.ts': '' });
  const file = join(
    folderOf({ 'rules.json': JSON.stringify({ [join(root, 'work')]: 'TRUST_FOLDER' }) }),
    'rules.json',
  );
  expect(hostTrust(join(root, 'work'), { ...GEMINI, GEMINI_CLI_TRUSTED_FOLDERS_PATH: file })).toBe(true);
  expect(hostTrust(join(root, 'work'), { ...GEMINI, GEMINI_CLI_TRUSTED_FOLDERS_PATH: root })).toBe(false);
});

it('links are what they lead to', () => {
  const root = folderOf({ 'work/a.ts': '' });
  mkdirSync(join(root, 'foreign'));
  symlinkSync(join(root, 'work'), join(root, 'link'));
  const home = folderOf({
    '.gemini/trustedFolders.json': JSON.stringify({ [join(root, 'link')]: 'TRUST_FOLDER' }),
  });
  expect(hostTrust(join(root, 'work'), { ...GEMINI, GEMINI_CLI_HOME: home })).toBe(true);
  expect(hostTrust(join(root, 'foreign'), { ...GEMINI, GEMINI_CLI_HOME: home })).toBeUndefined();
});

const LLXPRT = { LLXPRT_CODE: '1' };

/** What LLxprt Code has noted of folders below this one. */
function inLlxprt(
  rules: (root: string) => string | undefined,
  settings = '{ "folderTrust": true }',
): (folder: string, env?: NodeJS.ProcessEnv) => boolean | undefined {
  const root = folderOf({ 'work/shop/a.ts': '', 'work/other/a.ts': '', 'workshop/a.ts': '' });
  const text = rules(root);
  const config = folderOf({
    'settings.json': settings,
    ...(text !== undefined && { 'trustedFolders.json': text }),
  });
  return (folder, env = {}) =>
    hostTrust(join(root, folder), { ...LLXPRT, LLXPRT_CONFIG_HOME: config, ...env });
}

it('LLxprt Code: of the answers that the user gave the nearest folder counts, where folderTrust is on', () => {
  const rules = (root: string): string =>
    JSON.stringify({ [join(root, 'work')]: 'DO_NOT_TRUST', [join(root, 'work/shop')]: 'TRUST_FOLDER' });
  const trust = inLlxprt(rules);
  expect([trust('work'), trust('work/shop'), trust('work/other'), trust('workshop')]).toEqual([
    false,
    true,
    false,
    undefined,
  ]);
  for (const off of ['{}', '{ "folderTrust": false }', '', '{ "folderTrust": "true" }'])
    expect(inLlxprt(rules, off)('work')).toBeUndefined();
  expect(trust('work', { LLXPRT_CODE: '' })).toBeUndefined();
});

it('LLxprt Code: an answer about the folder above is less near than one about that folder, and of two about one folder the denial counts', () => {
  const trust = inLlxprt((root) =>
    JSON.stringify({
      [join(root, 'work/shop')]: 'TRUST_PARENT',
      [join(root, 'work')]: 'DO_NOT_TRUST',
      [join(root, 'work/other')]: 'DO_NOT_TRUST',
    }),
  );
  expect([trust('work'), trust('work/shop'), trust('work/other')]).toEqual([false, false, false]);
  expect(
    inLlxprt((root) => JSON.stringify({ [join(root, 'work/shop')]: 'TRUST_PARENT' }))('work/other'),
  ).toBe(true);
});

it('LLxprt Code: without an answer nothing is reported, what cannot be understood trusts nobody, and the file may be elsewhere', () => {
  expect(inLlxprt(() => undefined)('work')).toBeUndefined();
  expect(inLlxprt(() => '{,}')('work')).toBe(false);
  expect(inLlxprt((root) => JSON.stringify({ [join(root, 'work')]: 'DO_NOT_TRUST' }), '{,}')('work')).toBe(
    false,
  );
  const root = folderOf({ 'rules.json': '[]' });
  expect(
    inLlxprt(() => undefined)('work', { LLXPRT_CODE_TRUSTED_FOLDERS_PATH: join(root, 'rules.json') }),
  ).toBe(false);
});
