import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerProgram } from '../types.ts';
import type { Search } from './definition.ts';
import { ancestors, holds, home, isExecutable, readText, realPath, shown } from './files.ts';
import { run, type Absent, type Program } from './program.ts';
import type { Recipe } from './recipe.ts';

const FILE = process.platform === 'win32' ? 'rust-analyzer.exe' : 'rust-analyzer';
const INSTALL = 'rustup component add rust-analyzer';

/** Rust. A file outside every package is nobody's: rust-analyzer would call it clean whatever it says. */
export const rustAnalyzer: Recipe = {
  id: 'rust-analyzer',
  language: 'Rust',
  extensions: ['.rs'],
  role: 'compiler',
  source: 'auto',
  args: [],
  project(folder, search) {
    const root = cargoRoot(folder, search);
    if (root === undefined) return { kind: 'not-applicable', reason: `no Cargo.toml at or above ${shown(folder, search.workspaceRoot)}` };
    return {
      kind: 'found',
      root,
      initializationOptions: { checkOnSave: false, cargo: { targetDir: true }, cachePriming: { enable: false } },
      optionsSection: 'rust-analyzer',
      program: () => server(search),
    };
  },
};

/** The nearest package, or the Cargo workspace above it. */
function cargoRoot(folder: string, { workspaceRoot }: Search): string | undefined {
  const packages = ancestors(folder, workspaceRoot).filter((candidate) => holds(candidate, ['Cargo.toml']));
  return packages.find((candidate) => /^[ \t]*\[[ \t]*workspace[ \t]*[.\]]/m.test(readText(join(candidate, 'Cargo.toml')) ?? '')) ?? packages[0];
}

function server(search: Search): Program | Absent {
  const path = search.which('rust-analyzer');
  if (path === undefined) return { kind: 'unavailable', reason: 'rust-analyzer was not found on PATH', hint: INSTALL };
  const about = { name: 'rust-analyzer', origin: 'path' } as const satisfies Partial<ServerProgram>;
  if (!isRustupProxy(path)) return run({ ...about, path }, search);
  const behind = component();
  if (behind === undefined) {
    return { kind: 'unavailable', reason: `${path} is rustup's placeholder: no toolchain has the component rust-analyzer`, hint: INSTALL };
  }
  return run({ ...about, path: behind }, search);
}

/** Rustup puts itself under the name of each of its tools, as a link or as a copy, whether the component is installed or not. */
function isRustupProxy(path: string): boolean {
  try {
    const rustup = join(dirname(path), FILE.replace('rust-analyzer', 'rustup'));
    return realPath(path) === realPath(rustup) || statSync(path).size === statSync(rustup).size;
  } catch {
    return false;
  }
}

/** The component itself: run directly, it serves a project whose own toolchain lacks it, too. The active toolchain's first, then any. */
function component(): string | undefined {
  const rustup = process.env['RUSTUP_HOME'] ?? join(home(), '.rustup');
  const settings = readText(join(rustup, 'settings.toml')) ?? '';
  const preferred = [process.env['RUSTUP_TOOLCHAIN'], /^default_toolchain\s*=\s*"([^"]+)"/m.exec(settings)?.[1]];
  return [...preferred, ...toolchains(rustup)]
    .filter((name) => name !== undefined)
    .map((name) => join(rustup, 'toolchains', name, 'bin', FILE))
    .find(isExecutable);
}

function toolchains(rustup: string): string[] {
  try {
    return readdirSync(join(rustup, 'toolchains')).sort();
  } catch {
    return [];
  }
}
