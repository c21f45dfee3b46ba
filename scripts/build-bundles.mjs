// Makes the programs in packages/cli/dist: the command, main.js, the hook, hook.mjs, and opencode-plugin.js.
import { join } from 'node:path';
import process from 'node:process';
import { bundleCommand, bundleHook } from './lib/bundle.mjs';
import { removeChunks } from './lib/chunks.mjs';
import { root } from './lib/paths.mjs';

const dist = join(root, 'packages/cli/dist');
removeChunks(dist);
try {
  await Promise.all([bundleCommand(dist), bundleHook(join(dist, 'hook.mjs'))]);
} catch (error) {
  console.error(`scripts/build-bundles.mjs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
