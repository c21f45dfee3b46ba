import { counted } from '../lsp/counted.js';
import { oneLine } from '../support/escaped.js';
import type { ServerMetrics, ServiceMetrics } from '../lsp/types.js';

/** The resources that a server uses and its counts, as the pieces of successive lines. */
export function describeServer({ uptime, memory, openDocuments, navigations, ...checks }: ServerMetrics): string[][] {
  return [
    [`up ${age(uptime)}`, ...(memory === undefined ? [] : [size(memory)]), counted(openDocuments, 'open document')],
    [...describeChecks(checks), counted(navigations, 'navigation')],
  ];
}

/** The same for the service as a whole. */
export function describeService({ pid, uptime, memory, starts, findings, open, ...checks }: ServiceMetrics): string[][] {
  const { total, files, most } = findings;
  const [first, ...others] = most.map(({ file, count: found }) => `${oneLine(file)} ${found}`);
  const sum = `${counted(total, 'finding')} in ${counted(files, 'known file')}`;
  return [
    [`pid ${pid}`, `up ${age(uptime)}`, size(memory)],
    [`${counted(starts.succeeded, 'server')} started`, `${starts.failed} failed`, `${starts.crashed} crashed`],
    describeChecks(checks),
    first === undefined ? [sum] : [`${sum}: ${first}`, ...others, ...(files > most.length ? ['…'] : [])],
    ...(open === undefined ? [] : [[`${counted(open.errors, 'open error')} of this session in ${counted(open.files, 'file')}`]]),
  ];
}

function describeChecks({ checks, timedOut, median, p95 }: Pick<ServiceMetrics, 'checks' | 'timedOut' | 'median' | 'p95'>): string[] {
  return [
    counted(checks, 'check'),
    ...(median === undefined ? [] : [`median ${latency(median)}`]),
    ...(p95 === undefined ? [] : [`p95 ${latency(p95)}`]),
    `${timedOut} timed out`,
  ];
}

/** Always in ms, so that latencies can be compared. */
function latency(ms: number): string {
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** `90 s`, `5 min`, `3 h 2 min`. */
export function age(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function size(bytes: number): string {
  const mib = bytes / 2 ** 20;
  return mib < 1024 ? `${Math.round(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`;
}
