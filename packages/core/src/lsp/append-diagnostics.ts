import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { DebugLogger } from '../host.js';
import type { EditTrace } from '../trace/edit-trace.js';
import { type DiagnosticChecker, parseCheckReport } from './checker.js';
import { formatAfterEdit, formatAfterWrite } from './format-diagnostics.js';
import { metaLine } from './meta-line.js';
import { oneLine } from './one-line.js';
import type { CheckFileParams, CheckParams, CheckReport, LspConfig } from './types.js';

/** Past the service's own deadline by this many ms, it is taken to hang. */
const HANG_MARGIN = 1000;

export interface AppendRequest {
  /** Absent where LSP is off or could not be started. */
  checker: DiagnosticChecker | undefined;
  config: Required<LspConfig> | false;
  /**
   * `write` also reports on other files (REQ-DIAG-040), `edit` and `patch` only on the given ones (REQ-DIAG-030), unless
   * the setting `otherFiles` says otherwise.
   */
  kind: 'edit' | 'write' | 'patch';
  /** The files whose content was written. */
  files: CheckFileParams[];
  /** Files that were removed, and the old names of moved ones. */
  deleted?: string[];
  logger?: DebugLogger;
  signal?: AbortSignal;
  /** Hears how far the change has come. */
  trace?: EditTrace;
}

/**
 * The result of a mutation that has already happened: `success`, and after a blank line what language servers found, unless `editDiagnostics` is off;
 * with `meta`, as the last line how many errors they know of, after another one. Just that, where `success` is empty.
 *
 * Never throws, and whatever goes wrong the answer is `success` itself (REQ-GRACE-050, REQ-GRACE-055). It comes when the
 * check is done, `signal` aborts, or the service is overdue, whichever is first.
 */
export async function appendDiagnostics(success: string, request: AppendRequest): Promise<string> {
  try {
    const sections = await collect(request);
    if (success === '' || sections === '') return success + sections;
    return `${success}${success.endsWith('\n') ? '\n' : '\n\n'}${sections}`;
  } catch (error) {
    request.trace?.unanswered(describe(error));
    log(request.logger, () => `lsp: ${request.kind} goes without diagnostics: ${describe(error)}`);
    return success;
  }
}

async function collect(request: AppendRequest): Promise<string> {
  const { checker, config, files: written, deleted = [], logger } = request;
  if (config === false || checker?.isAlive() !== true) {
    request.trace?.unanswered('no service');
    return '';
  }
  const files = written.filter(isThere);
  if (files.length === 0) {
    announceDeleted(checker, deleted, logger);
    return '';
  }
  const question: Question = { ...request, checker, config, files, deleted, wantsOthers: wantsOthers(request.kind, config) };
  if (config.editDiagnostics || config.meta !== false) return judge(question);
  judgeBehind(question);
  return '';
}

/** What is put to a service that is there. */
interface Question extends AppendRequest {
  checker: DiagnosticChecker;
  config: Required<LspConfig>;
  deleted: string[];
  wantsOthers: boolean;
}

/** @returns all that follows the success text */
async function judge({ checker, config, kind, files, deleted, wantsOthers, logger, signal, trace }: Question): Promise<string> {
  const params: CheckParams = {
    files,
    written: true,
    ...(deleted.length > 0 && { deleted }),
    ...(wantsOthers && { others: true }),
    ...(config.meta !== false && { counted: true }),
    ...(trace && { edit: trace.id }),
  };
  trace?.sent();
  const started = performance.now();
  const overdue = Math.max(config.firstTouchTimeout, config.diagnosticTimeout) + HANG_MARGIN;
  const report = parseCheckReport(await bounded((both) => checker.check(params, both), overdue, signal));
  const ms = performance.now() - started;
  trace?.answered(report);
  log(logger, () => metrics(kind, report, wantsOthers, ms));
  const format = kind === 'write' ? formatAfterWrite : formatAfterEdit;
  const sections = config.editDiagnostics ? format(report.files, wantsOthers ? report.others : {}, config) : '';
  const added = [sections, metaLine(report, { meta: config.meta, wantsOthers })].filter((part) => part !== '').join('\n\n');
  trace?.formatted(added);
  return added;
}

/** Nobody reads the answer or waits for it, but servers know the change, and what they find of it is there for who asks. */
function judgeBehind({ signal, ...question }: Question): void {
  signal?.throwIfAborted();
  judge(question).catch((error: unknown) => log(question.logger, () => `lsp: ${question.kind} was not checked: ${describe(error)}`));
}

function wantsOthers(kind: AppendRequest['kind'], { otherFiles }: Required<LspConfig>): boolean {
  return otherFiles === 'write' ? kind === 'write' : otherFiles === 'always';
}

/** A file that has vanished since it was written would be judged by the text that we remember of it. */
function isThere({ filePath }: CheckFileParams): boolean {
  return !isAbsolute(filePath) || existsSync(filePath);
}

/** Running servers learn that files are gone, but nothing is asked, started or waited for (REQ-SCOPE-020, REQ-SCOPE-025). */
function announceDeleted(checker: DiagnosticChecker, deleted: string[], logger: DebugLogger | undefined): void {
  if (deleted.length === 0) return;
  checker
    .check({ files: [], deleted })
    .catch((error: unknown) => log(logger, () => `lsp: deletions were not announced: ${describe(error)}`));
}

/**
 * The answer of `work`, which is given up after `ms` or when `outer` aborts, even if it ignores the signal it gets.
 *
 * Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 may collect the pair before it fires.
 */
async function bounded<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  outer: AbortSignal | undefined,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms} ms`)), ms);
  const abort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', abort, { once: true });
  const { signal } = controller;
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up', { cause: signal.reason })), { once: true });
  });
  try {
    return await Promise.race([work(signal), givenUp]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

/** REQ-OBS-020: latency, diagnostics per file, outcomes and timeouts; file names and numbers, never a diagnostic's text. */
function metrics(
  kind: AppendRequest['kind'],
  { files, others, othersComplete, servers }: CheckReport,
  wantsOthers: boolean,
  ms: number,
): string {
  const counts = (byFile: CheckReport['files']): string =>
    Object.entries(byFile)
      .map(([file, diagnostics]) => `${file} ${diagnostics.length}`)
      .join(', ') || 'none';
  const outcomes = servers.map(
    ({ id, root, outcome, ms: took }) => `${id} at ${root} ${outcome} ${Math.round(took)} ms`,
  );
  const timeouts = servers.filter(({ outcome }) => outcome === 'timed-out').length;
  return [
    `lsp: ${kind} checked in ${Math.round(ms)} ms`,
    `diagnostics: ${counts(files)}`,
    ...(wantsOthers ? [`other files: ${counts(others)}${othersComplete ? '' : ' (search cut short)'}`] : []),
    `servers: ${outcomes.join(', ') || 'none'}`,
    `timed out: ${timeouts} of ${servers.length}`,
  ].join('; ');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error), 300);
  const cause = error.cause === undefined ? '' : `: ${describe(error.cause)}`;
  return oneLine(error.message, 300) + cause;
}

/** A host's logger must not cost the edit its result either, nor an error that cannot be put into words. */
function log(logger: DebugLogger | undefined, message: () => string): void {
  try {
    logger?.debug(message());
  } catch {
    // There is nowhere left to report this.
  }
}
