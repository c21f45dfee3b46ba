import {
  type Escaped,
  fix,
  type FixParams,
  joined,
  type LspServiceClient,
  type ToolContext,
  type TriedFix,
  quoted,
  withTags,
} from '@vybestack/llxprt-lsp-core';
import { chooseFixes } from './choose.js';
import { diffOf } from './diff.js';

export interface FixedFile {
  /** Relative to the workspace root, with `/`. */
  readonly file: string;
  /** In the order in which they were written, or would be. */
  readonly fixes: readonly WrittenFix[];
  /** By error: several ways to solve it. A person has to choose. */
  readonly undecided: readonly (readonly TriedFix[])[];
  /** Why something was not done, in sentences. */
  readonly troubles: readonly string[];
}

interface WrittenFix {
  readonly titles: readonly string[];
  /** A unified diff for people. */
  readonly diff: Escaped;
}

export interface FixTask {
  readonly client: Pick<LspServiceClient, 'fixes' | 'fix'>;
  readonly context: ToolContext;
  readonly isDryRun: boolean;
  /** Instead of fixes that need no choice: all of one kind. */
  readonly all: 'imports' | 'unused' | 'safe' | undefined;
  readonly signal: AbortSignal;
}

/** A fix may uncover errors that have fixes again. More rounds than this go in a circle. */
const MOST_ROUNDS = 20;

/** Writes the fixes of one file that need no choice. Nothing is written in a dry run. */
export async function fixFile(task: FixTask, file: string): Promise<FixedFile> {
  const fixes: WrittenFix[] = [];
  const troubles: string[] = [];
  if (task.all !== undefined) {
    const written = await write(task, { filePath: file, all: task.all });
    return {
      file,
      fixes: typeof written === 'string' ? [] : written,
      undecided: [],
      troubles: typeof written === 'string' ? [written] : [],
    };
  }
  for (let round = 0; round < MOST_ROUNDS && !task.signal.aborted; round++) {
    const report = await task.client.fixes({ filePath: file }, task.signal);
    if (report === undefined)
      return { file, fixes, undecided: [], troubles: [...troubles, 'The language servers gave no answer.'] };
    if (!report.complete) troubles.push('Not all servers answered in time: there may be more fixes.');
    const { chosen, undecided } = chooseFixes(report.fixes);
    const written = await writeMost(
      task,
      chosen.map(({ id }) => id),
    );
    troubles.push(...written.filter((one) => typeof one === 'string'));
    const done = written.filter((one) => typeof one !== 'string');
    fixes.push(...done);
    if (done.length === 0 || task.isDryRun)
      return { file, fixes, undecided, troubles: [...new Set(troubles)] };
  }
  return { file, fixes, undecided: [], troubles: [...new Set(troubles)] };
}

/** All at once, or else one: after that, the others are about an older text. */
async function writeMost(task: FixTask, ids: readonly string[]): Promise<(WrittenFix | string)[]> {
  if (ids.length === 0) return [];
  const together = await write(task, { ids: [...ids] });
  if (typeof together !== 'string') return together;
  if (ids.length === 1) return [together];
  const refused: string[] = [];
  for (const id of ids) {
    const written = await write(task, { ids: [id] });
    if (typeof written !== 'string') return written;
    refused.push(written);
  }
  return refused;
}

/** @returns none if there is nothing of the kind to write; a sentence if it could not be written */
async function write(
  { client, context, isDryRun, signal }: FixTask,
  params: FixParams,
): Promise<WrittenFix[] | string> {
  const result = await client.fix(params, signal);
  if (result === undefined) return 'The language servers gave no answer.';
  if ('refused' in result) return result.refused;
  if (result.changes.length === 0) return [];
  const written: WrittenFix[] = [{ titles: result.titles, diff: joined(result.changes.map(diffOf), '\n') }];
  if (isDryRun) return written;
  const { error } = await fix(
    'ids' in params ? { id: params.ids } : { file: params.filePath, all: params.all },
    context,
    signal,
  );
  return error === undefined ? written : withTags(quoted(error.message));
}
