import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

function unseenUse({ name, container, text }: Definition): string | undefined {
  if (container === undefined && /^(?:main|init)$/.test(name)) return 'is called by Go itself';
  if (container !== undefined && /`[^`]+`\s*$/.test(text)) return 'has a tag, by which its name is looked up';
  return /^\/\/(?:export|go:linkname)\b/m.test(text) ? 'is used by other languages or packages' : undefined;
}

/**
 * Quirk(gopls): a range begins after `type`, `var` and `const`, and after the doc comment and the
 * directives in it.
 */
export const goSymbols: SymbolSyntax = {
  tokens: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`[^`]*`?)/g,
  lead: /(?:(?<![\w.])(?:type|var|const)[ \t]+|(?<![^\n])\/\/(?:go:(?!build)\w+|export)\b[^\n]*\n[ \t]*)$/,
  unrelated: /^\/\/(?:go:build|[ \t]*\+build|[ \t]*#(?:end)?region)/,
  unseenUse,
};
