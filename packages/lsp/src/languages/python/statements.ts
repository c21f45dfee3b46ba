/** Space within one logical line: a backslash continues it. */
const GAP = String.raw`(?:[ \t\f]|\\\r?\n)*`;
const REST = String.raw`(?:[^\n;#\\]|\\\r?\n|\\)+`;
const IN_PARENTHESES = String.raw`\((?:#[^\n]*|[^)#])*`;

export const FROM = new RegExp(String.raw`${GAP}((?:\.[ \t\f]*)*)${GAP}([\p{ID_Continue}.]*(?:${GAP}\.${GAP}\p{ID_Continue}+)*)${GAP}import\b${GAP}(${IN_PARENTHESES}|${REST})`, 'uy');
export const IMPORT = new RegExp(String.raw`${GAP}(${REST})`, 'y');

export function beginsStatement(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && ' \t\f'.includes(text.charAt(at))) at -= 1;
  return at < 0 || '\n\r;:\uFEFF'.includes(text.charAt(at));
}
