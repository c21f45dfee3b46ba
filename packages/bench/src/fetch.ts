import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './places.js';
import { crates } from './registries/crates.js';
import { goRegistry } from './registries/go.js';
import { maven } from './registries/maven.js';
import { npmRegistry } from './registries/npm.js';
import type { Fetched, Package, Registry, RegistryClient } from './registries/package.js';
import { pypi } from './registries/pypi.js';

export const REGISTRIES: Readonly<Record<Registry, RegistryClient>> = {
  npm: npmRegistry,
  go: goRegistry,
  crates,
  pypi,
  maven,
};

/**
 * The folder of the unpacked package, absolute; fetched if the cache does not hold it yet. Nobody
 * writes into it.
 */
export async function fetchPackage(wanted: Package): Promise<string> {
  const { registry, name, version } = wanted;
  const unpacked = join(CACHE, `${registry}-${name}-${version}`.replace('@', '').replaceAll(/[/:]/g, '-'));
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(CACHE, { recursive: true });
  // Unpacked beside its place and moved there when complete, so that an interrupted run leaves no half of it.
  const scratch = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const { folder, integrity } = await fetched(wanted, scratch);
    verify(wanted, integrity);
    renameSync(folder, unpacked);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return unpacked;
}

async function fetched(wanted: Package, scratch: string): Promise<Fetched> {
  const { registry, name, version } = wanted;
  try {
    return await REGISTRIES[registry].fetch(wanted, scratch);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${name}@${version} could not be fetched from ${registry}; is the registry in reach? ${reason}`,
      { cause: error },
    );
  }
}

/** Throws if what was fetched is not what was pinned. */
export function verify({ name, version, integrity }: Package, found: string): void {
  if (found !== integrity)
    throw new Error(`${name}@${version} is not what was pinned: ${found}, not ${integrity}`);
}
