/**
 * The longest line, in UTF-16 code units. No compiler prints a longer one, but another program may
 * write without end.
 */
const LONGEST = 32 * 1024 * 1024;

/** Cuts a stream into lines. Resolves when it ends; never rejects. */
export async function eachLine(
  stream: AsyncIterable<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let held: string[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
      held.push(first);
      size += first.length;
      for (const next of rest) {
        if (size <= LONGEST) take(held.join(''));
        held = [next];
        size = next.length;
      }
      if (size > LONGEST) held = [];
    }
  } catch {
    // The process is gone. Its output so far counts.
  }
  if (held.length > 0 && size > 0 && size <= LONGEST) take(held.join(''));
}
