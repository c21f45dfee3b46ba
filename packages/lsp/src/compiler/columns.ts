import type { Finding, PrintedFinding } from './output.ts';

/** Converts columns that count something else to UTF-16 code units, 1-based, by the lines as they are on disk. Never rejects. */
export async function inUtf16(printed: readonly PrintedFinding[]): Promise<Finding[]> {
  const files = new Set(printed.filter(({ columns }) => columns !== undefined).map(({ path }) => path));
  const lines = new Map<string, readonly string[]>();
  for (const path of files) lines.set(path, await linesOf(path));
  return printed.map(({ columns, ...finding }) => (columns === undefined ? finding : converted(finding, columns, lines.get(finding.path) ?? [])));
}

async function linesOf(path: string): Promise<string[]> {
  try {
    return (await Bun.file(path).text()).split('\n');
  } catch {
    return [];
  }
}

function converted(finding: Finding, columns: 'scalars' | 'bytes', lines: readonly string[]): Finding {
  const convert = columns === 'bytes' ? fromBytes : fromScalars;
  const { line, character, endLine = line, endCharacter } = finding;
  return {
    ...finding,
    character: convert(lines[line - 1], character),
    ...(endCharacter !== undefined && { endCharacter: convert(lines[endLine - 1], endCharacter) }),
  };
}

/**
 * Columns are 1-based, before and after; one behind the end of the line stays as far behind it.
 *
 * @param line undefined where nobody has it
 */
export function fromScalars(line: string | undefined, column: number): number {
  return walk(line, column, () => 1);
}

/** As {@link fromScalars}, for columns that count the bytes of UTF-8. */
export function fromBytes(line: string | undefined, column: number): number {
  return walk(line, column, (character) => Buffer.byteLength(character));
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
