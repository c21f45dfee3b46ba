import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { bundleHook } from '../../../../../scripts/lib/bundle.mjs';
import { root } from '../../../../../scripts/lib/paths.mjs';

/** Where `installInto` put the two files. */
export interface Installed {
  launcher: string;
  bundle: string;
}

/**
 * Bundles today's sources, whatever has been built.
 * The result puts the launcher and the bundle into a folder, as npm would.
 * Each test file calls it, because its bundle is removed when that file ends.
 */
export async function packaged(): Promise<(packageDir: string) => Installed> {
  const built = mkdtempSync(join(realpathSync(tmpdir()), 'llxprt hook #'));
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  const bundle = join(built, 'hook.mjs');
  await bundleHook(bundle);
  return (packageDir) => {
    const files = { launcher: join(packageDir, 'bin/llxprt-lsp-hook'), bundle: join(packageDir, 'dist/hook.mjs') };
    for (const file of Object.values(files)) mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(root, 'packages/cli/bin/llxprt-lsp-hook'), files.launcher);
    copyFileSync(bundle, files.bundle);
    return files;
  };
}
