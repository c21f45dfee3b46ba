import { parsePatch } from '../patch/parse-patch.js';
import { undoHunks } from './undo-hunks.js';

/**
 * For each file that a patch updates in its place, by its name there: what its text was before, from what it is now; undefined where that is not certain.
 * Nothing for a file that several parts of the patch name.
 */
export function undoPatch(patch: string): ReadonlyMap<string, (now: string) => string | undefined> {
  const parsed = parsePatch(patch);
  if (!parsed.ok) return new Map();
  const names = parsed.value.flatMap((part) => (part.kind === 'update' && part.moveTo !== undefined ? [part.path, part.moveTo] : [part.path]));
  const once = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  return new Map(
    parsed.value.flatMap((part) =>
      part.kind === 'update' && part.moveTo === undefined && once(part.path) ? [[part.path, (now: string) => undoHunks(now, part.hunks)] as const] : [],
    ),
  );
}
