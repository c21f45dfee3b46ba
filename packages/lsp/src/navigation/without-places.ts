import { sep } from 'node:path';

/** Quirk(gopls): links into its sources are how it shows what documentation refers to. */
const FILE_LINK = /\[([^\]\n]*)\]\(file:[^)\n]*\)/g;

/** Quirk(clangd): of an include it shows the path of the header. */
const HEADER = /^(### `[^`\n]+`\n+---\n```\n)[^\n]*[\\/](?=[^\\/\n]+\n```)/;

/** What a server shows of a symbol, without where on this machine anything lies: files of the workspace are named as seen from its root. */
export function withoutPlaces(markdown: string, root: string): string {
  return markdown.replace(FILE_LINK, '$1').replaceAll(`${root}${sep}`, '').replace(HEADER, '$1');
}
