import type { ToolResult } from '../host.js';
import { type Escaped, escaped, joined } from '../support/escaped.js';
import type { CheckReport } from '../lsp/types.js';
import type { Change } from './change.js';
import { commit, type Committed } from './commit.js';
import type { DiagnosticsRequest, ToolContext } from './context.js';
import { takeBack } from './journal/take-back.js';
import { ok, refuse, refusedResult, type Outcome } from './outcome.js';

/** A mutation that has been checked completely and can be written. */
export interface Mutation extends Pick<DiagnosticsRequest, 'kind' | 'files'> {
  readonly changes: readonly Change[];
  readonly deleted?: string[];
  /** What the model reads first (REQ-DIAG-020). */
  readonly success: Escaped;
  /** What would be done, for a dry run: `edit a.ts: replaced 1 time (line 3).` */
  readonly intent: Escaped;
  /** What a person sees. */
  readonly display: Escaped;
  /** The same as a diff, if `display` is none. */
  readonly diff?: Escaped;
  /** What servers report of the tree as it would be, where they were asked already. */
  readonly judged?: CheckReport;
  /**
   * Judges what stands on disk now: a refusal takes it back. Other changes of this process wait for
   * it, as they would not be taken back with it. Never rejects.
   */
  readonly prove?: () => Promise<Outcome<undefined>>;
  /** Clears up once all of it holds. What cannot be cleared up stays. Never rejects. */
  readonly tidy?: () => Promise<void>;
}

/** For a change that needed a note and has none. */
const UNNOTED = joined(
  [
    escaped`No note of this change could be kept outside of the workspace:`,
    escaped`had its process been killed midway, nothing could have taken it back.`,
  ],
  ' ',
);

/**
 * The steps of every mutation tool's call: prepare in memory, write all or nothing, then ask for
 * diagnostics.
 *
 * Calls in one process prepare and write one after another, so that a host may run its tools in
 * parallel without losing an edit. They wait for diagnostics in parallel.
 */
export async function mutate(
  context: ToolContext,
  signal: AbortSignal | undefined,
  prepare: () => Promise<Outcome<Mutation>>,
): Promise<ToolResult> {
  const trace = context.recorder?.beginEdit();
  const { notice, outcome: written } = await inTurn(async () => {
    // First, so that this change is prepared from files that are whole.
    const notice = await takeBack(context.workspaceRoot);
    return { notice, outcome: await write(context.workspaceRoot, prepare, signal) };
  });
  const notices = [notice, written.ok && written.value.isUnnoted ? UNNOTED : undefined].filter(
    (each) => each !== undefined,
  );
  const noticed = (text: Escaped): Escaped =>
    notices.length === 0 ? text : escaped`${text}\n\n${joined(notices, '\n')}`;
  if (!written.ok) {
    const { type, message } = written.refusal;
    trace?.refused(type);
    return refusedResult({ type, message: noticed(message) });
  }
  const { kind, files, deleted, success, display } = written.value.mutation;
  trace?.written(kind, files, deleted ?? []);
  const request = {
    kind,
    files,
    ...(deleted && { deleted }),
    ...(signal && { signal }),
    ...(trace && { trace }),
  };
  return { llmContent: await withDiagnostics(context, noticed(success), request), returnDisplay: display };
}

/**
 * The files are written. Even if a host's own `appendDiagnostics` rejects against its contract, the
 * call does not fail (REQ-GRACE-050).
 */
async function withDiagnostics(
  context: ToolContext,
  success: string,
  request: DiagnosticsRequest,
): Promise<string> {
  try {
    return await context.appendDiagnostics(success, request);
  } catch {
    return success;
  }
}

async function write(
  workspaceRoot: string,
  prepare: () => Promise<Outcome<Mutation>>,
  signal: AbortSignal | undefined,
): Promise<Outcome<Committed & { readonly mutation: Mutation }>> {
  if (signal?.aborted === true)
    return refuse('aborted', escaped`The call was aborted before anything was written.`);
  const mutation = await prepare();
  if (!mutation.ok) return mutation;
  const { changes, prove, tidy } = mutation.value;
  const committed = await commit(changes, { workspaceRoot, signal, prove });
  if (!committed.ok) return committed;
  await tidy?.();
  return ok({ ...committed.value, mutation: mutation.value });
}

let turn: Promise<unknown> = Promise.resolve();

/** Does the work when no other call of this process prepares or writes. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}
