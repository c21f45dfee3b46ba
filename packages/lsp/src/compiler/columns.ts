import type { ColumnUnit, Finding, PrintedFinding } from './output.ts';

/** Converts columns that count something else to UTF-16 code units, 1-based, by the lines as they are on disk. Never rejects. */
export async function inUtf16(printed: readonly PrintedFinding[]): Promise<Finding[]> {
  const files = new Set(printed.filter(({ columns }) => columns !== undefined).map(({ path }) => path));
  const lines = new Map<string, readonly string[]>();
  for (const path of files) lines.set(path, await linesOf(path));
  return printed.map((finding) => (finding.columns === undefined ? finding : converted(finding, lines.get(finding.path) ?? [])));
}

/** A byte order mark stays at the beginning of the first one. */
async function linesOf(path: string): Promise<string[]> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await Bun.file(path).bytes()).split('\n');
  } catch {
    return [];
  }
}

const MARK = '\uFEFF';
const WIDTHS: Readonly<Record<ColumnUnit, (character: string) => number>> = {
  units: (character) => character.length,
  scalars: () => 1,
  bytes: (character) => Buffer.byteLength(character),
};

function converted({ columns = 'units', countsMark = false, ...finding }: PrintedFinding, lines: readonly string[]): Finding {
  const convert = (line: number, column: number): number => {
    const text = lines[line - 1];
    const mark = text?.startsWith(MARK) === true ? MARK : '';
    return countsMark ? Math.max(1, walk(text, column, WIDTHS[columns]) - mark.length) : walk(text?.slice(mark.length), column, WIDTHS[columns]);
  };
  const { line, character, endLine = line, endCharacter } = finding;
  return { ...finding, character: convert(line, character), ...(endCharacter !== undefined && { endCharacter: convert(endLine, endCharacter) }) };
}

/**
 * Columns are 1-based, before and after; one behind the end of the line stays as far behind it.
 *
 * @param line undefined where nobody has it
 */
export function fromScalars(line: string | undefined, column: number): number {
  return walk(line, column, WIDTHS.scalars);
}

/** As {@link fromScalars}, for columns that count the bytes of UTF-8. */
export function fromBytes(line: string | undefined, column: number): number {
  return walk(line, column, WIDTHS.bytes);
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
