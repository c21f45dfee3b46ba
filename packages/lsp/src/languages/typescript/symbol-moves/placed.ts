import type { TextEdits } from '../../../backend/symbols/text-edits.ts';
import type { ImportEdits } from './import-edits.ts';

interface Definition {
  /** With `\n`, without a line end behind it. */
  readonly definition: string;
  /** The target uses it already: it stands before those uses. */
  readonly isUsed: boolean;
  /** Of the lines of a new file. */
  readonly ending: '\n' | '\r\n';
}

/** Puts a definition into the target, and its imports. */
export function placedInModule(
  edits: TextEdits,
  target: ImportEdits,
  text: string | undefined,
  { definition, isUsed, ending }: Definition,
): void {
  if (text === undefined) {
    const { header } = target;
    const all = `${header === '' ? '' : `${header}\n\n`}${definition}\n`;
    edits.create(target.path, all.replace(/\n/g, ending));
    return;
  }
  target.finish(edits);
  if (isUsed) {
    const at = target.insertionPoint;
    const isFirst = at === 0;
    edits.add(target.path, text, {
      start: at,
      end: at,
      text: `${isFirst ? '' : '\n'}${definition}\n${isFirst ? '\n' : ''}`,
    });
    return;
  }
  const gap = text.trim() === '' ? '' : /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  edits.add(target.path, text, { start: text.length, end: text.length, text: `${gap}${definition}\n` });
}
