import type { Place } from '../../../backend/model.ts';
import { nameAt } from '../../../backend/navigation/name-at.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import { outlineOfFile } from '../../../engine/navigate/by-name/outline.ts';
import { partsOf } from '../../../engine/navigate/spelling/name.ts';
import type { TextDocumentPosition } from '../../../engine/navigate/found.ts';
import { ENDS, type Failure, found, type Found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { laterParts } from '../../../engine/navigate/by-name/parts.ts';
import { containsPosition } from '../../../engine/navigate/by-name/owners.ts';
import { type Escaped, escaped, inline, joined, quoted } from '../../../support/escaped.ts';
import { MAX_BODY, MAX_BODY_LINES } from './limits.ts';
import type * as schemas from './schemas.ts';
import { WholeRanges } from './whole-ranges.ts';

/**
 * The source of what is defined, whole lines; undefined where its definition is not in the workspace.
 *
 * @param isWhole with what adds to the definition right behind it: of a property its setter
 */
export async function symbolBody(
  navigation: Navigation,
  at: TextDocumentPosition,
  isWhole: boolean,
  cancel: AbortSignal,
): Promise<Found<schemas.Body | undefined>> {
  const defined = await navigation.definition(at, cancel);
  if (defined.kind === 'failed') return ended(defined) ? defined : found(undefined);
  const { items } = defined.value;
  const admitted = navigation.admit(at.filePath);
  // Of several definitions the one that was asked about, where it is one of them.
  const place =
    items.find(
      ({ path, range }) =>
        admitted.kind === 'found' && path === admitted.value && containsPosition(range, at.position),
    ) ?? items[0];
  if (place === undefined) return found(undefined);
  const there = await declaredAt(navigation, place, at, isWhole, cancel);
  if (there.kind === 'failed' && ended(there)) return there;
  return found(bodyOf(navigation, (there.kind === 'found' ? there.value : undefined) ?? place));
}

function bodyOf(navigation: Navigation, { path, range: { start, end } }: Place): schemas.Body {
  const last = Math.min(end.line, start.line + MAX_BODY_LINES - 1);
  const text = navigation
    .lines(path)
    .slice(start.line, last + 1)
    .join('\n');
  return {
    file: navigation.relative(path),
    line: start.line + 1,
    endLine: end.line + 1,
    text: quoted(text, MAX_BODY),
  };
}

/** All of the symbol whose name is declared there; undefined where the server lists none. */
async function declaredAt(
  navigation: Navigation,
  { path, range: { start: position } }: Place,
  asked: TextDocumentPosition,
  isWhole: boolean,
  cancel: AbortSignal,
): Promise<Found<Place | undefined>> {
  const { listed, all, lines } = await outlineOfFile(navigation, path, cancel);
  if (listed.kind === 'failed') return listed;
  const text = lines.join('\n');
  const name = nameAt(text, position);
  const there = all.findLast(
    (one) =>
      containsPosition(one.selectionRange, position) &&
      (comparePositions(one.selectionRange.start, position) === 0 || partsOf(one.name).at(-1) === name),
  );
  if (there === undefined) return found(undefined);
  // Of overloads a server knows one definition.
  const own = navigation.admit(asked.filePath);
  const symbol =
    all.find(
      (one) =>
        own.kind === 'found' &&
        own.value === path &&
        containsPosition(one.selectionRange, asked.position) &&
        one.name === there.name &&
        one.containerName === there.containerName,
    ) ?? there;
  const syntax = navigation.symbolSyntax(path);
  const ranges = new WholeRanges(text, all, syntax);
  const range = ranges.of(symbol);
  let { end } = range;
  for (const part of isWhole ? laterParts(symbol, all, lines, syntax) : []) {
    const next = ranges.of(part);
    if (lines.slice(end.line + 1, next.start.line).some((row) => row.trim() !== '')) break;
    ({ end } = next);
  }
  return found({ path, range: { start: range.start, end } });
}

/** Numbered, as the file has them. */
export function renderBody({ file, line, endLine, text }: schemas.Body): Escaped {
  const rows = text.split('\n');
  const left = endLine - line + 1 - rows.length;
  return joined(
    [
      escaped`${inline(file)}:${line}-${endLine}:`,
      ...rows.map((row, index) => escaped`${line + index}\t${quoted(row, MAX_BODY)}`),
      ...(left > 0 ? [escaped`(${left} more lines are not listed)`] : []),
    ],
    '\n',
  );
}

function ended({ why }: Failure): boolean {
  return ENDS.includes(why);
}
