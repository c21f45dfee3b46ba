import { cacheFolder } from '../../backend/program/cache-folder.ts';
import { localPackages } from './cargo-dependencies.ts';
import { cargoRoot, diskRoot } from './cargo-root.ts';
import type { Search } from '../../backend/definition.ts';
import { shown } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { ServerPreset } from '../../backend/server-preset.ts';
import { component, isRustupProxy } from './rustup.ts';
import { invalidateBuildCache } from './cargo-freshness.ts';
import { CargoOutput } from './cargo-output.ts';

/**
 * Not `-p`: features that other members enable would be off, and the code they guard would not be
 * compiled.
 */
export const CHECK = ['check', '--workspace', '--all-targets', '--keep-going', '--message-format=json'];

/**
 * Rust, by its compiler: one run judges the whole Cargo workspace, so errors that an edit causes
 * elsewhere are in the same answer.
 */
export const cargo: ServerPreset = {
  id: 'cargo',
  language: 'Rust',
  extensions: ['.rs', 'cargo.toml'],
  role: 'compiler',
  source: 'auto',
  manifests: { names: ['cargo.toml'], uses: localPackages },
  run: {
    reads: ['**/*.rs', '**/Cargo.{toml,lock}', '**/rust-toolchain{,.toml}', '**/.cargo/config{,.toml}'],
    output: (root) => new CargoOutput(root),
    invalidateBuildCache,
  },
  args: CHECK,
  project(folder, search) {
    if (cargoRoot(folder, search.workspaceRoot) === undefined) {
      return { kind: 'not-applicable', reason: `no Cargo.toml at or above ${shown(folder, search.workspaceRoot)}` };
    }
    // Cargo looks above our workspace root, and names files relative to the root that it finds.
    const root = cargoRoot(folder, diskRoot(folder)) ?? folder;
    return { kind: 'found', root, env: { CARGO_TARGET_DIR: targetFolder(root) }, program: () => cargoProgram(search) };
  },
};

export function cargoProgram(search: Search): Program | Absent {
  const path = search.which('cargo');
  if (path === undefined) return { kind: 'unavailable', reason: 'cargo was not found on PATH', hint: 'install Rust (rustup)' };
  if (isRustupProxy(path) && component('cargo') === undefined) {
    return { kind: 'unavailable', reason: `${path} is rustup's placeholder: no toolchain is installed`, hint: 'rustup default stable' };
  }
  // The rustup placeholder itself is run: it selects the toolchain that the project asks for.
  return run({ name: 'cargo', path, origin: 'path' }, search);
}

/**
 * A target folder of this package. The user's `target` would make one side wait for the other's
 * lock, and rebuild everything for which the options differ.
 */
export function targetFolder(root: string): string {
  return cacheFolder('cargo', root);
}
