import { residentSizes } from '../../client/process/resident-size.ts';
import { compareText } from '../../support/compare.ts';
import type { ServerMetrics, ServiceMetrics } from '../../types.ts';
import { numberOf } from '../../diagnostics.ts';
import { knownFindings } from './known-errors.ts';
import { openErrors } from '../origins/open-errors.ts';
import type { LedgeredServers } from '../origins/ledgers.ts';
import type { ProcessView } from '../session/session.ts';
import { type RequestStats, spellChecks } from '../session/request-stats.ts';

/** The servers, and how they have answered one host session. */
export interface MeasuredServers extends LedgeredServers {
  /** Of this session's checks, of all servers together. */
  readonly requestStats: RequestStats;
}

/** How many files the metrics name with their number of findings. */
const MOST_FILES = 20;

/**
 * What each running server uses, and how it answers (REQ-OBS-020), for those of these sessions that
 * run. Scans all processes.
 */
export function serverMetrics(sessions: readonly ProcessView[]): Map<ProcessView, ServerMetrics> {
  const running = sessions.filter(({ state }) => state.kind === 'active' || state.kind === 'starting');
  const withPid = running.flatMap((session) =>
    session.pid === undefined ? [] : [{ session, pid: session.pid }],
  );
  const sizes = residentSizes(withPid.map(({ pid }) => pid));
  const memories = new Map(withPid.map(({ session }, index) => [session, sizes[index]]));
  return new Map(running.map((session) => [session, metricsOf(session, memories.get(session))]));
}

function metricsOf(
  { requestStats, openDocuments = 0, unused }: ProcessView,
  memory: number | undefined,
): ServerMetrics {
  return {
    uptime: requestStats.uptime,
    ...(memory !== undefined && { memory }),
    ...(unused !== undefined && { unused }),
    openDocuments,
    ...requestStats.checks,
    navigations: requestStats.navigations,
  };
}

/** See {@link ServiceMetrics}. */
export function serviceMetrics(services: MeasuredServers): ServiceMetrics {
  const { pool, requestStats } = services;
  return {
    pid: process.pid,
    uptime: Math.round(process.uptime() * 1000),
    memory: process.memoryUsage.rss(),
    starts: pool.starts,
    ...requestStats.checks,
    findings: findingsOf(services),
    ...(services.ledger.isInUse && { open: openOf(services) }),
  };
}

function findingsOf(services: MeasuredServers): ServiceMetrics['findings'] {
  const held = knownFindings(services, services.severities).filter(
    ({ diagnostics }) => diagnostics.length > 0,
  );
  const counts = held.map(({ path, diagnostics }) => ({
    file: services.workspace.folder(path),
    count: numberOf(diagnostics),
  }));
  const most = counts.sort((a, b) => b.count - a.count || compareText(a.file, b.file)).slice(0, MOST_FILES);
  return { total: counts.reduce((sum, { count }) => sum + count, 0), files: counts.length, most };
}

function openOf(services: MeasuredServers): NonNullable<ServiceMetrics['open']> {
  const counts = Object.values(openErrors(services));
  return { errors: counts.reduce((sum, count) => sum + count, 0), files: counts.length };
}

/** For the log, when a server ends: its requests, and how it answered them. */
export function spellServer({ definition: { id }, requestStats }: ProcessView, folder: string): string {
  return (
    `${id} at ${folder}: ${spellChecks(requestStats.checks)}, ${requestStats.navigations} navigations, ` +
    `up ${requestStats.uptime} ms`
  );
}

/** For the log, when the service ends: the whole session in one line. */
export function spellService(services: MeasuredServers): string {
  const { uptime, starts, findings, ...checks } = serviceMetrics(services);
  const servers = `servers: ${starts.succeeded} started, ${starts.failed} failed, ${starts.crashed} crashed`;
  return (
    `service: up ${uptime} ms; ${servers}; ${spellChecks(checks)}; ${findings.total} findings in ` +
    `${findings.files} files`
  );
}
