import type { ServerDefinition } from '../../backend/definition.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents/documents.ts';
import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Deadline } from '../base/deadline.ts';
import { askedBases, type Base, type Wait } from '../question/known.ts';
import {
  dependsOnOthers,
  isOwn,
  lacksFolder,
  mayChangeAll,
  reportsUnasked,
  sees,
  seesOthers,
} from '../session/abilities.ts';
import type { Judge } from '../session/session.ts';
import type { Ledger } from './ledger.ts';
import type { Reach } from './reach.ts';

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
  wait: Wait,
  isNear = false,
): Promise<Map<AdmittedPath, Base>> {
  const { definition } = session;
  const isShown = (path: AdmittedPath): boolean => sees(session, path) && !lacksFolder(definition, path);
  const shownOverlays = [...overlays].filter(([path]) => isShown(path));
  const texts = shownOverlays.map(([path, text]): Text => ({
    path,
    languageId: languageIdFor(definition, path),
    text,
    stamp: undefined,
    asOf: performance.now(),
  }));
  const unshown = [...overlays.keys()].filter((path) => !isShown(path));
  const isReached = await reach.of(definition, seesOthers(definition) && !isNear ? unshown : []);
  const bases = new Map<AdmittedPath, Base>();
  const unreached = paths.filter((path) => !isReached(path));
  for (const asked of questionsOf(definition, overlays, unreached, isNear)) {
    if (outlasts(session, asked, wait.deadline)) continue;
    const shown = seesOthers(definition) ? texts : texts.filter(({ path }) => asked.includes(path));
    const answer = await askedBases(session, { texts: shown, deleted: [], asked }, wait);
    for (const [path, base] of answer.bases) bases.set(path, base);
  }
  return bases;
}

/**
 * What stood in these files before the session's first change, for the ledger. False if that is not
 * known of all of them. A server can be shown the former texts, and no former settings: of what changed
 * settings reach, nothing tells.
 */
export async function findStarts(
  ledger: Ledger,
  reach: Reach,
  session: Judge,
  paths: readonly AdmittedPath[],
  wait: Wait,
): Promise<boolean> {
  // Code that configures a linter is a file like those that it judges.
  const settings = new Set(session.launch.readsOnce?.().files);
  const unshown = [...ledger.changed].filter(
    (path) => settings.has(path) || isUnshown(ledger, session, path),
  );
  const unreached = await unreachedBy({ unshown, settings }, ledger, reach, session, paths);
  const starts = await counterfactual(reach, session, ledger.originals, unreached, wait, true);
  ledger.setStartsByOriginals(session, starts, await reach.of(session.definition, ledger.gone));
  return starts.size === paths.length;
}

/** The server cannot be shown what this changed file was when another one is judged. */
function isUnshown(ledger: Ledger, session: Judge, path: AdmittedPath): boolean {
  const { definition } = session;
  if (!isOwn(definition, path))
    return mayChangeAll(session, path) || session.isConcernedBy({ path, change: 'changed' });
  // Where it is not known what a change reaches, the answer is near enough.
  if (reportsUnasked(definition)) return false;
  if (ledger.original(path) !== undefined) return !seesOthers(definition);
  // What was moved is judged with all others; what imports a file that is gone is known. A file that was
  // created is there, and may have broken what imports it: a module that hides another one.
  return (ledger.isUnknown(path) || ledger.isCreated(path)) && diskStamp(path) !== undefined;
}

/** Those of the paths that no file reaches which the server cannot be shown. Its own text it can. */
async function unreachedBy(
  { unshown, settings }: { unshown: readonly AdmittedPath[]; settings: ReadonlySet<string> },
  ledger: Ledger,
  reach: Reach,
  session: Judge,
  paths: readonly AdmittedPath[],
): Promise<AdmittedPath[]> {
  const isReachedBy = async (changed: readonly AdmittedPath[]): Promise<(path: AdmittedPath) => boolean> =>
    changed.some(
      (path) => settings.has(path) || (!isOwn(session.definition, path) && mayChangeAll(session, path)),
    )
      ? () => true
      : reach.of(session.definition, changed);
  const isReached = await isReachedBy(unshown);
  const unreached: AdmittedPath[] = [];
  for (const path of paths) {
    const isAlone = unshown.includes(path) && ledger.original(path) !== undefined;
    const isIt = isAlone ? await isReachedBy(unshown.filter((one) => one !== path)) : isReached;
    if (!isIt(path)) unreached.push(path);
  }
  return unreached;
}

/**
 * The answer would come too late, and most servers cannot be stopped within a file: the next check would wait
 * for what is left of it.
 */
export function outlasts(
  session: Pick<Judge, 'atATime' | 'likely'>,
  asked: readonly AdmittedPath[],
  deadline: Deadline,
): boolean {
  const times = asked.map((path) => session.likely?.(path) ?? 0);
  const together = session.atATime === 1 ? times.reduce((sum, ms) => sum + ms, 0) : Math.max(0, ...times);
  return performance.now() + together > deadline.at;
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
