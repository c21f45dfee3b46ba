// node scripts/publish.mjs FOLDER [--dry-run]: publishes to npm the files that scripts/pack.mjs has
// written to FOLDER and that have been tested.
// Built-ins only: no installed package runs where something may be published.
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { npm } from './lib/packs/npm.mjs';
import { folderOf, published, readManifest, tarballOf } from './lib/packs/packages.mjs';
import { run } from './lib/process.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) {
  console.error('usage: node scripts/publish.mjs FOLDER [--dry-run]');
  process.exitCode = 2;
} else process.exitCode = await publishAll(resolve(folder));

/**
 * Stops at the first package that fails, because later ones need it. A second run goes on there.
 * @param {string} packs
 */
async function publishAll(packs) {
  for (const manifest of published.map((name) => readManifest(folderOf(name)))) {
    const release = `${manifest.name}@${manifest.version}`;
    const known = await run(npm, ['view', release, 'version'], { cwd: packs });
    if (known.code === 0 && known.output.includes(manifest.version)) {
      console.log(`${release} has been published`);
      continue;
    }
    // Provenance is signed for the workflow that asks, so only a workflow can ask for it.
    const how = values['dry-run'] ? ['--dry-run'] : ['--provenance'];
    const { code } = await run(
      npm,
      ['publish', `./${tarballOf(manifest)}`, '--access', 'public', '--ignore-scripts', ...how],
      { cwd: packs, inherit: true },
    );
    if (code !== 0) return code;
    console.log(`${release} ${values['dry-run'] ? 'would be' : 'is'} published`);
  }
  return 0;
}
