import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';

/**
 * Tells `npm test -- --profile` that this process runs a test file now. Without it, does nothing.
 * @param file absolute
 */
export function register(file: string): void {
  const folder = process.env['LLXPRT_TEST_PROFILE'];
  const root = join(import.meta.dirname, '../..');
  if (folder) writeFileSync(join(folder, String(process.pid)), relative(root, file));
}
