/** `5 min`, `90 s`, `1500 ms`: exact. */
export function spellMs(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
