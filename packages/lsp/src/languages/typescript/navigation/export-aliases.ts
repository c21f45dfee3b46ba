import { ReadTexts } from './read-texts.ts';

/** Stands for a name that each importer chooses itself. */
export const ANY_NAME = Symbol('any name');

type Name = string | typeof ANY_NAME;

/** The other names under which JavaScript and TypeScript files export what they import or declare. */
export class ExportAliases {
  readonly #renames = new ReadTexts(renamesIn);

  /** The other names that one file gives to these names. */
  in(path: string, names: ReadonlySet<string>): Name[] {
    return this.#renames.of(path).flatMap(([from, to]) => (names.has(from) ? [to] : []));
  }
}

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
/** What stands in the braces of an import or export declaration. */
const BRACES = /\b(?:import|export)\b(?:(?!\b(?:import|export)\b)[^{};'"`()])*\{([^{}]*)\}/gu;
const AS = new RegExp(String.raw`(?<![\p{ID_Continue}$])(${NAME})\s+as\s+(${NAME})`, 'gu');
/** `import a = b.c` */
const IMPORT_EQUALS = new RegExp(
  String.raw`\bimport\s+(?:type\s+)?(${NAME})\s*=\s*(?:${NAME}\s*\.\s*)*(${NAME})`,
  'gu',
);
/** `export default a`, `export default class a`, `export = a`, `module.exports = a` */
const DEFAULT_OF = [
  String.raw`\bexport\s+default\s+(?:(?:abstract|async|function|class|interface|enum)\b\s*(?:\*\s*)?)*`,
  String.raw`\bexport\s*=\s*`,
  String.raw`\bmodule\s*\.\s*exports\s*=\s*`,
].join('|');
const DEFAULT = new RegExp(`(?:${DEFAULT_OF})(${NAME})`, 'gu');

/** Finds aliases in comments, too: one too many only costs work. */
function renamesIn(text: string): [from: string, to: Name][] {
  const renames: [string, Name][] = [];
  for (const [, inside = ''] of text.matchAll(BRACES)) {
    for (const [, from = '', to = ''] of inside.matchAll(AS))
      renames.push([from, to === 'default' ? ANY_NAME : to]);
  }
  for (const [, to = '', from = ''] of text.matchAll(IMPORT_EQUALS)) renames.push([from, to]);
  for (const [, from = ''] of text.matchAll(DEFAULT)) renames.push([from, ANY_NAME]);
  return renames;
}
