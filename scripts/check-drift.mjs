// Checks that the shared files are in two packages, byte for byte the same (REQ-DRIFT-010):
// node scripts/check-drift.mjs [A B]. npm run generate makes core's copies from those of lsp.
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { shared } from './lib/shared.mjs';

process.chdir(root);
const args = process.argv.slice(2);
for (const [a = '', b = ''] of args.length > 0 ? [args] : shared.map(({ copy, source }) => [copy, source]))
  compare(a, b);

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  if (!existsSync(a)) {
    console.error(`${a} is missing: npm run generate`);
    process.exitCode = 1;
    return;
  }
  const [left, right] = [readFileSync(a), readFileSync(b)];
  if (left.equals(right)) {
    console.log(`${a} and ${b} are identical.`);
    return;
  }
  const [leftLines, rightLines] = [left.toString('latin1').split('\n'), right.toString('latin1').split('\n')];
  const at = leftLines.findIndex((line, index) => line !== rightLines[index]);
  // Where one file goes on after the other's end, that is the first difference.
  const line = at === -1 ? leftLines.length : at;
  console.error(`The shared types differ, first in line ${String(line + 1)}:`);
  console.error(`  ${a}: ${show(leftLines[line])}`);
  console.error(`  ${b}: ${show(rightLines[line])}`);
  console.error(
    'Both files must be the same, byte for byte. Change the one in packages/lsp, then: npm run generate',
  );
  process.exitCode = 1;
}

/** @param {string | undefined} line with each character one byte */
function show(line) {
  return line === undefined ? '(end of file)' : JSON.stringify(Buffer.from(line, 'latin1').toString('utf8'));
}
