import type { FileState } from './tree.js';

export const TOOLS = ['edit', 'write_file', 'apply_patch'] as const;

export type Tool = (typeof TOOLS)[number];

/** One call of a tool, as a model makes it. */
export interface ToolCall {
  readonly tool: Tool;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The call that turns one state of a file into another one, which differs either in its name or in
 * its text.
 */
export function toolCall(tool: Tool, before: FileState, after: FileState): ToolCall {
  const { path } = before;
  // Created and deleted, not moved: a patch that only moves is nothing that anybody is asked about.
  if (path !== after.path)
    return patch(
      `*** Delete File: ${path}\n*** Add File: ${after.path}\n${marked('+', linesOf(after.text))}`,
    );
  if (tool === 'write_file' || !isWhole(before.text) || !isWhole(after.text)) {
    return { tool: 'write_file', params: { file_path: path, content: after.text } };
  }
  const { from, to } = changedLines(before.text, after.text);
  if (tool === 'edit')
    return { tool, params: { file_path: path, old_string: whole(from), new_string: whole(to) } };
  return patch(`*** Update File: ${path}\n@@\n${marked('-', from)}${marked('+', to)}`);
}

function patch(body: string): ToolCall {
  return { tool: 'apply_patch', params: { patch: `*** Begin Patch\n${body}*** End Patch\n` } };
}

const marked = (sign: string, lines: readonly string[]): string => whole(lines.map((line) => sign + line));
const whole = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const isWhole = (text: string): boolean => text.endsWith('\n');
const linesOf = (text: string): string[] => text.slice(0, -1).split('\n');

interface ChangedLines {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The lines that differ, with as many around them as it takes for the old ones to occur once. */
function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  const limit = Math.min(old.length, now.length);
  let head = 0;
  while (head < limit && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < limit - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  for (;;) {
    const from = old.slice(head, old.length - tail);
    if (occursOnce(before, whole(from)) || (head === 0 && tail === 0))
      return { from, to: now.slice(head, now.length - tail) };
    head = Math.max(0, head - 1);
    tail = Math.max(0, tail - 1);
  }
}

function occursOnce(text: string, part: string): boolean {
  return part !== '' && text.split(part).length === 2;
}
