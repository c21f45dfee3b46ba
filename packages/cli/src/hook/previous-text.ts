import type { PreviousText, WrittenFile } from '../bridge/request.js';
import { asObject, asText } from './json.js';

/** A file that was created had no previous text. */
export function writtenFile(
  path: string,
  created: boolean,
  previousText: PreviousText | undefined,
): WrittenFile {
  return { path, ...(created ? { created } : previousText && { former: previousText }) };
}

/**
 * For hosts that pass the whole text. An empty text counts as none: the file may not have existed.
 */
export function wholeText(text: unknown): PreviousText | undefined {
  const whole = asText(text);
  return whole === undefined ? undefined : { kind: 'whole', text: whole };
}

/**
 * What Gemini CLI and its forks show to the user. Their edits do not determine the previous text,
 * because these hosts match the old text loosely.
 */
export function displayedText(toolResponse: unknown): PreviousText | undefined {
  return wholeText(asObject(asObject(toolResponse)?.['returnDisplay'])?.['originalContent']);
}

/** @param edits pairs of the old text and the new one, in the order in which they were made */
export function exchanged(
  edits: readonly (readonly [old: unknown, now: unknown])[],
): PreviousText | undefined {
  const texts = edits.map(([old, now]) => ({ old: asText(old), new: asText(now) }));
  const known = texts.flatMap(({ old, new: now }) =>
    old === undefined || now === undefined ? [] : [{ old, new: now }],
  );
  return known.length === 0 || known.length < texts.length ? undefined : { kind: 'edits', edits: known };
}
