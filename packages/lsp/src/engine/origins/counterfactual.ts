import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { Deadline } from '../deadline.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Session } from '../session/session.ts';
import type { Findings } from './pair.ts';

/** Findings of an earlier state, for comparison. */
export interface Base {
  readonly findings: Findings;
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
 * answer is left out. Never rejects.
 */
export async function counterfactual(session: Session, overlays: Overlays, paths: readonly AdmittedPath[], { deadline, cancel }: Wait): Promise<Map<AdmittedPath, Base>> {
  const texts: Text[] = [];
  for (const [path, text] of overlays) {
    if (!session.launch.serves(path)) continue;
    texts.push({ path, languageId: languageIdFor(session.definition, path), text, stamp: undefined, asOf: performance.now() });
  }
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const asked of questionsOf(session, overlays, paths)) {
    const shown = asked.kind === 'alone' ? texts.filter(({ path }) => path === asked.paths[0]) : texts;
    const answer = await session.propose({ texts: shown, deleted: [], asked: asked.paths }, deadline, cancel);
    for (const [path, diagnostics] of answer.findings) findings.set(path, diagnostics);
  }
  const bases = new Map<AdmittedPath, Base>();
  for (const path of paths) {
    const diagnostics = findings.get(path);
    const text = overlays.get(path) ?? textOnDisk(path);
    if (diagnostics !== undefined && text !== undefined) bases.set(path, { findings: { diagnostics, text }, isExact: true });
  }
  return bases;
}

interface OneQuestion {
  readonly kind: 'alone' | 'together';
  readonly paths: readonly AdmittedPath[];
}

/** A server that does not see overlays in other files is asked about each changed file alone. */
function questionsOf({ definition }: Session, overlays: Overlays, paths: readonly AdmittedPath[]): OneQuestion[] {
  if (definition.overlays !== undefined && definition.overlays !== 'itself') return [{ kind: 'together', paths }];
  const own = paths.filter((path) => overlays.has(path));
  return overlays.size > 1 && definition.role === 'compiler' && definition.judgesAlone !== true ? [] : own.map((path) => ({ kind: 'alone', paths: [path] }));
}
