// Runs a script of packages/lsp with the pinned Bun:
// node scripts/lsp.mjs run <build|lint|typecheck|test> [args]
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { findBun } from './lib/bun.mjs';
import { writeSidecarMain } from './lib/bundle.mjs';
import { removeChunks } from './lib/chunks.mjs';
import { sidecar } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { withTools } from './lib/servers/place.mjs';

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} argv */
async function main([verb, step, ...args]) {
  const { scripts } = /** @type {{ scripts: Record<string, string> }} */ (
    JSON.parse(readFileSync(join(sidecar, 'package.json'), 'utf8'))
  );
  if (verb !== 'run' || step === undefined || !(step in scripts)) {
    console.error(`usage: node scripts/lsp.mjs run <${Object.keys(scripts).join('|')}> [args]`);
    return 2;
  }
  const bun = findBun();
  if ('missing' in bun) {
    console.error(`scripts/lsp.mjs: ${bun.missing}.`);
    return 1;
  }
  if (step === 'build') removeChunks(join(sidecar, 'dist'));
  // A Bun that LLXPRT_BUN names may have any file name, so a script's "bun" is not looked up on
  // PATH.
  const [program, ...rest] = (scripts[step] ?? '').split(' ');
  const command = program === 'bun' ? rest : ['run', '--silent', step];
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const { code } = await run(bun.path, [...command, ...args], {
    cwd: sidecar,
    env: withTools({ ...process.env, PATH: path }),
    inherit: true,
  });
  if (step === 'build' && code === 0) writeSidecarMain(join(sidecar, 'dist'));
  return code;
}
