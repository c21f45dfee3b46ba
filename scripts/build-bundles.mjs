// Makes the programs in packages/cli/dist: the command, main.js, the hook, hook.mjs, and opencode-plugin.js.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundleCommand, bundleHook } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';

const dist = join(root, 'packages/cli/dist');
mkdirSync(dist, { recursive: true });
// Their names change with what is in them: those of earlier builds would be published, too.
for (const name of readdirSync(dist)) if (name.endsWith('.chunk.js')) rmSync(join(dist, name));
try {
  await Promise.all([bundleCommand(dist), bundleHook(join(dist, 'hook.mjs'))]);
} catch (error) {
  console.error(`scripts/build-bundles.mjs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
