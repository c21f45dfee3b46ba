import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';

export interface Document {
  uri: string;
  languageId: string;
  version: number;
  text: string;
}

/** The text after one change: a range in UTF-16 code units replaced, or the whole. Throws where the range lies outside the text. */
export function applyChange(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  return (
    text.slice(0, offset(text, change.range.start)) + change.text + text.slice(offset(text, change.range.end))
  );
}

/** Lines end with \n, \r\n or \r (LSP 3.17, "Text Documents"). */
function offset(text: string, { line, character }: Position): number {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let skipped = 0; skipped < line; skipped += 1) {
    if (ends.exec(text) === null) throw new Error(`no line ${line} in a text of ${skipped + 1} lines`);
    start = ends.lastIndex;
  }
  ends.lastIndex = start;
  const end = ends.exec(text)?.index ?? text.length;
  if (start + character > end)
    throw new Error(`no character ${character} in line ${line}, which has ${end - start}`);
  return start + character;
}
