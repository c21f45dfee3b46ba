import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol';

const SEVERITIES: Readonly<Record<string, DiagnosticSeverity>> = { ERROR: 1, WARN: 2, INFO: 3, HINT: 4 };
const COMPILER = /\b(ERROR|WARN|INFO|HINT) (.+)/;
const LINTER = /\b(LINT) (.+)/;

/**
 * The compiler of the .fake language: a line with `ERROR text` is an error from that word to the line's end, `WARN`, `INFO` and `HINT` likewise.
 * Its linter (`--lint` among the fake's arguments) finds `LINT text` and nothing else.
 */
export function judge(text: string): Diagnostic[] {
  const finding = process.argv.includes('--lint') ? LINTER : COMPILER;
  return text.split(/\r\n|\n|\r/).flatMap((content, line) => {
    const [found, word = '', message = ''] = finding.exec(content) ?? [];
    if (found === undefined) return [];
    const start = content.indexOf(found);
    const range = { start: { line, character: start }, end: { line, character: start + found.length } };
    return [{ range, message, severity: SEVERITIES[word] ?? 1, code: `F${line}`, source: 'fakec' }];
  });
}

export function fullReport(text: string): { kind: 'full'; items: Diagnostic[] } {
  return { kind: 'full', items: judge(text) };
}

/** The rest of the first line that holds `word` as a word: how a text tells a fake what to do. */
export function order(text: string, word: string): string | undefined {
  return new RegExp(`\\b${word}\\b *(.*)`).exec(text)?.[1];
}
