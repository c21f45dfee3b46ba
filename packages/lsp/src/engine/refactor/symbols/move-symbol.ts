import { extname } from 'node:path';
import { type TextChange, textAfter } from '../../../backend/fixes/text-changes.ts';
import * as questions from '../../../backend/navigation/questions.ts';
import { offsetsIn } from '../../../backend/navigation/lines.ts';
import { readDocumentSymbols } from '../../../backend/navigation/read-symbols.ts';
import type { SymbolMove, SymbolMoves, TopDefinition } from '../../../backend/symbols/symbol-moves.ts';
import { codeHolds, type TextRange } from '../../../backend/symbols/code.ts';
import { isFile } from '../../../backend/program/files.ts';
import { positionAt } from '../../../client/documents/text-edit.ts';
import { isFolder } from '../../../support/read-file.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic, MoveSymbolParams } from '../../../types.ts';
import { reportsUnasked } from '../../session/abilities.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { failed, type Failure, SUPERSEDED, type TextDocumentPosition } from '../../navigate/found.ts';
import { changesOf } from '../../question/file-changes.ts';
import type { ChangedFile, ProposedQuestion } from '../../session/session.ts';
import { Importers } from '../importers.ts';
import { admitted, firstFileAbove, kindOf } from '../move/moved-files.ts';
import { standingErrors } from '../move/proof.ts';
import { serversOf } from '../move/servers-of.ts';
import { type Refactored, type RefactoringContext, refusal } from '../refactoring.ts';
import { finished, tryRefactoring } from '../tried.ts';
import { deletion } from './change.ts';
import { type Extent, extentOf } from './extent.ts';
import { isSameDefinition, type LocatedDefinition, locate } from './locate.ts';
import { nextLine } from '../../navigate/outline/lines.ts';
import { type Outline, outlineOf } from '../../navigate/outline/outline.ts';
import { movedMentions, type MovedDefinition } from './moved-mentions.ts';
import type { OutlineSymbol } from '../../navigate/outline/outline-symbol.ts';

export interface MoveSymbolQuestion {
  readonly at: TextDocumentPosition;
  readonly params: MoveSymbolParams;
}

/**
 * A definition at the top of a file gets to another file, and the imports of both follow, and those
 * of all files that use it. The language computes that by the text and by what the server says of
 * names; it is tried before it is returned.
 */
