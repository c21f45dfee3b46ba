import type { Navigation } from '../navigator.ts';
import { failed, type Failure, type Found, found } from '../found.ts';
import type { Place, Position } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { type Candidate, compareCandidates, type Meaning, textDocumentPositionOf } from './candidate.ts';

/** Candidates that are the same symbol. */
export interface Group {
  readonly first: Candidate;
  /** Where it is declared, inside the workspace. */
  readonly places: readonly Place[];
}

/**
 * Groups candidates by the definition that the server reports, in their own order. One group holds
 * the uses of a symbol, its overloads, its declaration and its definition. A candidate without a
 * definition is in a comment or a string. It is left out, unless no candidate has a definition. So
 * is one whose definition is a file, as in `import { cart } from '../../../channels/lsp/by-name/cart'`.
 *
 * @param candidates at most MAX_CANDIDATES
 */
export async function distinct(
  navigation: Navigation,
  candidates: readonly Candidate[],
  cancel: AbortSignal,
): Promise<Found<Group[]>> {
  const resolutions = await Promise.all(
    candidates.map((candidate) => resolve(navigation, candidate, cancel)),
  );
  const failure = resolutions.find((resolution) => resolution.kind === 'failed');
  if (failure !== undefined) return failure;
  const resolved = resolutions.filter((resolution) => resolution.kind === 'resolved');
  const toSymbols = resolved.filter((resolution) => !isFile(resolution));
  const clusters = (toSymbols.length > 0 ? toSymbols : resolved).reduce(clustered, []);
  if (clusters.length > 0) return found(clusters);
  return found(candidates.map((first) => ({ first, places: [] })));
}

/**
 * What the candidates mean; there is at least one.
 *
 * @param left how many further candidates there are
 */
export async function meaningOf(
  navigation: Navigation,
  candidates: readonly Candidate[],
  left: number,
  cancel: AbortSignal,
): Promise<Found<Meaning>> {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return found({ kind: 'one', candidate: only });
  const groups = await distinct(navigation, candidates, cancel);
  return groups.kind === 'failed' ? groups : found(choiceOf(groups.value, left));
}

export function choiceOf(groups: readonly Group[], left: number): Meaning {
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return { kind: 'one', candidate: only.first };
  return { kind: 'several', candidates: groups.map(({ first }) => first).sort(compareCandidates), left };
}

/** Where a candidate is declared, inside the workspace; undefined where it has no definition. */
export async function placesOf(
  navigation: Navigation,
  candidate: Candidate,
  cancel: AbortSignal,
): Promise<Found<readonly Place[] | undefined>> {
  const resolution = await resolve(navigation, candidate, cancel);
  if (resolution.kind === 'failed') return resolution;
  return found(resolution.kind === 'resolved' ? resolution.places : undefined);
}

/** `keys` identify the definition: candidates that share a key are the same symbol. */
interface Resolved {
  readonly kind: 'resolved';
  readonly candidate: Candidate;
  readonly places: readonly Place[];
  readonly keys: readonly string[];
}

type Resolution = Resolved | Failure | { readonly kind: 'unresolved' };

async function resolve(
  navigation: Navigation,
  candidate: Candidate,
  cancel: AbortSignal,
): Promise<Resolution> {
  const { path, position, chain } = candidate;
  const answer = await navigation.definition(textDocumentPositionOf(candidate), cancel);
  const own = keyOf(path, position);
  if (answer.kind === 'failed') {
    // A server that cannot find definitions may still answer the original request.
    const mayBeAnything = answer.why === 'no-server' || answer.why === 'failed' || answer.why === 'too-many';
    return mayBeAnything
      ? { kind: 'resolved', candidate, places: [], keys: [own] }
      : failed(answer.why, answer.message);
  }
  const { items: places, outside } = answer.value;
  if (places.length > 0)
    return {
      kind: 'resolved',
      candidate,
      places,
      keys: [own, ...places.map(({ path: at, range }) => keyOf(at, range.start))],
    };
  // A definition outside of the workspace is identified only by the chain of names in the text.
  if (outside > 0)
    return { kind: 'resolved', candidate, places: [], keys: [own, `outside ${(chain ?? []).join('.')}`] };
  return candidate.kind === undefined
    ? { kind: 'unresolved' }
    : { kind: 'resolved', candidate, places: [], keys: [own] };
}

/** The definition is a whole file and not a name in it. */
function isFile({ places }: Resolved): boolean {
  return (
    places.length > 0 &&
    places.every(
      ({ range: { start, end } }) =>
        comparePositions(start, end) === 0 && start.line === 0 && start.character === 0,
    )
  );
}

interface Cluster extends Group {
  readonly keys: ReadonlySet<string>;
}

function clustered(clusters: readonly Cluster[], { candidate, places, keys }: Resolved): Cluster[] {
  const same = clusters.filter((cluster) => keys.some((key) => cluster.keys.has(key)));
  const [earliest] = same;
  if (earliest === undefined) return [...clusters, { first: candidate, places, keys: new Set(keys) }];
  const merged: Cluster = {
    first: earliest.first,
    places: [...same.flatMap((cluster) => cluster.places), ...places],
    keys: new Set([...same.flatMap((cluster) => [...cluster.keys]), ...keys]),
  };
  return clusters.flatMap((cluster) =>
    cluster === earliest ? [merged] : same.includes(cluster) ? [] : [cluster],
  );
}

function keyOf(path: AdmittedPath, { line, character }: Position): string {
  return `${line}:${character} ${path}`;
}
