import { basename } from 'node:path';

/** Whether a server with these `extensions` (as in its status) is asked about a file: by how its name ends, or by the whole name. */
export function serves(extensions: readonly string[], path: string): boolean {
  const name = basename(path).toLowerCase();
  return extensions.some((extension) => (extension.startsWith('.') ? name.endsWith(extension) : name === extension));
}
