/** What is looked at of a token. */
export interface Angled {
  readonly text: string;
  readonly start: number;
  readonly pair: number;
  /** Of `<` and `>`: the index of the other one, between the same brackets. -1: there is none. */
  angle: number;
}

/**
 * Code units. Where a `<` stands in code, Bun's parser reads on as if arguments of types followed, and back
 * where none do: with each `<` on the way, too.
 */
const MOST_TRIED = 4 * 1024 * 1024;

/** Finds each `<` its `>`. Returns whether a parser that tries each of them is soon done. */
export function pairAngles(tokens: readonly Angled[]): boolean {
  let tried = 0;
  let waiting: number[] = [];
  const around: number[][] = [];
  const end = (at: number): void => {
    for (const start of waiting) tried += (tokens[at]?.start ?? Infinity) - (tokens[start]?.start ?? 0);
    waiting = [];
  };
  for (const [at, token] of tokens.entries()) {
    if (token.pair > at) {
      around.push(waiting);
      waiting = [];
    } else if (token.pair >= 0) {
      end(at);
      waiting = around.pop() ?? [];
    } else if (token.text === ';') end(at);
    else if (token.text === '<') waiting.push(at);
    else if (token.text === '>') {
      const start = waiting.pop();
      const open = start === undefined ? undefined : tokens[start];
      if (start === undefined || open === undefined) continue;
      [open.angle, token.angle] = [at, start];
      tried += token.start - open.start;
    }
  }
  end(tokens.length - 1);
  return tried <= MOST_TRIED;
}
