import {
  displayDiff,
  type Escaped,
  type FileChange,
  inline,
  joined,
  quoted,
} from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';

/** A unified diff for people. */
export function diffOf({ file, former, text }: FileChange): Escaped {
  return displayDiff(inline(file), former, text);
}

export function colored(diff: Escaped, { outColors }: Pick<Io, 'outColors'>): Escaped {
  const paint = (line: Escaped): Escaped =>
    line.startsWith('+') ? outColors.green(line) : line.startsWith('-') ? outColors.red(line) : line;
  return joined(
    diff.split('\n').map((line) => paint(quoted(line))),
    '\n',
  );
}
