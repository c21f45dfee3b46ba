import { isAbsolute } from 'node:path';
import type { Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Range } from 'vscode-languageserver-protocol';
import { hasLineSeparators, positionAt } from '../../../client/text-edit.ts';
import { isObject } from '../../../support/json.ts';
import { toUri } from '../../../support/paths.ts';
import { readSpan } from './read-span.ts';

/**
 * From tsserver's `DiagnosticWithLinePosition`. Empty where `item` is none.
 *
 * @param text the file's text, without a byte order mark
 */
export function toLspDiagnostic(item: unknown, text: string): Diagnostic[] {
  if (!isObject(item) || typeof item['message'] !== 'string') return [];
  const range = rangeOf(item, text);
  if (range === undefined) return [];
  const related = toLspRelated(item['relatedInformation']);
  return [
    {
      range,
      severity: SEVERITY[String(item['category'])] ?? 1,
      message: item['message'],
      source: 'ts',
      ...(typeof item['code'] === 'number' ? { code: item['code'] } : {}),
      ...(related.length > 0 ? { relatedInformation: related } : {}),
    },
  ];
}

function toLspRelated(value: unknown): DiagnosticRelatedInformation[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (!isObject(item) || !isObject(item['span']) || typeof item['message'] !== 'string') return [];
    const { file } = item['span'];
    const range = readSpan(item['span']);
    if (typeof file !== 'string' || !isAbsolute(file) || range === undefined) return [];
    return [{ location: { uri: toUri(file), range }, message: item['message'] }];
  });
}

const SEVERITY: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

function rangeOf({ start, length, startLocation, endLocation }: Record<string, unknown>, text: string): Range | undefined {
  // Quirk(tsserver): for an edited text it places the end after the last line break, not on the
  // line below it as tsc does.
  const isAtEnd = typeof start === 'number' && start >= text.length;
  if ((hasLineSeparators(text) || isAtEnd) && typeof start === 'number' && typeof length === 'number') {
    const lines = text.replace(/\r(?!\n)/g, '\n');
    return { start: positionAt(lines, start), end: positionAt(lines, start + length) };
  }
  return readSpan({ start: startLocation, end: endLocation });
}
