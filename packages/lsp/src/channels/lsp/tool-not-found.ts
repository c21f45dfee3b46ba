import { MAX_CHECKERS } from './limits.ts';
import type * as schemas from './schemas.ts';
import type { Refusal } from './tool.ts';

/** How many programs the text names. */
const MAX_NAMED = 5;

/** push-diagnostics.md: that there are projects, and of each the program that would judge it is missing; undefined where that is not so. */
export function toolNotFound(checkers: readonly schemas.Checker[]): Refusal<schemas.ToolNotFound> | undefined {
  const [first] = checkers;
  if (first === undefined || checkers.some(({ outcome }) => outcome !== 'unavailable')) return undefined;
  const value: schemas.ToolNotFound = { error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND', retryable: false, tool: first.id, install: installing(first), checkers: checkers.slice(0, MAX_CHECKERS) };
  const programs = [...new Map(checkers.map((checker) => [checker.id, checker])).values()];
  const ways = programs.slice(0, MAX_NAMED).map((checker) => `${checker.id} (to install it: ${installing(checker)})`);
  const text = `${value.error_type}, not retryable: nothing was judged, as what would judge it is not installed: ${ways.join('; ')}`;
  return { kind: 'refused', value, text };
}

function installing({ id, install = `install ${id}` }: schemas.Checker): string {
  return install;
}
