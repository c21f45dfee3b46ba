// Makes packages/cli/dist/hook.mjs (or the file that is named): the program that hosts start, by
// Bun or Node, for each of their events.
import process from 'node:process';
import { findBun } from './lib/bun.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';

const [output = 'packages/cli/dist/hook.mjs'] = process.argv.slice(2);
const bun = findBun();
if ('missing' in bun) {
  console.error(`scripts/build-hook.mjs: ${bun.missing}.`);
  process.exitCode = 1;
} else {
  const bundle = ['build', 'packages/cli/src/hook/main.ts', '--target=node', '--minify', `--outfile=${output}`];
  const { code, output: said } = await run(bun.path, bundle, { cwd: root });
  if (code !== 0) console.error(said);
  process.exitCode = code;
}
