import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

const ENUM_MEMBER = 22;

function unseenUse({ name, text }: Definition): string | undefined {
  if (name === 'main') return 'is where the program begins';
  const head = text.slice(0, text.search(/[{;]|$/));
  if (/\b(?:virtual|override|final)\b/.test(head) && head.includes('('))
    return 'overrides a method, or is overridden';
  if (/^~|\boperator\b/.test(name)) return 'is called by operators, or at the end of a scope';
  return /\bextern\s+"C"|__attribute__|\[\[(?:gnu::)?(?:constructor|used)/.test(head)
    ? 'may be used by other languages or the linker'
    : undefined;
}

/**
 * Quirk(clangd): a range holds neither `template <...>` nor an attribute before a function, and ends
 * before the semicolon. An enumerator has the kind of an enum.
 */
export const cppSymbols: SymbolSyntax = {
  tokens:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>\b(?:u8|[uUL])?R"(?<fence>[^\s()\\]{0,16})\([\s\S]*?(?:\)\k<fence>"|$)|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*){0,20000}"?|(?<!\b\d[\w']{0,40})'[^'\\\n]*(?:\\.[^'\\\n]*){0,20000}'?)/g,
  lead: /(?:\btemplate\s*<(?:(?!\btemplate\b)[^;{}])*>|\[\[(?:(?!\]\])[^;{}[])*\]\]|\bextern\s+"C"|\brequires\b(?:(?!\brequires\b)[^;{}])*)(?<!\s)\s*$/,
  unrelated: /^\/\/[ \t]*(?:#?pragma|NOLINTBEGIN|NOLINTEND|clang-format)/,
  listed: [ENUM_MEMBER],
  counted: { kinds: [ENUM_MEMBER], withoutValue: /^\s*[\w$]+\s*(?:,\s*)?(?:\/[/*].*)?$/s },
  unseenUse,
};
