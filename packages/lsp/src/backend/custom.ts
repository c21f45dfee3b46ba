import type { ServerConfig } from '../types.ts';
import type { ServerPreset } from './server-preset.ts';

/**
 * A server that only the user's settings define (REQ-LANG-030); `define` reads its command, root
 * markers and options from them.
 */
export function custom(id: string, config: ServerConfig): ServerPreset {
  return {
    id,
    language: (config.extensions ?? []).join(', ') || id,
    extensions: [],
    role: 'compiler',
    announcesSettings: true,
    source: 'auto',
    args: [],
    project: (_folder, { workspaceRoot }) => ({
      kind: 'found',
      root: workspaceRoot,
      program: () => ({ kind: 'unavailable', reason: 'its settings name no command' }),
    }),
  };
}
