import type { Position, Range } from '../../../backend/navigation/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import { positionsIn } from '../../../client/text-edit.ts';
import { ReadTexts } from './read-texts.ts';

/** What an import declaration of JavaScript or TypeScript holds before the module's name. */
const IMPORT = /(?:^|;)[^\S\n]*import\s+(?:type\s+)?(?:[\p{ID_Continue}$*,{}\s\u200c\u200d]|\/\*[^]*?\*\/|\/\/[^\n]*)+?\bfrom\s*["']/gmu;

/** Names that a file only imports: another file declares them. */
export class ImportedNames {
  readonly #imports = new ReadTexts(importsOf);

  /** By the texts on disk now. The disk is looked at once for each file. */
  now(): (path: string, position: Position) => boolean {
    const seen = new Map<string, readonly Range[]>();
    return (path, position) => {
      const imports = seen.get(path) ?? this.#imports.of(path);
      seen.set(path, imports);
      return imports.some(({ start, end }) => comparePositions(start, position) <= 0 && comparePositions(position, end) < 0);
    };
  }
}

function importsOf(text: string): Range[] {
  // A lone CR ends a line, too.
  const positionAt = positionsIn(text.replace(/\r(?!\n)/g, '\n'));
  return [...text.matchAll(IMPORT)].map(({ 0: declaration, index }) => ({ start: positionAt(index), end: positionAt(index + declaration.length) }));
}
