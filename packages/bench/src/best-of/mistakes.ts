import type { Random } from '../../../../scripts/lib/random.js';
import { errorsOf, type Snapshot } from '../accuracy/origins/truth.js';
import type { TextMutation } from '../accuracy/plan/mutation.js';
import type { CodeBase, Ways } from '../accuracy/plan/sites.js';
import { Tree } from '../accuracy/plan/tree.js';

/** What one change of one file makes of a clean code base. */
export interface Mistake {
  readonly file: string;
  /** The file's text with it. */
  readonly text: string;
  readonly kind: TextMutation['kind'];
  readonly after: Snapshot;
  readonly errorsInFile: number;
  readonly errorsElsewhere: number;
}

/** Of one file at most: so that a few files do not make all triples. */
const MOST_IN_FILE = 5;

/** Writes a file of the workspace, has the compiler judge it, and writes back what was there. */
export type Compile = (texts: ReadonlyMap<string, string>) => Promise<Snapshot>;

/**
 * Random mistakes that the compiler reports, several of them in the same file. Stops at `count`, or
 * where there are no more.
 */
export async function findMistakes(
  { sources }: CodeBase,
  ways: Ways,
  count: number,
  random: Random,
  compile: Compile,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const [file, source] of random.shuffled([...sources])) {
    const all = ways.mutators.flatMap(({ kind, sites }) =>
      sites(source).map((site): TextMutation => ({ kind, file, ...site })),
    );
    let found = 0;
    for (const mutation of onePerKindFirst(random.shuffled(all)).slice(0, 2 * MOST_IN_FILE)) {
      if (found === MOST_IN_FILE || mistakes.length === count) break;
      const { text } = new Tree(sources, [mutation]).present(file);
      const after = await compile(new Map([[file, text]]));
      const errors = errorsOf(after.judgement.findings);
      if (errors.length === 0) continue;
      const errorsInFile = errors.filter((error) => error.file === file).length;
      mistakes.push({
        file,
        text,
        kind: mutation.kind,
        after,
        errorsInFile,
        errorsElsewhere: errors.length - errorsInFile,
      });
      found++;
    }
    if (mistakes.length === count) break;
  }
  return mistakes;
}

function onePerKindFirst(mutations: readonly TextMutation[]): TextMutation[] {
  const first = new Map(mutations.toReversed().map((mutation) => [mutation.kind, mutation]));
  return [...first.values(), ...mutations.filter((mutation) => first.get(mutation.kind) !== mutation)];
}
