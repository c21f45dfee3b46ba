const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Whole milliseconds, or a text with a unit: `"10m"`, `"2h"`, `"90s"`, `"500ms"`, `"1d"`. Core has a copy of
 * this source.
 *
 * @returns ms; undefined for anything else
 */
export function durationMs(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  const [, count, unit = ''] = typeof value === 'string' ? (/^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? []) : [];
  const ms = UNITS[unit];
  return count === undefined || ms === undefined ? undefined : Number(count) * ms;
}
