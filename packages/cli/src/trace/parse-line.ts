import { parseJson } from '@vybestack/llxprt-lsp-core';

/**
 * A line with a trace's time and kind. The rest is unchecked, because any program can write such a
 * file.
 */
export interface TraceRecord {
  readonly t: number;
  readonly pid: number;
  readonly from: 'core' | 'sidecar';
  readonly kind: TraceKind;
  readonly [field: string]: unknown;
}

const KINDS = ['start', 'edit', 'rpc', 'mcp', 'server', 'process', 'log', 'dropped'] as const;
type TraceKind = (typeof KINDS)[number];

/** The last time that a `Date` can hold, ms since 1970. */
const LAST_MOMENT = 8.64e15;

/** @returns `undefined`: the text is no line of a trace */
export function parseLine(text: string): TraceRecord | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const line = value as Record<string, unknown>;
  const { t, pid, from, kind } = line;
  if (typeof t !== 'number' || !(t >= 0 && t <= LAST_MOMENT) || !Number.isSafeInteger(pid)) return undefined;
  if (from !== 'core' && from !== 'sidecar') return undefined;
  return KINDS.some((known) => known === kind) ? (line as unknown as TraceRecord) : undefined;
}
