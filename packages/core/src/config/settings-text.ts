import { findJsonError } from './json-error.js';

export type SettingsText =
  /** The value of the key `lsp`, for `parseLspSettings`; undefined where the file has none. */
  | { kind: 'read'; lsp: unknown }
  /** `settings.json:3:14: ...`, line and column 1-based. */
  | { kind: 'malformed'; message: string };

/**
 * Reads the text of a host's settings.json. Comments are allowed, as hosts allow them; an empty file has no settings.
 *
 * @param fileName stands in the message as it is given
 */
export function parseSettingsText(text: string, fileName: string): SettingsText {
  const json = blankComments(text.replace(/^\uFEFF/, ''));
  if (json.trim() === '') return { kind: 'read', lsp: undefined };
  let settings: unknown;
  try {
    settings = JSON.parse(json);
  } catch (error) {
    const { line, column, message } = findJsonError(json) ?? { line: 1, column: 1, message: String(error) };
    return { kind: 'malformed', message: `${fileName}:${line}:${column}: ${message}` };
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    return { kind: 'malformed', message: `${fileName}:1:1: settings must be an object, like {"lsp": {}}` };
  }
  return { kind: 'read', lsp: 'lsp' in settings ? settings.lsp : undefined };
}

/** Every other character keeps its line and column. */
function blankComments(text: string): string {
  return text.replace(/"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\r\n]/g, ' '),
  );
}
