import type { ImportReader } from './imports.ts';

const FOLLOWS = /[ \t]*\(?[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/y;

/** Includes, in quotes and in angle brackets; the latter keep theirs in front. */
export const cImports: ImportReader = {
  introducers: ['include', 'import', 'include_next', '__has_include'],
  read(text, _start, end, { specifiers }) {
    FOLLOWS.lastIndex = end;
    const [, quoted, angled] = FOLLOWS.exec(text) ?? [];
    if (quoted !== undefined) specifiers.add(quoted);
    if (angled !== undefined) specifiers.add(`<${angled}`);
  },
};
