import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const SIDECAR = join(REPOSITORY, 'packages', 'lsp');
/** Safe to delete: the next run fetches what it needs. */
export const CACHE = join(REPOSITORY, '.cache', 'bench');
