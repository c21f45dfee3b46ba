import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import type { Place } from '../../backend/model.ts';
import { isNamed } from '../../backend/navigation/whole-word.ts';

/** Before a name that is a keyword otherwise: rust-analyzer writes it, and it counts as part of a place. */
const RAW = 'r#';
/** How many lines above a name are read. */
const MOST_LINES = 500;
/** So much of a line beside a name is looked at, UTF-16 code units: one line may hold all uses. */
const MOST_BESIDE = 500;
/** UTF-16 code units around a field. */
const MOST_READ = 50_000;

/**
 * Those that rust-analyzer loses among its references are renamed with the others.
 *
 * Quirk(rust-analyzer): `P { x }` becomes `P { y }` in the arguments of a macro, for a field and for a
 * variable. Elsewhere it puts `y: ` before it, or `: y` behind.
 */
export async function completeRustRename(question: RenameQuestion): Promise<RenameAnswer> {
  const { oldName, files, references, lineOf } = question;
  const own = references.filter((place) => spelledAt(place, oldName, lineOf) !== undefined);
  const beside = new Map(
    [...Map.groupBy(own, rowOf)].map(([row, places]) => [
      row,
      places.toSorted((one, other) => one.range.start.character - other.range.start.character),
    ]),
  );
  const given = files.map((file) => {
    const covered = new Covered([file]);
    return { ...file, edits: file.edits.map((edit) => overName(edit, file, { beside, covered }, question)) };
  });
  const covered = new Covered(given);
  const lost = own.filter((place) => !covered.has(place));
  const written = writtenIn(files, question.newName);
  const all = [...given, ...lost.map((place) => plainly(place, written, question))];
  const named = new Map(own.map((place) => [keyOf(place), place]));
  const changed: FileEdits[] = [];
  for (const file of all) {
    const edits: RangeEdit[] = [];
    const ends = new Set(file.edits.map(({ end }) => keyAt(file.path, end)));
    for (const edit of file.edits) edits.push(await withKey(edit, file, { named, ends }, question));
    changed.push({ ...file, edits });
  }
  return { files: changed, references };
}

/** The name as it stands at a place: `r#type`, `type`; undefined where another one does. */
function spelledAt(
  { path, range: { start } }: Place,
  name: string,
  lineOf: RenameQuestion['lineOf'],
): string | undefined {
  const line = lineOf(path, start.line);
  return [name, RAW + name].find((spelled) => isNamed(line, start.character, spelled));
}

/** The new name, as the server writes it. */
function writtenIn(files: readonly FileEdits[], newName: string): string {
  const texts = new Set(files.flatMap(({ edits }) => edits.map(({ text }) => text)));
  return texts.has(RAW + newName) ? RAW + newName : newName;
}

const isNewName = (text: string, newName: string): boolean => text === newName || text === RAW + newName;

/** Where edits are: found by a line, and in that by columns. */
class Covered {
  readonly #edits: ReadonlyMap<string, readonly RangeEdit[]>;

  constructor(files: readonly Pick<FileEdits, 'path' | 'edits'>[]) {
    const all = files.flatMap(({ path, edits }) =>
      edits
        // What is inserted covers nothing.
        .filter(({ start, end }) => start.line !== end.line || start.character !== end.character)
        .map((edit) => ({ row: rowAt(path, edit.start.line), edit })),
    );
    this.#edits = new Map(
      [...Map.groupBy(all, ({ row }) => row)].map(([row, found]) => [
        row,
        found.map(({ edit }) => edit).sort((one, other) => one.start.character - other.start.character),
      ]),
    );
  }

  has(place: Place): boolean {
    const { character } = place.range.start;
    const edits = this.#edits.get(rowOf(place)) ?? [];
    const behind = firstFrom(edits, ({ start }) => start.character > character);
    const edit = edits[behind - 1];
    return edit !== undefined && character < edit.end.character;
  }
}

