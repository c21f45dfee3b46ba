import { basename, dirname, extname, join } from 'node:path';
import { lineAt, wordBounds } from '../../backend/navigation/lines.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import { lastBegun } from '../../backend/fixes/text-changes.ts';
import type { Place } from '../../backend/model.ts';
import { formedNameAt, nameAt } from '../../backend/navigation/name-at.ts';
import { isNamed, wordIn } from '../../backend/navigation/whole-word.ts';
import type { Override } from '../../backend/traits.ts';
import { positionsIn } from '../../client/documents/text-edit.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { TextSnapshot } from '../disk/text-snapshot.ts';
import { changesOf } from '../question/file-changes.ts';
import { componentImport } from '../navigate/component-import.ts';
import { failed, type Failure, type TextDocumentPosition } from '../navigate/found.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Workspace } from '../base/workspace.ts';
import { captureQuestions, whyCaptured } from './capture.ts';
import { changedFiles } from './changed-files.ts';
import { extensionsAround, mentionsOf } from './mentions.ts';
import { withNamesakes } from './namesakes.ts';
import { type GivenName, givenName, whyNoName, withMark } from './names.ts';
import { proofOf, standingErrors } from './move/proof.ts';
import { type Refactored, type RefactoringContext, refusal } from './refactoring.ts';
import type { ServerRenaming } from '../navigate/renaming.ts';
import { finished, tryRefactoring } from './tried.ts';

/** How much of the text before a name is looked at, UTF-16 code units. */
const MAX_BEFORE = 200;

type Edits = Extract<ServerRenaming, { readonly kind: 'edits' }>;

export interface RenameRequest {
  readonly at: TextDocumentPosition;
  readonly newName: string;
  readonly force: boolean;
}

/**
 * The new texts of all files, or why there are none. It is refused if a server does not see all
 * references, if errors would come, or if a name would mean something else.
 */
