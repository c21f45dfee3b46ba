import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import type { Place } from '../../backend/model.ts';
import { isNamed } from '../../backend/navigation/whole-word.ts';

/** How many lines above a name are read. */
const MOST_LINES = 500;

/**
 * Those that rust-analyzer loses among its references are renamed with the others.
 *
 * Quirk(rust-analyzer): `P { x }` becomes `P { y }` in the arguments of a macro, for a field and for a
 * variable. Elsewhere it puts `y: ` before it, or `: y` behind.
 */
export async function completeRustRename(question: RenameQuestion): Promise<RenameAnswer> {
  const { oldName, files, references, lineOf } = question;
  const own = references.filter(({ path, range: { start } }) =>
    isNamed(lineOf(path, start.line), start.character, oldName),
  );
  const given = files.map((file) => ({
    ...file,
    edits: file.edits.map((edit) => overName(edit, file, own, question)),
  }));
  const lost = own.filter((place) => !given.some((file) => file.edits.some(covers(file, place))));
  const all = [...given, ...lost.map((place) => plainly(place, question))];
  const changed: FileEdits[] = [];
  for (const file of all) {
    const edits: RangeEdit[] = [];
    for (const edit of file.edits) edits.push(await withKey(edit, file, own, question));
    changed.push({ ...file, edits });
  }
  return { files: changed, references };
}

/** What is inserted beside a name, as a change of the name: whether all are changed shows then. */
function overName(
  edit: RangeEdit,
  { path, edits }: FileEdits,
  references: readonly Place[],
  { oldName, newName, lineOf }: RenameQuestion,
): RangeEdit {
  const { start, end, text } = edit;
  if (start.line !== end.line || start.character !== end.character) return edit;
  const beside = references.filter((place) => place.path === path && place.range.start.line === start.line);
  if (text === `: ${newName}`) {
    const place = beside.find(({ range }) => range.start.character + oldName.length === start.character);
    return place === undefined ? edit : { start: place.range.start, end, text: `${oldName}: ${newName}` };
  }
  if (text !== `${newName}: `) return edit;
  const place = beside
    .filter(({ range }) => range.start.character >= start.character)
    .sort((a, b) => a.range.start.character - b.range.start.character)
    .find((one) => !edits.some(covers({ path }, one, edit)));
  if (place === undefined) return edit;
  const last = place.range.start.character + oldName.length;
  const named = lineOf(path, start.line).slice(start.character, last);
  return { start, end: { line: start.line, character: last }, text: text + named };
}

/** @param except this edit is not looked at */
function covers(
  { path }: Pick<FileEdits, 'path'>,
  { path: at, range: { start } }: Place,
  except?: RangeEdit,
): (edit: RangeEdit) => boolean {
  return (edit) =>
    edit !== except &&
    path === at &&
    edit.start.line === start.line &&
    edit.start.character <= start.character &&
    start.character < edit.end.character;
}

function plainly({ path, range: { start } }: Place, { oldName, newName }: RenameQuestion): FileEdits {
  const end = { line: start.line, character: start.character + oldName.length };
  return { path, edits: [{ start, end, text: newName }], version: undefined, isCreated: false };
}

/** `y: x` for a field, and `x: y` for the variable, where both have one word. */
async function withKey(
  edit: RangeEdit,
  { path, edits }: FileEdits,
  references: readonly Place[],
  { oldName, newName, lineOf, definitionsAt }: RenameQuestion,
): Promise<RangeEdit> {
  const { start, text } = edit;
  const place = references.find(
    ({ path: at, range }) =>
      at === path && range.start.line === start.line && range.start.character === start.character,
  );
  if (text !== newName || place === undefined || !isAlone(place, oldName, lineOf)) return edit;
  const how = bindingOf(lineOf(path, start.line), start.character);
  const from = { line: start.line, character: start.character - how.length };
  const isGiven = edits.some(
    (other) => other !== edit && other.end.line === from.line && other.end.character === from.character,
  );
  if (isGiven) return edit;
  const meant = await definitionsAt(place);
  const field = meant.find((one) => isField(one, oldName, lineOf));
  if (field === undefined || meant.length < 2) return edit;
  const isOfField = references.some((one) => keyOf(one) === keyOf(field));
  return {
    ...edit,
    start: from,
    text: isOfField ? `${newName}: ${how}${oldName}` : `${oldName}: ${how}${newName}`,
  };
}

/** `ref mut ` before the name of a variable. */
function bindingOf(line: string, character: number): string {
  return /\b(?:ref\s+)?(?:mut\s+)?$/.exec(line.slice(0, character))?.[0] ?? '';
}

/** Between a brace or a comma and the next. */
function isAlone({ path, range: { start } }: Place, name: string, lineOf: RenameQuestion['lineOf']): boolean {
  const line = lineOf(path, start.line);
  const after = line.slice(start.character + name.length).trim() || lineOf(path, start.line + 1).trim();
  return /[{,]$/.test(before({ path, line, start }, lineOf)) && /^[,}]/.test(after);
}

/** The code before a name, on its line or on the last one above that has some. */
function before(
  { path, line, start }: { path: string; line: string; start: Place['range']['start'] },
  lineOf: RenameQuestion['lineOf'],
): string {
  const how = bindingOf(line, start.character);
  let code = line.slice(0, start.character - how.length).trim();
  for (let above = 1; code === '' && above <= Math.min(MOST_LINES, start.line); above += 1)
    code = codeOf(lineOf(path, start.line - above));
  return code.trim();
}

function codeOf(line: string): string {
  return line.replace(/\/\/.*$/, '').trimEnd();
}

/** `x: i32` right inside of braces that hold nothing but such, and no statement or closure. */
function isField({ path, range: { start } }: Place, name: string, lineOf: RenameQuestion['lineOf']): boolean {
  const line = lineOf(path, start.line);
  if (!isNamed(line, start.character, name)) return false;
  if (!/^\s*:(?!:)/.test(line.slice(start.character + name.length))) return false;
  let depth = 0;
  for (let at = start.line; at >= Math.max(0, start.line - MOST_LINES); at -= 1) {
    const code = at === start.line ? line.slice(0, start.character) : codeOf(lineOf(path, at));
    for (const character of Array.from(code).reverse()) {
      if (')]}'.includes(character)) depth += 1;
      else if ('([{'.includes(character)) {
        if (depth === 0) return character === '{';
        depth -= 1;
      } else if (depth === 0 && ';=|'.includes(character)) return false;
    }
  }
  return false;
}

function keyOf({ path, range: { start } }: Place): string {
  return `${start.line}:${start.character} ${path}`;
}
