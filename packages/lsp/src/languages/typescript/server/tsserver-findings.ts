import { isAbsolute } from 'node:path';
import type {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Range,
} from 'vscode-languageserver-protocol';
import { hasLineSeparators, positionsIn } from '../../../client/documents/text-edit.ts';
import { isObject } from '../../../support/json.ts';
import { toUri } from '../../../support/paths.ts';
import { readSpan } from './read-span.ts';

type RangeOf = (item: Readonly<Record<string, unknown>>) => Range | undefined;

/**
 * From tsserver's `DiagnosticWithLinePosition`. What is none is left out.
 *
 * @param text the file's text, without a byte order mark
 */
export function toLspDiagnostics(items: readonly unknown[], text: string): Diagnostic[] {
  const rangeOf = rangesIn(text);
  return items.flatMap((item) => toLspDiagnostic(item, rangeOf) ?? []);
}

function toLspDiagnostic(item: unknown, rangeOf: RangeOf): Diagnostic | undefined {
  if (!isObject(item) || typeof item['message'] !== 'string') return undefined;
  const range = rangeOf(item);
  if (range === undefined) return undefined;
  const related = toLspRelated(item['relatedInformation']);
  return {
    range,
    severity: SEVERITY[String(item['category'])] ?? 1,
    message: item['message'],
    source: 'ts',
    ...(typeof item['code'] === 'number' ? { code: item['code'] } : {}),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
  };
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

const SEVERITY: Readonly<Record<string, DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  message: 3,
  suggestion: 4,
};

/** The text is looked through once, however many findings it has. */
function rangesIn(text: string): RangeOf {
  const separates = hasLineSeparators(text);
  let positionAt: ReturnType<typeof positionsIn> | undefined;
  return ({ start, length, startLocation, endLocation }) => {
    // Quirk(tsserver): for an edited text it places the end after the last line break, not on the
    // line below it as tsc does.
    const isAtEnd = typeof start === 'number' && start >= text.length;
    if ((separates || isAtEnd) && typeof start === 'number' && typeof length === 'number') {
      positionAt ??= positionsIn(text.replace(/\r(?!\n)/g, '\n'));
      return { start: positionAt(start), end: positionAt(start + length) };
    }
    return readSpan({ start: startLocation, end: endLocation });
  };
}
