import { basename } from 'node:path';
import { textAfter } from '../../backend/fixes/text-changes.ts';
import { lineAt, offsetAt } from '../../backend/navigation/lines.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import { positionAt } from '../../client/documents/text-edit.ts';
import { clip, oneLine } from '../../support/escaped.ts';
import type { Place } from '../../backend/model.ts';
import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Mention } from '../../types.ts';
import type { Workspace } from '../base/workspace.ts';
import { identifiersIn } from '../navigate/spelling/name.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { containsPosition } from '../navigate/by-name/owners.ts';
import type { Failure, TextDocumentPosition } from '../navigate/found.ts';
import { type Occurrence, occurrences } from '../navigate/occurrences.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';
import { type MeaningQuestion, meaningsOf, type MeantLine } from './meanings.ts';
import { ComputedFiles } from './computed-files.ts';
import { Importers } from './importers.ts';
import { type RefactoringContext, refusal, type Refused } from './refactoring.ts';
import { FILES_OF_TEXT } from './text-files.ts';

/** How many mentions are listed. */
const MOST_LISTED = 20;

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

export interface Mentions {
  readonly mentions: Mention[];
  /** How many more there are. */
  readonly moreMentions: number;
}

export const NO_MENTIONS: Mentions = { mentions: [], moreMentions: 0 };

export interface MentionQuestion extends Pick<
  MeaningQuestion,
  'name' | 'at' | 'extensions' | 'isKeyword' | 'isOwn' | 'isLeftOut'
> {
  readonly files: readonly ChangedFile[];
  /** Also where a use stays that the server does not see. */
  readonly force?: boolean;
}

/**
 * Where the old name will still stand and may mean the symbol: comments and texts near its uses, and
 * code that no server understands, such as files of no project and code for another platform.
 */
export async function mentionsOf(
  context: RefactoringContext,
  question: MentionQuestion,
  cancel: AbortSignal,
): Promise<Mentions | Refused | Failure> {
  const { workspace } = context.services;
  const { name, at, files } = question;
  const near = await nearOf(context, at, files);
  const owners = await ownersAround(context, at, name, cancel);
  const meant = await meaningsOf(
    context,
    { ...question, tree: workspace.treeOf(at.filePath), near, isOwner: owners.areAt },
    cancel,
  );
  if ('kind' in meant) return meant;
  // Nothing else can be meant there: the script of the component declares it, or uses it.
  const own = new Set<string>([at.filePath, ...files.map(({ path }) => path)]);
  const unseen =
    question.force === true
      ? undefined
      : meant.find(({ path, isUnseenUse }) => isUnseenUse === true && own.has(path));
  if (unseen !== undefined)
    return refusal(
      `${workspace.folder(unseen.path)}:${(unseen.positions[0]?.line ?? 0) + 1} uses \`${name}\`, and the ` +
        'language server does not see that: are the packages of the project installed? Nothing was ' +
        'changed; `force` leaves it as it is',
    );
  const left: readonly Occurrence[] = [
    ...meant.filter((line) => mayMean(line, near, owners.names)),
    ...inTexts(context, question, owners.names),
  ];
  const sorted = left.toSorted((a, b) => compareText(a.path, b.path));
  return listed(workspace, sorted, (line) => afterwards(line, files));
}

/** Settings and documents that name the symbol with what holds it: `shop.cart:total`. */
function inTexts(
  { services }: RefactoringContext,
  { name, at, extensions }: MentionQuestion,
  owners: readonly string[],
): Occurrence[] {
  const endings = FILES_OF_TEXT.filter((one) => !extensions.includes(one));
  const computed = new ComputedFiles(services.workspace.root, services.disk);
  const tree = services.workspace.treeOf(at.filePath);
  const isNamed = namedIn(owners);
  const found = Map.groupBy(
    occurrences(services, { extensions: endings }, name, [], tree).filter(isNamed),
    ({ path }) => path,
  );
  return [...found].flatMap(([path, lines]) => (computed.has(path, textOnDisk(path) ?? '') ? [] : lines));
}

/**
 * Endings of the files that a symbol of this language may stand in: also of those that embed it, or
 * that it embeds.
 */
