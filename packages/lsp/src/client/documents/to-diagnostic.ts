import type { DiagnosticSeverity, Diagnostic as LspDiagnostic } from 'vscode-languageserver-protocol';
import { isObject } from '../../support/json.ts';
import { type Diagnostic, SEVERITIES, type Severity } from '../../types.ts';
import { isMadeOf, unlistedBy } from './bounded-items.ts';
import { readRelated, withRelated } from './related.ts';

/** A finding in LSP's form. */
export type ServerDiagnostic = LspDiagnostic;

/**
 * The only place that converts LSP diagnostics and ours: 1-based (REQ-FMT-080), severity by name,
 * raw message.
 *
 * Undefined if the server sent something else than a diagnostic. Related places are kept as
 * {@link withRelated} keeps them.
 *
 * @param file relative to the workspace root, with `/`
 */
export function toDiagnostic(file: string, item: unknown): Diagnostic | undefined {
  if (!isObject(item) || typeof item['message'] !== 'string' || !isObject(item['range'])) return undefined;
  const start = positionOf(item['range']['start']);
  const end = positionOf(item['range']['end']);
  if (start === undefined || end === undefined) return undefined;
  const { severity, message, code, source } = item;
  const count = unlistedBy(item);
  const diagnostic: Diagnostic = {
    file,
    ...start,
    endLine: end.line,
    endCharacter: end.character,
    // Without a severity the client decides (LSP 3.17); the model must not miss an error.
    severity: (typeof severity === 'number' ? SEVERITIES[severity - 1] : undefined) ?? 'error',
    message,
    ...(typeof code === 'number' || (typeof code === 'string' && code !== '') ? { code } : {}),
    ...(typeof source === 'string' ? { source } : {}),
    ...(count !== undefined && { count }),
  };
  const finding = withRelated(diagnostic, readRelated(item['relatedInformation']));
  isMadeOf(finding, item);
  return finding;
}

/** LSP's numbers. */
export const SEVERITY_NUMBERS = { error: 1, warning: 2, info: 3, hint: 4 } as const satisfies Record<
  Severity,
  DiagnosticSeverity
>;

/** A finding of another program, as the server itself would have sent it. */
export function toServerDiagnostic({
  line,
  character,
  endLine = line,
  endCharacter = character,
  severity,
  message,
  code,
  source,
}: Diagnostic): ServerDiagnostic {
  return {
    range: {
      start: { line: line - 1, character: character - 1 },
      end: { line: endLine - 1, character: endCharacter - 1 },
    },
    severity: SEVERITY_NUMBERS[severity],
    message,
    ...(code !== undefined && { code }),
    ...(source !== undefined && { source }),
  };
}

/** 1-based. */
function positionOf(position: unknown): { line: number; character: number } | undefined {
  if (!isObject(position)) return undefined;
  const { line, character } = position;
  return typeof line === 'number' && typeof character === 'number'
    ? { line: line + 1, character: character + 1 }
    : undefined;
}
