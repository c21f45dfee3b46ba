/**
 * The text that `*` matches where `text` fits `pattern`. `''` where there is no star and both are
 * equal; undefined where they differ.
 */
export function matchPathPattern(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : undefined;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  return fits ? text.slice(head.length, text.length - tail.length) : undefined;
}