export function extensionsAround(
  { registry }: Pick<Servers, 'registry'>,
  { id, extensions, embeds }: ServerDefinition,
): Pick<ServerDefinition, 'extensions'> {
  const others = [...registry.embeddersOf(id), ...registry.all().filter((other) => other.id === embeds)];
  return { extensions: [...extensions, ...others.flatMap((other) => other.extensions)] };
}

/** The files that change, and those that import what declares the symbol. */
export async function nearOf(
  context: RefactoringContext,
  { filePath }: Pick<TextDocumentPosition, 'filePath'>,
  files: readonly ChangedFile[],
): Promise<ReadonlySet<AdmittedPath>> {
  const admission = context.services.workspace.admit(filePath);
  const importers = await Importers.of(context, []);
  return new Set([
    ...files.map(({ path }) => path),
    ...(admission.kind === 'admitted' ? [admission.path, ...importers.of(admission.path)] : []),
  ]);
}

export function mayMean(
  line: MeantLine,
  near: ReadonlySet<AdmittedPath>,
  owners: readonly string[],
): boolean {
  const { meaning, path } = line;
  if (meaning === 'other') return false;
  return meaning === 'own' || meaning === 'unknown' || near.has(path) || namedIn(owners)(line);
}

/** Behind one of its owners. */
export function namedIn(
  owners: readonly string[],
): (line: Pick<Occurrence, 'positions' | 'text'>) => boolean {
  const forms = owners.map((owner) => ({
    form: new RegExp(`${wordIn(owner).source}(?:::|->|[.#:/])$`, 'u'),
    // With the mark behind it, and the character before it.
    length: owner.length + 4,
  }));
  return ({ positions, text }) =>
    positions.some(({ character }) =>
      forms.some(({ form, length }) => form.test(text.slice(Math.max(0, character - length), character))),
    );
}

/** What holds a symbol. */
interface Owners {
  /** What a text may call the symbol by, its file's name among them. */
  readonly names: readonly string[];
  /** Whether one of them is declared there. */
  readonly areAt: (place: Place) => boolean;
}

export async function ownersAround(
  { services, navigation }: RefactoringContext,
  { filePath, position }: TextDocumentPosition,
  name: string,
  cancel: AbortSignal,
): Promise<Owners> {
  const listing = await navigation.documentSymbols(filePath, cancel);
  const symbols = listing.kind === 'found' ? listing.value : [];
  const around = symbols.filter(({ range }) => containsPosition(range, position));
  const names = around.flatMap((symbol) => [symbol.name, symbol.containerName ?? '']).flatMap(identifiersIn);
  const stem = basename(filePath).replace(/\..*$/, '');
  const admission = services.workspace.admit(filePath);
  const own = admission.kind === 'admitted' ? admission.path : undefined;
  return {
    names: [...new Set([...names, stem])].filter((one) => one !== name && one !== ''),
    areAt: ({ path, range: { start } }) =>
      path === own &&
      around.some(
        ({ selectionRange, name: holder }) => holder !== name && containsPosition(selectionRange, start),
      ),
  };
}

/** The line as it will be. */
function afterwards(line: Occurrence, files: readonly ChangedFile[]): Occurrence {
  const file = files.find(({ path }) => path === line.path);
  if (file?.former === undefined) return line;
  const after = textAfter(file);
  const positions = line.positions.map((position) => {
    const offset = offsetAt(file.former ?? '', position) ?? 0;
    const moved = file.changes
      .filter(({ end }) => end <= offset)
      .reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);
    return positionAt(after, moved);
  });
  return { ...line, positions, text: lineAt(after, positions[0]?.line ?? 0) ?? line.text };
}

/** @param shown of those that are listed */
export function listed(
  workspace: Pick<Workspace, 'folder'>,
  found: readonly Occurrence[],
  shown: (line: Occurrence) => Occurrence = (line) => line,
): Mentions {
  const mentions = found
    .slice(0, MOST_LISTED)
    .map(shown)
    .map(({ path, positions: [first = { line: 0, character: 0 }], text }): Mention => {
      return {
        file: workspace.folder(path),
        line: first.line + 1,
        character: first.character + 1,
        text: clip(oneLine(text), MAX_LINE),
      };
    });
  return { mentions, moreMentions: found.length - mentions.length };
}
