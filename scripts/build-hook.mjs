// Makes packages/cli/dist/hook.mjs: the one file that hosts start, by Bun or Node, for each of their events.
import process from 'node:process';
import { findBun } from './lib/bun.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';

const bun = findBun();
if ('missing' in bun) {
  console.error(`scripts/build-hook.mjs: ${bun.missing}.`);
  process.exitCode = 1;
} else {
  const bundle = ['build', 'packages/cli/src/hook/main.ts', '--target=node', '--minify', '--outfile=packages/cli/dist/hook.mjs'];
  const { code, output } = await run(bun.path, bundle, { cwd: root });
  if (code !== 0) console.error(output);
  process.exitCode = code;
}