export async function rename(
  context: RefactoringContext,
  { at: asked, newName: asGiven, force }: RenameRequest,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services, navigation } = context;
  const home = await navigation.home(asked, cancel);
  if (home.kind === 'failed') return home;
  const at = home.value;
  const imported = at === asked ? await componentImport(services, navigation, at, cancel) : undefined;
  if (imported?.kind === 'failed') return imported;
  if (imported?.value?.kind === 'unknown')
    return refusal(
      `it is imported from ${services.workspace.folder(imported.value.path)}, where no language server ` +
        'lists it. Nothing was changed',
    );
  const admission = services.workspace.admit(at.filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const { path } = admission;
  const text = textOnDisk(path);
  const names = services.registry.forFile(path).find((one) => one.names !== undefined)?.names;
  const oldName = text === undefined ? undefined : nameOf(names, text, at);
  if (text === undefined || oldName === undefined)
    return failed('not-found', 'there is no name at this place');
  const given =
    names === undefined
      ? givenNameAt(services, path, text, at, asGiven)
      : { name: withMark(asGiven, oldName), isRaw: false };
  if (given === undefined)
    return refusal(`\`${oldName}\` is not private, and would be as \`${asGiven}\`. Nothing was changed`);
  const { name: newName, isRaw } = given;
  if (newName === oldName) return refusal(`it is called \`${oldName}\` already`);
  const answered = await navigation.renaming(at, { oldName, newName }, context.limit, cancel);
  if (answered.kind === 'failed') return answered;
  const { results, unsearched = [] } = answered.value;
  const unwilling = results.find((one) => one.kind === 'refused');
  const renamings = embeddedLast(
    services,
    results.filter((one) => one.kind === 'edits'),
  );
  const [first] = renamings;
  if (first === undefined || unwilling !== undefined)
    return refusal(unwilling?.reason ?? 'no language server can rename here');
  const [unknown] = unsearched;
  if (unknown !== undefined && !force)
    return refusal(
      `${unknown}. What it means there is not known. \`force\` leaves it as it is. Nothing was changed`,
    );
  const { imports, reserved, symbols } = first.session.definition;
  const why = whyNoName(newName, isRaw ? {} : { imports, reserved, names });
  if (why !== undefined) return refusal(why);
  const fixed = force ? undefined : symbols?.fixedName?.(oldName);
  if (fixed !== undefined)
    return refusal(
      `\`${oldName}\` ${fixed}, under this name alone. Nothing was changed; \`force\` renames it all the ` +
        'same',
    );
  const changed = changedFiles(services.workspace, renamings, services.config.maxRefactoredFiles);
  if (typeof changed === 'string') return refusal(changed);
  const called = force ? undefined : calledAsFile(first.session.definition, changed, oldName);
  if (called !== undefined) {
    const [from, to] = [oldName, newName].map(
      (name) => `${services.workspace.folder(join(dirname(called), name))}${extname(called)}`,
    );
    return refusal(
      `\`${oldName}\` is public, and its file must have its name: move ${from} to ${to} instead, which ` +
        'renames both. Nothing was changed; `force` renames it alone',
    );
  }
  const { files, staying } = withNamesakes(services, renamings, changed, { oldName, newName });
  const texts = new TextSnapshot(files);
  const references = renamings.flatMap((renaming) => renaming.references);
  const missed = missedReference(references, files, texts, oldName);
  if (missed !== undefined) {
    return refusal(
      `the language server would leave ${shown(services.workspace, missed)} as it is, which means the ` +
        `same \`${oldName}\`. Nothing was changed`,
    );
  }
  const overrides = renamings.flatMap(({ session: { definition } }) =>
    leftOverridesOf(context, definition, oldName, files, services.workspace.trees.around(path)),
  );
  if (overrides.length > 0) {
    const places = overrides
      .map(({ path: at, line }) => `${services.workspace.folder(at)}:${line + 1}`)
      .join(', ');
    return refusal(
      `\`${oldName}\` is also defined in ${places}, which overrides it or is overridden by it, and the ` +
        'language server would leave that as it is: then another method would be called. Rename all of ' +
        'them by edits. Nothing was changed',
    );
  }
  // A server that embeds the language was asked in its own files. What the name means there, the
  // errors tell.
  const own = renamings.filter(({ session }) => services.registry.forFile(path).includes(session.definition));
  const renamed = { path, at, newName, renamings: own, files };
  const questions = captureQuestions(renamed);
  if (questions === undefined)
    return refusal('the file of the symbol itself would not change. Nothing was changed');
  const isCovered = isCoveredBy(files, texts);
  const isLongerName = ({ path: of, range: { start } }: Place): boolean => {
    const row = names === undefined ? '' : (texts.line(of, start.line) ?? '');
    const end = start.character + oldName.length;
    return /[\p{ID_Continue}-]/u.test((row[start.character - 1] ?? '') + (row[end] ?? ''));
  };
  // Before the servers see the proposed tree: afterwards they read all of its files anew.
  const mentions = await mentionsOf(
    context,
    {
      name: oldName,
      isKeyword: reserved?.has(oldName) === true,
      ...extensionsAround(services, first.session.definition),
      at,
      files,
      force,
      isOwn: isOneOf(references, texts),
      isLeftOut: (place) => isCovered(place) || isLongerName(place),
    },
    cancel,
  );
  if (!('mentions' in mentions)) return mentions;
  const standing = (found: readonly Diagnostic[]): Promise<readonly Diagnostic[]> =>
    standingErrors(context, [], pathsOf(services.workspace, found), cancel);
  const trial = await tryRefactoring(
    context,
    files,
    { force, questions, standing, renamed: { oldName, newName } },
    cancel,
  );
  if (!('answers' in trial)) return trial;
  const captured = whyCaptured(context, renamed, trial.answers);
  if (captured !== undefined) return refusal(captured);
  const proof = trial.untried === undefined || force ? undefined : await proofOf(context, files, cancel);
  const all = { ...mentions, mentions: [...staying, ...mentions.mentions] };
  return finished(files, trial, {
    changes: changesOf(services.workspace, files),
    ...all,
    ...(proof && {
      proveAfterwards: { ...proof, standing: underBothNames(proof.standing, oldName, newName) },
    }),
  });
}

/**
 * Of an embedding server, the edits of its own files. Those of the others come from their own
 * server, which knows all of them, and how such a rename is written.
 */
function embeddedLast({ registry }: Pick<Servers, 'registry'>, renamings: readonly Edits[]): Edits[] {
  const embedders = new Set(renamings.flatMap(({ session }) => registry.embeddersOf(session.definition.id)));
  return renamings.map((renaming) => {
    const {
      session: { definition },
      edit,
    } = renaming;
    if (!embedders.has(definition) || edit.kind === 'refused') return renaming;
    return {
      ...renaming,
      edit: { ...edit, files: edit.files.filter(({ path }) => registry.forFile(path).includes(definition)) },
    };
  });
}

function nameOf(
  names: ServerDefinition['names'],
  text: string,
  { position }: TextDocumentPosition,
): string | undefined {
  return names === undefined ? nameAt(text, position) : formedNameAt(names, text, position);
}

