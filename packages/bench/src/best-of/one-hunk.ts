const CONTEXT = 3;

/**
 * A unified diff of one file with one hunk: from the first changed line to the last one. Both texts
 * end with a line break.
 */
export function oneHunk(file: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const limit = Math.min(old.length, now.length);
  let head = 0;
  while (head < limit && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < limit - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const first = Math.max(0, head - CONTEXT);
  const trailing = Math.min(tail, CONTEXT);
  const body = [
    ...old.slice(first, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + trailing).map((line) => ` ${line}`),
  ];
  const range = ({ length }: readonly string[]): string => `${first + 1},${length - tail + trailing - first}`;
  return [`--- a/${file}`, `+++ b/${file}`, `@@ -${range(old)} +${range(now)} @@`, ...body, ''].join('\n');
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}
