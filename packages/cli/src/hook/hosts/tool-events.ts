import type { PreviousText } from '../../bridge/request.js';
import { writtenFile } from '../previous-text.js';
import {
  additionalContext,
  checkRequest,
  commandRequest,
  isSubagentStop,
  settleRequest,
  warmRequest,
  type HostAdapter,
} from '../host.js';
import { asObject, asText, asTexts, type JsonObject } from '../json.js';

/** Claude Code has it in place of `PostToolUse` where a command ends with another exit code than 0. */
const FAILED = 'PostToolUseFailure';

export interface ToolEvents {
  /** The tools that write one file, named by `file_path`. */
  readonly writes: Readonly<Record<string, 'edit' | 'write'>>;
  readonly reads: readonly string[];
  /** The tools that run a `command` of a shell, or tell what has become of one. */
  readonly shells: readonly string[];
  /** Whether a tool's response reports that it has created the file. */
  readonly isNew: (toolResponse: unknown) => boolean;
  /** What the event holds about the file's previous text. */
  readonly previousText: (toolInput: JsonObject, toolResponse: unknown) => PreviousText | undefined;
}

/**
 * An adapter for hosts with the events that Claude Code introduced: `PreToolUse` and `PostToolUse`,
 * with `tool_name` and `tool_input`, and `Stop` at the end of a turn.
 */
export function toolEvents({ writes, reads, shells, isNew, previousText }: ToolEvents): HostAdapter {
  return (event) => {
    const { hook_event_name: name, tool_name: tool, tool_response: response } = event;
    if (name === 'Stop' || isSubagentStop(event)) return settleRequest(event, 'block');
    const cwd = asText(event['cwd']);
    const input = asObject(event['tool_input']) ?? {};
    if (cwd === undefined || typeof tool !== 'string') return undefined;
    if (shells.includes(tool) && (name === 'PostToolUse' || name === FAILED))
      return commandRequest(cwd, asText(input['command']), additionalContext(name));
    const path = asText(input['file_path']);
    if (path === undefined) return undefined;
    if (name === 'PreToolUse') return reads.includes(tool) ? warmRequest(cwd, asTexts([path])) : undefined;
    const kind = Object.hasOwn(writes, tool) ? writes[tool] : undefined;
    if (name !== 'PostToolUse' || kind === undefined) return undefined;
    return checkRequest(
      { kind, cwd, files: [writtenFile(path, isNew(response), previousText(input, response))] },
      additionalContext(name),
    );
  };
}
