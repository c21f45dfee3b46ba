import { hasItsLineBreaks } from './line-breaks.js';

/** One replacement of a text within a file, as requested from the tool. */
export interface TextEdit {
  readonly old: string;
  readonly new: string;
}

/**
 * The text before these replacements were made in it, one after the other; undefined if that is not
 * certain.
 *
 * It is certain if the new text of each replacement occurs exactly once. Then the tool has made one
 * replacement, there, whether it was to make one or all. If the old text had occurred twice, or the
 * new text had occurred elsewhere before, the new text would now occur twice.
 */
export function undoEdits(now: string, edits: readonly TextEdit[]): string | undefined {
  if (edits.length === 0) return undefined;
  const before = edits.reduceRight<string | undefined>(
    (after, edit) => (after === undefined ? undefined : undoEdit(after, edit)),
    now,
  );
  return before !== undefined && hasItsLineBreaks(before, now) ? before : undefined;
}

function undoEdit(after: string, { old, new: inserted }: TextEdit): string | undefined {
  const at = onlyPlace(after, inserted);
  if (at === undefined) return undefined;
  const before = after.slice(0, at) + old + after.slice(at + inserted.length);
  return onlyPlace(before, old) === at ? before : undefined;
}

/** The offset of `part` if it occurs exactly once. Occurrences may overlap. */
function onlyPlace(text: string, part: string): number | undefined {
  if (part === '') return undefined;
  const at = text.indexOf(part);
  return at !== -1 && !text.includes(part, at + 1) ? at : undefined;
}
