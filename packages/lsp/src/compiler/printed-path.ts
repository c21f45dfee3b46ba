import { resolve } from 'node:path';

/** The absolute path of a file as a program names it, which may have run elsewhere: a drive's letter begins an absolute path on any platform. */
export function printedPath(root: string, file: string): string {
  return /^[A-Za-z]:[\\/]/.test(file) ? file : resolve(root, file);
}
