import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The sources and the files of the bundle are both one level below the package. */
const packageFolder = new URL('..', import.meta.url);

const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'));

export const version =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';

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
export const PI_EXTENSIONS = ['../pi-extension', '../llxprt-lsp-pi'].map((path) => fileURLToPath(new URL(path, packageFolder)));
