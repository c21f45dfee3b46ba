import { resolve } from 'node:path';
import yoctoSpinner, { type Spinner } from 'yocto-spinner';
import type { ResolvedLspConfig, Severity } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { complain, withSession, type Session } from '../session.js';
import { Baseline } from './baseline.js';
import { formatForGithub, troubleForGithub } from './format-github.js';
import { toSarif } from './format-sarif.js';
import { judge, type Court } from './judge.js';
import { findOthers } from './others.js';
import { Report } from './report.js';
import { toCheckJson } from './report-json.js';
import { formatFile, formatSummary, formatTroubles, type Findings } from './report-text.js';
import { changedSince } from './since.js';
import { findTargets, type Target } from './targets.js';

export interface CheckOptions {
  readonly workspace: string;
  readonly format: CheckFormat;
  /** Instead of the settings' `includeSeverities`. */
  readonly severity: readonly Severity[] | undefined;
  /** Also report on files that were not asked for, where servers speak of them. */
  readonly others: boolean;
  /** How long a server may take for a batch of files, ms. */
  readonly timeout: number;
  /** With more of them the check fails. They are reported then, whatever the settings say. */
  readonly maxWarnings?: number | undefined;
  /** Only files that differ from this revision of git. */
  readonly since?: string | undefined;
  /** What `--json` has printed earlier; only what was not in it counts. Relative to where the user is. */
  readonly baseline?: string | undefined;
}

export const CHECK_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

const BATCH = 20;

/** `llxprt-lsp check [paths...]`; without paths, the workspace. */
export async function check(io: Io, paths: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const baseline = options.baseline === undefined ? undefined : Baseline.read(resolve(io.cwd, options.baseline));
  if (typeof baseline === 'string') {
    complain(io, baseline);
    return 2;
  }
  return await withSession(io, options.workspace, (lsp) => forCheck(lsp, options), async (session) => {
    const { workspaceRoot } = session;
    const report = new Report(baseline);
    const progress = options.format !== 'text' || !io.showProgress ? undefined : yoctoSpinner({ text: 'Looking for files', handleSignals: false }).start();
    try {
      await fill(report, io, paths.length === 0 ? [workspaceRoot] : paths, session, options, progress);
    } finally {
      progress?.stop();
    }
    if (io.signal.aborted) return 2;
    if (options.format === 'json') io.out(`${JSON.stringify(toCheckJson(workspaceRoot, report), undefined, 2)}\n`);
    else if (options.format === 'sarif') io.out(`${JSON.stringify(toSarif(workspaceRoot, report), undefined, 2)}\n`);
    else {
      if (options.format === 'github') for (const line of formatTroubles(report)) io.out(troubleForGithub(line));
      else for (const line of formatTroubles(report)) complain(io, line);
      const severities = session.lsp === false ? [] : session.lsp.includeSeverities;
      if (report.judgements.length + report.skipped.length > 0 || report.troubles.length === 0) {
        io.err(`${formatSummary(report, severities)}\n`);
      }
    }
    return report.exitCode(options.maxWarnings);
  });
}

/** An edit cannot wait long for its diagnostics; somebody who asks for them can, and for all of them. */
function forCheck(lsp: ResolvedLspConfig, { timeout, severity = lsp.includeSeverities, maxWarnings }: CheckOptions): ResolvedLspConfig {
  return {
    ...lsp,
    diagnosticTimeout: timeout,
    firstTouchTimeout: Math.max(timeout, lsp.firstTouchTimeout),
    linterGrace: timeout,
    otherFilesTimeout: timeout,
    maxAffectedFiles: Number.MAX_SAFE_INTEGER,
    includeSeverities: [...new Set([...severity, ...(maxWarnings === undefined ? [] : ['warning' as const])])],
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
  const changed = options.since === undefined ? undefined : await changedSince(options.since, workspaceRoot, io.signal);
  if (changed?.kind === 'failed') {
    report.troubles.push({ reason: changed.reason });
    return;
  }
  const { files: all, troubles } = await findTargets(paths, { cwd: io.cwd, workspaceRoot, extensions, signal: io.signal });
  report.troubles.push(...troubles);
  const wanted = changed && new Set(changed.files);
  const files = wanted === undefined ? all : all.filter(({ path }) => wanted.has(path));
  const format = options.format === 'github' ? formatForGithub : options.format === 'text' ? (found: Findings): string => formatFile(found, workspaceRoot, io) : undefined;
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
      const added = report.add(judgement);
      if (format !== undefined) io.out(format(added));
    }
    done += batch.length;
  }
  if (!options.others) return;
  if (progress) progress.text = 'Looking at other files';
  report.others = report.newAmong(await findOthers(court, report));
  if (format !== undefined) for (const other of report.others.files) io.out(format(other));
}

function batches(files: readonly Target[], size: number): Target[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) => files.slice(index * size, (index + 1) * size));
}
