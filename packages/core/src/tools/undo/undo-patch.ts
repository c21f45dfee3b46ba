import { parsePatch } from '../patch/parse-patch.js';
import { undoHunks } from './undo-hunks.js';

/**
 * For each file that a patch updates without moving it, by its name in the patch: a function from
 * its present text to its text before, or undefined if that is not certain.
 *
 * Files that several parts of the patch name are left out.
 */
export function undoPatch(patch: string): ReadonlyMap<string, (now: string) => string | undefined> {
  const parsed = parsePatch(patch);
  if (!parsed.ok) return new Map();
  const names = parsed.value.flatMap((part) =>
    part.kind === 'update' && part.moveTo !== undefined ? [part.path, part.moveTo] : [part.path],
  );
  const once = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  return new Map(
    parsed.value.flatMap((part) =>
      part.kind === 'update' && part.moveTo === undefined && once(part.path)
        ? [[part.path, (now: string) => undoHunks(now, part.hunks)] as const]
        : [],
    ),
  );
}
