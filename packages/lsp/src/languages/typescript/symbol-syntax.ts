import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';

const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
/** A regular expression begins where a value may; elsewhere a slash divides. */
const WHERE_VALUES_BEGIN = String.raw`(?<=(?:[=(,:[!&|?{};]|\breturn)\s*)`;
const IN_PATTERN = String.raw`\\.|\[(?:\\.|[^\]\\\n]){0,40}\]|[^\/\\\n[]`;
const PATTERN = String.raw`${WHERE_VALUES_BEGIN}\/(?![*\/])(?:${IN_PATTERN})+\/`;
// A loop of many more turns takes the memory of each of them: what goes on is another token.
const QUOTED = [
  String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*){0,20000}"?`,
  String.raw`'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?`,
  String.raw`\x60[^\x60\\]*(?:\\[\s\S][^\x60\\]*){0,20000}\x60?`,
].join('|');

const ENUM_MEMBER = 22;

/**
 * Quirk(TypeScript): the range of a variable begins at its name, without `export const`, and ends
 * before the semicolon. Class and interface members hold theirs, enum and object members do not.
 */
export const typescriptSymbols: SymbolSyntax = {
  tokens: new RegExp(`(?<comment>${COMMENT})|(?<quoted>${QUOTED}|${PATTERN})`, 'g'),
  lead: /(?<![\w$.])(?:export[ \t]+)?(?:declare[ \t]+)?(?:const|let|var|(?:await[ \t]+)?using)[ \t]+$/,
  unrelated:
    /^(?:\/\/\/[ \t]*<|\/\/[ \t]*(?:#(?:end)?region|@ts-(?:no)?check)|\/\*[ \t]*(?:eslint-(?:dis|en)able[ \t*]|global))/,
  listed: [ENUM_MEMBER],
  // Quirk(typescript-language-server): it lists members of enums as constants, of kind 14.
  counted: { kinds: [14, ENUM_MEMBER], withoutValue: /^\s*[\w$]+\s*(?:,\s*)?(?:\/[/*].*)?$/s },
};

/** In components. Quirk(svelteserver): the range of a function begins behind its `export`. */
export const componentSymbols: SymbolSyntax = {
  ...typescriptSymbols,
  lead: /(?<![\w$.])(?:export[ \t]+(?:default[ \t]+)?|(?:declare|async|const|let|var|using)[ \t]+)$/,
};

/** Names in `{{ total }}`, and in what binds an attribute: `:title="total"`, `@click="total()"`. */
export const vueSymbols: SymbolSyntax = {
  ...componentSymbols,
  // By options, a component gives its markup properties alone.
  sharesNames: /<script\b[^>]{0,200}\ssetup\b/,
  codeInMarkup:
    /(?:\{\{(?:(?!\}\})[^'"`])*|\s(?::|@|#|v-)[\w.:-]*(?:\[[^\]]*\])?\s*=\s*"[^"'`]*)(?<![\p{ID_Continue}$.])$/u,
};