export async function moveSymbol(
  context: RefactoringContext,
  { at, params }: MoveSymbolQuestion,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services } = context;
  const located = await locate(context, at, true, cancel);
  if (!('symbol' in located)) return located;
  const { path, session, symbol, outline } = located;
  const target = targetOf(context, path, params.to);
  if (typeof target === 'string') return refusal(`${target}. Nothing was changed`);
  const moves = session.definition.symbolMoves;
  if (moves === undefined)
    return refusal(
      `how imports follow a symbol is not known for files of ${session.definition.id}: edit the text ` +
        'instead. Nothing was changed',
    );
  const parts = partsOf(located);
  if (typeof parts === 'string') return refusal(`${parts}. Nothing was changed`);
  const { name } = symbol;
  const defined = parts.map(({ part }) => part);
  const source = { path, text: outline.text };
  const why = moves.whyNot?.({ name, source, target, parts: defined });
  if (why !== undefined) return refusal(`${why}. Nothing was changed`);
  const there = target.text === undefined ? undefined : await outlineOfFile(context, located, target, cancel);
  if (there !== undefined && 'kind' in there) return there;
  const targetDefinitions = there === undefined ? [] : topOf(there, moves);
  if (targetDefinitions.some((other) => other.name === name))
    return refusal(
      `${services.workspace.folder(target.path)} defines a \`${name}\` already. Nothing was changed`,
    );
  const references = await referencesOf(context, located, defined, cancel);
  if ('kind' in references) return references;
  const importers = await Importers.of(context, []);
  const unseen =
    params.force === true || params.reexport === true
      ? undefined
      : unseenImporter(context, located, importers);
  if (unseen !== undefined)
    return refusal(
      `${services.workspace.folder(unseen)} imports ${services.workspace.folder(path)}, and no language ` +
        `server says what \`${name}\` means there; \`reexport\` lets the old file pass it on. Nothing was ` +
        'changed',
    );
  const language = services.registry.forFile(path).flatMap(({ imports }) => imports ?? [])[0];
  const graph = language && importers.graph(language);
  const move: SymbolMove = {
    name,
    source,
    target,
    parts: defined,
    removal: removalOf(outline.text, parts),
    others: topOf(outline, moves).filter((other) => !defined.some((part) => part.start === other.start)),
    targetDefinitions,
    references,
    importers: importers.of(path),
    reexport: params.reexport === true,
    textOf: (file) => textIn(services.workspace, file),
    leadsTo: (from, specifier, to) => {
      const admission = services.workspace.admit(to);
      return admission.kind === 'admitted' && graph?.leadsTo(from, specifier, admission.path) === true;
    },
    isDefinedIn: (file, offset, ranges) => isDefinedIn(context, file, offset, ranges, cancel),
    root: services.workspace.root,
    isFile,
    isFolder,
  };
  const moved = await moves.move(move);
  if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
  if (typeof moved === 'string') return refusal(`${moved}. Nothing was changed`);
  const [caution] = moved.cautions ?? [];
  if (caution !== undefined && params.force !== true)
    return refusal(`${caution}. Nothing was changed; \`force\` moves it all the same`);
  const files = admittedFiles(context, moved.files);
  if (typeof files === 'string') return refusal(`${files}. Nothing was changed`);
  const namesOldFile = (file: AdmittedPath, text: string): boolean => move.leadsTo(file, text, path);
  return await tried(context, located, { files, parts: defined, params, importers, namesOldFile }, cancel);
}

interface Target {
  readonly path: AdmittedPath;
  readonly text: string | undefined;
}

/** A text: why nothing can be put there. */
function targetOf({ services }: RefactoringContext, source: AdmittedPath, to: string): Target | string {
  const { workspace } = services;
  const found = admitted(workspace, to);
  if (typeof found === 'string') return found;
  const { path } = found;
  const shown = workspace.folder(path);
  if (path === source) return 'it is in that file already';
  const kind = kindOf(path);
  if (kind === 'folder') return `${shown} is a folder: name the file`;
  if (kind === 'link' || kind === 'other') return `${shown} is no regular file`;
  const barrier = kind === 'missing' ? firstFileAbove(path, workspace.root) : undefined;
  if (barrier !== undefined) return `${workspace.folder(barrier)} is a file, so nothing can be put into it`;
  if (services.registry.forFile(path).length === 0)
    return `no language server is known for files such as ${extname(path) === '' ? shown : extname(path)}`;
  if (kind === 'missing') return { path, text: undefined };
  const text = textOnDisk(path);
  return text === undefined ? `${shown} cannot be read` : { path, text };
}

interface Part {
  readonly part: TopDefinition;
  readonly extent: Extent;
}

/** The definition, its overloads, and what the language says belongs to it. A text: why it cannot move. */
function partsOf(located: LocatedDefinition): Part[] | string {
  const { outline, symbol, syntax, session } = located;
  if (symbol.parent !== undefined)
    return (
      `\`${symbol.name}\` belongs to \`${symbol.parent.label}\`: only what stands at the top of a file ` +
      'moves'
    );
  const { belongs } = session.definition.symbolMoves ?? {};
  const parts: Part[] = [];
  for (const other of outline.symbols) {
    const part = topDefinition(outline, other);
    const isPart =
      isSameDefinition(other, symbol) || belongs?.({ ...part, label: other.label }, symbol.name) === true;
    if (other.parent !== undefined || !isPart) continue;
    const extent = extentOf(outline, other, syntax);
    if (typeof extent === 'string') return extent.replace(/\. Nothing was changed$/, '');
    const { start, definition, lineEnd, indentation } = extent;
    if (indentation !== '')
      return `\`${symbol.name}\` stands in a block: only what stands at the top of a file moves`;
    const range = { start, end: nextLine(outline.text, lineEnd), definition };
    if (!parts.some(({ part: known }) => known.start === range.start))
      parts.push({ part: { ...part, ...range }, extent });
  }
  return parts;
}

