import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { DebugLogger } from '../host.js';
import type { EditTrace } from './edit-trace.js';
import { type DiagnosticChecker, NO_REPORT } from './checker.js';
import { numberOf } from './diagnostics.js';
import { formatAfterCommand, formatAfterEdit, formatAfterWrite, formatLate } from './format-diagnostics.js';
import { describeInPart, describePending, describeStanding, describeUnasked } from './format-origins.js';
import { describeHoles, describeUninstalled } from './format-holes.js';
import { describeUnjudged, UNANSWERED, UNANSWERED_COMMAND } from './format-unjudged.js';
import { metaLine } from './meta-line.js';
import { type Escaped, escaped, joined, oneLine } from '../support/escaped.js';
import { unlessAborted } from './waiting.js';
import { wantsOthers } from './wants-others.js';
import type { CheckFileParams, CheckParams, CheckReport, LspConfig } from './types.js';

export interface AppendRequest {
  /** Absent if LSP is off or could not be started. */
  checker: DiagnosticChecker | undefined;
  config: Required<LspConfig> | false;
  /**
   * `write` also reports on other files (REQ-DIAG-040). `edit` and `patch` report only on the given
   * files (REQ-DIAG-030), unless the setting `otherFiles` says otherwise. `command` names no files: the
   * service looks for those that a command of a shell has changed. The setting `afterCommands` is for it.
   */
  kind: 'edit' | 'write' | 'patch' | 'command';
  /**
   * The host's model has no other tool than patches. Unless the setting `otherFiles` says otherwise,
   * a patch then reports on other files, too: nothing else would.
   */
  onlyPatches?: boolean;
  /** The files whose content was written. */
  files: CheckFileParams[];
  /** Files that were removed, and the old names of moved files. */
  deleted?: string[];
  /** Is given what a command has changed and what it has broken, by the paths from the workspace. */
  onFound?: (files: readonly string[]) => void;
  logger?: DebugLogger;
  signal?: AbortSignal;
  /** Records the stages of the change. */
  trace?: EditTrace;
}

/**
 * The result of a mutation that has already happened: `success`, a blank line, and what language
 * servers found, unless `editDiagnostics` is off. With `report: "caused"`, that is what the change
 * has caused, and a line that counts what stood before. With `meta`, another blank line follows,
 * and a last line with the number of errors the servers know of. If `success` is empty, only these
 * parts.
 *
 * Never throws. On any failure the answer is `success` itself (REQ-GRACE-050, REQ-GRACE-055). It
 * returns when the check is done or `signal` aborts. The checker bounds the check.
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

async function collect(request: AppendRequest): Promise<Escaped> {
  const { checker, config, files: written, deleted = [], logger } = request;
  if (config === false || checker?.isAlive() !== true) {
    request.trace?.unanswered('no service');
    return config === false ? escaped`` : fateOf(checker, config);
  }
  const files = written.filter(isThere);
  if (request.kind === 'command') {
    if (!config.afterCommands || !config.editDiagnostics) return escaped``;
  } else if (files.length === 0) {
    announceDeleted(checker, deleted, logger);
    return escaped``;
  }
  const question: Question = {
    ...request,
    checker,
    config,
    files,
    deleted,
    wantsOthers: wantsOthers(request.kind, config, request.onlyPatches),
  };
  if (config.editDiagnostics || config.meta !== false) return checkWritten(question);
  checkInBackground(question);
  return escaped``;
}

/** A request to a service that is alive. */
interface Question extends AppendRequest {
  checker: DiagnosticChecker;
  config: Required<LspConfig>;
  deleted: string[];
  wantsOthers: boolean;
}

const FORMATS = {
  edit: formatAfterEdit,
  patch: formatAfterEdit,
  write: formatAfterWrite,
  command: formatAfterCommand,
} as const;

