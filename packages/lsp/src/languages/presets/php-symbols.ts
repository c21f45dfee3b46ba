import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

function unseenUse({ name, text }: Definition): string | undefined {
  if (/^__\w/.test(name)) return 'is called by PHP itself';
  return /^[ \t]*#\[/m.test(text) ? 'may be used by its attribute' : undefined;
}

const COMMENT = String.raw`\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const QUOTED = [
  String.raw`<<<\s*["']?(?<fence>\w+)["']?\n[\s\S]*?(?:\n[ \t]*\k<fence>\b|$)`,
  String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*){0,20000}"?`,
  String.raw`'[^'\\]*(?:\\[\s\S][^'\\]*){0,20000}'?`,
].join('|');
const MODIFIERS = 'public|protected|private|static|abstract|final|readonly|const|var|function|enum|class';

/** PHP. A range begins at a modifier, behind attributes. */
export const phpSymbols: SymbolSyntax = {
  tokens: new RegExp(`(?<comment>${COMMENT})|(?<quoted>${QUOTED})`, 'g'),
  lead: new RegExp(String.raw`(?:(?<![\w$>:])(?:${MODIFIERS})[ \t]+|#\[[^\n]{0,400}\][ \t]*\r?\n?[ \t]*)$`),
  unseenUse,
};
