/**
 * Whether a text that is worked out from what the file holds now has the line breaks that the file had. Tools change line breaks that they were not asked to
 * change, and find CRLF where they are asked for LF; what has LF alone is taken to have had it before.
 */
export function hasItsLineBreaks(before: string, now: string): boolean {
  return !(before + now).includes('\r') && (now.includes('\n') || !before.includes('\n'));
}
