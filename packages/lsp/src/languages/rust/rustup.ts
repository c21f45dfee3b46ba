import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { holds, home, isExecutable, readText, realPath } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { tableAt, tableOf, type Table } from '../../backend/program/toml.ts';
import { namesIn } from '../../support/folders.ts';

/** The file name of a program on this platform. */
function fileName(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program;
}

/**
 * Rustup installs itself under the name of each of its tools, as a link or as a copy, whether the
 * component is installed or not.
 */
export function isRustupProxy(path: string): boolean {
  try {
    const rustup = join(dirname(path), fileName('rustup'));
    return realPath(path) === realPath(rustup) || statSync(path).size === statSync(rustup).size;
  } catch {
    return false;
  }
}

/**
 * A program of a toolchain, run without rustup: the active toolchain's first, then any toolchain's.
 */
export function component(program: string): string | undefined {
  const rustup = rustupHome();
  return [process.env['RUSTUP_TOOLCHAIN'], defaultToolchain(), ...namesIn(join(rustup, 'toolchains')).sort()]
    .filter((name) => name !== undefined)
    .map((name) => join(rustup, 'toolchains', name, 'bin', fileName(program)))
    .find(isExecutable);
}

/** In any folder at or above the one where a program is run. */
export const TOOLCHAIN_FILES: readonly string[] = ['rust-toolchain', 'rust-toolchain.toml'];

/**
 * The toolchain for a folder by rustup's own settings; undefined where a file or a variable says it.
 */
export function toolchainByFolder(folder: string): string | undefined {
  if (process.env['RUSTUP_TOOLCHAIN'] !== undefined) return undefined;
  const overrides = tableAt(settings(), 'overrides');
  for (let current = folder; ; current = dirname(current)) {
    const name = overrides[current];
    if (typeof name === 'string') return name;
    if (holds(current, TOOLCHAIN_FILES)) return undefined;
    if (dirname(current) === current) return defaultToolchain();
  }
}

function defaultToolchain(): string | undefined {
  const { default_toolchain: name } = settings();
  return typeof name === 'string' ? name : undefined;
}

function settings(): Table {
  const path = join(rustupHome(), 'settings.toml');
  return tableOf(path, readText(path, SETTINGS_BYTES));
}

function rustupHome(): string {
  return process.env['RUSTUP_HOME'] ?? join(home(), '.rustup');
}
