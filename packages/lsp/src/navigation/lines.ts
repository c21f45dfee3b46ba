const LINE_END = /\r\n|\n|\r/g;

/** The lines of a text as LSP counts them, without what ends them; never empty. */
export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}
