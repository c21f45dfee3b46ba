import type { FormerText } from '../../bridge/protocol.js';
import { writtenFile } from '../former.js';
import { additionalContext, consultCheck, consultWarm, type HostAdapter } from '../host.js';
import { asObject, asText, asTexts, type JsonObject } from '../json.js';

export interface ToolEvents {
  /** The tools that write one file, named by `file_path`. */
  readonly writes: Readonly<Record<string, 'edit' | 'write'>>;
  readonly reads: readonly string[];
  /** Whether a tool's response reports that it has created the file. */
  readonly isNew: (toolResponse: unknown) => boolean;
  /** What the event holds about the file's former text. */
  readonly former: (toolInput: JsonObject, toolResponse: unknown) => FormerText | undefined;
}

/**
 * An adapter for hosts with the events that Claude Code introduced: `PreToolUse` and `PostToolUse`,
 * with `tool_name` and `tool_input`.
 */
export function toolEvents({ writes, reads, isNew, former: formerOf }: ToolEvents): HostAdapter {
  return (event) => {
    const { hook_event_name: name, tool_name: tool, tool_response: response } = event;
    const cwd = asText(event['cwd']);
    const input = asObject(event['tool_input']) ?? {};
    const path = asText(input['file_path']);
    if (cwd === undefined || path === undefined || typeof tool !== 'string') return undefined;
    if (name === 'PreToolUse') return reads.includes(tool) ? consultWarm(cwd, asTexts([path])) : undefined;
    const kind = Object.hasOwn(writes, tool) ? writes[tool] : undefined;
    if (name !== 'PostToolUse' || kind === undefined) return undefined;
    return consultCheck({ kind, cwd, files: [writtenFile(path, isNew(response), formerOf(input, response))] }, additionalContext(name));
  };
}
