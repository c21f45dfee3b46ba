import { additionalContext, patchRequest, settleRequest, type HostAdapter } from '../host.js';
import { asObject, asText, asTexts } from '../json.js';

/**
 * Codex: `PostToolUse` of `apply_patch`, and `Stop`. The patch is the tool's `command`, as a string
 * or as the last of its arguments.
 *
 * Quirk(codex): it also matches lines that differ in blanks, writes the patch's lines in their
 * place, and ends each file with a line break. It has no other tool that writes.
 */
export const codex: HostAdapter = (event) => {
  if (event['hook_event_name'] === 'Stop') return settleRequest(event, 'block');
  const cwd = asText(event['cwd']);
  if (cwd === undefined || event['hook_event_name'] !== 'PostToolUse' || event['tool_name'] !== 'apply_patch')
    return undefined;
  const command = asObject(event['tool_input'])?.['command'];
  const patch = { text: asText(command) ?? asTexts(command).join('\n'), endsFiles: true };
  return patchRequest(cwd, patch, additionalContext('PostToolUse'), { onlyPatches: true });
};
