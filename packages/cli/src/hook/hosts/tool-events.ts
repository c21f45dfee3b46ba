import { additionalContext, consultCheck, consultWarm, type HostAdapter } from '../host.js';
import { asObject, asText, asTexts } from '../json.js';

export interface ToolEvents {
  /** The tools that write one file, named by `file_path`. */
  readonly writes: Readonly<Record<string, 'edit' | 'write'>>;
  readonly reads: readonly string[];
  /** Whether a tool says in its response that it has created the file. */
  readonly isNew: (toolResponse: unknown) => boolean;
}

/** An adapter for hosts whose events are those that Claude Code began with: `PreToolUse` and `PostToolUse`, with `tool_name` and `tool_input`. */
export function toolEvents({ writes, reads, isNew }: ToolEvents): HostAdapter {
  return (event) => {
    const { hook_event_name: name, tool_name: tool, tool_response: response } = event;
    const cwd = asText(event['cwd']);
    const path = asText(asObject(event['tool_input'])?.['file_path']);
    if (cwd === undefined || path === undefined || typeof tool !== 'string') return undefined;
    if (name === 'PreToolUse') return reads.includes(tool) ? consultWarm(cwd, asTexts([path])) : undefined;
    const kind = Object.hasOwn(writes, tool) ? writes[tool] : undefined;
    if (name !== 'PostToolUse' || kind === undefined) return undefined;
    const created = isNew(response);
    return consultCheck({ kind, cwd, files: [{ path, ...(created && { created }) }] }, additionalContext(name));
  };
}
