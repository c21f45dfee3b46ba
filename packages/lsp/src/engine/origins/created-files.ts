import { basename, dirname, extname } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';

/** What stands for its folder. */
const OF_FOLDER = new Set(['index', '__init__', 'mod', 'main', 'lib', 'package-info', 'module-info']);

/** Of these, those that an import names by themselves, too: `./lib` beside `lib/index.ts`. */
const OF_FILE = new Set(['index', 'main', 'lib']);

const IMPORTS = /\b(?:import|from|require|include|use|mod)\b/;

/** Lines that bring names into the file, and declare none for others. */
const BRINGS = /^(?:import|from|use|using|package|#\s*include|require|include)\b/;

/** It may add to what another file declares. */
const AUGMENTS = /\bdeclare\s+(?:global|module|namespace)\b|^[ \t]*(?:global\s+using|extension|category)\b/m;

const DECLARES =
  /\b(?:class|struct|union|enum|interface|trait|record|object|protocol|def|func|fn|function|fun|type|typedef|const|let|var|val|namespace|module|mod|define|macro_rules!)\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)/gu;
/** `fmt.Println`, `this.x`: what others declare. */
const QUALIFIED = /(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)+/gu;
const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** Words of languages, and types that none of their files declares. */
const COMMON = new Set(
  (
    'abstract any as async auto await bool boolean break byte bytes case catch char class ' +
    'const constexpr crate def default define defined delete derive dict do double dyn else ' +
    'elif endif enum error except export extends extern f32 f64 false final float fn for ' +
    'from fun func function i8 i16 i32 i64 i128 if ifdef ifndef impl implements import in ' +
    'include inline instanceof int int8 int16 int32 int64 interface internal is isize let ' +
    'list long match mod module mut namespace never new nil None null number object of open ' +
    'operator override package pass pragma private protected pub public raise readonly ref ' +
    'return rune self Self set short signed sizeof static str string String struct super ' +
    'switch template test this throw throws trait true True False try tuple type typedef ' +
    'typename u8 u16 u32 u64 u128 uint uint8 uint16 uint32 uint64 undefined union unknown ' +
    'unsafe unsigned use using usize val var virtual void volatile where while with yield'
  ).split(' '),
);

/**
 * Whether files that were just created may have caused what another file has. What does not say
 * the name of such a file, nor one that it declares, had its errors before. In doubt, they may.
 *
 * @param created with their texts
 */
export function concernedBy(created: ReadonlyMap<AdmittedPath, string>): (text: string) => boolean {
  const names = new Set<string>();
  const imported = new Set<string>();
  for (const [path, text] of created) {
    if (AUGMENTS.test(text)) return () => true;
    const stem = basename(path, extname(path));
    names.add(OF_FOLDER.has(stem) ? basename(dirname(path)) : stem);
    if (OF_FILE.has(stem)) imported.add(stem);
    for (const [, name = ''] of text.matchAll(DECLARES)) names.add(name);
    for (const line of text.split('\n'))
      if (/^\S/.test(line) && !BRINGS.test(line))
        for (const [name] of line.replace(QUALIFIED, ' ').matchAll(WORD))
          if (!COMMON.has(name)) names.add(name);
  }
  // A name with a hyphen or a dot is no word: `./user-list`.
  const parts = [...names].filter((name) => !/^[\p{ID_Continue}$]+$/u.test(name));
  const stem = new RegExp(String.raw`(?<![\w-])(?:${[...imported].join('|')})(?![\w-])`);
  // In steps: one pattern with both takes seconds for a line of a megabyte.
  const isImported = (line: string): boolean => {
    const at = line.search(IMPORTS);
    return at !== -1 && stem.test(line.slice(at));
  };
  return (text) =>
    (imported.size > 0 && text.split('\n').some(isImported)) ||
    parts.some((part) => text.includes(part)) ||
    [...text.matchAll(WORD)].some(([word]) => names.has(word));
}
