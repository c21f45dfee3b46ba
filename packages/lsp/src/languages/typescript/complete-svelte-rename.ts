import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';
import { completeRename } from './complete-rename.ts';

/** So much of a line beside a name is looked at, UTF-16 code units. */
const MOST_BESIDE = 500;
const BEFORE_ALONE = /(?:^|\s)(?:class|style|let):$/;
/** Modifiers, and no value. */
const BEHIND_ALONE = /^(?:\|\w+)*(?=[\s/>]|$)/;

/**
 * Quirk(svelteserver): it gives each import an alias, and takes no file but its own to be opened. And
 * `style:color` becomes `style:shade`, which is another property, where a variable is renamed.
 */
export async function completeSvelteRename(question: RenameQuestion): Promise<RenameAnswer> {
  const answer = await completeRename({ ...question, renameAt: () => Promise.resolve([]) });
  return {
    ...answer,
    files: answer.files.map((file) =>
      file.path.endsWith('.svelte')
        ? { ...file, edits: file.edits.map((edit) => withValue(edit, file.path, question)) }
        : file,
    ),
  };
}

function withValue(edit: RangeEdit, path: string, { oldName, newName, lineOf }: RenameQuestion): RangeEdit {
  const { start, end } = edit;
  if (edit.text !== newName || start.line !== end.line) return edit;
  const line = lineOf(path, start.line);
  const behind = BEHIND_ALONE.exec(line.slice(end.character, end.character + MOST_BESIDE));
  const isAlone = BEFORE_ALONE.test(line.slice(Math.max(0, start.character - MOST_BESIDE), start.character));
  if (!isAlone || behind === null || line.slice(start.character, end.character) !== oldName) return edit;
  const [modifiers] = behind;
  return {
    start,
    end: { line: end.line, character: end.character + modifiers.length },
    text: `${oldName}${modifiers}={${newName}}`,
  };
}
