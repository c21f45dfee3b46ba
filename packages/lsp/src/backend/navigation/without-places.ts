import { sep } from 'node:path';

/** Quirk(gopls): it renders references in documentation as links into its sources. */
const FILE_LINK = /\[([^[\]\n]*)\]\(file:[^)[\n]*\)/g;

/** Quirk(clangd): for an include it shows the path of the header. */
const HEADER = /^(### `[^`\n]+`\n+---\n```\n)[^\n]*[\\/](?=[^\\/\n]+\n```)/;

/**
 * A server's text about a symbol, without the locations of files on this machine: files of the
 * workspace are named relative to its root.
 */
export function withoutPlaces(markdown: string, root: string): string {
  return markdown.replace(FILE_LINK, '$1').replaceAll(`${root}${sep}`, '').replace(HEADER, '$1');
}
