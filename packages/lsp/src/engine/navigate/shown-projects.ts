import { wordIn } from '../../backend/navigation/whole-word.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { failed, type Found, type Listing } from './found.ts';

/** Files that are opened at once so that a server knows their projects; more may be open. */
const MOST_SHOWN = 32;

export interface ShownProjects {
  /** A file of each. */
  readonly samples: readonly AdmittedPath[];
  /** How many others may have what is asked about. */
  readonly left: number;
}

/**
 * Of these projects the ones that a server is to know before it is asked for a symbol: all of them, or of too
 * many those whose text has the name, first those that have it as a word.
 *
 * @param projects the files of each
 * @param query as servers are asked
 * @param isWord only symbols of exactly this name count
 */
export async function projectsToShow(
  projects: readonly (readonly AdmittedPath[])[],
  query: string,
  isWord: boolean,
  signal: AbortSignal,
): Promise<ShownProjects> {
  const samplesOf = (some: typeof projects): AdmittedPath[] => some.flatMap(([first]) => first ?? []);
  const name = query.match(IDENTIFIER)?.at(-1);
  if (projects.length <= MOST_SHOWN || name === undefined)
    return { samples: samplesOf(projects.slice(0, MOST_SHOWN)), left: most(projects) };
  const word = wordIn(name);
  const part = new RegExp(RegExp.escape(name), 'iu');
  const ranks = new Map<(typeof projects)[number], 'word' | 'part' | undefined>();
  const timeSlices = new TimeSlices();
  for (const files of projects) {
    let rank: 'word' | 'part' | undefined;
    for (const path of files) {
      if (timeSlices.due) await timeSlices.pause();
      // What was not looked at may have it.
      const text = signal.aborted ? name : (textOnDisk(path) ?? '');
      if (word.test(text)) rank = 'word';
      else if (!isWord && part.test(text)) rank ??= 'part';
      if (rank === 'word' || signal.aborted) break;
    }
    ranks.set(files, rank);
  }
  const ranked = (wanted: 'word' | 'part') => projects.filter((files) => ranks.get(files) === wanted);
  const having = [...ranked('word'), ...ranked('part')];
  return { samples: samplesOf(having.slice(0, MOST_SHOWN)), left: most(having) };
}

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

const most = (all: readonly unknown[]): number => Math.max(0, all.length - MOST_SHOWN);

/** A list that leaves projects out is none. */
export function ofAllProjects<T>(list: Found<Listing<T>>, query: string): Found<Listing<T>> {
  if (list.kind === 'failed' || list.value.unshown === undefined) return list;
  return failed(
    'too-many',
    `\`${query}\` is in the text of more projects than a server knows at once, and not asked were ` +
      `${list.value.unshown.join(', ')}; give the \`file\` too`,
  );
}
