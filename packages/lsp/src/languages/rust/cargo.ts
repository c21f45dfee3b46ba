import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';
import { answeringEdits } from '../../backend/answering-edits.ts';
import { cacheFolder } from '../../backend/program/cache-folder.ts';
import { shown } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { Search } from '../../backend/program/search.ts';
import { pathDependencies } from './cargo-dependencies.ts';
import { invalidateBuildCache } from './cargo-freshness.ts';
import { CargoOutput } from './cargo-output.ts';
import { cargoRoot, diskRoot } from './cargo-root.ts';
import { cargoShadow } from './cargo-shadow.ts';
import { CargoTargets } from './cargo-targets.ts';
import { leftOut } from './left-out.ts';
import { rustPackages } from './packages.ts';
import { rustWorld } from './world.ts';
import { sameRustError } from './same-error.ts';
import { component, isRustupProxy } from './rustup.ts';

/**
 * Not `-p`: features that other members enable would be off, and the code they guard would not be
 * compiled.
 */
const CHECK = ['check', '--workspace', '--all-targets', '--keep-going', '--message-format=json'];

/**
 * Rust, by its compiler: one run judges the whole Cargo workspace, so errors that an edit causes
 * elsewhere are in the same answer.
 */
export const cargo: CheckerDefinition = {
  id: 'cargo',
  language: 'Rust',
  extensions: ['.rs', 'cargo.toml'],
  markers: ['cargo.toml'],
  sameAs: ['cargo', 'rust-analyzer'],
  alone: true,
  locate(folder, search, own): CheckerLocation {
    if (cargoRoot(folder, search.workspaceRoot) === undefined) {
      return {
        kind: 'not-applicable',
        reason: `no Cargo.toml at or above ${shown(folder, search.workspaceRoot)}`,
      };
    }
    // Cargo looks above our workspace root, and names files relative to the root that it finds.
    const root = cargoRoot(folder, diskRoot(folder)) ?? folder;
    const program = own ?? cargoProgram(search);
    if (program.kind !== 'found') return { ...program, root };
    const targets = new CargoTargets();
    const list = {
      args: ['metadata', '--no-deps', '--offline', '--format-version=1'],
      output: () => targets.listing(),
    };
    const check = {
      args: CHECK,
      shown: ['cargo', 'check', '--workspace', '--all-targets'],
      output: (at: string) => new CargoOutput(at, targets),
    };
    return foundProject(root, program.about.path, program, list, {
      ...check,
      env: { CARGO_TARGET_DIR: targetFolder(root) },
    });
  },
};

/** The same runs, after each edit. */
export const cargoOnEdit = answeringEdits(cargo, {
  reads: ['**/*.rs', '**/Cargo.{toml,lock}', '**/rust-toolchain{,.toml}', '**/.cargo/config{,.toml}'],
  manifests: { names: ['cargo.toml'], uses: pathDependencies },
  packages: rustPackages,
  world: rustWorld,
  sameError: sameRustError,
  whyInPart: leftOut,
  invalidateBuildCache,
  shadow: cargoShadow,
});

function cargoProgram(search: Search): Program | Absent {
  const path = search.which('cargo');
  if (path === undefined)
    return { kind: 'unavailable', reason: 'cargo was not found on PATH', hint: 'install Rust (rustup)' };
  if (isRustupProxy(path) && component('cargo') === undefined) {
    return {
      kind: 'unavailable',
      reason: `${path} is rustup's placeholder: no toolchain is installed`,
      hint: 'rustup default stable',
    };
  }
  // The rustup placeholder itself is run: it selects the toolchain that the project asks for.
  return run({ name: 'cargo', path, origin: 'path' }, search);
}

/**
 * A target folder of this package. The user's `target` would make one side wait for the other's
 * lock, and rebuild everything for which the options differ.
 */
function targetFolder(root: string): string {
  return cacheFolder('cargo', root);
}
