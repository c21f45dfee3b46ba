import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver-protocol';
import type { Diagnostic, Severity } from '../types.ts';

/**
 * The one place where an LSP diagnostic becomes ours: 1-based (REQ-FMT-080), severity by name, raw message.
 *
 * Undefined if the server sent something else than a diagnostic.
 *
 * @param file relative to the workspace root, with `/`
 */
export function toDiagnostic(file: string, item: LspDiagnostic): Diagnostic | undefined {
  // The range is typed as present, but it is the server that wrote it.
  const { start, end } = (item.range as LspDiagnostic['range'] | undefined) ?? {};
  if (start === undefined || end === undefined || typeof item.message !== 'string') return undefined;
  return {
    file,
    line: start.line + 1,
    character: start.character + 1,
    endLine: end.line + 1,
    endCharacter: end.character + 1,
    // Without a severity the client decides (LSP 3.17); an error is what the model must not miss.
    severity: SEVERITIES[item.severity ?? 1] ?? 'error',
    message: item.message,
    ...(item.code === undefined || item.code === '' ? {} : { code: item.code }),
    ...(item.source === undefined ? {} : { source: item.source }),
  };
}

const SEVERITIES: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' };
