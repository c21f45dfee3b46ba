import { codeActions, resolved as resolvedAction } from '../../backend/fixes/source-actions.ts';
import { CHANGES_NOTHING, readWorkspaceEdit } from '../../backend/fixes/workspace-edit.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { isObject, itemsOf } from '../../support/json.ts';
import type { RefactorResult } from '../../types.ts';
import { diskText } from '../disk/text-source.ts';
import { changesOf } from '../fixes/changes.ts';
import { failed, type Failure } from '../navigate/found.ts';
import { type Ask, type Outcome, queryAll } from '../navigate/query-all.ts';
import { resolveServers } from '../resolve-servers.ts';
import type { Session } from '../session/session.ts';
import { changedFiles } from './changed-files.ts';
import { LIMIT, type RefactoringContext } from './refactoring.ts';
import { supersededBy, textAfter, tryChanges } from './trial.ts';

const KIND = 'source.organizeImports';

/** `edit` as the server sent it. */
interface Organized {
  readonly session: Session;
  readonly edit: unknown;
}

/** What the language servers of a file, linters included, make of its imports. */
export async function organizeImports(context: RefactoringContext, filePath: string, force: boolean, cancel: AbortSignal): Promise<RefactorResult | Failure> {
  const { services } = context;
  const admission = services.workspace.admit(filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const { path } = admission;
  const source = await diskText(path);
  if (source.kind === 'refused') return failed('not-found', `the file is ${source.reason}`);
  const { content } = source;
  const participants = resolveServers(services, path).found.flatMap(({ definition, launch }) => {
    const session = definition.run === undefined ? services.pool.session(definition, launch) : undefined;
    return session === undefined ? [] : [{ session, text: { path, languageId: languageIdFor(definition, path), ...content } }];
  });
  const lines = linesOf(content.text);
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const answered = await queryAll(services, participants, (ask, session) => organized(ask, session, end), LIMIT, cancel);
  if (answered.kind === 'failed') return answered.why === 'no-server' ? { refused: NOTHING } : answered;
  const edits = answered.value.results.filter(({ edit }) => edit !== undefined);
  if (edits.length === 0) return { refused: NOTHING };
  for (const { session, edit } of edits) {
    const read = readWorkspaceEdit(edit);
    if (read.kind === 'refused' && read.reason === CHANGES_NOTHING) continue;
    const files = changedFiles(services.workspace, [{ session, edit: read }]);
    if (typeof files === 'string') return { refused: files };
    const changed = files.filter((file) => textAfter(file) !== file.former);
    if (changed.length === 0) continue;
    const trial = await tryChanges(context, changed, { force }, cancel);
    if (trial.kind === 'refused') return { refused: trial.reason };
    if (trial.kind === 'failed') return trial;
    const superseded = supersededBy(changed);
    if (superseded !== undefined) return superseded;
    const { caused, untried } = trial;
    return { changes: changesOf(services.workspace, changed), caused: [...caused], mentions: [], moreMentions: 0, ...(untried !== undefined && { untried }) };
  }
  return { refused: NOTHING };
}

const NOTHING = 'its imports are organized, or no language server of this file organizes them (for Python, ruff does). Nothing was changed';

/** Quirk(typescript-language-server): the first answer after a change may leave it out. */
const TIMES = 2;

async function organized(ask: Ask, session: Session, end: { readonly line: number; readonly character: number }): Promise<Outcome<Organized>> {
  for (let time = 0; time < TIMES; time++) {
    const listed = await ask(codeActions({ start: { line: 0, character: 0 }, end }, KIND));
    if (listed.kind !== 'result') return listed;
    // Quirk(typescript-language-server): it also answers with actions of other kinds.
    const action = itemsOf(listed.result).filter(isObject).find(({ kind }) => typeof kind === 'string' && (kind === KIND || kind.startsWith(`${KIND}.`)));
    if (action === undefined) continue;
    if (action['edit'] !== undefined) return { kind: 'result', result: { session, edit: action['edit'] } };
    // A server that would write by itself is not asked to.
    if (action['command'] !== undefined) continue;
    const resolved = await ask(resolvedAction(action));
    return resolved.kind === 'result' ? { kind: 'result', result: { session, edit: isObject(resolved.result) ? resolved.result['edit'] : undefined } } : resolved;
  }
  return { kind: 'result', result: { session, edit: undefined } };
}
