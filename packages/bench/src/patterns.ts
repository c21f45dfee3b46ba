/** One pattern of several, one behind the other: each has to be whole. */
export function inOrder(flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), flags);
}
