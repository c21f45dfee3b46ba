import { fileURLToPath } from 'node:url';
import { ownText, TRACE_PAGE } from '../package.js';
import type { ReadTrace } from './read-trace.js';

const HOLE = '{{data}}';

/**
 * A page without external resources: it can be sent to others, and makes no request.
 *
 * @param name of the file, for its title
 * @throws Error if the package was not built
 */
export function tracePage(name: string, trace: ReadTrace): string {
  const [before, after] = ownText(fileURLToPath(TRACE_PAGE)).split(HOLE);
  if (before === undefined || after === undefined)
    throw new Error(`${TRACE_PAGE.pathname} is not what it was built as`);
  const lines = [...trace.lines].sort((a, b) => a.t - b.t);
  return before + embedded({ name, lines, remarks: remarksOn(trace) }) + after;
}

/**
 * JSON in which no parser of HTML finds an end, a beginning or a comment, and no parser of
 * JavaScript the end of a line.
 */
function embedded(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Sentences about what the page leaves out of the file, and what never came into the file. */
export function remarksOn({ lines, foreign, half, leftOut }: ReadTrace): string[] {
  const lost = new Map<number, number>();
  for (const { kind, pid, lines: count } of lines)
    if (kind === 'dropped' && typeof count === 'number') lost.set(pid, count);
  return [
    ...(half
      ? ['The last line has no end: whoever wrote it was killed, or is still writing. It is not shown.']
      : []),
    ...(foreign > 0
      ? [`${foreign} ${foreign === 1 ? 'line is' : 'lines are'} no part of a trace and not shown.`]
      : []),
    ...(leftOut > 0
      ? [
          `${leftOut} ${leftOut === 1 ? 'line is' : 'lines are'} left out here: the file is longer ` +
            'than a page can be.',
        ]
      : []),
    ...[...lost].map(([pid, count]) => `Process ${pid} did not record ${count} lines.`),
  ];
}
