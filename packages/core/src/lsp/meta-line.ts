import { type Escaped, clip, escaped, inline, joined } from '../support/escaped.js';
import type { CheckedServer, CheckReport, LspConfig, ServerOutcome } from './types.js';

export interface MetaOptions {
  readonly meta: Required<LspConfig>['meta'];
  /** Whether other files that the change may have broken were asked for. */
  readonly wantsOthers: boolean;
}

/**
 * In UTF-16 code units. Ids and versions come from settings and packages and have no length limit.
 */
const MAX_NAME = 80;

/**
 * `[meta] diagnostics_errors=N`, where N is the number of errors in all files that the servers know
 * of. With `verdict`, also what that number is based on:
 *
 * `[meta] diagnostics_errors=0 checked=typescript@7.0.2 unchecked=cargo(running),others(cut-short)`
 *
 * `checked` lists the servers that have judged the written files in their present state, by id and
 * version. `unchecked` lists what has not been judged, and why: servers that are `running` (still
 * at work at the deadline), `starting`, `broken` or `unavailable`; `files(refused)`, if some are
 * binary, too large or outside of the workspace; `others(not-searched)` or `others(cut-short)`, for
 * other files that the change may have broken. An empty list is `none`.
 *
 * In a name, every character but a letter, a digit or one of `._+-` is percent-encoded, so that the
 * line has the same words whatever the name of a server. An empty name is `%20`, and the name
 * `none` begins with `%6E`.
 *
 * `''` if there is nothing to count: no server is available for the files (REQ-GRACE-010). Without
 * `verdict`, also if no server has judged them (REQ-GRACE-055).
 */
export function metaLine(
  { servers, knownErrors, refused = {}, othersComplete }: CheckReport,
  { meta, wantsOthers }: MetaOptions,
): Escaped {
  if (meta === false || knownErrors === undefined) return escaped``;
  const count = escaped`[meta] diagnostics_errors=${knownErrors}`;
  if (meta === true) return servers.some(hasJudged) ? count : escaped``;
  if (servers.every(({ outcome }) => outcome === 'unavailable')) return escaped``;
  const unchecked = servers.flatMap(({ id, outcome }) =>
    outcome === 'complete' ? [] : [escaped`${encoded(id)}(${WHY[outcome]})`],
  );
  const files = Object.keys(refused).length === 0 ? [] : [escaped`files(refused)`];
  const others = othersUnchecked(wantsOthers, othersComplete);
  const words = [
    count,
    escaped`checked=${listed(servers.filter(hasJudged).map(named))}`,
    escaped`unchecked=${listed([...unchecked, ...files, ...others])}`,
  ];
  return joined(words, ' ');
}

const WHY = {
  'timed-out': 'running',
  starting: 'starting',
  broken: 'broken',
  unavailable: 'unavailable',
} as const satisfies Record<Exclude<ServerOutcome, 'complete'>, string>;

function othersUnchecked(wantsOthers: boolean, othersComplete: boolean): Escaped[] {
  if (!wantsOthers) return [escaped`others(not-searched)`];
  return othersComplete ? [] : [escaped`others(cut-short)`];
}

function hasJudged({ outcome }: CheckedServer): boolean {
  return outcome === 'complete';
}

function named({ id, version }: CheckedServer): Escaped {
  return version === undefined ? encoded(id) : escaped`${encoded(id)}@${encoded(version)}`;
}

/** A server that runs for several projects is listed once. */
function listed(names: readonly Escaped[]): Escaped {
  return names.length === 0 ? escaped`none` : joined([...new Set(names)], ',');
}

function encoded(name: string): Escaped {
  // In a list, an empty name or `none` would look like an empty list.
  const odd = name === '' || name === 'none' ? /^(?:$|n)/u : /[^A-Za-z0-9._+-]/gu;
  return inline(
    clip(name, MAX_NAME).replace(odd, (character) =>
      [...Buffer.from(character || ' ')]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    ),
  );
}
