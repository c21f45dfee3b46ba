import { escaped, inline, joined, oneLine } from '../../../support/escaped.ts';
import { MAX_CHECKERS } from './limits.ts';
import type * as schemas from './schemas.ts';
import type { Refusal } from './tool.ts';

/** How many programs the text names. */
const MAX_NAMED = 5;

/**
 * push-diagnostics.md: the error where there are projects and the checking program of each is
 * missing; otherwise undefined.
 */
export function toolNotFound(
  checkers: readonly schemas.Checker[],
): Refusal<schemas.ToolNotFound> | undefined {
  const [first] = checkers;
  // A program that is not run for other reasons (an untrusted workspace) is not missing.
  if (
    first?.install === undefined ||
    checkers.some(({ outcome, install }) => outcome !== 'unavailable' || install === undefined)
  )
    return undefined;
  const value: schemas.ToolNotFound = {
    error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
    retryable: false,
    tool: first.id,
    install: first.install,
    checkers: checkers.slice(0, MAX_CHECKERS),
  };
  const programs = [...new Map(checkers.map((checker) => [checker.id, checker])).values()];
  const ways = programs
    .slice(0, MAX_NAMED)
    .map(({ id, install = '' }) => escaped`${inline(id)} (to install it: ${oneLine(install)})`);
  const why = escaped`nothing was judged, as what would judge it is not installed`;
  const text = escaped`${value.error_type}, not retryable: ${why}: ${joined(ways, '; ')}`;
  return { kind: 'refused', value, text };
}