/** @returns the text to append after the success text */
async function checkWritten({
  checker,
  config,
  kind,
  files,
  deleted,
  wantsOthers,
  onFound,
  logger,
  signal,
  trace,
}: Question): Promise<Escaped> {
  const params: CheckParams = {
    files,
    written: true,
    ...(kind === 'command' && { found: true }),
    ...(deleted.length > 0 && { deleted }),
    ...(wantsOthers && { others: true }),
    ...(config.meta !== false && { counted: true }),
    ...(trace && { edit: trace.id }),
  };
  trace?.sent();
  const started = performance.now();
  signal?.throwIfAborted();
  const answer = await unlessAborted(checker.check(params, signal), signal);
  if (answer === undefined) throw new Error('given up', { cause: signal?.reason });
  const ms = performance.now() - started;
  trace?.answered(answer);
  const isMissing = answer === NO_REPORT;
  const hadAnswered = isMissing && checker.shown?.unanswered(files.map(({ filePath }) => filePath)) === true;
  // A command that has changed nothing: there is nothing to count, and nothing to say but of earlier edits.
  if (kind === 'command' && answer.found === undefined && answer.late === undefined) {
    // A service that has come back has not seen what was there before the command.
    const fate = fateOf(checker, config);
    const isUnanswered = hadAnswered && fate === '' && config.unjudged === 'say';
    return isUnanswered ? UNANSWERED_COMMAND : fate;
  }
  if (answer.found !== undefined) onFound?.([...Object.keys(answer.files), ...causedIn(answer.others)]);
  const asked = { ...answer, others: wantsOthers ? answer.others : {} };
  const report = (isMissing ? undefined : checker.shown?.withNew(asked)) ?? asked;
  log(logger, () => metrics(kind, report, wantsOthers, ms));
  const { others } = report;
  const format = FORMATS[kind];
  const fate = fateOf(checker, config);
  const isUnanswered = isMissing && config.unjudged === 'say' && fate === '';
  const found = config.editDiagnostics
    ? [
        isUnanswered ? UNANSWERED : fate,
        describeHoles(checker.shown?.newHoles(report) ?? report.holes ?? []),
        format(report.files, others, config),
        describeUnasked(report),
        describeStanding({ ...report, others: { ...report.late, ...others } }, config),
        ...(wantsOthers ? [describePending(report)] : []),
        ...(config.unjudged === 'say'
          ? [
              formatLate(report.late ?? {}, config),
              describeUnjudged(checker.shown?.newlyUnjudged(report) ?? report.unjudged ?? [], report),
            ]
          : []),
        describeInPart(checker.shown?.newlyInPart(report) ?? {}),
        describeUninstalled(report),
      ]
    : [];
  const added = joined(
    [...found, metaLine(report, { meta: config.meta, wantsOthers })].filter((part) => part !== ''),
    '\n\n',
  );
  checker.shown?.add(added, report.files, others, report.late ?? {});
  trace?.formatted(added);
  return added;
}

function causedIn(others: CheckReport['others']): string[] {
  return Object.keys(others).filter((file) => others[file]?.some(({ origin }) => origin === 'edit'));
}

/** What has become of the service: '' where nothing has, or results say nothing of that kind. */
function fateOf(checker: DiagnosticChecker | undefined, config: Required<LspConfig>): Escaped {
  const isSaid = config.editDiagnostics && config.unjudged === 'say';
  return (isSaid ? checker?.takeFate?.() : undefined) ?? escaped``;
}

/**
 * The answer is not awaited and not shown. The check still notifies servers of the change, and a
 * later request gets their findings.
 */
function checkInBackground({ signal, ...question }: Question): void {
  signal?.throwIfAborted();
  checkWritten(question).catch((error: unknown) =>
    log(question.logger, () => `lsp: ${question.kind} was not checked: ${describe(error)}`),
  );
}

/**
 * Leaves out a file that has vanished since it was written: it would be judged by the remembered
 * text.
 */
function isThere({ filePath }: CheckFileParams): boolean {
  return !isAbsolute(filePath) || existsSync(filePath);
}

/**
 * Notifies running servers of deleted files. Nothing is requested, started or awaited
 * (REQ-SCOPE-020, REQ-SCOPE-025).
 */
function announceDeleted(
  checker: DiagnosticChecker,
  deleted: string[],
  logger: DebugLogger | undefined,
): void {
  if (deleted.length === 0) return;
  checker
    .check({ files: [], deleted })
    .catch((error: unknown) => log(logger, () => `lsp: deletions were not announced: ${describe(error)}`));
}

/**
 * REQ-OBS-020: latency, diagnostics per file, outcomes and timeouts. File names and numbers, never
 * a diagnostic's text.
 */
function metrics(
  kind: AppendRequest['kind'],
  { files, others, othersComplete, servers }: CheckReport,
  wantsOthers: boolean,
  ms: number,
): string {
  const counts = (byFile: CheckReport['files']): string =>
    Object.entries(byFile)
      .map(([file, diagnostics]) => `${file} ${numberOf(diagnostics)}`)
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

/**
 * Neither a host's logger that throws, nor an error that cannot be turned into text, may cost the
 * edit its result.
 */
function log(logger: DebugLogger | undefined, message: () => string): void {
  try {
    logger?.debug(message());
  } catch {
    // There is nowhere left to report this.
  }
}
