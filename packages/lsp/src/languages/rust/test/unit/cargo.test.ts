import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';

import { cargoRoot } from '../../cargo-root.ts';
import { cargoOnEdit as recipe } from '../../cargo.ts';
import { define } from '../../../../backend/server-preset.ts';
import type { Launch } from '../../../../backend/definition.ts';
import {
  cleanUp,
  env,
  type Entry,
  launchOf,
  locate,
  workspace,
} from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

const cargo = define(recipe);
const program = { program: '#!/bin/sh\n' };

test('REQ-LIFE-030: the root of a package is what Cargo takes for it', () => {
  const check = (files: Record<string, Entry>, folder: string, want: string | undefined): void => {
    const root = workspace({ ...files, [`${folder}/`]: '' });
    expect(cargoRoot(join(root, folder), root)).toBe(want === undefined ? undefined : join(root, want));
  };
  const member = { 'a/Cargo.toml': '[package]\nname = "a"\n' };
  check(member, 'a/src/deep', 'a');
  check({ 'Cargo.toml': '[workspace]\nmembers = ["a"]\n', ...member }, 'a/src', '.');
  check({ 'Cargo.toml': '[workspace]\nexclude = ["a"]\n', ...member }, 'a/src', 'a');
  check({ 'Cargo.toml': '[workspace]\nexclude = ["./a/"]\n', ...member }, 'a/src', 'a');
  check({ 'Cargo.toml': '[workspace]\nexclude = ["aa"]\n', ...member }, 'a/src', '.');
  check({ 'Cargo.toml': '[workspace]\nmembers = ["a"]\nexclude = ["a"]\n', ...member }, 'a/src', '.');
  check({ 'Cargo.toml': '[workspace]\nexclude = ["x"]\n', 'x/y/Cargo.toml': '[package]\n' }, 'x/y', 'x/y');
  // An excluded package is looked for further up.
  check(
    {
      'Cargo.toml': '[workspace]\n',
      'mid/Cargo.toml': '[workspace]\nexclude = ["a"]\n',
      'mid/a/Cargo.toml': '[package]\n',
    },
    'mid/a',
    '.',
  );
  check(
    {
      'w/Cargo.toml': '[workspace]\nmembers = ["../a"]\n',
      'a/Cargo.toml': '[package]\nworkspace = "../w"\n',
    },
    'a/src',
    'w',
  );
  check({ 'a/Cargo.toml': '[package]\nworkspace = "../nowhere"\n' }, 'a', 'a');
  // While somebody edits it, a manifest may be no TOML.
  check({ 'Cargo.toml': '[workspace]\nexclude = [\n', ...member }, 'a', '.');
  check({}, 'a', undefined);
});

function variables(launch: Launch): Record<string, string> {
  return { ...launch.env };
}

test('cargo checks the whole workspace, also where the root we were given is only a part of it', () => {
  const root = workspace({
    'bin/cargo': program,
    'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
    'a/Cargo.toml': '[package]\n',
    'a/src/': '',
    'cache/': '',
    'b/': '',
  });
  env({
    PATH: join(root, 'bin'),
    XDG_CACHE_HOME: join(root, 'cache'),
    CARGO_TARGET_DIR: join(root, 'target'),
  });
  const launch = launchOf(locate(cargo, root, 'a/src'));
  const args = ['check', '--workspace', '--all-targets', '--keep-going', '--message-format=json'];
  expect(launch).toMatchObject({
    command: join(root, 'bin/cargo'),
    args,
    root,
    program: { name: 'cargo', origin: 'path' },
  });
  expect(variables(launch)['CARGO_TARGET_DIR']).toMatch(
    new RegExp(`^${RegExp.escape(join(root, 'cache', 'llxprt-lsp', 'cargo'))}/[0-9a-f]{16}$`),
  );
  expect(launchOf(locate(cargo, join(root, 'a'), 'src')).root).toBe(root);
  expect(locate(cargo, join(root, 'b'))).toEqual({
    kind: 'not-applicable',
    reason: 'no Cargo.toml at or above .',
  });
});

