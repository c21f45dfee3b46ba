import { isDeepStrictEqual } from 'node:util';
import { applyChanges, textAfter, toChanges } from '../../backend/fixes/text-changes.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { Deadline } from '../base/deadline.ts';
import { documentOnDisk } from '../disk/text-source.ts';
import { changesOf } from '../question/file-changes.ts';
import { failed, type Failure } from '../navigate/found.ts';
import { resolveServers, whyUnserved } from '../base/resolve-servers.ts';
import type { ChangedFile, Judge } from '../session/session.ts';
import { changedFiles } from './changed-files.ts';
import { NO_MENTIONS } from './mentions.ts';
import { type Refactored, type RefactoringContext, refusal } from './refactoring.ts';
import { finished, tryRefactoring } from './tried.ts';

const NONE: Refactored = { changes: [], caused: [], ...NO_MENTIONS };

/**
 * The imports of one file, as the first of its servers that has an order for them would have them.
 * It is refused if that would cause an error anywhere.
 */
export async function organizeImports(
  context: RefactoringContext,
  filePath: string,
  cancel: AbortSignal,
): Promise<Refactored | Failure> {
  const { services } = context;
  const admission = services.workspace.admit(filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const organized = await ask(context, admission.path, cancel);
  if (!('session' in organized)) return organized;
  const files = filesOf(context, organized);
  if (typeof files === 'string') return refusal(files);
  const changed = files.filter((file) => textAfter(file) !== file.former);
  if (changed.length === 0) return NONE;
  const trial = await tryRefactoring(context, changed, {}, cancel);
  return 'answers' in trial
    ? finished(changed, trial, { changes: changesOf(services.workspace, changed), ...NO_MENTIONS })
    : trial;
}

interface Organized {
  readonly session: Judge;
  readonly edits: readonly FileEdits[];
  /** The file, and the text that the server was shown in its place, if it was another one. */
  readonly path: AdmittedPath;
  readonly former: string;
  readonly apart: string | undefined;
}

/** A text: why the edits cannot be used. */
function filesOf(
  { services: { workspace, config } }: RefactoringContext,
  { session, edits, path, former, apart }: Organized,
): ChangedFile[] | string {
  const answer = { session, edit: { kind: 'edits', files: edits } } as const;
  const traits = session.definition.fixes?.apart;
  if (apart === undefined || traits === undefined)
    return changedFiles(workspace, [answer], config.maxRefactoredFiles);
  const changes = toChanges(
    apart,
    edits.flatMap((one) => one.edits),
  );
  if (typeof changes === 'string') return `the language server's answer cannot be used: ${changes}`;
  const text = traits.after(applyChanges(apart, changes));
  const kept = new Set(traits.order(text));
  const isSameOrder = isDeepStrictEqual(
    traits.order(text),
    traits.order(former).filter((one) => kept.has(one)),
  );
  if (!isSameOrder || kept.size < new Set(traits.order(former)).size)
    return (
      'the language server would exchange imports that are run for what they do, and then other code ' +
      'would run first. Nothing was changed'
    );
  return [{ path, former, changes: [{ start: 0, end: former.length, text }] }];
}

/** One server after another: two orders of the same imports do not go together. */
async function ask(
  { services, limit }: Pick<RefactoringContext, 'services' | 'limit'>,
  path: AdmittedPath,
  cancel: AbortSignal,
): Promise<Organized | Refactored | Failure> {
  const { found, unavailable } = resolveServers(services, path);
  if (found.length === 0) return failed('no-server', whyUnserved(unavailable));
  using deadline = new Deadline(limit);
  const without: string[] = [];
  const others = new Set<string>();
  for (const { definition, launch } of found) {
    const session = services.pool.session(definition, launch);
    const text = await documentOnDisk(definition, path);
    if (text === undefined) return failed('not-found', 'there is no such file, or none that can be read');
    const apart = definition.fixes?.apart?.before(text.text);
    const shown = apart === undefined ? text : { ...text, text: apart };
    const organized = await session.organizeImports?.(shown, deadline, cancel);
    if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
    switch (organized?.kind) {
      case 'edits':
        return { session, edits: organized.files, path, former: text.text, apart };
      case 'nothing':
        return NONE;
      case 'refused':
        return refusal(organized.reason);
      case 'late':
        return failed(
          'timed-out',
          `${definition.id} did not answer in time; it may still be loading the project`,
        );
      case 'not-offered':
      case undefined:
    }
    without.push(definition.id);
    if (definition.fixes?.importsBy !== undefined) others.add(definition.fixes.importsBy);
  }
  const advice = [...others].map((id) => `\`${id}\` does, where it is installed`);
  return refusal(
    [`no language server of this file organizes imports (asked: ${without.join(', ')})`, ...advice].join(
      '; ',
    ),
  );
}