/** Neighbours go as one. */
function removalOf(text: string, parts: readonly Part[]): TextChange[] {
  const whole: Extent[] = [];
  for (const { extent } of parts) {
    const last = whole.at(-1);
    const isNext = last !== undefined && text.slice(nextLine(text, last.lineEnd), extent.start).trim() === '';
    if (isNext) whole[whole.length - 1] = { ...extent, start: last.start };
    else whole.push(extent);
  }
  return whole.flatMap((extent) => deletion(text, extent).changes);
}

function topDefinition({ text }: Outline, { name, kind, start, end }: OutlineSymbol): TopDefinition {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  return { name, kind, start, end, definition: text.slice(line, start).trim() === '' ? line : start };
}

/** What stands at the top. A variable is listed without its keyword: its whole first line counts. */
function topOf(outline: Outline, { isDefined }: SymbolMoves): TopDefinition[] {
  const isOwn = isDefined?.(outline.text) ?? (() => true);
  const all = outline.symbols.flatMap((symbol) => {
    if (symbol.parent !== undefined) return [];
    const line = outline.text.lastIndexOf('\n', symbol.start - 1) + 1;
    return [{ ...topDefinition(outline, symbol), definition: line }];
  });
  return all.filter(isOwn);
}

async function outlineOfFile(
  { navigation }: RefactoringContext,
  { syntax }: LocatedDefinition,
  { path, text = '' }: Target,
  cancel: AbortSignal,
): Promise<Outline | Failure> {
  const listing = await navigation.documentSymbols(path, cancel);
  if (listing.kind === 'failed') return listing;
  return (textOnDisk(path) === text ? outlineOf(text, listing.value, syntax) : undefined) ?? SUPERSEDED;
}

/** By file; without those in what moves. */
async function referencesOf(
  { services, navigation }: RefactoringContext,
  { at, path }: LocatedDefinition,
  parts: readonly TextRange[],
  cancel: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]> | Failure> {
  const found = await navigation.references(at, true, cancel);
  if (found.kind === 'failed') return found;
  const offsets = new Map<string, number[]>();
  for (const [file, places] of Map.groupBy(found.value.items, (place) => place.path)) {
    const offsetAt = offsetsIn(textIn(services.workspace, file) ?? '');
    const known = places.flatMap(({ range }) => offsetAt(range.start) ?? []);
    const others =
      file === path ? known.filter((offset) => !parts.some((part) => codeHolds(part, offset))) : known;
    if (others.length > 0)
      offsets.set(
        file,
        [...new Set(others)].sort((a, b) => a - b),
      );
  }
  return offsets;
}

function textIn(workspace: RefactoringContext['services']['workspace'], path: string): string | undefined {
  const admission = workspace.admit(path);
  return admission.kind === 'admitted' ? textOnDisk(admission.path) : undefined;
}

/** A file that may use it and that the server of the symbol does not see. */
function unseenImporter(
  { services }: RefactoringContext,
  { path, session, symbol }: LocatedDefinition,
  importers: Importers,
): AdmittedPath | undefined {
  return importers.of(path).find((importer) => {
    const isServed = services.registry.forFile(importer).some(({ id }) => id === session.definition.id);
    return !isServed && textOnDisk(importer)?.includes(symbol.name) === true;
  });
}

async function isDefinedIn(
  { services, navigation }: RefactoringContext,
  filePath: string,
  offset: number,
  ranges: readonly TextRange[],
  cancel: AbortSignal,
): Promise<boolean> {
  const text = textIn(services.workspace, filePath);
  if (text === undefined) return false;
  const answer = await navigation.definition({ filePath, position: positionAt(text, offset) }, cancel);
  if (answer.kind === 'failed') return false;
  const offsetAt = offsetsIn(text);
  const { items, outside } = answer.value;
  return (
    outside === 0 &&
    items.length > 0 &&
    items.every(({ path, range }) => {
      const start = offsetAt(range.start) ?? -1;
      return path === filePath && ranges.some((one) => codeHolds(one, start));
    })
  );
}

