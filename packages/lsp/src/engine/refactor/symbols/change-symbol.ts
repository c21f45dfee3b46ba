import { textAfter } from '../../../backend/fixes/text-changes.ts';
import * as questions from '../../../backend/navigation/questions.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import { readDocumentSymbols } from '../../../backend/navigation/read-symbols.ts';
import type { SymbolChangeParams } from '../../../types.ts';
import { changesOf } from '../../question/file-changes.ts';
import type { Failure, TextDocumentPosition } from '../../navigate/found.ts';
import { parseName } from '../../navigate/spelling/name.ts';
import type { ChangedFile, SessionAnswer } from '../../session/session.ts';
import { extensionsAround, type Mentions, mentionsOf, NO_MENTIONS } from '../mentions.ts';
import { type Refactored, type RefactoringContext, refusal, type Refused } from '../refactoring.ts';
import { finished, tryRefactoring } from '../tried.ts';
import { deletion, insertion, replacement, type SymbolChange } from './change.ts';
import { isCountedBehind } from './counted.ts';
import { nextLine } from '../../navigate/outline/lines.ts';
import { droppedBy } from './dropped.ts';
import { type LocatedDefinition, locate } from './locate.ts';
import { outlineOf } from '../../navigate/outline/outline.ts';
import { placed } from './placed.ts';
import { isOfSymbol, usageOf } from './uses.ts';
import { outlineChange } from './verify.ts';

export interface SymbolChangeQuestion {
  readonly at: TextDocumentPosition;
  readonly change: SymbolChangeParams;
}

/**
 * Replaces or deletes a definition, or puts another one beside it. The new text is judged as a
 * proposal, and its outline is asked for: all other symbols must be what they were.
 */
export async function changeSymbol(
  context: RefactoringContext,
  question: SymbolChangeQuestion,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const first = await changeOnce(context, question, cancel);
  // Quirk(vue): at times its first outline after a change has a part of the markup where it was.
  const last = isDisputed(first) ? await changeOnce(context, question, cancel) : first;
  return isDisputed(last) ? last.refused : last;
}

/** By its outline, the file would have other symbols: so the server says once. */
interface Disputed {
  readonly kind: 'disputed';
  readonly refused: Refused;
}

function isDisputed(one: Refactored | Failure | Disputed): one is Disputed {
  return 'kind' in one && one.kind === 'disputed';
}

async function changeOnce(
  context: RefactoringContext,
  { at, change }: SymbolChangeQuestion,
  cancel: AbortSignal,
): Promise<Refactored | Failure | Disputed> {
  const { force = false } = change;
  const isChosen = change.line !== undefined || parseName(change.symbol)?.index !== undefined;
  const located = await locate(context, at, isChosen, cancel);
  if (!('symbol' in located)) return located;
  const usage = change.kind === 'delete' && !force ? await usageOf(context, located, cancel) : undefined;
  if (usage !== undefined && !('mentions' in usage)) return usage;
  const { path, session, outline } = located;
  if (change.kind === 'insert' && !force && isCounted(located, change.where))
    return refusal(
      'what would stand behind it has no value of its own, and would get another one. Nothing was ' +
        'changed; `force` inserts it all the same',
    );
  if (change.kind === 'replace' && !force && isOtherValue(located, change.text))
    return refusal(
      'what stands behind it has no value of its own, and would get another one. Nothing was changed; ' +
        '`force` replaces it all the same',
    );
  const made = make(located, change);
  if (made === undefined) return refusal('`text` is empty. Nothing was changed');
  const file: ChangedFile = { path, former: outline.text, changes: made.changes };
  if (textAfter(file) === outline.text) return refusal('it stands there already. Nothing was changed');
  const trial = await tryRefactoring(
    context,
    [file],
    { force, questions: new Map([[session, [{ path, question: questions.documentSymbols }]]]) },
    cancel,
  );
  if (!('answers' in trial)) return trial;
  const wrong = whyWrong(located, { file, made, change }, trial.answers.get(session));
  if (wrong !== undefined) {
    const refused = refusal(`${wrong.reason}. Nothing was changed`);
    return wrong.isOther ? { kind: 'disputed', refused } : refused;
  }
  const mentions =
    usage ?? (change.kind === 'delete' ? await leftBy(context, located, file, cancel) : NO_MENTIONS);
  if (!('mentions' in mentions)) return mentions;
  const notes =
    change.kind === 'replace' ? droppedBy(outline.text, located.extent, made, located.syntax) : [];
  return finished([file], trial, {
    changes: changesOf(context.services.workspace, [file]),
    ...mentions,
    ...(notes.length > 0 && { notes }),
  });
}

/** Constants with `iota`, members of enums: a new one before others gives these other values. */
function isCounted({ outline: { text }, symbol, extent, syntax }: LocatedDefinition, where: string): boolean {
  return (
    syntax.counted?.kinds.includes(symbol.kind) === true &&
    isCountedBehind(
      text,
      where === 'before' ? extent.definition : nextLine(text, extent.lineEnd),
      syntax.counted,
    )
  );
}

