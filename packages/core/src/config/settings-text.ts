import { isObject } from '../support/json.js';
import { findJsonError } from './json-error.js';

export type SettingsText =
  /** The value of the key `lsp`, for `parseLspSettings`; undefined if the file has no such key. */
  | { kind: 'read'; lsp: unknown }
  /** `settings.json:3:14: ...`, line and column 1-based. */
  | { kind: 'malformed'; message: string };

/**
 * Reads the text of a host's settings.json. Comments are allowed, as hosts allow them. An empty
 * file has no settings.
 *
 * @param fileName used in the message as it is given
 */
export function parseSettingsText(text: string, fileName: string): SettingsText {
  const parsed = parseJsonObject(text, fileName);
  return parsed.kind === 'read' ? { kind: 'read', lsp: parsed.value['lsp'] } : parsed;
}

export type JsonObjectText =
  { kind: 'read'; value: Record<string, unknown> } | Extract<SettingsText, { kind: 'malformed' }>;

/**
 * Reads any file of JSON with comments that contains an object, in the same way.
 *
 * @param trailingCommas whether a comma may stand before a closing bracket, as editors allow
 */
export function parseJsonObject(
  text: string,
  fileName: string,
  { trailingCommas = false } = {},
): JsonObjectText {
  const plain = blankComments(text.replace(/^\uFEFF/, ''));
  const json = trailingCommas ? blankTrailingCommas(plain) : plain;
  if (json.trim() === '') return { kind: 'read', value: {} };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const { line, column, message } = findJsonError(json) ?? { line: 1, column: 1, message: String(error) };
    return { kind: 'malformed', message: `${fileName}:${line}:${column}: ${message}` };
  }
  if (!isObject(value)) {
    return { kind: 'malformed', message: `${fileName}:1:1: settings must be an object, like {"lsp": {}}` };
  }
  return { kind: 'read', value: { ...value } };
}

// What has no end matches as well. To try again at each of its characters would take a time that
// grows with the square of its length.

/** Replaces comments by blanks, so that every other character keeps its line and column. */
function blankComments(text: string): string {
  return text.replace(/"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"?|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
    isComment(part) ? part.replace(/[^\r\n]/g, ' ') : part,
  );
}

const isComment = (part: string): boolean =>
  part.startsWith('//') || (part.startsWith('/*') && part.length >= 4 && part.endsWith('*/'));

function blankTrailingCommas(json: string): string {
  return json.replace(/"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"?|,(?=\s*[}\]])/g, (part) =>
    part === ',' ? ' ' : part,
  );
}