/** A text: why they cannot be changed. */
function admittedFiles(
  { services }: RefactoringContext,
  files: readonly {
    readonly path: string;
    readonly former: string | undefined;
    readonly changes: ChangedFile['changes'];
  }[],
): ChangedFile[] | string {
  const { workspace, config } = services;
  if (files.length > config.maxRefactoredFiles)
    return (
      `it would change ${files.length} files; ${config.maxRefactoredFiles} is the limit (the setting ` +
      '`maxRefactoredFiles`)'
    );
  const changed: ChangedFile[] = [];
  for (const { path, former, changes } of files) {
    const admission = workspace.admit(path);
    if (admission.kind === 'refused')
      return 'it would change a file outside of the workspace, or one that is ignored';
    changed.push({ path: admission.path, former, changes });
  }
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface MovedFiles {
  readonly files: readonly ChangedFile[];
  readonly parts: readonly TopDefinition[];
  readonly params: MoveSymbolParams;
  readonly importers: Importers;
  readonly namesOldFile: MovedDefinition['namesOldFile'];
}

/** What the server cannot judge before it is written, is checked then. */
async function tried(
  context: RefactoringContext,
  located: LocatedDefinition,
  { files, parts, params, importers, namesOldFile }: MovedFiles,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services } = context;
  const { force = false } = params;
  const { path, session } = located;
  const asked: ProposedQuestion[] = [{ path, question: questions.documentSymbols }];
  const existing = files.filter(({ former }) => former !== undefined).map((file) => file.path);
  let known: Promise<readonly Diagnostic[]> | undefined;
  const standing = (): Promise<readonly Diagnostic[]> =>
    (known ??= standingErrors(context, [], [...existing, ...importers.affected(files)], cancel));
  const trial = await tryRefactoring(
    context,
    files,
    { force, standing, questions: new Map([[session, asked]]) },
    cancel,
  );
  if (!('answers' in trial)) return trial;
  const lost = lostSymbol(located, files, parts, trial.answers.get(session)?.answers?.[0]);
  if (lost !== undefined) return refusal(`\`${lost}\` would be lost. Nothing was changed`);
  const judges = files.flatMap((file) => serversOf(services, file.path));
  const servers = [...new Set(judges.map(({ id }) => id))];
  const proof =
    trial.untried === undefined || servers.length === 0 || force
      ? undefined
      : {
          files: importers.affected(files).map((file) => services.workspace.folder(file)),
          servers,
          standing: [...(await standing())],
          othersKnown: judges.every(reportsUnasked),
        };
  return finished(files, trial, {
    changes: changesOf(services.workspace, files),
    ...movedMentions(context, { ...located, files, namesOldFile }),
    ...(proof !== undefined && { proveAfterwards: proof }),
  });
}

/** Another symbol of the source that would not be there any more, by its outline. */
function lostSymbol(
  { outline, path, syntax }: LocatedDefinition,
  files: readonly ChangedFile[],
  parts: readonly TopDefinition[],
  reply: { readonly kind: string; readonly result?: unknown } | undefined,
): string | undefined {
  const file = files.find((one) => one.path === path);
  if (file === undefined || reply?.kind !== 'result') return undefined;
  const text = textAfter(file);
  const after = outlineOf(text, readDocumentSymbols(reply.result), syntax);
  const left = new Map<string, number>();
  for (const { label, kind } of after?.symbols ?? [])
    left.set(`${kind} ${label}`, (left.get(`${kind} ${label}`) ?? 0) + 1);
  return outline.symbols.find(({ label, kind, start, end }) => {
    const isTouched =
      parts.some((part) => codeHolds(part, start)) ||
      file.changes.some((change) => change.start < end && start < change.end);
    if (isTouched) return false;
    const count = left.get(`${kind} ${label}`) ?? 0;
    left.set(`${kind} ${label}`, count - 1);
    return count <= 0;
  })?.name;
}
