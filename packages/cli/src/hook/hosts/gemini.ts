import { displayedText, writtenFile } from '../previous-text.js';
import {
  additionalContext,
  checkRequest,
  commandRequest,
  plainPaths,
  settleRequest,
  warmRequest,
  type HookRequest,
  type HostAdapter,
} from '../host.js';
import { asObject, asText, asTexts, type JsonObject } from '../json.js';
import { isLlxprt, isOwnInLlxprt } from '../in-llxprt.js';
import { llxprt } from './llxprt.js';

/**
 * Gemini CLI: `AfterTool` of tools that write, `BeforeTool` of tools that read, `BeforeAgent` for
 * `/lsp`, and `AfterAgent` at the end of a turn.
 *
 * A result that has an `error` changed nothing. Text goes into `additionalContext`;
 * `decision: deny` would replace the tool's own result.
 *
 * Quirk(gemini): `AfterAgent` has `stop_hook_active` only until the model calls another tool. Its
 * `prompt` stays that of the turn.
 *
 * LLxprt Code loads extensions for Gemini CLI. There, this one is answered as its own would be, and
 * not at all where that is installed.
 */
export const gemini: HostAdapter = (event, env = {}) => {
  const cwd = asText(event['cwd']);
  if (cwd === undefined) return undefined;
  if (isLlxprt(env))
    return isOwnInLlxprt(env)
      ? undefined
      : event['hook_event_name'] === 'BeforeAgent'
        ? slashLsp(asText(event['prompt']) ?? '', cwd)
        : llxprt(event);
  if (event['hook_event_name'] === 'BeforeAgent') return slashLsp(asText(event['prompt']) ?? '', cwd);
  if (event['hook_event_name'] === 'AfterAgent') return settleRequest(event, 'deny', asText(event['prompt']));
  const input = asObject(event['tool_input']) ?? {};
  if (event['hook_event_name'] === 'BeforeTool')
    return warmRequest(cwd, filesRead(event['tool_name'], input));
  return event['hook_event_name'] === 'AfterTool' ? afterTool(event, cwd, input) : undefined;
};

/** The second one reads what a command in the background has printed since, and names its process alone. */
const SHELLS: readonly unknown[] = ['run_shell_command', 'read_background_output'];

function afterTool(event: JsonObject, cwd: string, input: JsonObject): HookRequest | undefined {
  if (SHELLS.includes(event['tool_name']))
    return commandRequest(cwd, asText(input['command']), additionalContext('AfterTool'));
  const kind = ({ write_file: 'write', replace: 'edit' } as const)[String(event['tool_name'])];
  const path = asText(input['file_path']);
  const response = asObject(event['tool_response']);
  if (kind === undefined || path === undefined || (response?.['error'] ?? undefined) !== undefined)
    return undefined;
  return checkRequest(
    { kind, cwd, files: [writtenFile(path, isNewFile(response), displayedText(response))] },
    additionalContext('AfterTool'),
  );
}

/**
 * `write_file` has it in what it shows to the user. `replace` shows a new file as a sentence, and
 * has it in the text for the model.
 */
function isNewFile(response: JsonObject | undefined): boolean {
  if (asObject(response?.['returnDisplay'])?.['isNewFile'] === true) return true;
  return asText(response?.['llmContent'])?.startsWith('Created new file: ') === true;
}

function filesRead(tool: unknown, input: JsonObject): string[] {
  if (tool === 'read_file') return asTexts([input['file_path']]);
  return tool === 'read_many_files' ? plainPaths(asTexts(input['include'])) : [];
}

const MARKER = '[llxprt-lsp] /lsp';

/**
 * The prompt that `commands/lsp.toml` makes of `/lsp`. Its last line is the marker, and the user's
 * text after the command.
 */
function slashLsp(prompt: string, cwd: string): HookRequest | undefined {
  const last = prompt.trimEnd().split('\n').at(-1) ?? '';
  if (!last.startsWith(MARKER)) return undefined;
  return {
    cwd,
    request: { ask: 'lsp', args: last.slice(MARKER.length).trim() },
    reply: (text) => ({
      continue: false,
      stopReason:
        asText(text) ?? 'LSP unavailable: the MCP server of the extension llxprt-lsp does not answer',
    }),
  };
}
