import { join } from 'node:path';
import type { WellKnown } from '../../backend/from-table.ts';
import { settingsCode } from '../typescript/imports/settings-code.ts';

/**
 * Settings with these names in the root, and what they name and import.
 *
 * @param readsWatched the server reads again what it asks to be notified of
 */
export function readsOnce(
  names: readonly string[],
  readsWatched: boolean,
): NonNullable<WellKnown['readsOnce']> {
  return (root, { workspaceRoot }) => ({
    ...settingsCode(
      names.map((name) => join(root, name)),
      workspaceRoot,
    ),
    readsAgain: (_path, isWatched) => readsWatched && isWatched,
  });
}
