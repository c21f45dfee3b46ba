import yoctoSpinner, { type Spinner } from 'yocto-spinner';
import type { ResolvedLspConfig, Severity } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { complain, withSession, type Session } from '../session.js';
import { judge, type Court } from './judge.js';
import { findOthers } from './others.js';
import { Report } from './report.js';
import { toCheckJson } from './report-json.js';
import { formatFile, formatSummary, formatTroubles } from './report-text.js';
import { findTargets, type Target } from './targets.js';

export interface CheckOptions {
  readonly workspace: string;
  readonly json: boolean;
  /** Instead of the settings' `includeSeverities`. */
  readonly severity: readonly Severity[] | undefined;
  /** Also report on files that were not asked for, where servers speak of them. */
  readonly others: boolean;
  /** How long a server may take for a batch of files, ms. */
  readonly timeout: number;
}

const BATCH = 20;

/** `llxprt-lsp check [paths...]`; without paths, the workspace. */
export function check(io: Io, paths: readonly string[], options: CheckOptions): Promise<ExitCode> {
  return withSession(io, options.workspace, (lsp) => forCheck(lsp, options), async (session) => {
    const { workspaceRoot } = session;
    const report = new Report();
    const progress = options.json || !io.showProgress ? undefined : yoctoSpinner({ text: 'Looking for files', handleSignals: false }).start();
    try {
      await fill(report, io, paths.length === 0 ? [workspaceRoot] : paths, session, options, progress);
    } finally {
      progress?.stop();
    }
    if (io.signal.aborted) return 2;
    if (options.json) io.out(`${JSON.stringify(toCheckJson(workspaceRoot, report), undefined, 2)}\n`);
    else {
      for (const line of formatTroubles(report)) complain(io, line);
      const severities = session.lsp === false ? [] : session.lsp.includeSeverities;
      if (report.judgements.length + report.skipped.length > 0 || report.troubles.length === 0) {
        io.err(`${formatSummary(report, severities)}\n`);
      }
    }
    return report.exitCode();
  });
}

/** An edit cannot wait long for its diagnostics; somebody who asks for them can, and for all of them. */
function forCheck(lsp: ResolvedLspConfig, { timeout, severity }: CheckOptions): ResolvedLspConfig {
  return {
    ...lsp,
    diagnosticTimeout: timeout,
    firstTouchTimeout: Math.max(timeout, lsp.firstTouchTimeout),
    linterGrace: timeout,
    otherFilesTimeout: timeout,
    maxAffectedFiles: Number.MAX_SAFE_INTEGER,
    ...(severity !== undefined && { includeSeverities: [...severity] }),
  };
}

async function fill(
  report: Report,
  io: Io,
  paths: readonly string[],
  { config, lsp, workspaceRoot }: Session,
  options: CheckOptions,
  progress: Spinner | undefined,
): Promise<void> {
  const client = config.getLspServiceClient();
  if (lsp === false || client?.isAlive() !== true) {
    const reason = lsp === false ? 'LSP disabled by configuration' : `LSP unavailable: ${client?.getUnavailableReason() ?? 'interrupted'}`;
    report.troubles.push({ reason });
    return;
  }
  // All, because one that only a subfolder has is not found from the top.
  const servers = await client.status({ all: true });
  const extensions = servers.filter(({ status, optional }) => status !== 'disabled' && optional !== true).flatMap((row) => row.extensions ?? []);
  const { files, troubles } = await findTargets(paths, { cwd: io.cwd, workspaceRoot, extensions, signal: io.signal });
  report.troubles.push(...troubles);
  const court: Court = {
    client,
    workspaceRoot,
    servers,
    timeout: lsp.diagnosticTimeout,
    startTimeout: lsp.firstTouchTimeout,
    signal: io.signal,
  };
  let done = 0;
  for (const batch of batches(files, Math.min(BATCH, lsp.maxOpenDocuments))) {
    if (progress) progress.text = `Checked ${done} of ${files.length} files`;
    const judgements = await judge(court, batch);
    if (judgements === undefined) {
      report.troubles.push({ reason: `LSP unavailable: ${client.getUnavailableReason() ?? 'service does not answer'}` });
      return;
    }
    for (const judgement of judgements) {
      report.add(judgement);
      if (!options.json) io.out(formatFile(judgement, workspaceRoot, io));
    }
    done += batch.length;
  }
  if (!options.others) return;
  if (progress) progress.text = 'Looking at other files';
  report.others = await findOthers(court, report);
  if (!options.json) for (const other of report.others.files) io.out(formatFile(other, workspaceRoot, io));
}

function batches(files: readonly Target[], size: number): Target[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) => files.slice(index * size, (index + 1) * size));
}
