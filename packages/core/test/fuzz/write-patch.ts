import { diffArrays } from 'diff';

/** A text file that may be there or not. */
export interface Text {
  readonly lines: readonly string[];
  readonly ending: '\n' | '\r\n';
  readonly bom: boolean;
  /** Whether the last line ends, too. */
  readonly ended: boolean;
}

export interface Version {
  readonly name: string;
  readonly text: Text;
}

/** One file before and after; undefined where it is not there. */
export interface FileChange {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

export type Format =
  { readonly kind: 'begin' } | { readonly kind: 'plain' | 'git'; readonly context: number };

export const bytesOf = ({ lines, ending, bom, ended }: Text): string =>
  (bom ? '\uFEFF' : '') + lines.join(ending) + (ended && lines.length > 0 ? ending : '');

export const inverse = ({ before, after }: FileChange): FileChange => ({ before: after, after: before });

/** A patch as a careful writer makes it. */
export function writePatch(changes: readonly FileChange[], format: Format): string {
  if (format.kind === 'begin')
    return ['*** Begin Patch', ...changes.flatMap(beginPart), '*** End Patch', ''].join('\n');
  return (
    changes.flatMap((change) => unifiedPart(change, format.kind === 'git', format.context)).join('\n') + '\n'
  );
}

type Op = readonly [op: ' ' | '-' | '+', text: string];

function opsOf(before: readonly string[], after: readonly string[]): Op[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map((line): Op => [added ? '+' : removed ? '-' : ' ', line]),
  );
}

function beginPart({ before, after }: FileChange): string[] {
  if (after === undefined) return [`*** Delete File: ${before?.name}`];
  const { lines, ending, bom } = after.text;
  if (before === undefined)
    return [
      `*** Add File: ${after.name}`,
      ...lines.map((line, at) => `+${bom && at === 0 ? '\uFEFF' : ''}${line}${ending.slice(0, -1)}`),
    ];
  const ops = opsOf(before.text.lines, lines);
  const hunk = ops.some(([op]) => op !== ' ')
    ? ['@@', ...ops.map(([op, line]) => `${op}${line}${ending.slice(0, -1)}`)]
    : [];
  return [
    `*** Update File: ${before.name}`,
    ...(before.name === after.name ? [] : [`*** Move to: ${after.name}`]),
    ...hunk,
  ];
}

function unifiedPart({ before, after }: FileChange, git: boolean, context: number): string[] {
  const [from, to] = [before?.name ?? after?.name, after?.name ?? before?.name];
  const head = git
    ? [
        `diff --git a/${from} b/${to}`,
        ...(before === undefined
          ? ['new file mode 100644']
          : after === undefined
            ? ['deleted file mode 100644']
            : from === to
              ? []
              : [`rename from ${from}`, `rename to ${to}`]),
      ]
    : [];
  const hunks = hunksOf(withMarks(before?.text), withMarks(after?.text), context);
  if (hunks.length === 0) return head;
  const named = (prefix: string, name: string | undefined) =>
    name === undefined ? '/dev/null' : `${prefix}${name}${name.includes(' ') ? '\t' : ''}`;
  return [...head, `--- ${named('a/', before?.name)}`, `+++ ${named('b/', after?.name)}`, ...hunks];
}

const UNENDED = '\n\\ No newline at end of file';

/** Each line as a diff shows it, with what makes it another line: its ending, the mark before the first, and the note on the last. */
function withMarks(text: Text | undefined): string[] {
  if (text === undefined) return [];
  const { lines, ending, bom, ended } = text;
  return lines.map((line, at) => {
    const isOpen = at === lines.length - 1 && !ended;
    return `${bom && at === 0 ? '\uFEFF' : ''}${line}${isOpen ? UNENDED : ending.slice(0, -1)}`;
  });
}

function hunksOf(before: readonly string[], after: readonly string[], context: number): string[] {
  const ops = opsOf(before, after);
  const isNear = ops.map((_, at) =>
    ops.slice(Math.max(0, at - context), at + context + 1).some(([op]) => op !== ' '),
  );
  const hunks: string[] = [];
  let [old, now] = [0, 0];
  for (let at = 0; at < ops.length;) {
    if (isNear[at] !== true) {
      [old, now] = [old + 1, now + 1];
      at++;
      continue;
    }
    const next = isNear.indexOf(false, at);
    const body = ops.slice(at, next === -1 ? ops.length : next);
    const [removed, added] = (['-', '+'] as const).map(
      (op) => body.filter(([other]) => other === op || other === ' ').length,
    ) as [number, number];
    // Nothing on one side: the line above it is named.
    hunks.push(
      `@@ -${removed === 0 ? old : old + 1},${removed} +${added === 0 ? now : now + 1},${added} @@`,
      ...body.map(([op, line]) => op + line),
    );
    [old, now, at] = [old + removed, now + added, at + body.length];
  }
  return hunks;
}
