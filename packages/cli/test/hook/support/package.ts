import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleHook } from '../../../../../scripts/lib/bundle.mjs';
import { root } from '../../../../../scripts/lib/paths.mjs';

/** Where `installInto` put the two files. */
export interface Installed {
  launcher: string;
  bundle: string;
}

/**
 * Bundles today's sources before the tests of the file, whatever has been built.
 * The result puts the launcher and the bundle into a folder, as npm would.
 * Each test file calls it, because its bundle is removed when that file ends.
 */
export function packaged(): (packageDir: string) => Installed {
  let built: string;
  beforeAll(async () => {
    built = mkdtempSync(join(realpathSync(tmpdir()), 'llxprt hook #'));
    await bundleHook(join(built, 'hook.mjs'));
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return (packageDir) => {
    const files = {
      launcher: join(packageDir, 'bin/llxprt-lsp-hook'),
      bundle: join(packageDir, 'dist/hook.mjs'),
    };
    for (const file of Object.values(files)) mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(root, 'packages/cli/bin/llxprt-lsp-hook'), files.launcher);
    copyFileSync(join(built, 'hook.mjs'), files.bundle);
    return files;
  };
}
