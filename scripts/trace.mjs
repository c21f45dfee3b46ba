// Checks which requirement has which test: node scripts/trace.mjs [--write]
// Fails if a requirement with the status "done" has no test; --write writes docs/requirements.md
// and docs/requirement-tests.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { findTestTitles, problems, readRequirements, toJson, toMarkdown } from './lib/requirements.mjs';

const requirements = readRequirements();
const tests = findTestTitles();
const pages = {
  'docs/requirements.md': toMarkdown(requirements, tests),
  'docs/requirement-tests.json': toJson(requirements, tests),
};

for (const [name, text] of Object.entries(pages)) {
  const page = join(root, name);
  if (process.argv.includes('--write')) writeFileSync(page, text);
  else if (!existsSync(page) || readFileSync(page, 'utf8') !== text)
    console.log(`${name} is not up to date: npm run trace -- --write`);
}

const found = problems(requirements, tests);
for (const problem of found) console.error(problem);

const planned = requirements.filter(({ status }) => status === 'planned');
const done = requirements.length - planned.length;
console.log(
  `${String(done)} requirements done, ${String(found.length)} problems; planned: ${String(planned.length)}`,
);
if (found.length > 0) process.exitCode = 1;
