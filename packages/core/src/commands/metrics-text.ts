import { counted } from '../support/counted.js';
import { type Escaped, escaped, inline } from '../support/escaped.js';
import type { ServerMetrics, ServiceMetrics } from '../lsp/types.js';

/** The resources that a server uses and its counts, as the pieces of successive lines. */
export function describeServer({
  uptime,
  memory,
  openDocuments,
  navigations,
  ...checks
}: ServerMetrics): Escaped[][] {
  return [
    [
      escaped`up ${age(uptime)}`,
      ...(memory === undefined ? [] : [size(memory)]),
      counted(openDocuments, 'open document'),
    ],
    [...describeChecks(checks), counted(navigations, 'navigation')],
  ];
}

/** The same for the service as a whole. */
export function describeService({
  pid,
  uptime,
  memory,
  starts,
  findings,
  open,
  ...checks
}: ServiceMetrics): Escaped[][] {
  const { total, files, most } = findings;
  const [first, ...others] = most.map(({ file, count: found }) => escaped`${inline(file)} ${found}`);
  const sum = escaped`${counted(total, 'finding')} in ${counted(files, 'known file')}`;
  return [
    [escaped`pid ${pid}`, escaped`up ${age(uptime)}`, size(memory)],
    [
      escaped`${counted(starts.succeeded, 'server')} started`,
      escaped`${starts.failed} failed`,
      escaped`${starts.crashed} crashed`,
    ],
    describeChecks(checks),
    first === undefined
      ? [sum]
      : [escaped`${sum}: ${first}`, ...others, ...(files > most.length ? [escaped`…`] : [])],
    ...(open === undefined
      ? []
      : [[escaped`${counted(open.errors, 'open error')} of this session in ${counted(open.files, 'file')}`]]),
  ];
}

function describeChecks({
  checks,
  timedOut,
  median,
  p95,
}: Pick<ServiceMetrics, 'checks' | 'timedOut' | 'median' | 'p95'>): Escaped[] {
  return [
    counted(checks, 'check'),
    ...(median === undefined ? [] : [escaped`median ${latency(median)}`]),
    ...(p95 === undefined ? [] : [escaped`p95 ${latency(p95)}`]),
    escaped`${timedOut} timed out`,
  ];
}

/** Always in ms, so that latencies can be compared. */
function latency(ms: number): Escaped {
  return escaped`${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** `90 s`, `5 min`, `3 h 2 min`. */
export function age(ms: number): Escaped {
  if (ms < 120_000) return escaped`${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? escaped`${minutes} min` : escaped`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function size(bytes: number): Escaped {
  const mib = bytes / 2 ** 20;
  return mib < 1024 ? escaped`${Math.round(mib)} MiB` : escaped`${inline((mib / 1024).toFixed(1))} GiB`;
}
