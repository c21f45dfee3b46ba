import type { PreviousText } from '../../bridge/request.js';
import { exchanged, wholeText } from '../previous-text.js';
import type { HostAdapter } from '../host.js';
import { asObject, type JsonObject } from '../json.js';
import { toolEvents } from './tool-events.js';

/**
 * Claude Code: `PostToolUse`, which comes only for tools that succeeded, `PreToolUse` of tools that
 * read, and `Stop`. NotebookEdit is left out, because positions in a notebook's cells are not
 * positions in its file.
 */
export const claude: HostAdapter = toolEvents({
  writes: { Write: 'write', Edit: 'edit', MultiEdit: 'edit' },
  reads: ['Read'],
  // The last two read what a command in the background has printed since.
  shells: ['Bash', 'PowerShell', 'BashOutput', 'TaskOutput'],
  isNew: (response) => asObject(response)?.['type'] === 'create',
  previousText: (input, response) => previousText(input, asObject(response) ?? {}),
});

/**
 * Edit and Write pass the whole text, and MultiEdit did under another name. Their `structuredPatch`
 * is for people: its tabs may be blanks. Only the response holds what the user changed in the edit
 * before it was made.
 */
function previousText(input: JsonObject, response: JsonObject): PreviousText | undefined {
  const whole = wholeText(response['originalFile']) ?? wholeText(response['originalFileContents']);
  if (whole !== undefined || response['userModified'] === true) return whole;
  const edits = Array.isArray(input['edits'])
    ? input['edits'].map((edit) => asObject(edit))
    : [{ ...input, ...replaced(response) }];
  return exchanged(edits.map((edit) => [edit?.['old_string'], edit?.['new_string']]));
}

/** The old text as it stood in the file: what the model wrote may have other quotation marks. */
function replaced({ oldString }: JsonObject): JsonObject {
  return typeof oldString === 'string' ? { old_string: oldString } : {};
}
