import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.mjs';
import { npm } from './npm.mjs';
import { published, readManifest, tarballOf } from './packages.mjs';
import { stage } from './stage.mjs';

/**
 * Makes the files that are tested and then published unchanged.
 * @param {string} folder absolute; replaced
 * @returns {Promise<string[]>} absolute, in the order in which they are published
 * @throws {Error} if npm refuses
 */
export async function packAll(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarballs = [];
  for (const name of published) {
    const staged = join(folder, 'stage', name);
    await stage(name, staged);
    const { code, output } = await run(npm, ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: staged,
    });
    if (code !== 0) throw new Error(`npm pack of ${name} failed: ${output}`);
    tarballs.push(join(folder, tarballOf(readManifest(staged))));
  }
  rmSync(join(folder, 'stage'), { recursive: true });
  return tarballs;
}
