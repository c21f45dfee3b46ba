import { nameInTags, proseInTags } from '../../lsp/in-tags.js';
import type { ToolResult } from '../../host.js';
import { counted } from '../../support/counted.js';
import { type Escaped, escaped, joined, quoted, withoutTags } from '../../support/escaped.js';
import type { RefactoringProgress, RefactorParams, RefactorResult } from '../../lsp/types.js';
import type { ToolContext } from '../context.js';
import { mutate, type Mutation } from '../mutation.js';
import { ok, refuse, refusedResult, type Outcome } from '../outcome.js';
import { dryRun } from '../preview/dry-run.js';
import { prepareChanges } from '../service-changes.js';
import { renameInIndex } from './git-index.js';
import { whyNotProven } from './prove.js';

/** The longest name that a result repeats, UTF-16 code units. */
export const MAX_NAME = 100;
const MAX_LINE = 200;
const MAX_NOTE = 400;

/** What results say of one kind of refactoring. */
export interface Wording {
  /** `Renamed a to b in 2 files`; gets `2 files`. */
  readonly done: (files: Escaped) => Escaped;
  /** The same as what would be done: `rename a to b in 2 files`. */
  readonly intent: (files: Escaped) => Escaped;
  /** `Not renamed` */
  readonly refused: Escaped;
  /** What to do where no server runs: a sentence. */
  readonly instead: Escaped;
  /** `The old name still stands`: what the listed mentions are. Absent where there are none. */
  readonly mentions?: Escaped;
  /** A sentence for where nothing is to be changed. */
  readonly nothing?: Escaped;
  /** Clears up after it is written. Never rejects. */
  readonly tidy?: () => Promise<void>;
}

/** What the service is asked for, and how results tell of it. */
export interface Refactoring {
  readonly params: RefactorParams;
  readonly wording: Wording;
}

export interface Call {
  readonly context: ToolContext;
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
  /** Is told how far the service is. */
  readonly progress?: (now: RefactoringProgress) => void;
}

/**
 * The steps of every refactoring tool's call: let the service compute and try it, then write it all
 * or nothing.
 */
export async function refactor(refactoring: Refactoring, call: Call): Promise<ToolResult> {
  const computed = await computeRefactoring(refactoring, call);
  if (!computed.ok) return refusedResult(computed.refusal);
  return await writeRefactoring(computed.value, refactoring, call);
}

/** What the service has computed and tried. Nothing is written yet. */
export type Computed = Extract<RefactorResult, { readonly changes: unknown }>;

/** Not in turn with other changes: those must not wait for a server. */
export async function computeRefactoring(
  { params, wording: { refused, instead } }: Refactoring,
  { context, isDry, signal, progress }: Call,
): Promise<Outcome<Computed>> {
  const service = context.changeService?.();
  if (service === undefined)
    return refuse('service_unavailable', escaped`${refused}: no language server runs. ${instead}`);
  const result = await service.refactor({ ...params, ...(isDry && { report: true }) }, signal, progress);
  if (result === undefined)
    return refuse(
      'service_unavailable',
      escaped`${refused}: the language servers gave no answer. Try again.`,
    );
  return 'refused' in result
    ? refuse(
        'change_refused',
        escaped`${refused}: ${withoutTags(quoted(result.refused.replace(/\.$/, '')))}.`,
      )
    : ok(result);
}

/** All files or none, and only where each is the text that the change was computed from. */
export async function writeRefactoring(
  computed: Computed,
  refactoring: Refactoring,
  call: Call,
): Promise<ToolResult> {
  const { wording } = refactoring;
  if (computed.changes.length === 0 && wording.nothing !== undefined)
    return { llmContent: wording.nothing, returnDisplay: wording.nothing };
  const perform = call.isDry ? dryRun : mutate;
  return await perform(call.context, call.signal, () => prepareRefactoring(computed, refactoring, call));
}

/** Holds it against the files on disk. */
export async function prepareRefactoring(
  { changes: computed, mentions, moreMentions, untried, proveAfterwards, notes = [], report }: Computed,
  { params, wording }: Refactoring,
  { context, isDry, signal }: Call,
): Promise<Outcome<Mutation>> {
  // Errors are allowed: nothing has to be proven.
  const isForced = 'force' in params && params.force;
  const prepared = await prepareChanges(computed, context.workspaceRoot);
  if (!prepared.ok) return prepared;
  const { changes, files, deleted, summary, display } = prepared.value;
  const count = counted(summary.length, 'file');
  const mentioned = counted(mentions.length + moreMentions, 'line');
  const where = escaped`in ${mentioned}, in comments, texts, or files of no project:`;
  const rest = [
    ...summary,
    ...(untried === undefined ? [] : [notTried(untried, isForced || isDry ? undefined : proveAfterwards)]),
    ...notes.map((note) => proseInTags(note, MAX_NOTE)),
    ...(mentions.length === 0 ? [] : [escaped`${wording.mentions ?? 'The same stands'} ${where}`]),
    ...mentions.map(
      ({ file, line, character, text }) =>
        escaped`${nameInTags(file, MAX_LINE)}:${line}:${character} ${proseInTags(text, MAX_LINE)}`,
    ),
    ...(moreMentions > 0 ? [escaped`... and ${moreMentions} more`] : []),
  ];
  return ok({
    kind: 'patch',
    changes,
    files,
    ...(deleted.length > 0 && { deleted }),
    success: joined([escaped`${wording.done(count)}:`, ...rest], '\n'),
    intent: joined([escaped`${wording.intent(count)}:`, ...rest], '\n'),
    display,
    diff: display,
    ...(report !== undefined && { judged: report }),
    tidy: async () => {
      if (context.trusted !== false)
        await renameInIndex(
          context.workspaceRoot,
          computed.flatMap((change) => ('from' in change ? [{ from: change.from, to: change.file }] : [])),
        );
      await wording.tidy?.();
    },
    ...(proveAfterwards !== undefined &&
      !isForced && {
        prove: () =>
          whyNotProven(context, { files, deleted, proof: proveAfterwards }, wording.refused, signal),
      }),
  });
}

/** @param proof what is asked afterwards, if anything is */
function notTried(why: string, proof: Computed['proveAfterwards']): Escaped {
  const before = escaped`It could not be tried in all files before it was written`;
  const untried = escaped`${before} (${proseInTags(why, MAX_LINE)}).`;
  if (proof === undefined) return untried;
  return proof.servers.length === 0
    ? escaped`${untried} What it breaks was looked for afterwards, as far as time allowed.`
    : escaped`${untried} It was checked afterwards.`;
}