/** By the rules of the first language of the file that has some. */
function givenNameAt(
  { registry }: Pick<Servers, 'registry'>,
  path: AdmittedPath,
  text: string,
  { position }: TextDocumentPosition,
  given: string,
): GivenName | undefined {
  const row = lineAt(text, position.line) ?? '';
  const before = row.slice(0, wordBounds(row, position.character).start);
  const rawName = registry.forFile(path).find((one) => one.rawName !== undefined)?.rawName;
  return givenName(
    given,
    row[position.character] === '#' ? '#' : before,
    rawName === undefined ? {} : { rawName },
  );
}

function leftOverridesOf(
  { services }: RefactoringContext,
  { leftOverrides, extensions }: ServerDefinition,
  name: string,
  files: readonly ChangedFile[],
  tree: string | undefined,
): Override[] {
  if (leftOverrides === undefined) return [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = [...new Set([...byPath.keys(), ...services.disk.files(extensions, tree).keys()])];
  return leftOverrides({
    name,
    files: paths.map((path) => {
      const { former, changes = [] } = byPath.get(path) ?? {};
      const text = former ?? textOnDisk(path) ?? '';
      const positionAt = positionsIn(changes.length === 0 ? '' : text);
      return { path, text, changed: new Set(changes.map(({ start }) => positionAt(start).line)) };
    }),
  });
}

/** The changed file that is called after the symbol, if it must be. */
function calledAsFile(
  { namesFile }: Pick<ServerDefinition, 'namesFile'>,
  files: readonly ChangedFile[],
  name: string,
): AdmittedPath | undefined {
  if (namesFile === undefined) return undefined;
  const own = files.filter(({ path }) => basename(path, extname(path)) === name);
  return own.find(({ former = '', changes }) =>
    changes.some(({ start }) => namesFile.test(former.slice(Math.max(0, start - MAX_BEFORE), start))),
  )?.path;
}

/** What stands already may say the new name afterwards. */
function underBothNames(standing: readonly Diagnostic[], oldName: string, newName: string): Diagnostic[] {
  const word = wordIn(oldName, 'gu');
  return standing.flatMap((error) => {
    const message = error.message.replace(word, () => newName);
    return message === error.message ? [error] : [error, { ...error, message }];
  });
}

function pathsOf(workspace: Workspace, found: readonly Diagnostic[]): AdmittedPath[] {
  return [...new Set(found.map(({ file }) => file))].flatMap((file) => {
    const admission = workspace.admit(file);
    return admission.kind === 'admitted' ? admission.path : [];
  });
}

function shown(workspace: Workspace, { path, range }: Place): string {
  return `${workspace.folder(path)}:${range.start.line + 1}:${range.start.character + 1}`;
}

/** At the same name; by the line where a server gives all of a declaration: it begins at any column. */
function isOneOf(references: readonly Place[], texts: TextSnapshot): (place: Place) => boolean {
  const isOfName = (place: Place): boolean => isNameAlone(place, texts);
  const names = new Set(references.filter(isOfName).map(startKey));
  const lines = new Set(references.map(lineKey));
  const vague = new Set(references.filter((place) => !isOfName(place)).map(lineKey));
  return (place) =>
    isOfName(place) ? names.has(startKey(place)) || vague.has(lineKey(place)) : lines.has(lineKey(place));
}

/** Its range has a name and nothing else. */
function isNameAlone({ path, range: { start, end } }: Place, texts: TextSnapshot): boolean {
  const row = start.line === end.line ? texts.line(path, start.line) : undefined;
  return /^(?:r#|[#@])?[\p{ID_Continue}$]+$/u.test(row?.slice(start.character, end.character) ?? '');
}

function startKey({ path, range }: Place): string {
  return `${range.start.character} ${lineKey({ path, range })}`;
}

function lineKey({ path, range }: Place): string {
  return `${range.start.line} ${path}`;
}

function isCoveredBy(files: readonly ChangedFile[], texts: TextSnapshot): (place: Place) => boolean {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return ({ path, range }) => {
    const changes = byPath.get(path)?.changes;
    const offset = changes === undefined ? undefined : texts.offset(path, range.start);
    return offset !== undefined && offset < (lastBegun(changes ?? [], offset)?.end ?? 0);
  };
}

/** A reference by the old name that no change covers. An alias has a name of its own, and keeps it. */
function missedReference(
  references: readonly Place[],
  files: readonly ChangedFile[],
  texts: TextSnapshot,
  oldName: string,
): Place | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return references.find(({ path, range }) => {
    const text = texts.text(path);
    const start = texts.offset(path, range.start);
    if (text === undefined || start === undefined || !isNamed(text, start, oldName)) return false;
    return start + oldName.length > (lastBegun(byPath.get(path)?.changes ?? [], start)?.end ?? 0);
  });
}
