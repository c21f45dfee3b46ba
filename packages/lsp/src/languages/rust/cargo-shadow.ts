import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RunIn, ShadowedProject, ShadowReads, ShadowRun } from '../../backend/checker/definition.ts';
import { ancestors, home, realPath, shown } from '../../backend/program/files.ts';
import { isBelow } from '../../support/paths.ts';
import { pathDependencies } from './cargo-dependencies.ts';
import { targetFolderOf } from './cargo-freshness.ts';
import { diskRoot } from './cargo-root.ts';
import { isRustupProxy, toolchainByFolder, TOOLCHAIN_FILES } from './rustup.ts';

const SETTINGS = ['.cargo/config', '.cargo/config.toml', ...TOOLCHAIN_FILES];

/**
 * Cargo's target folder survives a move: its notes hold no path of a crate below the root. So the
 * copy begins with what is built, and only what differs is compiled.
 */
export const cargoShadow: ShadowRun = {
  reads,
  built(launch) {
    const folder = targetFolderOf(launch);
    // rustc's own cache depends on the folder that it runs in.
    return { folder, leftOut: foldersIn(folder, '{*,*/*}/incremental') };
  },
  env: (launch, output, top) => ({
    CARGO_TARGET_DIR: output,
    CARGO_BUILD_BUILD_DIR: output,
    // Quirk(cargo): no setting ends its search for configurations and workspaces above the root.
    // The folders above the copy belong to all users, and a configuration names programs.
    __CARGO_TEST_ROOT: top,
    ...toolchain(launch),
  }),
};

function reads({ root, workspaceRoot, files, changed }: ShadowedProject): ShadowReads {
  const pinned = changed.find((path) => TOOLCHAIN_FILES.includes(basename(path)));
  const manifests = [...files].filter((path) => basename(path) === 'Cargo.toml');
  const packages = manifests.flatMap((path) =>
    pathDependencies(dirname(path)).map((folder) => ({ path, folder: realPath(folder) })),
  );
  const outside = packages.filter(
    ({ folder }) => folder !== root && !isBelow(folder, root) && existsSync(folder),
  );
  const foreign = outside.find(({ folder }) => !isBelow(folder, workspaceRoot));
  const takes = 'takes a package from outside of the workspace';
  return {
    files: ancestors(dirname(root), diskRoot(root)).flatMap((folder) =>
      SETTINGS.map((name) => join(folder, name)).filter((path) => dirname(path) !== cargoHome()),
    ),
    folders: outside.map(({ folder }) => folder),
    obstacle:
      pinned !== undefined
        ? `${shown(pinned, workspaceRoot)} selects the toolchain`
        : foreign && `${shown(foreign.path, workspaceRoot)} ${takes}: ${foreign.folder}`,
  };
}

/** Cargo reads its own configuration wherever it runs. */
function cargoHome(): string {
  return process.env['CARGO_HOME'] ?? join(home(), '.cargo');
}

function foldersIn(folder: string, pattern: string): string[] {
  try {
    return [...new Bun.Glob(pattern).scanSync({ cwd: folder, dot: true, absolute: true, onlyFiles: false })];
  } catch {
    return [];
  }
}

/** Rustup looks for the toolchain from the current folder upwards, past the copy too. */
function toolchain({ command, root }: RunIn): Record<string, string> {
  const name = isRustupProxy(command) ? toolchainByFolder(root) : undefined;
  return name === undefined ? {} : { RUSTUP_TOOLCHAIN: name };
}
