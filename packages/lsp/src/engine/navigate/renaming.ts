import type { AdmittedPath } from '../../support/paths.ts';
import { documentOnDisk } from '../disk/text-source.ts';
import { TextSnapshot } from '../disk/text-snapshot.ts';
import type { Place, Position } from '../../backend/model.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { withoutPlaces } from '../../backend/navigation/without-places.ts';
import { type ReadEdit, readWorkspaceEdit } from '../../backend/fixes/workspace-edit.ts';
import { clip, oneLine } from '../../support/escaped.ts';
import type { Ask, QueryOutcome } from './query-all.ts';
import type { Judge } from '../session/session.ts';
import type { Workspace } from '../base/workspace.ts';

/** What one server says about a new name. */
export type ServerRenaming =
  | {
      readonly kind: 'edits';
      readonly session: Judge;
      /** Where it was asked. */
      readonly at: AskedAt;
      readonly edit: ReadEdit;
      readonly references: readonly Place[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

export interface AskedAt {
  readonly path: AdmittedPath | undefined;
  readonly position: Position;
}

export interface NewName {
  readonly oldName: string;
  readonly newName: string;
}

export interface RenamingContext {
  readonly workspace: Workspace;
  readonly placesOf: (locations: unknown) => readonly Place[] | undefined;
  /** The file is a copy, in another work tree of the repository. */
  readonly isElsewhere: (path: AdmittedPath) => boolean;
}

/** The longest reason of a server that is passed on, UTF-16 code units. */
const MAX_REASON = 300;

/**
 * Asks one server. The references come first: whatever the server must have loaded for them, it
 * needs for the new name, too, and it does not wait for it there (Quirk(pyright, clangd): the edits
 * of a part of the files, and no error).
 */
export async function askRenaming(
  ask: Ask,
  session: Judge,
  at: AskedAt,
  { oldName, newName }: NewName,
  { workspace, placesOf, isElsewhere }: RenamingContext,
): Promise<QueryOutcome<ServerRenaming>> {
  const { position } = at;
  const refused = (reason: string): QueryOutcome<ServerRenaming> => ({
    kind: 'result',
    result: { kind: 'refused', reason },
  });
  const edits = (edit: ReadEdit, references: readonly Place[]): QueryOutcome<ServerRenaming> => ({
    kind: 'result',
    result: { kind: 'edits', session, at, edit, references },
  });
  const why = (message: string): string => clip(oneLine(withoutPlaces(message, workspace.root)), MAX_REASON);
  const found = await ask(questions.references(position, true));
  if (found.kind !== 'result') return found;
  const references = placesOf(found.result);
  if (references === undefined) return refused('it has more references than are counted');
  const prepared = await ask(questions.prepareRename(position));
  if (prepared.kind === 'error') return refused(why(prepared.error.message));
  if (prepared.kind === 'result' && prepared.result === null)
    return refused('the server says that this cannot be renamed');
  const renamed = await ask(questions.rename(position, newName));
  if (renamed.kind === 'error') return refused(why(renamed.error.message));
  if (renamed.kind !== 'result') return renamed;
  const all = readWorkspaceEdit(renamed.result);
  const own = ({ path }: { readonly path: string }): boolean => {
    const admission = workspace.look(path);
    return admission.kind === 'refused' || !isElsewhere(admission.path);
  };
  const edit = all.kind === 'refused' ? all : { ...all, files: all.files.filter(own) };
  const complete = session.definition.completeRename;
  if (complete === undefined || edit.kind === 'refused') return edits(edit, references);
  const texts = new TextSnapshot();
  const completed = await complete({
    oldName,
    newName,
    files: edit.files,
    references,
    lineOf: (path, line) => texts.line(path as AdmittedPath, line) ?? '',
    textOf: (path) => texts.text(path as AdmittedPath) ?? '',
    renameAt: async ({ path, range }) => {
      const text = await documentOnDisk(session.definition, path);
      const reply = text && (await ask(questions.rename(range.start, newName), text));
      const more = reply?.kind === 'result' ? readWorkspaceEdit(reply.result) : undefined;
      return more?.kind === 'edits' ? more.files.filter(own) : [];
    },
    definitionsAt: async ({ path, range }) => {
      const text = await documentOnDisk(session.definition, path);
      const reply = text && (await ask(questions.definition(range.start), text));
      return (reply?.kind === 'result' ? placesOf(reply.result) : undefined) ?? [];
    },
  });
  return edits({ kind: 'edits', files: completed.files }, completed.references);
}
