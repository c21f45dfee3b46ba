// Compares the situations in docs/origins.md with what a model reads now:
// npm run origins [-- --write]. --write writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { page, withSituations } from './lib/origins-page.js';

const text = await withSituations();
if (process.argv.includes('--write')) writeFileSync(page, text);
else if (text !== readFileSync(page, 'utf8')) {
  console.error('docs/origins.md is not up to date: npm run origins -- --write');
  process.exitCode = 1;
}
