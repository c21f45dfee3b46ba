import { bothWays, comparable, type SameError } from '../../backend/same-error.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import type { CheckReport, Diagnostic } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { failed, type Failure, SUPERSEDED } from '../navigate/found.ts';
import { unansweredBy } from '../question/answer.ts';
import { type ChangesToTry, tryChanges, type TriedChanges } from '../question/trial.ts';
import { isCompiler } from '../session/abilities.ts';
import type { ChangedFile, ProposalProgress } from '../session/session.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { type Refactored, type RefactoringContext, refusal, type Refused } from './refactoring.ts';

/** The tree as it would be, judged by the servers and compilers that judge edits. */
export interface Tried {
  /** Errors that it would cause: only where they are allowed. */
  readonly caused: readonly Diagnostic[];
  /** Why not all of it could be judged, if so. */
  readonly untried: string | undefined;
  readonly answers: TriedChanges['answers'];
  /** Undefined where it is not about the tree as it would be. */
  readonly report: CheckReport | undefined;
}

export interface TrialOptions extends Pick<ChangesToTry, 'deleted' | 'questions'> {
  /** Errors are no reason to refuse it. Absent where the caller has no such choice. */
  readonly force?: boolean;
  /** Errors that stand already, under names that their files have only then. Asked for at need. */
  readonly standing?: (found: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
  /** One symbol's name, now and then: an error about the one is as good as one about the other. */
  readonly renamed?: Renamed;
}

interface Renamed {
  readonly oldName: string;
  readonly newName: string;
}

/** Tries the changed files, others included. */
export async function tryRefactoring(
  { services, limit, progress }: RefactoringContext,
  files: readonly ChangedFile[],
  { force, standing, renamed, ...more }: TrialOptions,
  cancel: AbortSignal,
): Promise<Tried | Refused | Failure> {
  const began = performance.now();
  const tried = await tryChanges(
    services,
    { files, others: true, limit, progress: progress && progressOf(files.length, progress), ...more },
    cancel,
  );
  if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
  const compilers = tried.rowsOf(isCompiler);
  const [late] = unansweredBy(compilers);
  if (late !== undefined)
    return refusal(`${late.id} could not tell in time what the change would break. Nothing was changed`);
  const found = tried.caused.filter(({ severity }) => severity === 'error');
  const sameError = bothWays(services.registry.all().map((definition) => definition.sameError));
  const caused =
    found.length > 0 && standing !== undefined
      ? without(found, await standing(found), sameError, renamed)
      : found;
  if (caused.length > 0 && force !== true) return causes(caused, force === undefined);
  const unable = compilers.find(({ outcome }) => outcome === 'unavailable');
  const untried =
    unable !== undefined
      ? `${unable.id}: ${unable.reason ?? ''}`
      : tried.report.othersComplete
        ? undefined
        : whyNotAll(services, tried.report, performance.now() - began >= limit);
  return { caused, untried, answers: tried.answers, report: tried.report };
}

/** Counts each file once, however many servers are asked about it. */
function progressOf(changed: number, tell: NonNullable<RefactoringContext['progress']>): ProposalProgress {
  const [asked, answered] = [new Set<AdmittedPath>(), new Set<AdmittedPath>()];
  const now = (): void => {
    tell({ stage: 'trying', changed, judged: answered.size, files: asked.size });
  };
  now();
  return {
    asked: (paths) => {
      for (const path of paths) asked.add(path);
      now();
    },
    answered: (path) => {
      answered.add(path);
      now();
    },
  };
}

/** Why what depends on the changed files was not all judged. */
function whyNotAll(
  { pool, registry }: RefactoringContext['services'],
  { servers }: Pick<CheckReport, 'servers'>,
  isLate: boolean,
): string {
  if (isLate) return 'not all files that depend on the changed ones could be judged in time';
  const asked = new Set(servers.map(({ id }) => id));
  const running = pool.active().map(({ definition }) => definition);
  const embedders = [...asked].flatMap((id) => registry.embeddersOf(id));
  const unasked = [...new Set([...running, ...embedders])].flatMap((definition) =>
    isCompiler(definition) && !asked.has(definition.id) ? [definition.id] : [],
  );
  return unasked.length > 0
    ? `files of ${unasked.sort().join(', ')} may depend on the changed ones, and were not judged`
    : `${[...asked].sort().join(', ')} judges other files as they are on disk, without the change`;
}

/** The result of a change; a failure if one of its files has changed since it was computed. */
export function finished(
  files: readonly ChangedFile[],
  { caused, untried, report }: Tried,
  {
    changes,
    mentions,
    moreMentions,
    ...more
  }: Omit<Exclude<Refactored, Refused>, 'caused' | 'untried' | 'report'>,
): Refactored | Failure {
  if (files.some(({ path, former }) => textOnDisk(path) !== former)) return SUPERSEDED;
  return {
    changes,
    caused: [...caused],
    mentions,
    moreMentions,
    ...(untried !== undefined && { untried }),
    ...(report !== undefined && { report }),
    ...more,
  };
}

/** What some compilers add to a message: it depends on which names are alike. */
const ADVICE = /\bdid you mean\b.*$/isu;

/** Each standing error counts once. It may be on another line. */
function without(
  found: readonly Diagnostic[],
  standing: readonly Diagnostic[],
  sameError: SameError,
  renamed: Renamed | undefined,
): Diagnostic[] {
  const word = renamed && wordIn(renamed.newName, 'gu');
  const keyOf = (diagnostic: Diagnostic): string => {
    const { code, message } = comparable(diagnostic, sameError);
    const compared =
      renamed === undefined || word === undefined
        ? message
        : message.replace(ADVICE, '').replace(word, () => renamed.oldName);
    return JSON.stringify([diagnostic.file, code, compared]);
  };
  const left = new Map([...Map.groupBy(standing, keyOf)].map(([key, all]) => [key, all.length]));
  return found.filter((diagnostic) => {
    const count = left.get(keyOf(diagnostic)) ?? 0;
    left.set(keyOf(diagnostic), count - 1);
    return count <= 0;
  });
}

/** How many errors a refusal names. */
const MOST_NAMED = 5;

function causes(caused: readonly Diagnostic[], isFinal: boolean): Refused {
  const named = caused
    .slice(0, MOST_NAMED)
    .map(({ file, line, character, message }) => `${file}:${line}:${character} ${linesOf(message)[0] ?? ''}`);
  const more = caused.length > MOST_NAMED ? [`and ${caused.length - MOST_NAMED} more`] : [];
  return refusal(
    `it would cause ${caused.length} ${caused.length === 1 ? 'error' : 'errors'}, so nothing was ` +
      `changed${isFinal ? '' : '. `force` allows them'}:`,
    [...named, ...more],
  );
}
