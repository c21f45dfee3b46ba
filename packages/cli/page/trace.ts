/**
 * A line of the trace as the command has let it through: these fields are sure, whatever else is
 * there may be anything.
 */
export interface Line {
  readonly t: number;
  readonly pid: number;
  readonly from: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** What the command has put into the page. */
export interface PageData {
  /** The file's name. */
  readonly name: string;
  /** By time. */
  readonly lines: readonly Line[];
  /** Sentences about what of the file is not shown. */
  readonly remarks: readonly string[];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
