import type { TextDocumentPosition } from '../../../engine/navigate/found.ts';
import { ENDS, type Failure, found, type Found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { containsPosition } from '../../../engine/navigate/by-name/owners.ts';
import { type Escaped, escaped, inline, joined, quoted } from '../../../support/escaped.ts';
import { MAX_BODY, MAX_BODY_LINES } from './limits.ts';
import type * as schemas from './schemas.ts';

/** The source of what is defined, whole lines; undefined where its definition is not in the workspace. */
export async function symbolBody(
  navigation: Navigation,
  at: TextDocumentPosition,
  cancel: AbortSignal,
): Promise<Found<schemas.Body | undefined>> {
  const defined = await navigation.definition(at, cancel);
  if (defined.kind === 'failed') return ended(defined) ? defined : found(undefined);
  const [place] = defined.value.items;
  if (place === undefined) return found(undefined);
  const listed = await navigation.documentSymbols(place.path, cancel);
  if (listed.kind === 'failed' && ended(listed)) return listed;
  const symbols = listed.kind === 'found' ? listed.value : [];
  const symbol = symbols.findLast(({ selectionRange }) =>
    containsPosition(selectionRange, place.range.start),
  );
  const { start, end } = symbol?.range ?? place.range;
  const last = Math.min(end.line, start.line + MAX_BODY_LINES - 1);
  const text = navigation
    .lines(place.path)
    .slice(start.line, last + 1)
    .join('\n');
  return found({
    file: navigation.relative(place.path),
    line: start.line + 1,
    endLine: end.line + 1,
    text: quoted(text, MAX_BODY),
  });
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
