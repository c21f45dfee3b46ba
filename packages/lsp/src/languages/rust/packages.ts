import { join } from 'node:path';
import type { PackageTraits } from '../../backend/packages.ts';

/**
 * What Cargo writes where it cannot download. A crate that no registry has is reported in other
 * words, unless Cargo may not ask a registry.
 */
const NOT_DOWNLOADED = [
  /using offline mode|you are in the offline mode/,
  /^error: failed to download\b/m,
  /^[ \t]*(?:unable to update (?:registry|https?:)|failed to clone into:|can't checkout from|failed to fetch|failed to query replaced source registry|download of \S+ failed)\b/im,
  /attempting to make an HTTP request, but --offline was specified/,
];

/** A package on this disk: nothing is downloaded. */
const ON_DISK = /^[ \t]*location searched: (?![^\n]*\bindex\b)/m;

/** Cargo compiles nothing before all crates are there. */
export const rustPackages: PackageTraits = {
  missingModules: () => [],
  uninstalled: () => undefined,
  uninstalledProject: (output, root) =>
    !ON_DISK.test(output) && NOT_DOWNLOADED.some((pattern) => pattern.test(output))
      ? { manifest: join(root, 'Cargo.toml'), install: 'cargo fetch' }
      : undefined,
};
