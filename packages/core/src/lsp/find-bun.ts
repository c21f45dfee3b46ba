import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { findProgram, isRunnable } from '../support/own-program.js';

export type BunSearch =
  | {
      readonly kind: 'found';
      /** Absolute. */
      readonly path: string;
      readonly origin: 'host' | 'LLXPRT_BUN' | 'PATH' | 'package';
    }
  | { readonly kind: 'missing'; readonly reason: string };

export interface BunSearchOptions {
  /** A host that ships Bun gives its path here; nothing else is searched then. */
  readonly bunPath?: string | undefined;
  /**
   * The sidecar package's folder. The Bun that npm installed for the sidecar is resolved from it.
   */
  readonly packageDir?: string | undefined;
  /** A model can write in here, so no Bun from there is accepted by way of PATH. */
  readonly workspaceRoot: string;
  /** Matters where the workspace holds the home folder, see {@link findProgram}. Default: true. */
  readonly trusted?: boolean | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Looks for the Bun that runs the sidecar: `LLXPRT_BUN`, then the package that npm installed beside
 * the sidecar, then PATH (REQ-GRACE-020, REQ-STATUS-035). A Bun on PATH may be too old for the
 * sidecar. Stats a few files; runs nothing.
 */
export function findBun(options: BunSearchOptions): BunSearch {
  if (options.bunPath !== undefined) return named(options.bunPath, 'host', 'The configured Bun');
  const fromEnv = options.env['LLXPRT_BUN'];
  if (fromEnv) return named(fromEnv, 'LLXPRT_BUN', 'LLXPRT_BUN');
  const packaged = options.packageDir === undefined ? undefined : packagedBun(options.packageDir);
  if (packaged !== undefined) return { kind: 'found', path: packaged, origin: 'package' };
  const { workspaceRoot, trusted = true, env } = options;
  const onPath = findProgram('bun', { workspaceRoot, trusted, env }, (path) => !isPlaceholder(path));
  if (onPath !== undefined) return { kind: 'found', path: onPath, origin: 'PATH' };
  return { kind: 'missing', reason: 'Bun not found in PATH' };
}

/** If a Bun is named explicitly, no other one is used instead. */
function named(path: string, origin: 'host' | 'LLXPRT_BUN', who: string): BunSearch {
  if (isAbsolute(path) && isRunnable(path)) return { kind: 'found', path, origin };
  return { kind: 'missing', reason: `${who} is not the absolute path of an executable file: ${path}` };
}

const EXE = process.platform === 'win32' ? '.exe' : '';

/**
 * Until its install script has run, the npm package `bun` has a short text file in place of its
 * program.
 */
function isPlaceholder(path: string): boolean {
  const real = realpathSync(path);
  return real.split(sep).includes('node_modules') && statSync(real).size < 1024 * 1024;
}

function packagedBun(packageDir: string): string | undefined {
  const { resolve } = createRequire(join(packageDir, 'package.json'));
  const inPackage = (name: string, program: string): string | undefined => {
    try {
      const path = join(dirname(resolve(`${name}/package.json`)), 'bin', program);
      return isRunnable(path) && !isPlaceholder(path) ? path : undefined;
    } catch {
      return undefined;
    }
  };
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const plain = inPackage(`@oven/bun-${platform}`, `bun${EXE}`);
  const musl = inPackage(`@oven/bun-${platform}-musl`, `bun${EXE}`);
  const both = plain !== undefined && musl !== undefined;
  // The install script of `bun` moves the platform package's program to this name on every
  // platform.
  return (both && isMusl() ? musl : (plain ?? musl)) ?? inPackage('bun', 'bun.exe');
}

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { arm64: 'aarch64' };

function isMusl(): boolean {
  const report: unknown = process.report.getReport();
  const header: unknown =
    typeof report === 'object' && report !== null && 'header' in report ? report.header : undefined;
  return typeof header === 'object' && header !== null && !('glibcVersionRuntime' in header);
}
