import { join } from 'node:path';
import type { EnvironmentTraits } from '../../backend/environment.ts';
import { ancestors, holds, shown } from '../../backend/program/files.ts';
import { cargoRoot } from './cargo-root.ts';

/** They choose the toolchain that rustup's cargo runs. */
const TOOLCHAIN_FILES = ['rust-toolchain.toml', 'rust-toolchain'];

export const rustEnvironment: EnvironmentTraits = {
  language: 'Rust',
  markers: ['cargo.toml'],
  extensions: ['.rs'],
  describe(folder, search) {
    const { workspaceRoot } = search;
    const root = cargoRoot(folder, workspaceRoot) ?? folder;
    const path = search.which('cargo');
    const file = ancestors(root, workspaceRoot).flatMap((each) =>
      TOOLCHAIN_FILES.filter((name) => holds(each, [name])).map((name) => join(each, name)),
    )[0];
    if (path === undefined) return { root, uses: 'no Cargo', why: 'none is on PATH' };
    return { root, uses: `Cargo ${path}`, why: file === undefined ? 'PATH' : shown(file, workspaceRoot) };
  },
};