/** The index of the first of them that is so, as all behind it are. */
function firstFrom<T>(items: readonly T[], isSo: (item: T) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && !isSo(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** What is inserted beside a name, as a change of the name: whether all are changed shows then. */
function overName(
  edit: RangeEdit,
  { path }: FileEdits,
  { beside, covered }: { readonly beside: ReadonlyMap<string, readonly Place[]>; readonly covered: Covered },
  { oldName, newName, lineOf }: RenameQuestion,
): RangeEdit {
  const { start, end, text } = edit;
  if (start.line !== end.line || start.character !== end.character) return edit;
  const places = beside.get(rowAt(path, start.line)) ?? [];
  const from = (character: number): number =>
    firstFrom(places, ({ range }) => range.start.character >= character);
  if (text.startsWith(': ') && isNewName(text.slice(2), newName)) {
    for (const spelled of [RAW + oldName, oldName]) {
      const first = start.character - spelled.length;
      const place = places[from(first)];
      if (place?.range.start.character === first && spelledAt(place, oldName, lineOf) === spelled)
        return { start: place.range.start, end, text: spelled + text };
    }
    return edit;
  }
  if (!text.endsWith(': ') || !isNewName(text.slice(0, -2), newName)) return edit;
  let at = from(start.character);
  let place = places[at];
  while (place !== undefined && covered.has(place)) place = places[(at += 1)];
  if (place === undefined) return edit;
  const last = place.range.start.character + (spelledAt(place, oldName, lineOf) ?? '').length;
  const named = lineOf(path, start.line).slice(start.character, last);
  return { start, end: { line: start.line, character: last }, text: text + named };
}

function plainly(place: Place, text: string, { oldName, lineOf }: RenameQuestion): FileEdits {
  const { path, range } = place;
  const { start } = range;
  const length = (spelledAt(place, oldName, lineOf) ?? oldName).length;
  const end = { line: start.line, character: start.character + length };
  return { path, edits: [{ start, end, text }], version: undefined, isCreated: false };
}

/** `y: x` for a field, and `x: y` for the variable, where both have one word. */
async function withKey(
  edit: RangeEdit,
  { path }: FileEdits,
  { named, ends }: { readonly named: ReadonlyMap<string, Place>; readonly ends: ReadonlySet<string> },
  { oldName, newName, lineOf, definitionsAt }: RenameQuestion,
): Promise<RangeEdit> {
  const { start, text } = edit;
  const place = named.get(keyAt(path, start));
  const spelled = place && spelledAt(place, oldName, lineOf);
  if (place === undefined || spelled === undefined) return edit;
  if (!isNewName(text, newName) || !isAlone(place, spelled, lineOf)) return edit;
  const how = bindingOf(lineOf(path, start.line), start.character);
  const from = { line: start.line, character: start.character - how.length };
  if (ends.has(keyAt(path, from))) return edit;
  const meant = await definitionsAt(place);
  const field = meant.find((one) => isField(one, oldName, lineOf));
  if (field === undefined || meant.length < 2) return edit;
  return {
    ...edit,
    start: from,
    text: named.has(keyOf(field)) ? `${text}: ${how}${spelled}` : `${spelled}: ${how}${text}`,
  };
}

/** `ref mut ` before the name of a variable. */
function bindingOf(line: string, character: number): string {
  return (
    /\b(?:ref\s+)?(?:mut\s+)?$/.exec(line.slice(Math.max(0, character - MOST_BESIDE), character))?.[0] ?? ''
  );
}

/** Between a brace or a comma and the next. */
function isAlone({ path, range: { start } }: Place, name: string, lineOf: RenameQuestion['lineOf']): boolean {
  const line = lineOf(path, start.line);
  const end = start.character + name.length;
  const after =
    codeOf(line.slice(end, end + MOST_BESIDE)).trim() ||
    codeOf(lineOf(path, start.line + 1).slice(0, MOST_BESIDE)).trim();
  return /[{,]$/.test(before({ path, line, start }, lineOf)) && /^[,}]/.test(after);
}

/** The code before a name, on its line or on the last one above that has some. */
function before(
  { path, line, start }: { path: string; line: string; start: Place['range']['start'] },
  lineOf: RenameQuestion['lineOf'],
): string {
  const how = bindingOf(line, start.character);
  const end = start.character - how.length;
  let code = codeOf(line.slice(Math.max(0, end - MOST_BESIDE), end)).trim();
  for (let above = 1; code === '' && above <= Math.min(MOST_LINES, start.line); above += 1)
    code = codeOf(lineOf(path, start.line - above));
  return code.trim();
}

/** Without comments. */
function codeOf(line: string): string {
  return line.replaceAll(/\/\*.*?\*\/|\/\/.*$/g, ' ').trimEnd();
}

/** `x: i32` right inside of braces that hold nothing but such, and no statement or closure. */
function isField({ path, range: { start } }: Place, name: string, lineOf: RenameQuestion['lineOf']): boolean {
  const line = lineOf(path, start.line);
  const spelled = spelledAt({ path, range: { start, end: start } }, name, lineOf);
  if (spelled === undefined) return false;
  if (!/^\s*:(?!:)/.test(codeOf(line.slice(start.character + spelled.length)))) return false;
  let depth = 0;
  let left = MOST_READ;
  for (let at = start.line; at >= Math.max(0, start.line - MOST_LINES); at -= 1) {
    const code = at === start.line ? line.slice(0, start.character) : codeOf(lineOf(path, at));
    left -= code.length;
    if (left < 0) return false;
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
  return keyAt(path, start);
}

function keyAt(path: string, { line, character }: RangeEdit['start']): string {
  return `${character}:${rowAt(path, line)}`;
}

function rowOf({ path, range: { start } }: Place): string {
  return rowAt(path, start.line);
}

function rowAt(path: string, line: number): string {
  return `${line} ${path}`;
}
