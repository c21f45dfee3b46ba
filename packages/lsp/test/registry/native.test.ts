import { afterEach, expect, test } from 'bun:test';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { gopls as goplsRecipe } from '../../src/languages/go/gopls.ts';
import { define } from '../../src/backend/server-preset.ts';
import { rustAnalyzer as rustRecipe } from '../../src/languages/rust/rust-analyzer.ts';
import { cleanUp, env, launchOf, locate, workspace, type Entry } from './workspace.ts';

afterEach(cleanUp);

const gopls = define(goplsRecipe);
const rustAnalyzer = define(rustRecipe);
const program = { program: '#!/bin/sh\n' };
const GO_INSTALL = 'go install golang.org/x/tools/gopls@latest';
const RUST_INSTALL = 'rustup component add rust-analyzer';

test('gopls is looked for on PATH and where `go install` puts it', () => {
  const check = (files: Record<string, Entry>, variables: Record<string, string>, want: string): void => {
    const root = workspace({ 'bin/go': program, 'home/': '', ...files });
    const at = Object.fromEntries(Object.entries(variables).map(([name, path]) => [name, join(root, path)]));
    env({ PATH: join(root, 'bin'), HOME: join(root, 'home'), GOBIN: undefined, GOPATH: undefined, ...at });
    expect(launchOf(locate(gopls, root)).command).toBe(join(root, want));
  };
  check({ 'bin/gopls': program, 'home/go/bin/gopls': program }, {}, 'bin/gopls');
  check({ 'home/go/bin/gopls': program }, {}, 'home/go/bin/gopls');
  check({ 'path/bin/gopls': program, 'home/go/bin/gopls': program }, { GOPATH: 'path' }, 'path/bin/gopls');
  check(
    { 'gobin/gopls': program, 'path/bin/gopls': program },
    { GOPATH: 'path', GOBIN: 'gobin' },
    'gobin/gopls',
  );
});

test('REQ-LANG-020: gopls that is missing, or has no go, is unavailable with a hint', () => {
  const root = workspace({ 'tools/gopls': program, 'go/go': program, 'empty/': '' });
  env({ PATH: join(root, 'go'), GOBIN: undefined, GOPATH: join(root, 'empty') });
  expect(locate(gopls, root)).toEqual({
    kind: 'unavailable',
    reason: 'gopls was found neither on PATH nor in the bin folder of Go',
    hint: GO_INSTALL,
  });
  env({ PATH: join(root, 'tools') });
  expect(locate(gopls, root)).toEqual({
    kind: 'unavailable',
    reason: 'gopls needs go, and there is none on PATH',
    hint: 'install Go',
  });
});

test('gopls is one process for all modules, asked to answer pulls', () => {
  const root = workspace({ 'bin/go': program, 'bin/gopls': program, 'a/go.mod': '', 'b/go.mod': '' });
  env({ PATH: join(root, 'bin'), GOGC: undefined });
  const launch = launchOf(locate(gopls, root, 'a'));
  expect(launch.root).toBe(root);
  expect(launch.env).toEqual({ GOGC: '50' });
  expect(launch.initializationOptions).toMatchObject({ pullDiagnostics: true });
  expect(launch.configuration?.('gopls')).toMatchObject({ pullDiagnostics: true });
  env({ GOGC: '200' });
  expect(launchOf(locate(gopls, root, 'a')).env).toEqual({});
});

test('REQ-LIFE-030: the root of a Rust file is its Cargo workspace, else its package', () => {
  const check = (files: Record<string, Entry>, folder: string, want: string | undefined): void => {
    const root = workspace({ 'bin/rust-analyzer': program, ...files, [`${folder}/`]: '' });
    env({ PATH: join(root, 'bin') });
    const location = locate(rustAnalyzer, root, folder);
    if (want === undefined)
      expect(location).toEqual({ kind: 'not-applicable', reason: `no Cargo.toml at or above ${folder}` });
    else expect(launchOf(location).root).toBe(join(root, want));
  };
  check({ 'a/Cargo.toml': '[package]' }, 'a/src/deep', 'a');
  check({ 'Cargo.toml': '[package]', 'a/Cargo.toml': '[package]' }, 'a/src', 'a');
  check({ 'Cargo.toml': '[package]\n[workspace]\n', 'a/Cargo.toml': '[package]' }, 'a/src', '.');
  check({ 'Cargo.toml': '[workspace.package]\r\n', 'a/b/Cargo.toml': '[package]' }, 'a/b', '.');
  check({ 'Cargo.toml': '[package.metadata.workspace]', 'a/Cargo.toml': '' }, 'a', 'a');
  check({}, 'a/src', undefined);
});

