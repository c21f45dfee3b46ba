import { readSource } from '../../backend/imports/read-text.ts';
import { eachWord, hashOf } from '../../backend/imports/words.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { AffectedCandidate } from './rank.ts';

/** No search gets to more files in its time. */
const MOST = 100;
/** Files that are read at a time. */
const AT_ONCE = 4;

/**
 * Of those that say what a change declares otherwise, the ones that say it most often come first: they have
 * the most to lose, and where it is said once, that may be its own definition.
 */
export async function byMentions(
  ranked: readonly AffectedCandidate[],
  names: ReadonlySet<string>,
): Promise<readonly AffectedCandidate[]> {
  const isLikely = ({ group, distance }: AffectedCandidate): boolean => group === 'likely' && distance !== 0;
  const likely = ranked.filter(isLikely);
  if (likely.length < 2 || likely.length > MOST || names.size === 0) return ranked;
  const counts = new Map<AffectedCandidate, number>();
  const hashes = new Set([...names].map(hashOf));
  const timeSlices = new TimeSlices();
  for (let at = 0; at < likely.length; at += AT_ONCE) {
    const batch = likely.slice(at, at + AT_ONCE);
    const texts = await Promise.all(batch.map(({ path }) => readSource(path)));
    for (const [index, candidate] of batch.entries()) {
      if (timeSlices.due) await timeSlices.pause();
      counts.set(candidate, countOf(texts[index] ?? '', hashes));
    }
  }
  const sorted = likely.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  let next = 0;
  return ranked.map((candidate) => (isLikely(candidate) ? (sorted[next++] ?? candidate) : candidate));
}

function countOf(text: string, hashes: ReadonlySet<number>): number {
  let count = 0;
  eachWord(text, 0, text.length, (hash) => {
    if (hashes.has(hash)) count += 1;
  });
  return count;
}
