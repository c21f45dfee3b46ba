import { join } from 'node:path';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import type { InstallPlace } from './place.js';
import type { Target } from './target.js';

/** How long a service stays for the next session. */
const STAY = '10m';

/** `--stay`: the setting in the user's own file. Other hosts may rely on it. */
export const stayTarget = ({ home, env }: InstallPlace): Target => ({
  path: join(ownFolders(home, env).config, 'settings.json'),
  content: {
    kind: 'json',
    entries: [{ kind: 'property', path: ['lsp', 'serviceLinger'], value: STAY, isShared: true }],
  },
});
