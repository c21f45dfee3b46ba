import type { Position, Range } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import { positionsIn } from '../../../client/documents/text-edit.ts';
import { ReadTexts } from './read-texts.ts';

/** Where an import declaration of JavaScript or TypeScript begins. */
const BEGIN = /(?:^|;)[ \t]*import\s/gm;
/** What it holds before the module's name. The longest are those of generated clients. */
const CLAUSE =
  /[\p{ID_Continue}$*,{}\s\u200c\u200d]*(?:(?:\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*(?:\n|$))[\p{ID_Continue}$*,{}\s\u200c\u200d]*)*/uy;
const LONGEST_CLAUSE = 20_000;
const FROM = /\bfrom\s*["']$/;

/** Names that a file only imports: another file declares them. */
export class ImportedNames {
  readonly #imports = new ReadTexts(importsOf);

  /** By the texts on disk now. The disk is looked at once for each file. */
  now(): (path: string, position: Position) => boolean {
    const seen = new Map<string, readonly Range[]>();
    return (path, position) => {
      const imports = seen.get(path) ?? this.#imports.of(path);
      seen.set(path, imports);
      return imports.some(
        ({ start, end }) => comparePositions(start, position) <= 0 && comparePositions(position, end) < 0,
      );
    };
  }
}

function importsOf(text: string): Range[] {
  // A lone CR ends a line, too.
  const lines = text.replace(/\r(?!\n)/g, '\n');
  const position = positionsIn(lines);
  const found: Range[] = [];
  let end = 0;
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    if (index < end) continue;
    const clause = text.slice(index + begin.length, index + begin.length + LONGEST_CLAUSE);
    CLAUSE.lastIndex = 0;
    CLAUSE.test(clause);
    end = index + begin.length + CLAUSE.lastIndex;
    const isWhole = FROM.test(text.slice(Math.max(index, end - 100), end + 1));
    if (isWhole) found.push({ start: position(index), end: position(end + 1) });
  }
  return found;
}
