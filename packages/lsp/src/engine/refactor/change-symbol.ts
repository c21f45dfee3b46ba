import { toChanges } from '../../backend/fixes/text-changes.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { DocumentSymbol, Place } from '../../backend/navigation/model.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { readDocumentSymbols } from '../../backend/navigation/read-symbols.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Mention, RefactorResult } from '../../types.ts';
import { Deadline } from '../deadline.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { changesOf } from '../fixes/changes.ts';
import { failed, type Failure, type TextDocumentPosition } from '../navigate/found.ts';
import type { ChangedFile, Session } from '../session/session.ts';
import { contains, definitionLines, type DefinitionLines } from './definition-lines.ts';
import { mentionsOf } from './mentions.ts';
import { LIMIT, type RefactoringContext } from './refactoring.ts';
import { symbolEdit, type SymbolChange } from './symbol-text.ts';
import { supersededBy, textAfter, tryChanges } from './trial.ts';

export interface SymbolQuestion {
  readonly at: TextDocumentPosition;
  readonly change: SymbolChange;
  readonly force: boolean;
}

/**
 * Replaces or deletes a definition, or puts another one beside it. It is refused if the outline
 * afterwards is not the one that is meant, if errors would come, or if what is deleted is used.
 */
export async function changeSymbol(context: RefactoringContext, { at, change, force }: SymbolQuestion, cancel: AbortSignal): Promise<RefactorResult | Failure> {
  const { services, navigation } = context;
  const admission = services.workspace.admit(at.filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const { path } = admission;
  const text = textOnDisk(path);
  const outlines = await navigation.outlines(at.filePath, LIMIT, cancel);
  if (outlines.kind === 'failed') return outlines;
  const [named] = outlines.value.flatMap(({ session, symbols }) => {
    const symbol = symbols.find(({ selectionRange: { start, end } }) => contains({ start, end }, { start: at.position, end: at.position }));
    return symbol === undefined ? [] : [{ session, symbols, symbol }];
  });
  if (text === undefined || named === undefined) return { refused: 'the language server does not list it in the outline of its file, so its lines are not known. Edit the file instead' };
  const { session, symbols, symbol } = named;
  const syntax = session.definition.definitions;
  if (syntax === undefined) return { refused: `it is not known where definitions begin and end in ${session.definition.language}. Edit the file instead` };
  const lines = linesOf(text);
  const own = definitionLines(lines, symbol, symbols, syntax);
  if (typeof own === 'string') return { refused: `${own}. Edit the file instead` };
  const changes = toChanges(text, [symbolEdit(lines, own, change, syntax)]);
  if (typeof changes === 'string') return { refused: `${changes}. Edit the file instead` };
  const file: ChangedFile = { path, former: text, changes };
  if (textAfter(file) === text) return { refused: 'that is how it stands already' };
  const isDeleted = change.kind === 'delete';
  if (isDeleted && !force) {
    const used = await whyUsed(context, at, path, own, symbol.name, cancel);
    if (used !== undefined) return typeof used === 'string' ? { refused: used } : used;
  }
  const { mentions, left } = isDeleted ? mentionsOf(services, session.definition, lastName(symbol.name), [file]) : { mentions: [], left: 0 };
  const standing = mentions.filter(({ text: line }) => !syntax.comment.test(line));
  if (standing.length > 0 && !force) return { refused: `its name still stands in code, which may mean it where no server can tell:\n${listed(standing.map(shownMention), standing.length + left)}\n\`force\` deletes it all the same` };
  const changed = await whyOtherOutline(context, session, file, { symbols, symbol, change }, cancel);
  if (changed !== undefined) return { refused: changed };
  const trial = await tryChanges(context, [file], { force }, cancel);
  if (trial.kind === 'refused') return { refused: trial.reason };
  if (trial.kind === 'failed') return trial;
  const superseded = supersededBy([file]);
  if (superseded !== undefined) return superseded;
  const { caused, untried } = trial;
  return { changes: changesOf(services.workspace, [file]), caused: [...caused], mentions, moreMentions: left, ...(untried !== undefined && { untried }) };
}

/** How many places a refusal names. */
const MOST_NAMED = 5;

function listed(places: readonly string[], all: number): string {
  const rest = all - Math.min(places.length, MOST_NAMED);
  return [...places.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

function shownMention({ file, line, character, text }: Mention): string {
  return `${file}:${line}:${character} ${text}`;
}

/** Servers may qualify the name: `(*Cart).Total`, `Cart::total`. */
function lastName(name: string): string {
  return /[\p{ID_Continue}$]+(?=\W*$)/u.exec(name)?.[0] ?? name;
}

/** Its own lines do not count: they hold its declaration, and the calls of itself. */
async function whyUsed({ services, navigation }: RefactoringContext, at: TextDocumentPosition, own: AdmittedPath, { first, last }: DefinitionLines, name: string, cancel: AbortSignal): Promise<string | Failure | undefined> {
  // Quirk(TypeScript 7, ty): without the declaration they leave out `export { x } from`.
  const references = await navigation.references(at, true, cancel);
  if (references.kind === 'failed') return references;
  const { items } = references.value;
  const isOutside = ({ path, range: { start } }: Place): boolean => path !== own || start.line < first || start.line > last;
  const uses = items.filter(isOutside);
  if (uses.length === 0) return undefined;
  const places = uses.slice(0, MOST_NAMED).map(({ path, range: { start } }) => `${services.workspace.folder(path)}:${start.line + 1}:${start.character + 1} ${(linesOf(textOnDisk(path) ?? '')[start.line] ?? '').trim()}`);
  return `\`${name}\` is used:\n${listed(places, uses.length)}\nChange those first; \`force\` deletes it all the same`;
}

interface Outline {
  readonly symbols: readonly DocumentSymbol[];
  readonly symbol: DocumentSymbol;
  readonly change: SymbolChange;
}

/** Why the file would not have the definitions that are meant; the server is asked about the new text. */
async function whyOtherOutline({ services }: RefactoringContext, session: Session, file: ChangedFile, { symbols, symbol, change }: Outline, cancel: AbortSignal): Promise<string | undefined> {
  using deadline = new Deadline(services.config.firstTouchTimeout);
  const text = { path: file.path, languageId: languageIdFor(session.definition, file.path), text: textAfter(file), stamp: undefined, asOf: performance.now() };
  const answer = await session.propose({ texts: [text], deleted: [], asked: [], questions: [{ path: file.path, question: questions.documentSymbols }] }, deadline, cancel);
  const [reply] = answer.answers ?? [];
  if (reply?.kind !== 'result') return `${session.definition.id} could not tell in time which definitions the file would have. Nothing was changed`;
  const after = [...readDocumentSymbols(reply.result)];
  const isWithin = (one: DocumentSymbol, outer: DocumentSymbol): boolean => one === outer || contains(outer.range, one.range);
  const others = keysOf(symbols.filter((one) => change.kind === 'insert' || !isWithin(one, symbol)));
  if (change.kind === 'delete') return difference(others, keysOf(after));
  if (change.kind === 'insert') {
    const lost = lostFrom(others, keysOf(after));
    if (lost !== undefined) return wouldLose(lost);
    return after.length > others.length ? undefined : 'the text defines nothing that the language server would list. Nothing was changed';
  }
  const same = after.filter((one) => one.name === symbol.name && one.containerName === symbol.containerName);
  if (same.length === 0) return `the text does not define \`${symbol.name}\`. Use lsp_rename_symbol for another name. Nothing was changed`;
  const differences = same.map((one) => difference(others, keysOf(after.filter((other) => !isWithin(other, one)))));
  return differences.includes(undefined) ? undefined : differences[0];
}

function keysOf(symbols: readonly DocumentSymbol[]): string[] {
  return symbols.map(({ containerName, name }) => (containerName === undefined ? name : `${containerName}.${name}`)).sort();
}

function countOf(keys: readonly string[], wanted: string): number {
  return keys.filter((key) => key === wanted).length;
}

function difference(wanted: readonly string[], now: readonly string[]): string | undefined {
  const [lost, added] = [lostFrom(wanted, now), lostFrom(now, wanted)];
  if (lost !== undefined) return wouldLose(lost);
  return added === undefined ? undefined : `the file would define \`${added}\`, too. Nothing was changed`;
}

function wouldLose(key: string): string {
  return `\`${key}\` would be gone from the file, too. Nothing was changed`;
}

/** One that the others have less often. */
function lostFrom(keys: readonly string[], others: readonly string[]): string | undefined {
  return keys.find((key) => countOf(keys, key) > countOf(others, key));
}
