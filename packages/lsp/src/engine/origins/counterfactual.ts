import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { Deadline } from '../deadline.ts';
import { diskText } from '../disk/text-source.ts';
import type { Session } from '../session/session.ts';
import type { Findings } from './pair.ts';

/** Findings of an earlier state, for comparison. */
export interface Base {
  readonly findings: Findings;
  /** Exactly the state before the change. If not, what is missing in it may be older all the same. */
  readonly isExact: boolean;
}

/** Former texts, by file. */
export type Overlays = ReadonlyMap<AdmittedPath, string>;

/**
 * What the session would report about these files if the overlays were on disk. A file without an
 * answer is left out. Never rejects.
 *
 * @param ms how long it may take
 */
export async function counterfactual(session: Session, overlays: Overlays, paths: readonly AdmittedPath[], ms: number, cancel: AbortSignal): Promise<Map<AdmittedPath, Base>> {
  using deadline = new Deadline(Math.max(0, ms));
  const { definition, launch } = session;
  const { overlays: reach = 'itself', run } = definition;
  const texts: Text[] = [];
  for (const [path, text] of overlays) {
    if (run === undefined && !launch.serves(path)) continue;
    texts.push({ path, languageId: languageIdFor(definition, path), text, stamp: undefined, asOf: performance.now() });
  }
  // A session that does not see overlaid files in others is asked about each file in itself.
  const isAlone = reach === 'itself' && run === undefined && paths.length === 1;
  const shown = isAlone ? texts.filter(({ path }) => path === paths[0]) : texts;
  const { findings } = await session.propose({ texts: shown, deleted: [], asked: paths }, deadline, cancel);
  const bases = new Map<AdmittedPath, Base>();
  for (const path of paths) {
    const diagnostics = findings.get(path);
    const text = overlays.get(path) ?? (await textOf(path));
    if (diagnostics !== undefined && text !== undefined) bases.set(path, { findings: { diagnostics, text }, isExact: true });
  }
  return bases;
}

async function textOf(path: AdmittedPath): Promise<string | undefined> {
  const source = await diskText(path);
  return source.kind === 'text' ? source.content.text : undefined;
}
