// Makes packages/cli/dist/trace-view.html (or the file that is named): the page of
// `llxprt-lsp trace view`, complete but for the trace.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';

const [output = join(root, 'packages/cli/dist/trace-view.html')] = process.argv.slice(2);
const page = join(root, 'packages/cli/page');
const scratch = mkdtempSync(join(tmpdir(), 'page-'));
try {
  const bundled = join(scratch, 'main.js');
  await bundle([
    join(page, 'main.ts'),
    '--target=browser',
    '--format=iife',
    '--minify',
    `--outfile=${bundled}`,
  ]);
  const script = readFileSync(bundled, 'utf8').trim();
  const style = readFileSync(join(page, 'page.css'), 'utf8');
  // `</script` would end the element early, and `<!--` would begin a comment.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script holds what ends a script');
  /** @type {Record<string, string>} */
  const parts = { style, script, 'style-hash': hash(style), 'script-hash': hash(script), data: '{{data}}' };
  const html = readFileSync(join(page, 'page.html'), 'utf8').replace(
    /{{([\w-]+)}}/g,
    (hole, /** @type {string} */ name) => parts[name] ?? hole,
  );
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, html);
} catch (error) {
  console.error(`scripts/build-page.mjs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * The hash of an inline element, as a Content-Security-Policy names it.
 * @param {string} text
 */
function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