test('REQ-LANG-020: rust-analyzer that is missing is unavailable with a hint', () => {
  env({ PATH: '' });
  const want = {
    kind: 'unavailable',
    reason: 'rust-analyzer was not found on PATH',
    hint: RUST_INSTALL,
  } as const;
  expect(locate(rustAnalyzer, workspace({ 'Cargo.toml': '' }))).toEqual(want);
});

test("rustup's placeholder is not taken for rust-analyzer, whether it is a link, a hard link or a copy", () => {
  const check = (
    place: (cargo: string) => Record<string, Entry>,
    after: (cargo: string) => void = () => undefined,
  ): void => {
    const root = workspace({
      'Cargo.toml': '',
      'cargo/rustup': { program: 'rustup itself' },
      'rustup/toolchains/stable/bin/rustc': program,
      ...place('cargo'),
    });
    after(join(root, 'cargo'));
    env({ PATH: join(root, 'cargo'), RUSTUP_HOME: join(root, 'rustup'), RUSTUP_TOOLCHAIN: undefined });
    const reason = `${join(root, 'cargo', 'rust-analyzer')} is rustup's placeholder: no toolchain has the component rust-analyzer`;
    expect(locate(rustAnalyzer, root)).toEqual({ kind: 'unavailable', reason, hint: RUST_INSTALL });
  };
  check((cargo) => ({ [`${cargo}/rust-analyzer`]: { link: 'rustup' } }));
  check((cargo) => ({ [`${cargo}/rust-analyzer`]: { program: 'rustup itself' } }));
  check(
    () => ({}),
    (cargo) => {
      linkSync(join(cargo, 'rustup'), join(cargo, 'rust-analyzer'));
    },
  );
});

test('the component of the active toolchain is run directly, else that of any', () => {
  const check = (toolchains: string[], variables: Record<string, string | undefined>, want: string): void => {
    const root = workspace({
      'Cargo.toml': '',
      'cargo/rustup': program,
      'cargo/rust-analyzer': { link: 'rustup' },
      'rustup/settings.toml': 'version = "12"\ndefault_toolchain = "stable"\n',
      ...Object.fromEntries(
        toolchains.map((name) => [`rustup/toolchains/${name}/bin/rust-analyzer`, program]),
      ),
    });
    env({
      PATH: join(root, 'cargo'),
      RUSTUP_HOME: join(root, 'rustup'),
      RUSTUP_TOOLCHAIN: undefined,
      ...variables,
    });
    expect(launchOf(locate(rustAnalyzer, root)).command).toBe(
      join(root, 'rustup/toolchains', want, 'bin/rust-analyzer'),
    );
  };
  check(['beta', 'nightly', 'stable'], {}, 'stable');
  check(['beta', 'nightly', 'stable'], { RUSTUP_TOOLCHAIN: 'nightly' }, 'nightly');
  check(['beta', 'nightly'], {}, 'beta');
});

test('rust-analyzer beside no rustup is itself, and leaves checking to cargo', () => {
  const root = workspace({ 'Cargo.toml': '', 'bin/rust-analyzer': program });
  env({ PATH: join(root, 'bin') });
  const options = {
    checkOnSave: false,
    cargo: { targetDir: true },
    cachePriming: { enable: false },
    workspace: { symbol: { search: { kind: 'all_symbols', limit: 20_001 } } },
  };
  const launch = launchOf(locate(rustAnalyzer, root));
  expect(launch).toMatchObject({
    command: join(root, 'bin/rust-analyzer'),
    args: [],
    initializationOptions: options,
  });
  expect(launch.configuration?.('rust-analyzer')).toEqual(options);
});