test('two workspaces have two target folders; the user may choose another, and other arguments', () => {
  const root = workspace({
    'bin/cargo': program,
    'a/Cargo.toml': '[package]\n',
    'b/Cargo.toml': '[package]\n',
  });
  env({ PATH: join(root, 'bin'), XDG_CACHE_HOME: join(root, 'cache') });
  const folders = ['a', 'b', 'a'].map(
    (folder) => variables(launchOf(locate(cargo, root, folder)))['CARGO_TARGET_DIR'],
  );
  expect(new Set(folders).size).toBe(2);
  env({ XDG_CACHE_HOME: 'cache' });
  expect(variables(launchOf(locate(cargo, root, 'a')))['CARGO_TARGET_DIR']).toStartWith('/');
  const own = define(recipe, {
    args: ['clippy', '--message-format=json'],
    env: { CARGO_TARGET_DIR: '/elsewhere' },
  });
  expect(launchOf(locate(own, root, 'a'))).toMatchObject({
    args: ['clippy', '--message-format=json'],
    env: { CARGO_TARGET_DIR: '/elsewhere' },
  });
});

test('REQ-LIFE-030: a work tree in the repository has a target folder of its own, whatever all of them share', () => {
  const tree = {
    'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
    'a/Cargo.toml': '[package]\n',
    'a/src/': '',
  };
  const copy = Object.fromEntries(Object.entries(tree).map(([path, entry]) => [`wt/x/${path}`, entry]));
  const root = workspace({ 'bin/cargo': program, ...tree, ...copy });
  // Cargo in the second one says then that all is well, with what it has built in the first.
  env({
    PATH: join(root, 'bin'),
    XDG_CACHE_HOME: join(root, 'cache'),
    CARGO_TARGET_DIR: join(root, 'target'),
  });
  const launches = ['a/src', 'wt/x/a/src'].map((folder) => launchOf(locate(cargo, root, folder)));
  expect(launches.map((launch) => launch.root)).toEqual([root, join(root, 'wt/x')]);
  expect(new Set(launches.map((launch) => variables(launch)['CARGO_TARGET_DIR'])).size).toBe(2);
  // Whichever of the two is the workspace.
  const [own] = [launchOf(locate(cargo, join(root, 'wt/x'), 'a/src'))];
  expect(variables(own)).toEqual(variables(launches[1] ?? own));
});

test('REQ-CFG-040: a command of the user runs cargo where PATH has none', () => {
  const root = workspace({ 'own/cargo': program, 'Cargo.toml': '[package]\n' });
  env({ PATH: '', XDG_CACHE_HOME: join(root, 'cache') });
  const launch = launchOf(locate(define(recipe, { command: join(root, 'own/cargo') }), root));
  expect(launch).toMatchObject({ command: join(root, 'own/cargo'), program: { origin: 'custom' } });
  expect([launch.args[0], launch.batch?.output(root).conclude(0, [])]).toEqual([
    'check',
    { findings: [], failure: undefined },
  ]);
  expect(launch.serves(join(root, 'src/lib.rs'))).toBe(true);
});

test('REQ-LANG-020: cargo that is missing, or has no toolchain behind it, is unavailable with a hint', () => {
  const root = workspace({
    'Cargo.toml': '',
    'cargo/rustup': program,
    'cargo/cargo': { link: 'rustup' },
    'rustup/': '',
    'full/toolchains/stable/bin/cargo': program,
  });
  env({ PATH: '' });
  expect(locate(cargo, root)).toEqual({
    kind: 'unavailable',
    reason: 'cargo was not found on PATH',
    hint: 'install Rust (rustup)',
  });
  env({ PATH: join(root, 'cargo'), RUSTUP_HOME: join(root, 'rustup'), RUSTUP_TOOLCHAIN: undefined });
  const reason = `${join(root, 'cargo', 'cargo')} is rustup's placeholder: no toolchain is installed`;
  expect(locate(cargo, root)).toEqual({ kind: 'unavailable', reason, hint: 'rustup default stable' });
  // The placeholder is what runs: it knows which toolchain the project asks for.
  env({ RUSTUP_HOME: join(root, 'full') });
  expect(launchOf(locate(cargo, root)).command).toBe(join(root, 'cargo', 'cargo'));
});
