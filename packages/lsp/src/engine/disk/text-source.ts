import type { ServerDefinition } from '../../backend/definition.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import type { Content, Text } from '../../client/documents/documents.ts';
import {
  type AdmittedPath,
  type DiskStamp,
  diskStamp,
  MAX_FILE_BYTES,
  readAdmitted,
  sameStamp,
} from '../../support/paths.ts';

/**
 * How far to search for a NUL byte, as git does. In bytes, or UTF-16 code units of a given text.
 */
const SNIFF = 8000;

export type SourceText =
  | { readonly kind: 'text'; readonly content: Content }
  | {
      readonly kind: 'refused';
      readonly reason: 'binary' | 'UTF-16, not UTF-8' | 'too large' | 'not readable';
    };

/**
 * The text that the caller gave (REQ-CONTENT-010; the empty string is one), with the file's state
 * on disk beside it.
 */
export function givenText(path: AdmittedPath, text: string): SourceText {
  if (text.length > MAX_FILE_BYTES) return { kind: 'refused', reason: 'too large' };
  if (text.slice(0, SNIFF).includes('\0')) return { kind: 'refused', reason: 'binary' };
  return {
    kind: 'text',
    content: { text: withoutBom(text), stamp: diskStamp(path), asOf: performance.now() },
  };
}

/**
 * The text on disk (REQ-CONTENT-020). The stamp is taken before the text, so a change in between is
 * noticed later, not lost.
 */
export function diskText(path: AdmittedPath): Promise<SourceText> {
  return Promise.resolve(textAt(path));
}

function textAt(path: AdmittedPath): SourceText {
  const asOf = performance.now();
  const stamp = diskStamp(path);
  if (stamp === undefined) return { kind: 'refused', reason: 'not readable' };
  if (stamp.size > MAX_FILE_BYTES) return { kind: 'refused', reason: 'too large' };
  try {
    return textIn(readAdmitted(path), stamp, asOf);
  } catch {
    return { kind: 'refused', reason: 'not readable' };
  }
}

/** The file as a server is shown it; undefined where it is gone, or holds no text. */
export function documentOnDisk(
  definition: Pick<ServerDefinition, 'languageId'>,
  path: AdmittedPath,
): Promise<Text | undefined> {
  const source = textAt(path);
  return Promise.resolve(
    source.kind === 'text'
      ? { path, languageId: languageIdFor(definition, path), ...source.content }
      : undefined,
  );
}

/** The text on disk; undefined where the file is gone, or holds no text. */
export function textOnDisk(path: AdmittedPath): string | undefined {
  const source = textAt(path);
  return source.kind === 'text' ? source.content.text : undefined;
}

/** The text of a file that held these bytes. */
export function textIn(bytes: Buffer, stamp: DiskStamp, asOf: number): SourceText {
  if (isUtf16(bytes)) return { kind: 'refused', reason: 'UTF-16, not UTF-8' };
  if (bytes.subarray(0, SNIFF).includes(0)) return { kind: 'refused', reason: 'binary' };
  return { kind: 'text', content: { text: withoutBom(bytes.toString('utf8')), stamp, asOf } };
}

/** It begins with the mark of UTF-16, of either byte order. */
function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/**
 * The text to check now. A file that has changed since is read again. A file that does not exist
 * (yet) counts as it was given.
 */
export async function upToDate(known: Text): Promise<Text> {
  if (sameStamp(known.stamp, diskStamp(known.path))) return known;
  const now = await diskText(known.path);
  return now.kind === 'text' ? { ...known, ...now.content } : known;
}

/**
 * A text as a program that reads the disk sees it; undefined where the disk holds another text than
 * the given one, or none.
 */
export async function asOnDisk(given: Text): Promise<Text | undefined> {
  const now = await diskText(given.path);
  if (now.kind === 'refused') return undefined;
  // Same file, other text: it was only proposed. Another file: it was written again since.
  if (sameStamp(given.stamp, now.content.stamp) && now.content.text !== given.text) return undefined;
  return { ...given, ...now.content };
}

const MARK = '\uFEFF';

/**
 * Editors do not send the byte order mark either: with it, columns of line 1 would be off by one.
 */
export function withoutBom(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** The byte order mark that the file begins with; '' if there is none. */
export function markOnDisk(path: AdmittedPath): string {
  try {
    return readAdmitted(path).subarray(0, 3).toString('utf8') === MARK ? MARK : '';
  } catch {
    return '';
  }
}
