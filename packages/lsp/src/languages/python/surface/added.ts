/** They go on with what stands before them. */
const GOES_ON = /^(?: |else\b|elif\b|except\b|finally\b)/;
const DEFINITION = /^(?:async def|def|class) ([\p{ID_Start}_]\p{ID_Continue}*)/u;
/** A value that runs nothing: a call may never return. */
const CONSTANT = /^([\p{ID_Start}_]\p{ID_Continue}*) (?:: [^(=]*)?= [^(=]*$/u;
const WORD = /[\p{ID_Start}_]\p{ID_Continue}*/gu;

/**
 * The names of definitions that one surface of a module has beside those of another, where nothing else
 * differs, and nothing of it says such a name; otherwise undefined.
 */
export function addedNames(was: string, is: string): ReadonlySet<string> | undefined {
  const mentioned = new Set(was.match(WORD) ?? []);
  if (mentioned.has('__all__')) return undefined;
  const [before, after] = [blocksOf(was), blocksOf(is)];
  const names = new Set<string>();
  let at = 0;
  for (const block of after) {
    if (block === before[at]) {
      at += 1;
      continue;
    }
    const head = block.split('\n').find((line) => !line.startsWith('@')) ?? '';
    const name = (DEFINITION.exec(head) ?? CONSTANT.exec(block))?.[1];
    if (name === undefined || name.startsWith('__') || mentioned.has(name)) return undefined;
    names.add(name);
  }
  return at === before.length ? names : undefined;
}

/** What stands at the top of a module, with all that is indented below it. */
function blocksOf(surface: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of surface.split('\n')) {
    const last = blocks.at(-1);
    if (last !== undefined && (isOpen || GOES_ON.test(line))) blocks[blocks.length - 1] = `${last}\n${line}`;
    else blocks.push(line);
    isOpen = line.startsWith('@');
  }
  return blocks;
}
