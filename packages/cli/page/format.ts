/** ms, to three digits. */
export function duration(ms: number): string {
  if (ms >= 60_000) return `${(ms / 60_000).toFixed(1)} min`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms >= 100) return `${ms.toFixed(0)} ms`;
  return ms >= 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(2)} ms`;
}

/** Since the first line. */
export function offset(ms: number): string {
  return `+${(ms / 1000).toFixed(3)}`;
}

export function size(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${bytes} B`;
}

/** The name of a file, and the folder that it is in. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}

export function count(many: number, one: string): string {
  return `${many.toLocaleString('en')} ${one}${many === 1 ? '' : 's'}`;
}

/** The value that this share of the values does not exceed; of at least one. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
