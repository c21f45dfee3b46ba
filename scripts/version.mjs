// npm run version: turns the files in .changeset into versions and changelogs, everywhere, lock
// files included.
import { join } from 'node:path';
import process from 'node:process';
import { npm } from './lib/packs/npm.mjs';
import { readManifest } from './lib/packs/packages.mjs';
import { stateVersion } from './lib/packs/versions.mjs';
import { tool } from './lib/paths.mjs';
import { run } from './lib/process.mjs';

// The clone that it is run in, as changesets does.
const root = process.cwd();
const lock = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];

process.exitCode = await main();

async function main() {
  const { code } = await run(process.execPath, [tool('@changesets/cli/bin.js'), 'version'], {
    cwd: root,
    inherit: true,
  });
  if (code !== 0) return code;
  const { version } = readManifest(join(root, 'packages/core'));
  stateVersion(root, version);
  for (const cwd of [root, join(root, 'packages/lsp')]) {
    const locked = await run(npm, lock, { cwd });
    if (locked.code !== 0) {
      console.error(`npm cannot write ${join(cwd, 'package-lock.json')}:\n${locked.output}`);
      return locked.code;
    }
  }
  console.log(`Everything is ${version} now. Commit it, and tag it v${version}.`);
  return 0;
}
