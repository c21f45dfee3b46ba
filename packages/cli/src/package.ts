import { fileURLToPath } from 'node:url';
import { readTextFile, SOURCE_BYTES } from '@vybestack/llxprt-lsp-core';

/** The sources and the files of the bundle are both one level below the package. */
const packageFolder = new URL('..', import.meta.url);

const manifest: unknown = JSON.parse(ownText(fileURLToPath(new URL('package.json', packageFolder))));

export const version =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';

/**
 * The text of a file of this package.
 *
 * @throws Error if the package was not built, or is incomplete
 */
export function ownText(path: string): string {
  const file = readTextFile(path, SOURCE_BYTES);
  if (file.kind === 'text') return file.text;
  throw new Error(`${path}: ${file.kind === 'none' ? 'no such file' : file.reason}`);
}

/** Made by scripts/build-page.mjs. */
export const TRACE_PAGE = new URL('dist/trace-view.html', packageFolder);

/** The programs of this installation, absolute. */
export const MAIN = fileURLToPath(new URL('dist/main.js', packageFolder));
export const HOOK_LAUNCHER = fileURLToPath(new URL('bin/llxprt-lsp-hook', packageFolder));

/** opencode's plugin, with core in it. */
export const OPENCODE_PLUGIN = fileURLToPath(new URL('dist/opencode-plugin.js', packageFolder));

/** What hosts read, a folder each. */
export const HOST_FILES = fileURLToPath(new URL('hosts/', packageFolder));

/** The extension for pi: in the clone, or beside this package. */
export const PI_EXTENSIONS = ['../pi-extension', '../llxprt-lsp-pi'].map((path) =>
  fileURLToPath(new URL(path, packageFolder)),
);
