import { readFileSync } from 'node:fs';

/** The sources and the files of the bundle are both one level below the package. */
const packageFolder = new URL('..', import.meta.url);

const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'));

export const version =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';

/** Made by scripts/build-page.mjs. */
export const TRACE_PAGE = new URL('dist/trace-view.html', packageFolder);
