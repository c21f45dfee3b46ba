import { basename } from 'node:path';

/**
 * Whether a server with these `extensions` (as in its status) is asked about a file. An entry
 * matches the end of the file's name, or the whole name.
 */
export function serves(extensions: readonly string[], path: string): boolean {
  const name = basename(path).toLowerCase();
  return extensions.some((extension) =>
    extension.startsWith('.') ? name.endsWith(extension) : name === extension,
  );
}
