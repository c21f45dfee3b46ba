import type { HostAdapter } from '../host.js';
import { asObject } from '../json.js';
import { toolEvents } from './tool-events.js';

/**
 * Claude Code: `PostToolUse`, which comes only for tools that succeeded, and `PreToolUse` of what reads. A notebook's cells are no text that a server judges
 * by the file's own positions, so NotebookEdit is left out.
 */
export const claude: HostAdapter = toolEvents({
  writes: { Write: 'write', Edit: 'edit', MultiEdit: 'edit' },
  reads: ['Read'],
  isNew: (response) => asObject(response)?.['type'] === 'create',
});
