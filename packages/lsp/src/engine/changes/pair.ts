import { linesOf } from '../../backend/navigation/lines.ts';
import { BY_SUGGESTION, comparable, type SameError } from '../../backend/same-error.ts';
import type { Diagnostic } from '../../types.ts';
import { LineMap } from './line-map.ts';

/** Findings about one text of a file. */
export interface TextFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

export const CLEAN: TextFindings = { diagnostics: [], text: '' };

/**
 * Which of the later findings stood before, in an earlier text of the same file. Two findings are
 * one if they have the same code and message but for suggestions, and the earlier one's line has
 * moved to the later one's. On changed lines, the lines that took their place count, in order. At
 * last, a line that was moved within the file takes its findings along.
 *
 * @param sameError by which codes and messages are compared: of the server that has reported them
 */
export function stoodBefore(before: TextFindings, now: TextFindings, sameError?: SameError): Set<Diagnostic> {
  const isAmongUnlisted = unlistedFrom(before, now);
  return new Set([
    ...pair(before, now, sameError).keys(),
    ...ofForms(before, now, sameError),
    ...now.diagnostics.filter(isAmongUnlisted),
  ]);
}

/** The later findings about a form that the file had before, wherever it was. */
function ofForms(
  before: TextFindings,
  now: TextFindings,
  sameError: SameError = BY_SUGGESTION,
): Diagnostic[] {
  const isOfFile = (diagnostic: Diagnostic): boolean => comparable(diagnostic, sameError).isOfFile === true;
  const forms = new Set(before.diagnostics.filter(isOfFile).map((one) => keyOf(one, sameError)));
  return forms.size === 0
    ? []
    : now.diagnostics.filter((one) => isOfFile(one) && forms.has(keyOf(one, sameError)));
}

/** Which of the earlier findings are gone. */
export function goneSince(before: TextFindings, now: TextFindings, sameError?: SameError): Diagnostic[] {
  const left = new Set(pair(before, now, sameError).values());
  const isAmongUnlisted = unlistedFrom(now, before);
  return before.diagnostics.filter((diagnostic) => !left.has(diagnostic) && !isAmongUnlisted(diagnostic));
}

/**
 * Which findings of the second text may be among those of the first one that are only counted:
 * nothing tells.
 */
function unlistedFrom(counted: TextFindings, { text }: TextFindings): (diagnostic: Diagnostic) => boolean {
  const from = new Map(
    counted.diagnostics.flatMap(({ count, severity, line }) =>
      count === undefined ? [] : [[severity, line] as const],
    ),
  );
  if (from.size === 0) return () => false;
  const map = new LineMap(text, counted.text);
  return ({ severity, line, count }) => {
    const first = from.get(severity);
    return first !== undefined && (count !== undefined || (map.now(line) ?? -Infinity) >= first);
  };
}

/** The later findings that stood before, each with the earlier one that it is. */
function pair(
  before: TextFindings,
  now: TextFindings,
  sameError: SameError = BY_SUGGESTION,
): Map<Diagnostic, Diagnostic> {
  const stood = new Map<Diagnostic, Diagnostic>();
  if (before.diagnostics.length === 0 || now.diagnostics.length === 0) return stood;
  const map = new LineMap(before.text, now.text);
  const known = new Map<Diagnostic, string>();
  const words = (diagnostic: Diagnostic): string =>
    known.getOrInsertComputed(diagnostic, () => keyOf(diagnostic, sameError));
  let left: readonly Diagnostic[] = before.diagnostics;
  const pairBy = (
    placeBefore: (line: number) => number | string | undefined,
    placeNow: (line: number) => number | string | undefined,
  ): void => {
    const keyAt = (diagnostic: Diagnostic, place: number | string | undefined): string =>
      [place ?? 'gone', words(diagnostic)].join('\0');
    const waiting = Map.groupBy(left, (diagnostic) => keyAt(diagnostic, placeBefore(diagnostic.line)));
    const paired = new Set<Diagnostic>();
    for (const diagnostic of now.diagnostics) {
      const place = placeNow(diagnostic.line);
      if (stood.has(diagnostic) || place === undefined) continue;
      const partner = waiting.get(keyAt(diagnostic, place))?.shift();
      if (partner === undefined) continue;
      stood.set(diagnostic, partner);
      paired.add(partner);
    }
    left = left.filter((diagnostic) => !paired.has(diagnostic));
  };
  pairBy(
    (line) => map.now(line),
    (line) => line,
  );
  if (map.isEmpty) return stood;
  pairBy(
    (line) => map.hunk('old', line),
    (line) => map.hunk('now', line),
  );
  const movedIn = (side: 'old' | 'now', { text }: TextFindings): ((line: number) => string | undefined) => {
    const lines = linesOf(text);
    return (line) => (map.hunk(side, line) === undefined ? undefined : lines[line - 1]?.trim());
  };
  pairBy(movedIn('old', before), movedIn('now', now));
  const renamed = renamedIn(before.text, now.text);
  if (renamed === undefined || left.length === 0) return stood;
  const lines = linesOf(now.text);
  // What is said of the new name itself is new.
  const isOfName = ({ line, endLine, character, endCharacter }: Diagnostic): boolean =>
    (lines[line - 1] ?? '')
      .slice(character - 1, endLine === line && endCharacter !== undefined ? endCharacter - 1 : undefined)
      .match(WORD)
      ?.includes(renamed.now) === true;
  for (const diagnostic of left) {
    const message = diagnostic.message.replace(WORD, (word) => (word === renamed.old ? renamed.now : word));
    known.set(diagnostic, keyOf({ ...diagnostic, message }, sameError));
  }
  for (const diagnostic of now.diagnostics)
    if (isOfName(diagnostic)) known.set(diagnostic, `of ${renamed.now}`);
  pairBy(
    (line) => map.now(line) ?? `hunk ${map.hunk('old', line) ?? ''}`,
    (line) => (map.hunk('now', line) === undefined ? line : `hunk ${map.hunk('now', line) ?? ''}`),
  );
  return stood;
}

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** The one word that has taken the place of another one, wherever that was. */
function renamedIn(before: string, now: string): { readonly old: string; readonly now: string } | undefined {
  const [then, later] = [new Set(before.match(WORD)), new Set(now.match(WORD))];
  const [gone, come] = [[...then.difference(later)], [...later.difference(then)]];
  const [old = '', name = ''] = [gone[0], come[0]];
  return gone.length === 1 && come.length === 1 ? { old, now: name } : undefined;
}

/** `"a" | "b"`: the members of a union, as far as they are single words. */
const UNION = /(?<![^\s|;,(){}<>])[^\s|;,(){}<>]+(?: \| [^\s|;,(){}<>]+)+/g;

function keyOf(diagnostic: Diagnostic, sameError: SameError): string {
  const { code, message } = comparable(diagnostic, sameError);
  // Quirk(TypeScript): it writes the members of a union in the order in which it met them first.
  const text = message.replace(UNION, (union) => union.split(' | ').sort().join(' | '));
  return [diagnostic.severity, code, text].join('\0');
}
