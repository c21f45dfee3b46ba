/** A line that the other text does not have. */
export interface Line {
  readonly text: string;
  /** The lines that enclose it by indentation, innermost first: the method, the class. */
  readonly headers: readonly string[];
}

export interface ChangedLines {
  readonly old: readonly Line[];
  readonly now: readonly Line[];
}

/**
 * The lines that one of two texts has more often than the other, after cutting their common
 * beginning and end. Differences in indentation and line endings count only if there is no other
 * difference. Lines that were only moved are all returned.
 *
 * @param apart matches lines that enclose no others, and end no enclosing line, however they are indented
 */
export function changedLines(before: string, after: string, apart?: RegExp): ChangedLines {
  const a = before.split('\n');
  const b = after.split('\n');
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && same(a[head], b[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && same(a[a.length - 1 - tail], b[b.length - 1 - tail])) tail += 1;
  const old = besides(a, head, a.length - tail, b, b.length - tail);
  const now = besides(b, head, b.length - tail, a, a.length - tail);
  if (old.size + now.size > 0) return { old: withHeaders(a, old, apart), now: withHeaders(b, now, apart) };
  return {
    old: withHeaders(a, range(head, a.length - tail), apart),
    now: withHeaders(b, range(head, b.length - tail), apart),
  };
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a === b || a?.trimEnd() === b?.trimEnd();
}

/**
 * Indexes of the lines from `head` to `end` that the other text does not have there, or not as
 * often.
 */
function besides(
  lines: readonly string[],
  head: number,
  end: number,
  others: readonly string[],
  othersEnd: number,
): Set<number> {
  const there = new Map<string, number>();
  for (let at = head; at < othersEnd; at += 1) {
    const text = others[at]?.trim() ?? '';
    there.set(text, (there.get(text) ?? 0) + 1);
  }
  const missing = new Set<number>();
  for (let at = head; at < end; at += 1) {
    const text = lines[at]?.trim() ?? '';
    const count = there.get(text) ?? 0;
    if (count > 0) there.set(text, count - 1);
    else if (text !== '') missing.add(at);
  }
  return missing;
}

function range(from: number, to: number): Set<number> {
  return new Set(Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index));
}

/** A line that continues a text: `): string {` belongs to the line that opened the parenthesis. */
const GOES_ON = /^\s*[)\]}{]/;

function withHeaders(lines: readonly string[], wanted: ReadonlySet<number>, apart?: RegExp): Line[] {
  const found: Line[] = [];
  const open: { readonly text: string; readonly indent: number }[] = [];
  for (const [at, text] of lines.entries()) {
    if (found.length === wanted.size) break;
    const indent = text.search(/\S/);
    if (indent < 0) {
      if (wanted.has(at)) found.push({ text, headers: [] });
      continue;
    }
    if (apart?.test(text) === true) {
      if (wanted.has(at)) found.push({ text, headers: open.map((header) => header.text).reverse() });
      continue;
    }
    const goesOn = GOES_ON.test(text);
    for (
      let last = open.at(-1);
      last !== undefined && (goesOn ? last.indent > indent : last.indent >= indent);
      last = open.at(-1)
    )
      open.pop();
    if (wanted.has(at)) found.push({ text, headers: open.map((header) => header.text).reverse() });
    if (!goesOn) open.push({ text, indent });
  }
  return found;
}
