import { clip } from './one-line.js';
import type { CheckedServer, CheckReport, LspConfig, ServerOutcome } from './types.js';

export interface MetaOptions {
  readonly meta: Required<LspConfig>['meta'];
  /** Whether other files that the change may have broken were asked for. */
  readonly wantsOthers: boolean;
}

/** Ids and versions come from settings and packages, and may be as long as they like; UTF-16 code units. */
const MAX_NAME = 80;

/**
 * `[meta] diagnostics_errors=N`, where N are the errors that servers know of in all files; with `verdict`, also what that rests on:
 *
 *     [meta] diagnostics_errors=0 checked=typescript@7.0.2 unchecked=cargo(running),others(cut-short)
 *
 * `checked` are the servers that have judged the written files as they are, by id and version; `unchecked`, what has not been judged, and why:
 * servers that are `running` (at work still when the time was over), `starting`, `broken` or `unavailable`; `files(refused)`, some that are
 * binary, too large or outside of the workspace; `others(not-searched)` or `others(cut-short)`, the other files that the change may have broken.
 * An empty list is `none`. Whatever is not a letter, a digit or one of `._+-` in a name is percent-encoded, so that the line has the same words whatever
 * a server is called; one that is called nothing is `%20`, and one that is called `none` begins with `%6E`.
 *
 * `''` where there is nothing to count: no server is there for the files (REQ-GRACE-010), or, unless the line can say so, none has judged them
 * (REQ-GRACE-055).
 */
export function metaLine({ servers, knownErrors, refused = {}, othersComplete }: CheckReport, { meta, wantsOthers }: MetaOptions): string {
  if (meta === false || knownErrors === undefined) return '';
  const count = `[meta] diagnostics_errors=${knownErrors}`;
  if (meta === true) return servers.some(hasJudged) ? count : '';
  if (servers.every(({ outcome }) => outcome === 'unavailable')) return '';
  const unchecked = servers.flatMap(({ id, outcome }) => (outcome === 'complete' ? [] : [`${escape(id)}(${WHY[outcome]})`]));
  const others = othersUnchecked(wantsOthers, othersComplete);
  return [
    count,
    `checked=${listed(servers.filter(hasJudged).map(named))}`,
    `unchecked=${listed([...unchecked, ...(Object.keys(refused).length === 0 ? [] : ['files(refused)']), ...others])}`,
  ].join(' ');
}

const WHY: Record<Exclude<ServerOutcome, 'complete'>, string> = {
  'timed-out': 'running',
  starting: 'starting',
  broken: 'broken',
  unavailable: 'unavailable',
};

function othersUnchecked(wantsOthers: boolean, othersComplete: boolean): string[] {
  if (!wantsOthers) return ['others(not-searched)'];
  return othersComplete ? [] : ['others(cut-short)'];
}

function hasJudged({ outcome }: CheckedServer): boolean {
  return outcome === 'complete';
}

function named({ id, version }: CheckedServer): string {
  return version === undefined ? escape(id) : `${escape(id)}@${escape(version)}`;
}

/** A server that several projects have is there once. */
function listed(names: readonly string[]): string {
  return [...new Set(names)].join(',') || 'none';
}

function escape(name: string): string {
  // Where a list is expected, both would say that it is empty.
  const odd = name === '' || name === 'none' ? /^(?:$|n)/u : /[^A-Za-z0-9._+-]/gu;
  return clip(name, MAX_NAME).replace(odd, (character) =>
    [...Buffer.from(character || ' ')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
