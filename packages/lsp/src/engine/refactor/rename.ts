import { offsetAt } from '../../backend/navigation/lines.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { Place } from '../../backend/navigation/model.ts';
import { nameAt } from '../../backend/navigation/name-at.ts';
import type { Override } from '../../backend/traits.ts';
import { positionAt } from '../../client/text-edit.ts';
import type { RefactorResult } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { changesOf } from '../fixes/changes.ts';
import { failed, type Failure, type TextDocumentPosition } from '../navigate/found.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Workspace } from '../workspace.ts';
import { captureQuestions, whyCaptured } from './capture.ts';
import { changedFiles } from './changed-files.ts';
import { mentionsOf } from './mentions.ts';
import { whyNoName } from './names.ts';
import { proofOf } from './proof.ts';
import { LIMIT, type RefactoringContext } from './refactoring.ts';
import { supersededBy, tryChanges } from './trial.ts';

export interface RenameQuestion {
  readonly at: TextDocumentPosition;
  readonly newName: string;
  readonly force: boolean;
}

/**
 * The new texts of all files, or why there are none. It is refused if a server does not see all
 * references, if errors would come, or if a name would mean something else.
 */
export async function rename(context: RefactoringContext, { at, newName, force }: RenameQuestion, cancel: AbortSignal): Promise<RefactorResult | Failure> {
  const { services, navigation } = context;
  const admission = services.workspace.admit(at.filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const { path } = admission;
  const text = textOnDisk(path);
  const oldName = text === undefined ? undefined : nameAt(text, at.position);
  if (text === undefined || oldName === undefined) return failed('not-found', 'there is no name at this place');
  if (newName === oldName) return { refused: `it is called \`${oldName}\` already` };
  const answered = await navigation.renaming(at, { oldName, newName }, LIMIT, cancel);
  if (answered.kind === 'failed') return answered;
  const refusal = answered.value.find((one) => one.kind === 'refused');
  const renamings = answered.value.filter((one) => one.kind === 'edits');
  const [first] = renamings;
  if (first === undefined || refusal !== undefined) return { refused: refusal?.reason ?? 'no language server can rename here' };
  const why = whyNoName(newName, first.session.definition);
  if (why !== undefined) return { refused: why };
  const files = changedFiles(services.workspace, renamings, services.config.maxRefactoredFiles);
  if (typeof files === 'string') return { refused: files };
  const missed = missedReference(renamings.flatMap(({ references }) => references), files, oldName);
  if (missed !== undefined) {
    return { refused: `the language server would leave ${shown(services.workspace, missed)} as it is, which means the same \`${oldName}\`. Nothing was changed` };
  }
  const overrides = renamings.flatMap(({ session: { definition } }) => leftOverridesOf(context, definition, oldName, files));
  if (overrides.length > 0) {
    const places = overrides.map(({ path: at, line }) => `${services.workspace.folder(at)}:${line + 1}`).join(', ');
    return { refused: `\`${oldName}\` is also defined in ${places}, which overrides it or is overridden by it, and the language server would leave that as it is: then another method would be called. Rename all of them by edits. Nothing was changed` };
  }
  const renamed = { path, at, newName, renamings, files };
  const questions = captureQuestions(renamed);
  if (questions === undefined) return { refused: 'the file of the symbol itself would not change. Nothing was changed' };
  const trial = await tryChanges(context, files, { force, questions }, cancel);
  if (trial.kind === 'refused') return { refused: trial.reason };
  if (trial.kind === 'failed') return trial;
  const captured = whyCaptured(context, renamed, trial.answers);
  if (captured !== undefined) return { refused: captured };
  const { caused, untried } = trial;
  const proof = untried === undefined || force ? undefined : await proofOf(context, files, cancel);
  const superseded = supersededBy(files);
  if (superseded !== undefined) return superseded;
  const { mentions, left } = mentionsOf(services, first.session.definition, oldName, files);
  return { changes: changesOf(services.workspace, files), caused: [...caused], mentions, moreMentions: left, ...(untried !== undefined && { untried }), ...(proof && { proveAfterwards: proof }) };
}

function leftOverridesOf({ services }: RefactoringContext, { leftOverrides, extensions }: ServerDefinition, name: string, files: readonly ChangedFile[]): Override[] {
  if (leftOverrides === undefined) return [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = [...new Set([...byPath.keys(), ...services.disk.files(extensions).keys()])];
  return leftOverrides({
    name,
    files: paths.map((path) => {
      const { former, changes = [] } = byPath.get(path) ?? {};
      const text = former ?? textOnDisk(path) ?? '';
      return { path, text, changed: new Set(changes.map(({ start }) => positionAt(text, start).line)) };
    }),
  });
}

function shown(workspace: Workspace, { path, range }: Place): string {
  return `${workspace.folder(path)}:${range.start.line + 1}:${range.start.character + 1}`;
}

/** A reference by the old name that no change covers. An alias has a name of its own, and keeps it. */
function missedReference(references: readonly Place[], files: readonly ChangedFile[], oldName: string): Place | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return references.find(({ path, range }) => {
    const text = byPath.get(path)?.former ?? textOnDisk(path);
    const start = text === undefined ? undefined : offsetAt(text, range.start);
    if (text === undefined || start === undefined || text.slice(start, start + oldName.length) !== oldName) return false;
    return byPath.get(path)?.changes.some((change) => change.start <= start && start + oldName.length <= change.end) !== true;
  });
}
