import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../support/json.js';
import { readTextFile, SETTINGS_BYTES, statOf } from '../support/read-file.js';

export type SidecarSearch =
  | {
      readonly kind: 'found';
      /** Absolute. */
      readonly packageDir: string;
      readonly version: string;
      /** What Bun runs: the bundled file if it has been built, otherwise the source. Absolute. */
      readonly entry: string;
    }
  | { readonly kind: 'missing'; readonly reason: string };

export const SIDECAR_PACKAGE = '@vybestack/llxprt-code-lsp';

const NOT_INSTALLED = 'LSP package not installed';

/**
 * Looks for the package `@vybestack/llxprt-code-lsp` (REQ-GRACE-030): in the host's folder if
 * given, else as a dependency of the package that holds this file or of one above it, else in this
 * repository. Never in the working directory, which a model can write.
 */
export function findSidecar(packageDir?: string): SidecarSearch {
  if (packageDir !== undefined)
    return inFolder(packageDir) ?? missing(`: ${packageDir} is not ${SIDECAR_PACKAGE}`);
  const installed = resolveInstalled();
  // From core's own folder, and from `dist` of a package that core is bundled into.
  const siblings = ['../../../lsp', '../../lsp'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const folders = installed === undefined ? siblings : [installed, ...siblings];
  return folders.map(inFolder).find((found) => found !== undefined) ?? missing();
}

function missing(detail = ''): SidecarSearch {
  return { kind: 'missing', reason: NOT_INSTALLED + detail };
}

function resolveInstalled(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${SIDECAR_PACKAGE}/package.json`));
  } catch {
    return undefined;
  }
}

function inFolder(packageDir: string): SidecarSearch | undefined {
  const manifest = readManifest(join(packageDir, 'package.json'));
  if (manifest?.name !== SIDECAR_PACKAGE) return undefined;
  const entry = ['dist/sidecar.js', 'src/main.ts'].map((file) => join(packageDir, file)).find(isFile);
  if (entry === undefined) return missing(`: ${packageDir} has neither dist/sidecar.js nor src/main.ts`);
  return { kind: 'found', packageDir, version: manifest.version, entry };
}

function readManifest(path: string): { name: string; version: string } | undefined {
  const file = readTextFile(path, SETTINGS_BYTES);
  const manifest = file.kind === 'text' ? parseJson(file.text) : undefined;
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  if (!('name' in manifest) || typeof manifest.name !== 'string') return undefined;
  const version =
    'version' in manifest && typeof manifest.version === 'string' ? manifest.version : 'unknown';
  return { name: manifest.name, version };
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}
