import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

const [ENUM_MEMBER, FIELD] = [22, 8];

function unseenUse({ name, container = '', text }: Definition): string | undefined {
  if (container === '' && name === 'main') return 'is where the program begins';
  if (/^impl\b.*\bfor\b/s.test(container)) return `belongs to \`${container}\`: the trait may call it`;
  const [, attribute] =
    /^[ \t]*#\[(?:unsafe\()?(no_mangle|export_name|proc_macro\w*|global_allocator|panic_handler|test|tokio::\w+|\w+::test)\b/m.exec(
      text,
    ) ?? [];
  return attribute === undefined ? undefined : `is used by way of \`#[${attribute}]\``;
}

/**
 * Quirk(rust-analyzer): a range holds all comments before the definition, even one at the end of the
 * line before. It ends before the comma of a field or variant.
 */
export const rustSymbols: SymbolSyntax = {
  tokens:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>\b[bc]?r(?<fence>#*)"[\s\S]*?(?:"\k<fence>|$)|"[^"\\]*(?:\\[\s\S][^"\\]*){0,20000}"?|'(?:\\[^\n]{1,9}?|[^'\\\n])')/g,
  unrelated: /^\/(?:\/|\*)!/,
  listed: [ENUM_MEMBER, FIELD],
  // What has no value has the next one; only casts and layouts ask for it.
  counted: {
    kinds: [ENUM_MEMBER],
    withoutValue: /^\s*\w+\s*(?:,\s*)?(?:\/[/*].*)?$/s,
    where: /\bas\s+[iu](?:8|16|32|64|128|size)\b|#\[repr\(|\btransmute\b/,
  },
  unseenUse,
};
