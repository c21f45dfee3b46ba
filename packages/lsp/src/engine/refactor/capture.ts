import { lastBegun, type TextChange, textAfter } from '../../backend/fixes/text-changes.ts';
import { linesOf, offsetAt, offsetsIn } from '../../backend/navigation/lines.ts';
import type { Place, Position } from '../../backend/model.ts';
import { nameAt } from '../../backend/navigation/name-at.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import { pieceAt, piecesOf } from '../../backend/symbols/pieces.ts';
import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';
import { positionAt } from '../../client/documents/text-edit.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { TextDocumentPosition } from '../navigate/found.ts';
import type { ChangedFile, ProposedQuestion, Judge, SessionAnswer } from '../session/session.ts';
import type { RefactoringContext } from './refactoring.ts';
import type { ServerRenaming } from '../navigate/renaming.ts';

export interface Renamed {
  /** The file in which the symbol was named. */
  readonly path: AdmittedPath;
  readonly at: TextDocumentPosition;
  readonly newName: string;
  readonly renamings: readonly Extract<ServerRenaming, { readonly kind: 'edits' }>[];
  readonly files: readonly ChangedFile[];
}

/**
 * What each server is asked on the proposed tree: its references to the symbol, where it was asked before.
 * Undefined if the file of the symbol would not change.
 */
export function captureQuestions({
  path,
  at,
  newName,
  renamings,
  files,
}: Renamed): Map<Judge, readonly ProposedQuestion[]> | undefined {
  const ownFile = files.find((file) => file.path === path);
  if (ownFile === undefined) return undefined;
  const asked = new Map<Judge, ProposedQuestion[]>();
  for (const { session, at: place } of renamings) {
    const file = files.find((one) => one.path === place.path);
    const [changed, { position }] = file === undefined ? [ownFile, at] : [file, place];
    const question = questions.references(positionAfter(changed, position, newName), true);
    asked.getOrInsert(session, []).push({ path: changed.path, question });
  }
  return asked;
}

/**
 * Why a name would mean something else than before: on the proposed tree, the same references as
 * before must mean the symbol. Where a server cannot be asked about that tree, the new name must
 * not stand in any of the files yet.
 */
export function whyCaptured(
  { services, navigation }: RefactoringContext,
  { path, at, newName, renamings, files }: Renamed,
  answers: ReadonlyMap<Judge, SessionAnswer>,
): string | undefined {
  const counts = new Map<Judge, number>();
  for (const { session, references } of renamings) {
    const answer = answers.get(session);
    // A server has answers in the order of its questions.
    const index = counts.get(session) ?? 0;
    counts.set(session, index + 1);
    if (answer?.outcome === 'unavailable') {
      const standing = files.find(({ former = '' }) => standsIn(former, newName, session.definition.symbols));
      if (standing !== undefined)
        return (
          `\`${newName}\` stands in ${services.workspace.folder(standing.path)} already, and ` +
          `${session.definition.id} cannot tell whether the two would mix: ${answer.reason ?? ''}. ` +
          'Nothing was changed'
        );
      continue;
    }
    const reply = answer?.answers?.[index];
    const now = reply?.kind === 'result' ? navigation.placesOf(reply.result) : undefined;
    if (now === undefined)
      return (
        `${session.definition.id} could not tell in time what \`${newName}\` would mean. Nothing was ` +
        'changed'
      );
    if (areSame(now, references)) continue;
    if (areOnlyWritten(now, references, files)) continue;
    // An alias that ends at another name leads to that one's references, too.
    const named = withName(now, newName, files);
    if (areSame(named, references)) continue;
    const count = named.length === references.length ? 'others, as many' : String(named.length);
    return (
      `\`${newName}\` has a meaning already where ` +
      `\`${nameAt(files.find((file) => file.path === path)?.former ?? '', at.position) ?? ''}\` is used: ` +
      `references before: ${references.length}, afterwards: ${count}. Choose another name. ` +
      'Nothing was changed'
    );
  }
  return undefined;
}

/**
 * As many, and on the same lines: as many others would mean that the name is another symbol's. A
 * rename moves no line, and columns depend on the server.
 */
function areSame(now: readonly Place[], before: readonly Place[]): boolean {
  const linesOfPlaces = (places: readonly Place[]): string =>
    JSON.stringify(places.map(({ path, range }) => `${path}:${range.start.line}`).sort());
  return now.length === before.length && linesOfPlaces(now) === linesOfPlaces(before);
}

/**
 * More on some lines, and all of those are what was written there: Svelte counts `{total}` once, and
 * `total={price}` twice.
 */
function areOnlyWritten(
  now: readonly Place[],
  before: readonly Place[],
  files: readonly ChangedFile[],
): boolean {
  const rowOf = ({ path, range }: Place): string => `${path}:${range.start.line}`;
  const rows = Map.groupBy(now, rowOf);
  const former = Map.groupBy(before, rowOf);
  if (former.keys().some((row) => !rows.has(row))) return false;
  const written = new Map(files.map((file) => [file.path, writtenIn(file)]));
  return rows.entries().every(([row, places]) => {
    const count = former.get(row)?.length ?? 0;
    return (
      count === places.length ||
      (count > 0 &&
        count < places.length &&
        places.every((place) => written.get(place.path)?.(place) === true))
    );
  });
}

/** Whether a place of the new text is one that was written. */
function writtenIn(file: ChangedFile): (place: Place) => boolean {
  const offset = offsetsIn(textAfter(file));
  let added = 0;
  const spans = file.changes.map(({ start, end, text }) => {
    const from = start + added;
    added += text.length - (end - start);
    return { start: from, end: from + text.length, text };
  });
  return ({ range: { start } }) => {
    const at = offset(start) ?? -1;
    return at < (lastBegun(spans, at)?.end ?? 0);
  };
}

function withName(places: readonly Place[], name: string, files: readonly ChangedFile[]): Place[] {
  return [...Map.groupBy(places, ({ path }) => path)].flatMap(([path, inFile]) => {
    const changed = files.find((file) => file.path === path);
    const rows = linesOf((changed === undefined ? textOnDisk(path) : textAfter(changed)) ?? '');
    return inFile.filter(({ range: { start } }) => {
      const row = rows[start.line];
      return row !== undefined && nameAt(row, { line: 0, character: start.character }) === name;
    });
  });
}

/** Where the name stands in the new text of its file. */
function positionAfter(
  { former = '', changes }: ChangedFile,
  position: Position,
  newName: string,
): { line: number; character: number } {
  const offset = offsetAt(former, position) ?? 0;
  const holding = changes.find(({ start, end }) => start <= offset && offset <= end);
  // The new name may stand beside the old one: `total: sum`.
  const within = holding === undefined ? 0 : Math.max(0, holding.text.search(wordIn(newName)));
  const start = holding?.start ?? offset;
  const moved = changes
    .filter(({ end }: TextChange) => end <= start)
    .reduce((sum, change) => sum + change.text.length - (change.end - change.start), 0);
  return positionAt(textAfter({ former, changes }), start + within + moved);
}

/** In a comment it means nothing. In a quoted text it may: some languages have code there. */
function standsIn(text: string, name: string, syntax: SymbolSyntax | undefined): boolean {
  const found = Array.from(text.matchAll(wordIn(name, 'gu')), ({ index }) => index);
  if (found.length === 0 || syntax === undefined) return found.length > 0;
  const pieces = piecesOf(text, syntax);
  return found.some((offset) => pieceAt(pieces, offset)?.kind !== 'comment');
}
