// Compares the rows of settings in README.md and docs/settings.md with their table:
// npm run settings [-- --write]. --write writes the rows.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { pages, withSettings } from './lib/settings-page.js';

for (const page of pages) {
  const text = withSettings(page);
  if (process.argv.includes('--write')) writeFileSync(join(root, page), text);
  else if (text !== readFileSync(join(root, page), 'utf8')) {
    console.error(`${page} is not up to date: npm run settings -- --write`);
    process.exitCode = 1;
  }
}
