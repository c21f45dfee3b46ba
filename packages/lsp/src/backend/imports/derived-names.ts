/** How many declarations a value is followed through. */
const MOST = 4;

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** What a statement gives a name, by its text: `const {a, b} = value`. */
export interface DerivedName {
  readonly names: string;
  readonly from: string;
}

/**
 * The module of each name that an import brings, and of what is made of such a name.
 *
 * @param imports `from` is the module
 * @param declared `from` is the value
 */
export function modulesOfNames(
  imports: readonly DerivedName[],
  declared: readonly DerivedName[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { names, from } of imports) for (const name of wordsOf(names)) found.set(name, from);
  for (let depth = 0; depth < MOST; depth += 1) {
    const before = found.size;
    for (const { names, from } of declared) {
      const module = wordsOf(from).flatMap((name) => found.get(name) ?? [])[0];
      if (module === undefined) continue;
      for (const name of wordsOf(names)) if (!found.has(name)) found.set(name, module);
    }
    if (found.size === before) break;
  }
  return found;
}

/** The modules that a text says names of. */
export const modulesIn = (text: string, modules: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set(wordsOf(text).flatMap((name) => modules.get(name) ?? [])),
];

const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => word);
