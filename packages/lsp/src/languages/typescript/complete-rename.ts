import { isNamed } from '../../backend/navigation/whole-word.ts';
import type { RangeEdit } from '../../backend/fixes/text-changes.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import type { Place } from '../../backend/model.ts';
import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';

/** `new as old` in an export, `old as new` in an import: what is behind it keeps the old name. */
const ALIAS = /^\S+ as \S+$/;
/** `old: new` or `new: old`, where one word was a variable and a property. */
const PAIR = /^\S+: \S+$/;
/** What stands before a name that is declared. */
const VALUE = /\b(?:(?:const|let|var|function)\s|function\s*\*\s)\s*$/;
const TYPE = /\b(?:class|interface|type|enum|namespace|module)\s+$/;
const IMPORT = /^\s*import\b/;
/** So much of a line is looked at, UTF-16 code units: one line may hold all uses. */
const MOST_BEFORE = 500;

/**
 * Quirk(TypeScript): a rename ends at re-exports, and gives them and imports aliases. Without aliases
 * (`useAliasesForRenames: false`), it goes through, and gives `{ total }` another key, too. So it is
 * asked with aliases, again at each file behind a re-export, and the aliases are taken out.
 */
export async function completeRename(given: RenameQuestion): Promise<RenameAnswer> {
  const question = { ...given, files: keepKeys({ ...given, files: stayPrivate(given) }) };
  const { oldName, newName, files, references, lineOf, renameAt } = question;
  const before = ({ path, range: { start } }: Place): string =>
    lineOf(path, start.line).slice(Math.max(0, start.character - MOST_BEFORE), start.character);
  const isImported = ({ path, range: { start } }: Place): boolean =>
    IMPORT.test(lineOf(path, start.line).slice(0, Math.min(MOST_BEFORE, start.character)));
  const texts = files.flatMap(({ edits }) => edits.map(({ text }) => text));
  const isAliased = texts.some((text) => ALIAS.test(text));
  const isType = references.some((place) => TYPE.test(before(place)));
  const isDeclared = references.some(
    (place) =>
      !place.path.includes('/node_modules/') && (TYPE.test(before(place)) || VALUE.test(before(place))),
  );
  const covered = new Set(files.flatMap(keysOf));
  const isCovered = (place: Place): boolean => covered.has(keyOf(place.path, place.range.start));
  const isLeft = (place: Place): boolean =>
    !isCovered(place) &&
    isNamed(lineOf(place.path, place.range.start.line), place.range.start.character, oldName);
  // Of a file that another project has, or none: it is asked there.
  const paths = new Set(files.map(({ path }) => path));
  const isElsewhere = (place: Place): boolean => !paths.has(place.path) && isLeft(place);
  const renamed = [...files];
  const add = (more: readonly FileEdits[]): void => {
    renamed.push(
      ...more.map((file) => ({
        ...file,
        edits: file.edits.filter(({ start }) => !covered.has(keyOf(file.path, start))),
      })),
    );
    for (const key of more.flatMap(keysOf)) covered.add(key);
  };
  if (!isDeclared || (!isAliased && !references.some(isElsewhere))) {
    // The others mean something else: a property beside a variable, a dependency's name elsewhere.
    const isApart = isAliased || texts.some((text) => PAIR.test(text));
    if (!isAliased) {
      const left = references.filter(isElsewhere);
      const isPair = (place: Place): boolean => /[{,]\s*$/.test(before(place));
      for (const place of [...left.filter((one) => !isPair(one)), ...left.filter(isPair)])
        if (isLeft(place)) add(asMember(await renameAt(place), place, question));
    }
    const own = isApart ? references.filter(isCovered) : references;
    return {
      files: isAliased || isType || own.some(isImported) ? renamed : paired(renamed, question),
      references: own,
    };
  }
  for (const place of references) if (isLeft(place)) add(await renameAt(place));
  const plain = renamed.map((file) => ({
    ...file,
    edits: file.edits.map((edit) => (ALIAS.test(edit.text) ? { ...edit, text: newName } : edit)),
  }));
  return { files: isType ? plain : paired(plain, question), references };
}

/**
 * Quirk(TypeScript): asked at `const { load } = require('./a')`, it renames the variable, though the
 * property is meant.
 */
function asMember(
  files: readonly FileEdits[],
  { path, range: { start } }: Place,
  { oldName, newName }: RenameQuestion,
): readonly FileEdits[] {
  const own = files.find((file) => file.path === path);
  const edit = own?.edits.find((one) => keyOf(path, one.start) === keyOf(path, start));
  return own === undefined || edit?.text !== `${oldName}: ${newName}`
    ? files
    : [{ ...own, edits: [{ ...edit, text: `${newName}: ${oldName}` }] }];
}

/** Quirk(TypeScript): for `#total` it writes what it is given, and the name would become public. */
function stayPrivate({ newName, files, lineOf }: RenameQuestion): FileEdits[] {
  const isPrivate = (path: string, { line, character }: RangeEdit['start']): boolean =>
    lineOf(path, line)[character] === '#';
  return files.map((file) => ({
    ...file,
    edits: file.edits.map((edit) =>
      edit.text === newName && isPrivate(file.path, edit.start) ? { ...edit, text: `#${newName}` } : edit,
    ),
  }));
}

/** What stands before the name of a default import. */
const DEFAULT_IMPORT = /^\s*import\s+(?:type\s+)?$/;

/**
 * Quirk(TypeScript): where a default export is renamed, and the import of it, `{ Purse }` becomes
 * `{ Wallet: Purse }`, of which nothing is there.
 */
function keepKeys({ oldName, newName, files, lineOf }: RenameQuestion): FileEdits[] {
  return files.map((file) => {
    const isLocal = file.edits.some(
      ({ start, text }) =>
        text === newName &&
        start.character <= MOST_BEFORE &&
        DEFAULT_IMPORT.test(lineOf(file.path, start.line).slice(0, start.character)),
    );
    const edits = file.edits.map((edit) =>
      edit.text === `${newName}: ${oldName}` ? { ...edit, text: `${oldName}: ${newName}` } : edit,
    );
    return isLocal ? { ...file, edits } : file;
  });
}

function keysOf({ path, edits }: FileEdits): string[] {
  return edits.map(({ start }) => keyOf(path, start));
}

function keyOf(path: string, { line, character }: RangeEdit['start']): string {
  return `${line}:${character} ${path}`;
}

/** `{ total: sum }` becomes `{ total }` where `sum` becomes `total`: a rename can be taken back. */
function paired(files: readonly FileEdits[], { newName, lineOf }: RenameQuestion): FileEdits[] {
  const key = `${newName}: `;
  return files.map((file) => ({
    ...file,
    edits: file.edits.map((edit) => {
      const { start, end, text } = edit;
      const line = lineOf(file.path, start.line);
      const head = line.slice(Math.max(0, start.character - MOST_BEFORE), start.character);
      const tail = line.slice(end.character, end.character + MOST_BEFORE);
      const begins = start.character > MOST_BEFORE ? /[{,]\s*$/ : /(?:^|[{,])\s*$/;
      const isLineEnd = tail.length < MOST_BEFORE && tail.trim() === '';
      const isValueOf = text === newName && head.endsWith(key) && begins.test(head.slice(0, -key.length));
      const isLast = /^\s*[,}]/.test(tail) || (isLineEnd && /^\s*\}/.test(lineOf(file.path, start.line + 1)));
      return isValueOf && isLast
        ? { ...edit, start: { line: start.line, character: start.character - key.length } }
        : edit;
    }),
  }));
}
