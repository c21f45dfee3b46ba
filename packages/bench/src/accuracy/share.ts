/** Never rounded up to 1. */
export function share(value: number): string {
  return value === 1 ? '1.0' : (Math.floor(value * 10_000) / 10_000).toFixed(4);
}
