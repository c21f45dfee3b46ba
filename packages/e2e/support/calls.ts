import { applyPatch, edit, writeFile } from '@vybestack/llxprt-lsp-core';

export const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

export type Tool = keyof typeof TOOLS;

export const TOOL_NAMES = ['edit', 'write_file', 'apply_patch'] as const satisfies readonly Tool[];

/** One call of a tool, as a model makes it. */
export interface Call {
  readonly tool: Tool;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The call of this tool that turns a file's text, which is `from`, into `to`; `''` for a file that does not exist. Whole lines. */
export function change(tool: Tool, file: string, from: string, to: string): Call {
  switch (tool) {
    case 'edit':
      return { tool, params: { file_path: file, old_string: from, new_string: to } };
    case 'write_file':
      return { tool, params: { file_path: file, content: to } };
    case 'apply_patch':
      return patch([file, from, to]);
  }
}

/** The patch that turns each file's text into another one, where `''` stands for no file. Whole lines. */
export function patch(...files: readonly (readonly [file: string, from: string, to: string])[]): Call {
  const parts = files.map(([file, from, to]) => {
    if (from === '') return `*** Add File: ${file}\n${marked('+', to)}`;
    if (to === '') return `*** Delete File: ${file}\n`;
    return `*** Update File: ${file}\n@@\n${marked('-', from)}${marked('+', to)}`;
  });
  return { tool: 'apply_patch', params: { patch: `*** Begin Patch\n${parts.join('')}*** End Patch\n` } };
}

function marked(sign: string, text: string): string {
  return text.replace(/\n$/, '').replace(/^/gm, sign) + '\n';
}
