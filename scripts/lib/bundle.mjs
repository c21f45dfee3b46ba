import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBun } from './bun.mjs';
import { root } from './paths.mjs';
import { run } from './process.mjs';

/**
 * Runs `bun build`.
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Promise<string[]>} the files that the bundle is made of, relative to `cwd`
 * @throws {Error} if Bun is missing or fails
 */
export async function bundle(args, cwd = root) {
  const bun = findBun();
  if ('missing' in bun) throw new Error(bun.missing);
  const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const metafile = join(scratch, 'meta.json');
    const { code, output } = await run(bun.path, ['build', ...args, `--metafile=${metafile}`], { cwd });
    if (code !== 0) throw new Error(output);
    /** @type {{ inputs: Record<string, unknown> }} */
    const { inputs } = JSON.parse(readFileSync(metafile, 'utf8'));
    return Object.keys(inputs);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Writes the command, `main.js`, and opencode's plugin, `opencode-plugin.js`, with a chunk for each
 * part that they load on demand. Core has to be compiled before.
 * @param {string} folder absolute
 */
export const bundleCommand = (folder) =>
  bundle([
    'packages/cli/src/main.ts',
    'packages/cli/src/opencode-plugin.ts',
    // Bun cannot follow the requires of UMD, which is what some packages have as their main file.
    ...[
      '--target=node',
      '--main-fields=module',
      '--main-fields=main',
      '--splitting',
      '--minify-syntax',
      '--minify-whitespace',
    ],
    ...[`--outdir=${folder}`, '--chunk-naming=[name]-[hash].chunk.[ext]'],
  ]);

/**
 * Writes the program that hosts start, by Bun or Node, for each of their events. It is one file,
 * which extensions copy.
 * @param {string} file absolute
 */
export const bundleHook = (file) =>
  bundle(['packages/cli/src/hook/main.ts', '--target=node', '--minify', `--outfile=${file}`]);

/**
 * Writes `main.js` beside the sidecar's bundle, `sidecar.js`, which it starts: hosts that resolve the
 * package by its bare name take `dist/main.js` of it.
 * @param {string} folder absolute
 */
export const writeSidecarMain = (folder) => {
  writeFileSync(join(folder, 'main.js'), "import './sidecar.js';\n");
};
