import {
  additionalContext,
  commandRequest,
  isSubagentStop,
  patchRequest,
  settleRequest,
  type HostAdapter,
  type HookRequest,
} from '../host.js';
import { asObject, asText, asTexts, type JsonObject } from '../json.js';

/**
 * Codex: `PostToolUse` of `apply_patch` and of commands, and `Stop`. The patch is the tool's `command`, as
 * a string or as the last of its arguments.
 *
 * Quirk(codex): it also matches lines that differ in blanks, writes the patch's lines in their
 * place, and ends each file with a line break. It has no other tool that writes.
 */
export const codex: HostAdapter = (event) => {
  if (event['hook_event_name'] === 'Stop' || isSubagentStop(event)) return settleRequest(event, 'block');
  const cwd = asText(event['cwd']);
  if (cwd === undefined || event['hook_event_name'] !== 'PostToolUse') return undefined;
  const input = asObject(event['tool_input']) ?? {};
  if (event['tool_name'] === 'apply_patch') return afterPatch(cwd, input);
  return SHELLS.has(String(event['tool_name']))
    ? commandRequest(cwd, commandIn(input), additionalContext('PostToolUse'))
    : undefined;
};

function afterPatch(cwd: string, { command }: JsonObject): HookRequest | undefined {
  const patch = { text: asText(command) ?? asTexts(command).join('\n'), endsFiles: true };
  return patchRequest(cwd, patch, additionalContext('PostToolUse'), { onlyPatches: true });
}

/** Hooks see every tool that runs commands as `Bash`; the others are the names that models call them by. */
const SHELLS: ReadonlySet<string> = new Set([
  'Bash',
  'shell',
  'shell_command',
  'local_shell',
  'exec_command',
]);

/** What a shell is given: `bash -lc TEXT`, in a list. */
function commandIn({ command, cmd }: JsonObject): string | undefined {
  const words = asTexts(command);
  return asText(command) ?? asText(cmd) ?? (/^-[a-z]*c$/.test(words[1] ?? '') ? words[2] : undefined);
}
