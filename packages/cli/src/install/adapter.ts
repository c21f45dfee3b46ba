import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../package.js';

/** An adapter for a host that runs in that host's own process: a package of this project. */
export interface Adapter {
  readonly package: string;
  /** Where it is in the clone. */
  readonly folder: string;
}

export const PI_EXTENSION: Adapter = { package: '@vybestack/llxprt-lsp-pi', folder: 'pi-extension' };
export const OPENCODE_PLUGIN: Adapter = { package: '@vybestack/llxprt-lsp-opencode', folder: 'opencode-plugin' };

/** Its folder, absolute: in the clone, or beside this package. Undefined where there is none. */
export function findAdapter(adapter: Adapter): string | undefined {
  const places = [adapter.folder, basename(adapter.package)].map((name) => fileURLToPath(new URL(`../${name}`, packageFolder)));
  return places.find((place) => holdsAdapter(place, adapter));
}

/** Whether a folder holds it, built. */
export function holdsAdapter(folder: string, adapter: Adapter): boolean {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
    return name === adapter.package && existsSync(entryOf(folder));
  } catch {
    return false;
  }
}

/** The file that a host loads. */
export const entryOf = (folder: string): string => join(folder, 'dist', 'index.js');

/** Recognises what the settings of a host name: a package of any version, or a folder of one. */
export function isSourceOf(adapter: Adapter, source: string): boolean {
  const inClone = join('packages', adapter.folder);
  return source.replace(/^npm:/, '').startsWith(adapter.package) || basename(source) === basename(adapter.package) || resolve(source).endsWith(inClone);
}
