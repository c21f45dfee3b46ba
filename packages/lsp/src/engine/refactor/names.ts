import type { ServerDefinition } from '../../backend/definition.ts';

/** What most languages take for a name. */
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A name as it was given: what of it stands in the text, and whether any word may. */
export interface GivenName {
  readonly name: string;
  readonly isRaw: boolean;
}

/**
 * A name without the mark that its language writes before it: `#x` for what is private, `r#type` for
 * what is a keyword otherwise. Undefined where a mark is given that the old name does not have: the
 * symbol would become private.
 *
 * @param before the text before the old name, up to it
 */
export function givenName(
  given: string,
  before: string,
  { rawName }: Pick<ServerDefinition, 'rawName'>,
): GivenName | undefined {
  if (given.startsWith('#')) return before.endsWith('#') ? { name: given.slice(1), isRaw: false } : undefined;
  return rawName !== undefined && given.startsWith(rawName)
    ? { name: given.slice(rawName.length), isRaw: true }
    : { name: given, isRaw: false };
}

/** With the mark of the old name, where the language has more than words for names: `$primary`. */
export function withMark(given: string, oldName: string): string {
  const mark = /^(?:--|[$@%])/.exec(oldName)?.[0] ?? '';
  return given.startsWith(mark) ? given : mark + given;
}

/**
 * Why a text cannot be a name, if so. Quirk(TypeScript, pyright, ty, rust-analyzer): they take any
 * text for a new name: keywords, two words, none.
 */
export function whyNoName(
  name: string,
  {
    imports,
    reserved,
    names,
  }: { [Rule in 'imports' | 'reserved' | 'names']?: ServerDefinition[Rule] | undefined },
): string | undefined {
  const isName = names === undefined ? NAME.test(name) : name.match(names)?.[0] === name;
  if (!isName) return `\`${name}\` is no name in this language. Nothing was changed`;
  const words = reserved ?? imports?.keywords.reserved;
  return words?.has(name) === true
    ? `\`${name}\` is a keyword of this language. Nothing was changed`
    : undefined;
}
