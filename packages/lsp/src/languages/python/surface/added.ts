import { type SurfacePart, surfaceText } from '../../../backend/imports/imports.ts';

const DEFINITION = /^(?:async def|def|class) ([\p{ID_Start}_]\p{ID_Continue}*)/u;
/** A value that runs nothing: a call may never return. */
const CONSTANT = /^([\p{ID_Start}_]\p{ID_Continue}*) (?:: [^(=]*)?= [^(=]*$/u;
const WORD = /[\p{ID_Start}_]\p{ID_Continue}*/gu;

/**
 * The names of definitions that one surface of a module has beside those of another, where nothing else
 * differs, and nothing of it says such a name; otherwise undefined.
 */
export function addedNames(
  was: readonly SurfacePart[],
  is: readonly SurfacePart[],
): ReadonlySet<string> | undefined {
  const mentioned = new Set(surfaceText(was).match(WORD) ?? []);
  if (mentioned.has('__all__')) return undefined;
  const names = new Set<string>();
  let at = 0;
  for (const { text: block } of is) {
    if (block === was[at]?.text) {
      at += 1;
      continue;
    }
    const head = block.split('\n').find((line) => !line.startsWith('@')) ?? '';
    const name = (DEFINITION.exec(head) ?? CONSTANT.exec(block))?.[1];
    if (name === undefined || name.startsWith('__') || mentioned.has(name)) return undefined;
    names.add(name);
  }
  return at === was.length ? names : undefined;
}
