/**
 * Whether `before`, which is derived from the file's present text, has the line breaks that the
 * file had.
 *
 * That is not certain in general: tools change line breaks that they were not asked to change, and
 * match CRLF for LF. If the present text has only LF, the file is taken to have had only LF.
 */
export function hasItsLineBreaks(before: string, now: string): boolean {
  return !(before + now).includes('\r') && (now.includes('\n') || !before.includes('\n'));
}
