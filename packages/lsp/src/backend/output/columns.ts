import { MAX_FILE_BYTES } from '../../support/paths.ts';
import { readBytesSoon } from '../../support/read-file.ts';
import type { ColumnUnit, Finding, PrintedFinding } from './output.ts';

/** The protocol's limit: a 32-bit integer. */
const LARGEST = 2 ** 31 - 1;

/**
 * Converts columns in other units to UTF-16 code units, from the lines on disk. Turns printed
 * values that are no positions into valid 1-based ones. Never rejects.
 */
export async function inUtf16(printed: readonly PrintedFinding[]): Promise<Finding[]> {
  const converted = new Map<PrintedFinding, Finding>();
  for (const [path, ofFile] of Map.groupBy(printed, (finding) => finding.path)) {
    const lines = ofFile.some(({ columns }) => columns !== undefined) ? await linesOf(path) : [];
    for (const finding of ofFile) converted.set(finding, inLines(finding, lines));
  }
  return printed.flatMap((finding) => converted.get(finding) ?? []);
}

/**
 * Keeps a byte order mark at the start of the first line. The path may be any that a source names
 * as its own: a device, or a pipe without a writer.
 */
async function linesOf(path: string): Promise<string[]> {
  const file = await readBytesSoon(path, MAX_FILE_BYTES);
  return file.kind === 'bytes' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes).split('\n') : [];
}

const MARK = '\uFEFF';
const WIDTHS: Readonly<Record<ColumnUnit, (character: string) => number>> = {
  units: (character) => character.length,
  scalars: () => 1,
  bytes: (character) => Buffer.byteLength(character),
};

function inLines({ columns, countsMark = false, ...finding }: PrintedFinding, lines: readonly string[]): Finding {
  const convert = (line: number, column: number): number => {
    const text = lines[line - 1];
    if (columns === undefined || text === undefined) return coordinate(column);
    const mark = text.startsWith(MARK) ? MARK : '';
    return coordinate(countsMark ? walk(text, column, WIDTHS[columns]) - mark.length : walk(text.slice(mark.length), column, WIDTHS[columns]));
  };
  const { line, character, endLine, endCharacter } = finding;
  return {
    ...finding,
    line: coordinate(line),
    character: convert(line, character),
    ...(endLine !== undefined && { endLine: coordinate(endLine) }),
    ...(endCharacter !== undefined && { endCharacter: convert(endLine ?? line, endCharacter) }),
  };
}

function coordinate(printed: number): number {
  return Number.isInteger(printed) ? Math.min(Math.max(1, printed), LARGEST) : 1;
}

/**
 * Columns are 1-based, before and after. A column past the end of the line stays as far past it.
 *
 * @param line undefined where the text is not available
 */
export function fromScalars(line: string | undefined, column: number): number {
  return walk(line, column, WIDTHS.scalars);
}

function walk(line: string | undefined, column: number, widthOf: (character: string) => number): number {
  if (line === undefined) return column;
  let units = 0;
  let left = column - 1;
  for (const character of line) {
    if (left <= 0) break;
    left -= widthOf(character);
    units += character.length;
  }
  return units + 1 + Math.max(0, left);
}
