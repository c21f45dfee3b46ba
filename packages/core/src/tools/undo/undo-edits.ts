import { hasItsLineBreaks } from './line-breaks.js';

/** One exchange of a text within a file, as the tool was asked for it. */
export interface TextEdit {
  readonly old: string;
  readonly new: string;
}

/**
 * What a text was before these exchanges were made in it, one after the other; undefined where that is not certain.
 *
 * It is certain where the new text of each stands in one place only. Then the tool has made one exchange, there, whether it was to make one or all: had the
 * old text stood in two places, or the new one in another place before, the new one would stand in two.
 */
export function undoEdits(now: string, edits: readonly TextEdit[]): string | undefined {
  if (edits.length === 0) return undefined;
  const before = edits.reduceRight<string | undefined>((after, edit) => (after === undefined ? undefined : undoEdit(after, edit)), now);
  return before !== undefined && hasItsLineBreaks(before, now) ? before : undefined;
}

function undoEdit(after: string, { old, new: inserted }: TextEdit): string | undefined {
  const at = onlyPlace(after, inserted);
  if (at === undefined) return undefined;
  const before = after.slice(0, at) + old + after.slice(at + inserted.length);
  return onlyPlace(before, old) === at ? before : undefined;
}

/** Where the part stands, if that is one place; places may overlap. */
function onlyPlace(text: string, part: string): number | undefined {
  if (part === '') return undefined;
  const at = text.indexOf(part);
  return at !== -1 && !text.includes(part, at + 1) ? at : undefined;
}