/** What stands behind gets its value from this one, and that is not what it was. */
function isOtherValue(located: LocatedDefinition, text: string): boolean {
  const {
    outline,
    extent: { definition, end },
    syntax,
  } = located;
  const codeOf = (given: string): string =>
    piecesOf(given, syntax)
      .filter(({ kind }) => kind === 'comment')
      .reduceRight((code, piece) => code.slice(0, piece.start) + code.slice(piece.end), given)
      .replace(/\s|,\s*$/g, '');
  return isCounted(located, 'after') && codeOf(outline.text.slice(definition, end)) !== codeOf(text);
}

/** What still names a symbol that is deleted whether it is used or not. */
function leftBy(
  context: RefactoringContext,
  located: LocatedDefinition,
  file: ChangedFile,
  cancel: AbortSignal,
): Promise<Mentions | Refused | Failure> {
  const {
    at,
    session: { definition },
    symbol: { name },
  } = located;
  return mentionsOf(
    context,
    {
      name,
      ...extensionsAround(context.services, definition),
      at,
      files: [file],
      force: true,
      isOwn: (place) => isOfSymbol(located, place),
      isLeftOut: (place) => isOfSymbol(located, place),
    },
    cancel,
  );
}

/** LSP's SymbolKinds of what has a body: not of fields, variables and members of enums. */
const WITH_BODIES: readonly number[] = [2, 3, 5, 6, 7, 9, 10, 11, 12, 23];

function hasBody({ outline, symbol, extent }: LocatedDefinition): boolean {
  if (WITH_BODIES.includes(symbol.kind)) return true;
  // A function as a value.
  return /=>\s*\{|\bfunction\b/.test(outline.text.slice(extent.definition, extent.end));
}

/** Undefined where nothing was given to put there. */
function make(located: LocatedDefinition, change: SymbolChangeParams): SymbolChange | undefined {
  const {
    outline: { text },
    extent,
    syntax,
  } = located;
  if (change.kind === 'delete') return deletion(text, extent);
  const given = placed(change.text, { indentation: extent.indentation, around: text }, syntax);
  if (given === undefined) return undefined;
  if (change.kind === 'replace') return replacement(text, extent, given, hasBody(located));
  return insertion(text, extent, given, { where: change.where, isListed: isListed(located) }, syntax);
}

/** It stands in a list: by its kind, or by the comma behind or before it. */
function isListed({ outline, symbol, extent, syntax }: LocatedDefinition): boolean {
  if (symbol.parent === undefined) return false;
  return (
    syntax.listed?.includes(symbol.kind) === true ||
    extent.separator === ',' ||
    codeBefore(outline, extent.start) === ','
  );
}

/** The last character before an offset that is neither blank nor in a comment. */
function codeBefore({ text, pieces }: LocatedDefinition['outline'], offset: number): string | undefined {
  for (let at = offset - 1; at >= 0; at -= 1) {
    const piece = pieceAt(pieces, at);
    if (piece?.kind === 'comment') at = piece.start;
    else if (!/\s/.test(text[at] ?? '')) return text[at];
  }
  return undefined;
}

interface Made {
  readonly file: ChangedFile;
  readonly made: SymbolChange;
  readonly change: SymbolChangeParams;
}

/** By the outline of the new text. */
function whyWrong(
  { session, syntax, outline, symbol }: LocatedDefinition,
  { file, made, change }: Made,
  { answers: [reply] = [], reason }: Partial<SessionAnswer> = {},
): { readonly reason: string; readonly isOther: boolean } | undefined {
  const because = (reason: string, isOther = false) => ({ reason, isOther });
  const after =
    reply?.kind === 'result'
      ? outlineOf(textAfter(file), readDocumentSymbols(reply.result), syntax)
      : undefined;
  if (after === undefined)
    return because(
      `${session.definition.id} could not tell what the file would ` +
        `define${reason === undefined ? '' : `: ${reason}`}`,
    );
  const { brought, other } = outlineChange(
    outline,
    after,
    made,
    change.kind === 'insert' ? undefined : symbol,
  );
  if (other !== undefined)
    return because(
      `\`${other.name}\` would not be what it is to ${session.definition.id}: the text has more or less ` +
        'than whole definitions, or too many or few brackets',
      true,
    );
  if (change.kind === 'insert' && brought.length === 0)
    return because('the text defines nothing that the language server lists');
  if (
    change.kind === 'replace' &&
    !brought.some(({ name, container }) => name === symbol.name && container === symbol.container)
  ) {
    const names = brought.map(({ name }) => `\`${name}\``).join(', ');
    return because(
      `the text does not define \`${symbol.name}\`${names === '' ? '' : `, but ${names}`}. A new name is ` +
        'a rename',
    );
  }
  return undefined;
}
