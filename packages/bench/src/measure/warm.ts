import { timed } from '../client.js';
import { appendBreak, applyBreak, type MadeError } from '../edits.js';
import type { Source } from '../side.js';
import type { Pair } from '../stats.js';
import {
  pair,
  quiet,
  repeat,
  settle,
  write,
  type Rounds,
  type SideName,
  type Sides,
  type Stage,
} from './stage.js';
import type { TallyKeeper } from './tally.js';

type Tallies = Readonly<Record<SideName, TallyKeeper>>;

/** A text with the error that was made in it, if one was. */
interface JudgedSource extends Source {
  readonly made: MadeError | undefined;
}

/**
 * Alternating edits of one file that is known to the servers: broken, mended, broken in another
 * way, and so on.
 */
export function measureWarm(stage: Stage, sides: Sides, rounds: Rounds, tallies: Tallies): Promise<Pair[]> {
  const { subject, edited } = stage;
  return repeat(rounds, (round) => {
    const broken = round % 2 === 0 ? subject.breaks[(round / 2) % subject.breaks.length] : undefined;
    const source: JudgedSource =
      broken === undefined
        ? { ...edited, made: undefined }
        : { ...edited, ...applyBreak(edited.text, broken) };
    return pair(round, async (name) => {
      write(sides[name].workspace, source);
      await settle();
      const { value, ms } = await timed(() => sides[name].check(source));
      tallies[name].judge('warm', source.file, value, source.made);
      tallies[name].clock('warm', ms);
      return ms;
    });
  });
}

/**
 * One patch over many files, which breaks them all, and one that mends them all, in turn. The first
 * one opens them.
 */
export function measureBatch(stage: Stage, sides: Sides, rounds: Rounds, tallies: Tallies): Promise<Pair[]> {
  return repeat(rounds, (round) => {
    const sources = stage.batch.map((source): JudgedSource =>
      round % 2 === 0
        ? { ...source, ...appendBreak(source.text, stage.subject.batch.line) }
        : { ...source, made: undefined },
    );
    return pair(round, async (name) => {
      for (const source of sources) write(sides[name].workspace, source);
      await quiet();
      const { value, ms } = await timed(() => sides[name].checkAll(sources));
      sources.forEach(({ file, made }, index) =>
        tallies[name].judge('batch', file, value[index] ?? [], made),
      );
      tallies[name].clock('batch', ms);
      return ms;
    });
  });
}
