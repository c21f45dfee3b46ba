import { isUtf8 } from 'node:buffer';
import { type Escaped, escaped } from '../support/escaped.js';
import { readForUpdate, type DiskFile } from './disk-file.js';
import { ok, refuse, type Outcome } from './outcome.js';

/**
 * A file's text as the tools match it. The byte order mark is kept separately, so no search matches
 * it.
 */
export interface EditableText {
  readonly bom: boolean;
  readonly text: string;
}

const BOM = '\uFEFF';

/** Parses text that a model wrote. A leading byte order mark is taken as one. */
export function parseText(content: string): EditableText {
  return content.startsWith(BOM) ? { bom: true, text: content.slice(1) } : { bom: false, text: content };
}

export function encodeText({ bom, text }: EditableText): Buffer {
  return Buffer.from(bom ? BOM + text : text, 'utf8');
}

/**
 * Reads UTF-8 text. Other content is refused, because it could not be written back byte for byte.
 */
export async function readText(file: DiskFile): Promise<Outcome<EditableText>> {
  const bytes = await readForUpdate(file);
  return bytes.ok ? decodeText(bytes.value, file.path.shown) : bytes;
}

export function decodeText(bytes: Buffer, shown: Escaped): Outcome<EditableText> {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16)
    return refuse(
      'not_utf8',
      escaped`${shown} is UTF-16; only UTF-8 text can be edited. Nothing was changed.`,
    );
  const nul = bytes.indexOf(0);
  if (nul !== -1)
    return refuse(
      'binary_file',
      escaped`${shown} is a binary file (byte ${nul} is NUL); only text can be edited. Nothing was changed.`,
    );
  if (!isUtf8(bytes))
    return refuse(
      'not_utf8',
      escaped`${shown} is not valid UTF-8; only UTF-8 text can be edited. Nothing was changed.`,
    );
  return ok(parseText(bytes.toString('utf8')));
}
