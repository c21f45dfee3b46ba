import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic, Proof } from '../../../types.ts';
import type { ChangedFile } from '../../session/session.ts';
import { Importers } from '../importers.ts';
import type { MovedFile } from '../importers.ts';
import type { RefactoringContext } from '../refactoring.ts';

/** How many files that depend on changed ones are judged before they change. */
const MOST_JUDGED = 20;

/**
 * For a change that no server could try: the errors that stand in its files, and in those that depend
 * on them. With these known, the check once it is written tells which are its own. A server
 * that is late there is no reason to take it back: a name may stand in hundreds of files.
 */
export async function proofOf(
  context: RefactoringContext,
  files: readonly ChangedFile[],
  cancel: AbortSignal,
): Promise<Proof> {
  const importers = await Importers.of(context, []);
  // Not by the words that they have: a macro brings a name along.
  const paths = [...files.map(({ path }) => path), ...importers.dependents(files).slice(0, MOST_JUDGED)];
  return {
    files: [],
    servers: [],
    standing: await standingErrors(context, [], paths, cancel),
    othersKnown: false,
  };
}

/** The errors of now, under the names that their files will have. */
export async function standingErrors(
  { services: { workspace }, check }: RefactoringContext,
  moved: readonly MovedFile[],
  others: readonly AdmittedPath[],
  cancel: AbortSignal,
): Promise<Diagnostic[]> {
  const names = new Map(moved.map(({ from, to }) => [workspace.folder(from), workspace.folder(to)]));
  const paths = new Set([...moved.map(({ from }) => from), ...others]);
  const report = await check({ files: [...paths].map((filePath) => ({ filePath })), others: true }, cancel);
  const errors = Object.values({ ...report.files, ...report.others })
    .flat()
    .filter(({ severity }) => severity === 'error');
  return errors.map((error) => ({ ...error, file: names.get(error.file) ?? error.file }));
}
