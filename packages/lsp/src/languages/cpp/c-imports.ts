import type { ImportReader } from '../../backend/imports/imports.ts';

const FOLLOWS = /[ \t]*\(?[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/y;

/** Includes, in quotes and in angle brackets. */
export const cImports: ImportReader = {
  introducers: ['include', 'import', 'include_next', '__has_include'],
  read(text, _start, end, { specifiers }) {
    FOLLOWS.lastIndex = end;
    const [, quoted, angled] = FOLLOWS.exec(text) ?? [];
    const specifier = quoted ?? angled;
    if (specifier !== undefined) specifiers.add(specifier);
  },
};
