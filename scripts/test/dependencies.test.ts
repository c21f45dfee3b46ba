import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installedWith, lockFolders, readLocked, type Locked } from '../lib/packs/locked.mjs';
import { published } from '../lib/packs/packages.mjs';
import { root } from '../lib/paths.mjs';

/** Whoever installs us may use all of it in whatever they make, as long as they keep the notices. */
const allowed = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** What the package of a folder brings with it. */
const production = (name: string): Map<string, Locked> =>
  name === 'lsp'
    ? installedWith(readLocked('packages/lsp'), '')
    : installedWith(readLocked(''), `packages/${name}`);

const thirdParty = (name: string): [string, Locked][] =>
  [...production(name)].filter(([, { link }]) => link !== true);

describe.each(published)('what %s brings', (name) => {
  test('has a licence that allows what ours does', () => {
    const licences = thirdParty(name).map(([place, { license = 'none' }]) => ({ place, license }));
    expect(licences.filter(({ license }) => !allowed.includes(license))).toEqual([]);
    // The libraries of the command are compiled in.
    expect(licences.length > 0).toBe(name !== 'cli');
  });

  test('runs nothing when it is installed, but for one that asks for donations', () => {
    const scripted = thirdParty(name).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([place]) => place)).toEqual(name === 'lsp' ? ['node_modules/core-js'] : []);
  });

  test('is named with its one version', () => {
    const { dependencies = {}, optionalDependencies = {} } =
      (name === 'lsp' ? readLocked('packages/lsp')[''] : readLocked('')[`packages/${name}`]) ?? {};
    for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

test('the sidecar brings programs, and no library: what it is made of is compiled in', () => {
  const { dependencies = {} } = readLocked('packages/lsp')[''] ?? {};
  expect(Object.keys(dependencies)).toEqual([
    'pyright',
    'typescript',
    'typescript-language-server',
    'vscode-langservers-extracted',
  ]);
  expect(thirdParty('lsp').length).toBeLessThan(60);
});

describe.each(lockFolders)('the lock file in "%s"', (folder) => {
  test('knows every package by its content, and none by the host that it came from', () => {
    const outside = Object.entries(readLocked(folder)).filter(
      ([place, { link }]) => place.includes('node_modules/') && link !== true,
    );
    expect(outside.length).toBeGreaterThan(100);
    for (const [place, { integrity, resolved }] of outside) {
      expect(integrity, place).toMatch(/^sha512-/);
      expect(resolved, place).toBeUndefined();
    }
  });

  test('fits its manifests', () => {
    const packages = readLocked(folder);
    const own = Object.keys(packages).filter((place) => !place.includes('node_modules/'));
    expect(own).toHaveLength(folder === '' ? 8 : 1);
    for (const place of own) {
      const manifest = JSON.parse(readFileSync(join(root, folder, place, 'package.json'), 'utf8')) as Locked;
      for (const kind of [
        'version',
        'dependencies',
        'devDependencies',
        'optionalDependencies',
        'peerDependencies',
      ] as const) {
        expect(packages[place]?.[kind], `${place} ${kind}`).toEqual(manifest[kind]);
      }
    }
  });
});

test('the extension for Gemini CLI installs nothing, and so has nothing to lock', () => {
  const { dependencies, devDependencies } = readLocked('')['packages/gemini-cli-extension'] ?? {};
  expect([dependencies, devDependencies]).toEqual([undefined, undefined]);
});
