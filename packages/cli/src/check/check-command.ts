import { resolve } from 'node:path';
import yoctoSpinner from 'yocto-spinner';
import { escaped, jsonOf, LSP_DEFAULTS, type ResolvedLspConfig } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { printError, trouble, whyNoService, withSession, type Session } from '../session.js';
import { Baseline } from './baseline.js';
import { checkByCheckers } from './by-checkers.js';
import { checkByServers } from './by-servers.js';
import { formatForGithub, troubleForGithub } from './format-github.js';
import { toSarif } from './format-sarif.js';
import { Report } from './report.js';
import { toCheckJson } from './report-json.js';
import { formatFile, formatSummary, formatTroubles } from './report-text.js';
import { changedSince } from './since.js';
import { withLongTimeouts, SERVER_TIMEOUT, type CheckFormat, type CheckOptions, type Task } from './task.js';

/** `llxprt-lsp check [paths...]`; without paths, the workspace. */
export async function check(io: Io, paths: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const baseline =
    options.baseline === undefined ? undefined : Baseline.read(resolve(io.cwd, options.baseline));
  if (typeof baseline === 'string') return trouble(io, baseline);
  return await withSession(
    io,
    options,
    (lsp) => forCheck(lsp, options),
    async (session) => {
      const report = new Report(baseline);
      const progress =
        options.format !== 'text' || !io.showProgress
          ? undefined
          : yoctoSpinner({ text: 'Looking for files', handleSignals: false }).start();
      try {
        await fill(report, session, { io, paths, options, progress });
      } finally {
        progress?.stop();
      }
      if (io.signal.aborted) return 2;
      print(report, io, session, options.format);
      return report.exitCode(options.maxWarnings);
    },
  );
}

/**
 * An edit cannot wait long for its diagnostics. The user of `check` can, and wants all of them.
 */
function forCheck(
  lsp: ResolvedLspConfig,
  { timeout, project, severity = lsp.includeSeverities, maxWarnings }: CheckOptions,
): ResolvedLspConfig {
  const includeSeverities = [
    ...new Set([...severity, ...(maxWarnings === undefined ? [] : ['warning' as const])]),
  ];
  if (project) return { ...withLongTimeouts(lsp), includeSeverities };
  const serverTimeout = timeout ?? SERVER_TIMEOUT;
  return {
    ...withLongTimeouts(lsp, serverTimeout),
    diagnosticTimeout: serverTimeout,
    otherFilesTimeout: serverTimeout,
    maxAffectedFiles: LSP_DEFAULTS.maxAffectedFiles,
    includeSeverities,
  };
}

async function fill(
  report: Report,
  { config, lsp, trust, workspaceRoot }: Session,
  { io, paths, options, progress }: Pick<Task, 'io' | 'paths' | 'options' | 'progress'>,
): Promise<void> {
  const client = config.getLspServiceClient();
  if (lsp === false || client?.isAlive() !== true) {
    report.troubles.push({ reason: whyNoService(lsp, client, 'interrupted') });
    return;
  }
  if (options.since !== undefined && trust?.trusted === false) {
    // A repository's configuration names programs that git runs to compare files: filters, file
    // system monitors.
    report.troubles.push({
      reason:
        `--since ${options.since}: git obeys the configuration of its repository, and the workspace is ` +
        `not trusted: ${trust.reason}`,
    });
    return;
  }
  const changed =
    options.since === undefined ? undefined : await changedSince(options.since, workspaceRoot, io.signal);
  if (changed?.kind === 'failed') {
    report.troubles.push({ reason: changed.reason });
    return;
  }
  const task: Task = {
    client,
    lsp,
    io,
    workspaceRoot,
    paths,
    options,
    progress,
    changed: changed?.files,
    tell: printerOf(io, workspaceRoot, options.format),
  };
  const isThere = await (options.project ? checkByCheckers(report, task) : checkByServers(report, task));
  if (!isThere) report.troubles.push({ reason: whyNoService(lsp, client, 'service does not answer') });
}

function printerOf(io: Io, workspaceRoot: string, format: CheckFormat): Task['tell'] {
  switch (format) {
    case 'text':
      return (found) => io.out(formatFile(found, workspaceRoot, io));
    case 'github':
      return (found) => io.out(formatForGithub(found));
    case 'json':
    case 'sarif':
      return () => undefined;
  }
}

function print(report: Report, io: Io, { workspaceRoot, lsp }: Session, format: CheckFormat): void {
  if (format === 'json' || format === 'sarif') {
    const printed = format === 'json' ? toCheckJson(workspaceRoot, report) : toSarif(workspaceRoot, report);
    io.out(escaped`${jsonOf(printed, 2)}\n`);
    return;
  }
  for (const line of formatTroubles(report)) {
    if (format === 'github') io.out(troubleForGithub(line));
    else printError(io, line);
  }
  const isAnythingJudged = report.results.length + report.skipped.length + (report.projects?.length ?? 0) > 0;
  if (isAnythingJudged || report.troubles.length === 0)
    io.err(escaped`${formatSummary(report, lsp === false ? [] : lsp.includeSeverities)}\n`);
}
