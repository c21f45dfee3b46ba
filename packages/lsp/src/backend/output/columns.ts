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
    const rulers = new Map<string, Ruler>();
    const rulerOf = (line: number, text: string, unit: ColumnUnit): Ruler =>
      rulers.getOrInsertComputed(`${line} ${unit}`, () => new Ruler(text, WIDTHS[unit]));
    for (const finding of ofFile) converted.set(finding, inLines(finding, lines, rulerOf));
  }
  return printed.flatMap((finding) => converted.get(finding) ?? []);
}

/**
 * Keeps a byte order mark at the start of the first line. The path may be any that a source names
 * as its own: a device, or a pipe without a writer.
 */
async function linesOf(path: string): Promise<string[]> {
  const file = await readBytesSoon(path, MAX_FILE_BYTES);
  return file.kind === 'bytes'
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes).split('\n')
    : [];
}

const MARK = '\uFEFF';
const WIDTHS: Readonly<Record<ColumnUnit, (character: string) => number>> = {
  units: (character) => character.length,
  scalars: () => 1,
  bytes: (character) => Buffer.byteLength(character),
};

function inLines(
  { columns, countsMark = false, ...finding }: PrintedFinding,
  lines: readonly string[],
  rulerOf: (line: number, text: string, unit: ColumnUnit) => Ruler,
): Finding {
  const convert = (line: number, column: number): number => {
    const text = lines[line - 1];
    if (columns === undefined || text === undefined) return coordinate(column);
    const mark = text.startsWith(MARK) ? MARK : '';
    const ruler = rulerOf(line, text, columns);
    return coordinate(
      ruler.units(countsMark || mark === '' ? column : column + WIDTHS[columns](mark)) - mark.length,
    );
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

/** Columns of one line. A line may be long, and have a finding at each of its words. */
class Ruler {
  /** Every so many characters: where the character begins, in columns and in UTF-16 code units. */
  readonly #marks: { readonly column: number; readonly units: number }[] = [{ column: 1, units: 0 }];
  static readonly #STEP = 512;

  constructor(
    private readonly line: string,
    private readonly widthOf: (character: string) => number,
  ) {
    let [column, units, count] = [1, 0, 0];
    for (const character of line) {
      if (++count % Ruler.#STEP === 0) this.#marks.push({ column, units });
      column += widthOf(character);
      units += character.length;
    }
  }

  /** The same column in UTF-16 code units; both are 1-based. */
  units(column: number): number {
    let [low, high] = [1, this.#marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#marks[middle]?.column ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    const { column: from, units } = this.#marks[low - 1] ?? { column: 1, units: 0 };
    return units + walk(this.line.slice(units), column - from + 1, this.widthOf);
  }
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
