import { textAfter } from '../../backend/fixes/text-changes.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Diagnostic } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { failed, type Failure, SUPERSEDED } from '../navigate/found.ts';
import type { JudgedProposal, ProposalOptions } from '../question/propose.ts';
import type { ChangedFile } from '../session/session.ts';
import { LIMIT, type Refactored, type RefactoringContext, refusal, type Refused } from './refactoring.ts';

/** The tree as it would be, judged by the servers and compilers that judge edits. */
export interface Tried {
  /** Errors that it would cause: only where they are allowed. */
  readonly caused: readonly Diagnostic[];
  /** Why not all of it could be judged, if so. */
  readonly untried: string | undefined;
  readonly answers: JudgedProposal['answers'];
}

export interface TrialOptions {
  readonly deleted?: readonly AdmittedPath[];
  /** Errors are no reason to refuse it. Absent where the caller has no such choice. */
  readonly force?: boolean;
  readonly questions?: ProposalOptions['questions'];
  /** Errors that stand already, under names that their files have only then. Asked for at need. */
  readonly standing?: (found: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
  /** One symbol's name, now and then: an error about the one is as good as one about the other. */
  readonly renamed?: Renamed;
}

interface Renamed {
  readonly oldName: string;
  readonly newName: string;
}

/** Proposes the changed files, others included. */
export async function tryRefactoring(
  { services, propose }: RefactoringContext,
  files: readonly ChangedFile[],
  { deleted = [], force, questions, standing, renamed }: TrialOptions,
  cancel: AbortSignal,
): Promise<Tried | Refused | Failure> {
  const texts = files.map((file) => ({ filePath: file.path, text: textAfter(file) }));
  const params = {
    files: texts,
    ...(deleted.length > 0 && { deleted: [...deleted] }),
    others: true,
    origins: true,
  };
  const began = performance.now();
  const { report, answers } = await propose(
    params,
    { limit: LIMIT, ...(questions && { questions }) },
    cancel,
  );
  if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
  const compilers = report.servers.filter(({ id }) =>
    services.registry.all().some((definition) => definition.id === id && definition.role === 'compiler'),
  );
  const late = compilers.find(({ outcome }) => outcome !== 'complete' && outcome !== 'unavailable');
  if (late !== undefined)
    return refusal(`${late.id} could not tell in time what the change would break. Nothing was changed`);
  const found = [...Object.values(report.files), ...Object.values(report.others)]
    .flat()
    .filter(({ origin, severity }) => origin !== 'before' && severity === 'error');
  const caused =
    found.length > 0 && standing !== undefined ? without(found, await standing(found), renamed) : found;
  if (caused.length > 0 && force !== true) return causes(caused, force === undefined);
  const unable = compilers.find(({ outcome, reason }) => outcome === 'unavailable' && reason !== undefined);
  const untried =
    unable !== undefined
      ? `${unable.id}: ${unable.reason ?? ''}`
      : report.othersComplete
        ? undefined
        : whyNotAll(services, report, performance.now() - began);
  return { caused, untried, answers };
}

/** Why what depends on the changed files was not all judged. */
function whyNotAll(
  { pool, registry }: RefactoringContext['services'],
  { servers }: Pick<CheckReport, 'servers'>,
  ms: number,
): string {
  if (ms >= LIMIT) return 'not all files that depend on the changed ones could be judged in time';
  const asked = new Set(servers.map(({ id }) => id));
  const running = pool.active().map(({ definition }) => definition);
  const embedders = [...asked].flatMap((id) => registry.embeddersOf(id));
  const unasked = [...new Set([...running, ...embedders])].flatMap(({ id, role }) =>
    role === 'compiler' && !asked.has(id) ? [id] : [],
  );
  return unasked.length > 0
    ? `files of ${unasked.sort().join(', ')} may depend on the changed ones, and were not judged`
    : `${[...asked].sort().join(', ')} judges other files as they are on disk, without the change`;
}

/** The result of a change; a failure if one of its files has changed since it was computed. */
export function finished(
  files: readonly ChangedFile[],
  { caused, untried }: Tried,
  { changes, mentions, moreMentions, ...more }: Omit<Exclude<Refactored, Refused>, 'caused' | 'untried'>,
): Refactored | Failure {
  if (files.some(({ path, former }) => textOnDisk(path) !== former)) return SUPERSEDED;
  return {
    changes,
    caused: [...caused],
    mentions,
    moreMentions,
    ...(untried !== undefined && { untried }),
    ...more,
  };
}

/** What some compilers add to a message: it depends on which names are alike. */
const ADVICE = /\bdid you mean\b.*$/isu;

/** Each standing error counts once. It may be on another line. */
function without(
  found: readonly Diagnostic[],
  standing: readonly Diagnostic[],
  renamed: Renamed | undefined,
): Diagnostic[] {
  const word = renamed && wordIn(renamed.newName, 'gu');
  const compared = (message: string): string =>
    renamed === undefined || word === undefined
      ? message
      : message.replace(ADVICE, '').replace(word, () => renamed.oldName);
  const keyOf = ({ file, code, message }: Diagnostic): string =>
    JSON.stringify([file, code, compared(message)]);
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
