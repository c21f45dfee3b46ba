import { resolve } from 'node:path';
import { type AdmittedPath, toPath } from '../../../support/paths.ts';
import { failed, found, type Found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';

/**
 * Only this host; no query, no fragment, no control characters. No backslash, because some parsers
 * read it as a slash.
 */
const FILE_URI = /^file:(?:\/\/(?:localhost)?(?=\/)|(?!\/\/))(\/[^\\?#\u0000-\u001f\u007f]*)$/i;

/** Escapes of characters that a file name cannot contain. */
const ESCAPED_SEPARATOR = process.platform === 'win32' ? /%(?:00|2f|5c)/i : /%(?:00|2f)/i;

const NO_FILE_URI = failed(
  'path-invalid',
  'uri: expected a well-formed file: URI without host, query and fragment',
);

/** The file that a URI names, if it is admitted (gateway-contract 4.1). It need not exist. */
export function documentOf(navigation: Pick<Navigation, 'admit' | 'root'>, uri: string): Found<AdmittedPath> {
  const path = pathOf(uri);
  if (path.kind === 'failed') return path;
  if (resolve(path.value) === navigation.root)
    return failed('not-found', 'uri: the workspace itself is no document');
  return navigation.admit(path.value);
}

function pathOf(uri: string): Found<string> {
  const path = FILE_URI.exec(uri)?.[1];
  if (path === undefined || ESCAPED_SEPARATOR.test(path) || !isDecodable(path)) return NO_FILE_URI;
  // A URL parser drops spaces at the end.
  const named = toPath(`file://${path.replaceAll(' ', '%20')}`);
  return named === undefined ? NO_FILE_URI : found(named);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
