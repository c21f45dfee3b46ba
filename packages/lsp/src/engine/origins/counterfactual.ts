import type { ServerDefinition } from '../../backend/definition.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { Deadline } from '../base/deadline.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { dependsOnOthers, sees, seesOthers } from '../session/abilities.ts';
import type { Judge } from '../session/session.ts';
import type { TextFindings } from '../changes/pair.ts';
import type { Reach } from './reach.ts';

/** Findings of an earlier state, for comparison. */
export interface Base {
  readonly findings: TextFindings;
  /** Exactly the state before the change. If not, what is missing in it may be older all the same. */
  readonly isExact: boolean;
}

/** How long an answer is of use. */
export interface Wait {
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}

/** Former texts, by file. */
export type Overlays = ReadonlyMap<AdmittedPath, string>;

/**
 * What the session would report about these files if the overlays were on disk. A file without an
 * answer is left out, and one that depends on an overlay which the server cannot be shown. Never
 * rejects.
 *
 * @param isNear an answer will do whose other files are not all as they were
 */
export async function counterfactual(
  reach: Reach,
  session: Judge,
  overlays: Overlays,
  paths: readonly AdmittedPath[],
  { deadline, cancel }: Wait,
  isNear = false,
): Promise<Map<AdmittedPath, Base>> {
  const { definition } = session;
  const shownOverlays = [...overlays].filter(([path]) => sees(session, path));
  const texts = shownOverlays.map(([path, text]): Text => ({
    path,
    languageId: languageIdFor(definition, path),
    text,
    stamp: undefined,
    asOf: performance.now(),
  }));
  const unshown = [...overlays.keys()].filter((path) => !sees(session, path));
  const isReached = await reach.of(definition, seesOthers(definition) && !isNear ? unshown : []);
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  const unreached = paths.filter((path) => !isReached(path));
  for (const asked of questionsOf(definition, overlays, unreached, isNear)) {
    const shown = seesOthers(definition) ? texts : texts.filter(({ path }) => asked.includes(path));
    const answer = await session.propose({ texts: shown, deleted: [], asked }, deadline, cancel);
    for (const [path, diagnostics] of answer.findings) findings.set(path, diagnostics);
  }
  const bases = new Map<AdmittedPath, Base>();
  for (const path of paths) {
    const diagnostics = findings.get(path);
    const text = overlays.get(path) ?? textOnDisk(path);
    if (diagnostics !== undefined && text !== undefined)
      bases.set(path, { findings: { diagnostics, text }, isExact: true });
  }
  return bases;
}

/** A checkout of another branch changes thousands of files: no server is shown so many. */
const MOST_OVERLAYS = 64;

/** A server that does not see overlays in other files is asked about each changed file alone. */
function questionsOf(
  definition: ServerDefinition,
  overlays: Overlays,
  paths: readonly AdmittedPath[],
  isNear: boolean,
): (readonly AdmittedPath[])[] {
  if (seesOthers(definition)) return overlays.size > MOST_OVERLAYS ? [] : [paths];
  const own = paths.filter((path) => overlays.has(path));
  return !isNear && overlays.size > 1 && dependsOnOthers(definition) ? [] : own.map((path) => [path]);
}
