import { resolve } from 'node:path';

/**
 * The absolute path of a file that a program names. The program may have run elsewhere, so a drive
 * letter begins an absolute path on any platform.
 */
export function printedPath(root: string, file: string): string {
  return /^[A-Za-z]:[\\/]/.test(file) ? file : resolve(root, file);
}
