import type { ServerDefinition } from '../../backend/definition.ts';

/** What most languages take for a name. */
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/**
 * Why a text cannot be a name, if so. Quirk(TypeScript, pyright, ty, rust-analyzer): they take any
 * text for a new name: keywords, two words, none.
 */
export function whyNoName(
  name: string,
  { imports, reserved }: Pick<ServerDefinition, 'imports' | 'reserved'>,
): string | undefined {
  if (!NAME.test(name)) return `\`${name}\` is no name in this language. Nothing was changed`;
  const words = reserved ?? imports?.keywords.reserved;
  return words?.has(name) === true
    ? `\`${name}\` is a keyword of this language. Nothing was changed`
    : undefined;
}
