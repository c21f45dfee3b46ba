import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { bundleHook } from '../../../../../scripts/lib/bundle.mjs';
import { root } from '../../../../../scripts/lib/paths.mjs';

const built = mkdtempSync(join(realpathSync(tmpdir()), 'llxprt hook #'));
const bundle = join(built, 'hook.mjs');
await bundleHook(bundle);
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** The launcher and the bundle as npm would install them into a folder: today's sources, whatever has been built. */
export function installInto(packageDir: string): { launcher: string; bundle: string } {
  const files = { launcher: join(packageDir, 'bin/llxprt-lsp-hook'), bundle: join(packageDir, 'dist/hook.mjs') };
  for (const file of Object.values(files)) mkdirSync(dirname(file), { recursive: true });
  copyFileSync(join(root, 'packages/cli/bin/llxprt-lsp-hook'), files.launcher);
  copyFileSync(bundle, files.bundle);
  return files;
}
