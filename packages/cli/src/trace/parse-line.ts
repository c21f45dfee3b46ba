/** A line that has a trace's stamp and kind. What else it holds may be anything: a file can be made by anybody. */
export interface TraceRecord {
  readonly t: number;
  readonly pid: number;
  readonly from: 'core' | 'sidecar';
  readonly kind: TraceKind;
  readonly [field: string]: unknown;
}

const KINDS = ['start', 'edit', 'rpc', 'mcp', 'server', 'process', 'log', 'dropped'] as const;
export type TraceKind = (typeof KINDS)[number];

/** The last moment that a date can say, ms since 1970. */
const LAST_MOMENT = 8.64e15;

/** `undefined`: this is no line of a trace. */
export function parseLine(text: string): TraceRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const line = value as Record<string, unknown>;
  const { t, pid, from, kind } = line;
  if (typeof t !== 'number' || !(t >= 0 && t <= LAST_MOMENT) || !Number.isSafeInteger(pid)) return undefined;
  if (from !== 'core' && from !== 'sidecar') return undefined;
  return KINDS.some((known) => known === kind) ? (line as unknown as TraceRecord) : undefined;
}
