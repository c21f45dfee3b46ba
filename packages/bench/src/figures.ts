/** Figures as people read them. */

export const MIB = 1024 * 1024;

/** With one digit behind the point below a bound. */
export function digits(value: number, below = 10): string {
  return value.toFixed(value < below ? 1 : 0);
}

export function ms(value: number): string {
  return `${digits(value)} ms`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

export function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}

export function factor(ratio: number): string {
  return `x ${ratio.toFixed(2)}`;
}

/** How much more, or less. */
export function growthText(part: number): string {
  return `${part < 0 ? '-' : '+'} ${Math.abs(part * 100).toFixed(1)} %`;
}

/** Never rounded up to 1. */
export function share(value: number): string {
  return value === 1 ? '1.0' : (Math.floor(value * 10_000) / 10_000).toFixed(4);
}

/** Never rounded down to 0. */
export function percent(value: number): string {
  return `${value === 0 ? '0' : Math.max(0.1, 100 * value).toFixed(1)} %`;
}

export function verdict(holds: boolean): 'PASS' | 'FAIL' {
  return holds ? 'PASS' : 'FAIL';
}

export function sumOf<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}
