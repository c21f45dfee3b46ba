import type { ServerDefinition } from '../../backend/definition.ts';
import { textAfter } from '../../backend/fixes/text-changes.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import type { Position } from '../../backend/model.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';

/** How many files are read for a name. */
export const MOST_SEARCHED = 5000;

/** A line that holds a name as a whole word. */
export interface Occurrence {
  readonly path: AdmittedPath;
  /** Each place in the line; 0-based, in UTF-16 code units. */
  readonly positions: readonly Position[];
  readonly text: string;
}

/** What a file holds on disk; undefined where it is gone, or holds no text. */
type TextOf = (path: AdmittedPath) => string | undefined;

/** Whether {@link occurrences} looks at all files of the language. */
export function isSearchedWhole(
  { disk }: Pick<Servers, 'disk'>,
  { extensions }: Pick<ServerDefinition, 'extensions'>,
): boolean {
  return disk.isWhole && disk.files(extensions).size <= MOST_SEARCHED;
}

/**
 * In all files of the language, as they would be; in the order of their paths.
 *
 * @param tree of this nested work tree, not of the workspace itself
 * @param textOf where the texts are kept that no change is made to
 */
export function occurrences(
  { disk }: Pick<Servers, 'disk'>,
  { extensions }: Pick<ServerDefinition, 'extensions'>,
  name: string,
  files: readonly ChangedFile[],
  tree?: string,
  textOf?: TextOf,
): Generator<Occurrence> {
  const paths = [...new Set([...files.map(({ path }) => path), ...disk.files(extensions, tree).keys()])];
  return linesWith([name], wordIn(name, 'gu'), paths, files, textOf);
}

/**
 * The lines that fit the pattern, of the files as they would be.
 *
 * @param words a text without any of them is not searched
 * @param pattern global
 */
export function* linesWith(
  words: readonly string[],
  pattern: RegExp,
  paths: readonly AdmittedPath[],
  files: readonly ChangedFile[],
  textOf: TextOf = textOnDisk,
): Generator<Occurrence> {
  const changed = new Map(files.map((file) => [file.path, textAfter(file)]));
  for (const path of paths.toSorted().slice(0, MOST_SEARCHED)) {
    const text = changed.get(path) ?? textOf(path);
    if (text === undefined || !words.some((word) => text.includes(word))) continue;
    for (const [line, row] of linesOf(text).entries()) {
      if (!words.some((word) => row.includes(word))) continue;
      const positions = Array.from(row.matchAll(pattern), ({ index }) => ({ line, character: index }));
      if (positions.length > 0) yield { path, positions, text: row };
    }
  }
}
