import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { home, isExecutable, readText, realPath } from '../../backend/program/files.ts';

/** The file name of a program on this platform. */
export function fileName(program: string): string {
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
  const rustup = process.env['RUSTUP_HOME'] ?? join(home(), '.rustup');
  const settings = readText(join(rustup, 'settings.toml')) ?? '';
  const preferred = [process.env['RUSTUP_TOOLCHAIN'], /^default_toolchain\s*=\s*"([^"]+)"/m.exec(settings)?.[1]];
  return [...preferred, ...toolchains(rustup)]
    .filter((name) => name !== undefined)
    .map((name) => join(rustup, 'toolchains', name, 'bin', fileName(program)))
    .find(isExecutable);
}

function toolchains(rustup: string): string[] {
  try {
    return readdirSync(join(rustup, 'toolchains')).sort();
  } catch {
    return [];
  }
}
