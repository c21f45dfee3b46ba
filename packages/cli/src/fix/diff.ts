import { displayDiff, type FileChange } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';

/** A unified diff for people. */
export function diffOf({ file, former, text }: FileChange): string {
  return displayDiff(file, former, text);
}

export function colored(diff: string, { outColors }: Pick<Io, 'outColors'>): string {
  const paint = (line: string): string => (line.startsWith('+') ? outColors.green(line) : line.startsWith('-') ? outColors.red(line) : line);
  return diff.split('\n').map(paint).join('\n');
}
