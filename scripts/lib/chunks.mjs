import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the chunks of earlier builds: their names change with what is in them, and all of them
 * would be published.
 * @param {string} dist absolute; need not be there
 */
export function removeChunks(dist) {
  for (const name of namesIn(dist)) if (name.endsWith('.chunk.js')) rmSync(join(dist, name), { force: true });
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
