import { CHANGES_NOTHING, readWorkspaceEdit, type ReadEdit } from '../../../backend/fixes/workspace-edit.ts';
import * as questions from '../../../backend/navigation/questions.ts';
import type { Question } from '../../../backend/navigation/source.ts';
import { isObject, itemsOf } from '../../../support/json.ts';
import { toUri } from '../../../support/paths.ts';
import type { Text } from '../../../client/documents/documents.ts';
import type { Ask, QueryOutcome } from '../../navigate/query-all.ts';
import type { Judge } from '../../session/session.ts';
import type { MovedFile } from '../importers.ts';
import type { Move } from './moved-files.ts';

/** What one server says about a move. `nothing`: it was asked, and would change nothing. */
export type MoveAnswer = { readonly session: Judge } & (
  | { readonly kind: 'edits'; readonly edit: ReadEdit }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-offered' }
);

export interface MoveQuestion {
  readonly move: Move;
  /** The files that import what moves and are not changed by this edit, to be shown to the server. */
  readonly missed: (edit: ReadEdit | undefined) => Promise<readonly Text[]>;
  readonly cancel: AbortSignal;
}

/**
 * Asks one server what a move changes. It is asked once more after it was shown the importers that
 * it left out (Quirk(tsserver): it knows no project of which no file is open).
 */
export async function askWillRename(
  ask: Ask,
  session: Judge,
  { move, missed, cancel }: MoveQuestion,
): Promise<QueryOutcome<MoveAnswer>> {
  const first = await askOnce(ask, session, move);
  if (first.kind !== 'result' || first.result.kind === 'not-offered') return first;
  const texts = await missed(first.result.kind === 'edits' ? first.result.edit : undefined);
  for (const text of texts) {
    const shown = await session.navigate?.(questions.documentSymbols, text, cancel);
    if (shown?.kind === 'cancelled' || shown?.kind === 'closed') return shown;
  }
  return texts.length === 0 ? first : await askOnce(ask, session, move);
}

async function askOnce(ask: Ask, session: Judge, move: Move): Promise<QueryOutcome<MoveAnswer>> {
  const whole = move.isFolder ? await ask(willRename(move)) : undefined;
  const isAnswered =
    whole !== undefined && (whole.kind !== 'result' || whole.result !== null) && whole.kind !== 'not-offered';
  const answer = isAnswered ? whole : await ask(willRename(move.files));
  if (answer.kind === 'not-offered') return { kind: 'result', result: { session, kind: 'not-offered' } };
  if (answer.kind !== 'result') return answer;
  const edit = answer.result === null ? undefined : readWorkspaceEdit(answer.result);
  const isNothing = edit === undefined || (edit.kind === 'refused' && edit.reason === CHANGES_NOTHING);
  return {
    kind: 'result',
    result: isNothing ? { session, kind: 'nothing' } : { session, kind: 'edits', edit },
  };
}

/**
 * LSP's `workspace/willRenameFiles`, for files or a folder. Quirk(TypeScript 7): it registers for
 * files only, and computes each file of a list as if it moved alone; a folder it understands.
 */
function willRename(moving: Move | readonly MovedFile[]): Question {
  const isFolder = 'isFolder' in moving;
  const files = isFolder ? moving.files : moving;
  let covered: readonly MovedFile[] = [];
  return {
    provider: 'workspace.fileOperations.willRename',
    method: 'workspace/willRenameFiles',
    scope: 'file',
    isCovered: ({ filters }) => {
      const matchers = itemsOf(filters).map(matcherOf);
      const isCovered = ({ from }: MovedFile, kind: 'file' | 'folder'): boolean =>
        matchers.some((matches) => matches?.(from, kind) === true);
      const own = files.filter((file) => isCovered(file, 'file'));
      covered = isFolder && (own.length > 0 || isCovered(moving, 'folder')) ? [moving] : own;
      return covered.length > 0;
    },
    params: () => ({ files: covered.map(({ from, to }) => ({ oldUri: toUri(from), newUri: toUri(to) })) }),
  };
}

/** @param filter LSP's `FileOperationFilter` */
function matcherOf(filter: unknown): ((path: string, kind: 'file' | 'folder') => boolean) | undefined {
  if (!isObject(filter) || !isObject(filter['pattern'])) return undefined;
  const { glob, matches, options } = filter['pattern'];
  if ((filter['scheme'] !== undefined && filter['scheme'] !== 'file') || typeof glob !== 'string')
    return undefined;
  const ignoresCase = isObject(options) && options['ignoreCase'] === true;
  const pattern = new Bun.Glob(ignoresCase ? glob.toLowerCase() : glob);
  return (path, kind) =>
    (matches === undefined || matches === kind) && pattern.match(ignoresCase ? path.toLowerCase() : path);
}
