import type { Random } from '../../../../scripts/lib/random.js';
import type { Mistake } from './mistakes.js';

/** A patch: what it writes, by file. */
export type Patch = ReadonlyMap<string, string>;

/** `right`: it mends the file, and that is all. */
export type Role = 'right' | 'error in its own file' | 'error in another file' | 'error that stands';

/** A code base with one mistake, and three ways to go on from it. */
export interface Triple {
  readonly mistake: Mistake;
  readonly patches: readonly { readonly role: Role; readonly patch: Patch }[];
}

/**
 * Triples from mistakes: the right patch takes one back; another takes it back and makes another
 * one in the same file. The third one makes an error in another file, or leaves the error and adds
 * a comment; in turn, as far as the mistakes allow.
 *
 * @param comment a line of comment
 */
export function makeTriples(
  mistakes: readonly Mistake[],
  sources: ReadonlyMap<string, string>,
  comment: string,
  count: number,
  random: Random,
): Triple[] {
  const pairs = random.shuffled(
    mistakes.flatMap((mistake) =>
      mistakes
        .filter(
          (other) =>
            other !== mistake &&
            other.file === mistake.file &&
            other.text !== mistake.text &&
            other.errorsInFile > 0,
        )
        .map((own) => ({ mistake, own })),
    ),
  );
  return pairs.slice(0, count).map(({ mistake, own }, index): Triple => {
    const { file } = mistake;
    const source = sources.get(file) ?? '';
    const distant = mistakes.filter(
      (other) => other !== mistake && other !== own && other.errorsElsewhere > 0,
    );
    const far = index % 2 === 0 && distant.length > 0 ? random.pick(distant) : undefined;
    const third =
      far === undefined
        ? { role: 'error that stands' as const, patch: new Map([[file, `${mistake.text}${comment}\n`]]) }
        : {
            role: 'error in another file' as const,
            patch: new Map([
              [file, source],
              [far.file, far.text],
            ]),
          };
    return {
      mistake,
      patches: random.shuffled([
        { role: 'right', patch: new Map([[file, source]]) },
        { role: 'error in its own file', patch: new Map([[file, own.text]]) },
        third,
      ]),
    };
  });
}
