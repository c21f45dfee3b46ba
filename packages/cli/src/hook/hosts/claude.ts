import type { FormerText } from '../../bridge/protocol.js';
import { exchanged, wholeText } from '../former.js';
import type { HostAdapter } from '../host.js';
import { asObject, type JsonObject } from '../json.js';
import { toolEvents } from './tool-events.js';

/**
 * Claude Code: `PostToolUse`, which comes only for tools that succeeded, and `PreToolUse` of what reads. A notebook's cells are no text that a server judges
 * by the file's own positions, so NotebookEdit is left out.
 */
export const claude: HostAdapter = toolEvents({
  writes: { Write: 'write', Edit: 'edit', MultiEdit: 'edit' },
  reads: ['Read'],
  isNew: (response) => asObject(response)?.['type'] === 'create',
  former: (input, response) => formerText(input, asObject(response) ?? {}),
});

/**
 * Edit and Write show the whole text, and MultiEdit did under another name. Their `structuredPatch` is for people: its tabs may be blanks. What the person has
 * changed in the edit before it was made stands in the response alone.
 */
function formerText(input: JsonObject, response: JsonObject): FormerText | undefined {
  const whole = wholeText(response['originalFile']) ?? wholeText(response['originalFileContents']);
  if (whole !== undefined || response['userModified'] === true) return whole;
  const edits = Array.isArray(input['edits']) ? input['edits'].map((edit) => asObject(edit)) : [{ ...input, ...replaced(response) }];
  return exchanged(edits.map((edit) => [edit?.['old_string'], edit?.['new_string']]));
}

/** As it stood in the file: what the model wrote may have other quotation marks. */
function replaced({ oldString }: JsonObject): JsonObject {
  return typeof oldString === 'string' ? { old_string: oldString } : {};
}
