import { CargoOutput } from './cargo-output.ts';
import { CargoTargets } from './cargo-targets.ts';
import { cargoProgram, CHECK, targetFolder } from './cargo.ts';
import { cargoRoot, diskRoot } from './cargo-root.ts';
import { shown } from '../../backend/program/files.ts';
import { absent } from '../../backend/checker/absent.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { found } from '../../backend/checker/found.ts';

/** Rust. Shares the target folder with the runs that follow edits. */
export const cargoChecker: CheckerDefinition = {
  id: 'cargo',
  language: 'Rust',
  extensions: ['.rs', 'cargo.toml'],
  markers: ['cargo.toml'],
  sameAs: ['cargo', 'rust-analyzer'],
  alone: true,
  locate(folder, search, own): CheckerLocation {
    if (cargoRoot(folder, search.workspaceRoot) === undefined) {
      return { kind: 'not-applicable', reason: `no Cargo.toml at or above ${shown(folder, search.workspaceRoot)}` };
    }
    const root = cargoRoot(folder, diskRoot(folder)) ?? folder;
    const program = own ?? cargoProgram(search);
    if (program.kind !== 'found') return absent('cargo', program, root);
    const targets = new CargoTargets();
    const check = { args: CHECK, shown: ['cargo', 'check', '--workspace', '--all-targets'], output: (at: string) => new CargoOutput(at, targets) };
    const env = { CARGO_TARGET_DIR: targetFolder(root) };
    return found(root, program.about.path, program, { args: ['metadata', '--no-deps', '--offline', '--format-version=1'], output: () => targets.listing() }, { ...check, env });
  },
};
