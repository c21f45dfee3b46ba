import type { Position } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { MAX_TEXT } from './limits.ts';
import { quoted } from '../../../support/escaped.ts';
import { clipAround } from '../../../support/plain-text.ts';

/** An item in a file, with its exact position, and its source line if that line exists. */
export interface Sourced<T> {
  readonly item: T;
  readonly position: Position;
  /** Trimmed, at most MAX_TEXT. */
  readonly text?: string;
}

/**
 * Reads the source line of each item, in the given order, and each file once.
 *
 * @param where an item is, in the lines of its file
 */
export function sourced<T extends { readonly path: AdmittedPath }>(
  navigation: Pick<Navigation, 'lines'>,
  items: readonly T[],
  where: (item: T, lines: readonly string[]) => Position,
): Sourced<T>[] {
  const found = new Map<T, Sourced<T>>();
  for (const [path, inFile] of Map.groupBy(items, ({ path }) => path)) {
    const lines = navigation.lines(path);
    for (const item of inFile) {
      const position = where(item, lines);
      found.set(item, { item, position, ...textAt(lines, position) });
    }
  }
  return items.flatMap((item) => found.get(item) ?? []);
}

function textAt(lines: readonly string[], { line, character }: Position): { text?: string } {
  const whole = lines[line];
  if (whole === undefined) return {};
  const indent = whole.length - whole.trimStart().length;
  return { text: quoted(clipAround(whole.trim(), character - indent, MAX_TEXT), MAX_TEXT) };
}
