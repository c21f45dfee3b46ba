import { displayedText } from '../previous-text.js';
import type { HostAdapter } from '../host.js';
import { asObject, asText } from '../json.js';
import { toolEvents } from './tool-events.js';

/**
 * Qwen Code: a fork of Gemini CLI with Claude Code's events. Older versions call `edit` `replace`.
 */
export const qwen: HostAdapter = toolEvents({
  writes: { write_file: 'write', edit: 'edit', replace: 'edit' },
  reads: ['read_file'],
  shells: ['run_shell_command'],
  // `Successfully created and wrote to new file: ...`, and of `edit` `Created new file: ...`.
  isNew: (response) =>
    /^(Successfully c|C)reated .*new file: /.test(asText(asObject(response)?.['llmContent']) ?? ''),
  previousText: (_, response) => displayedText(response),
});
