import { type Escaped, quoted } from '@vybestack/llxprt-lsp-core';

/** What a refusal advises, by the names of a tool's parameters. A symbol may have the same name. */
const ADVICE = [
  [/`force`(?= (?:allows|deletes|inserts|leaves|moves|renames|replaces|rewrites)\b)/g, '`--force`'],
  [/`reexport`(?= lets\b)/g, '`--reexport`'],
  [/(?<=\bgive )`line`/g, '`--line`'],
  [/; look at its symbols with lsp_document_symbols\b.*/g, ''],
  [/; if it is declared inside of something else, give the `file` too\b.*/g, ''],
] as const;

/** A refusal with the names that the command line has. */
export function asOptions(refusal: Escaped): Escaped {
  return quoted(ADVICE.reduce<string>((text, [words, option]) => text.replace(words, option), refusal));
}
