import { appendBreak, applyBreak, type MadeError } from '../edits.js';
import type { Source } from '../side.js';
import type { Pair } from '../stats.js';
import { inTurn, settle, timed, write, type SideName, type Sides, type Stage } from './stage.js';
import type { TallyKeeper } from './tally.js';

type Tallies = Readonly<Record<SideName, TallyKeeper>>;

/** Alternating edits of one file that is known to the servers: broken, mended, broken in another way, and so on. */
export async function measureWarm(stage: Stage, sides: Sides, edits: number, tallies: Tallies): Promise<Pair[]> {
  const { subject, edited } = stage;
  const { file } = edited;
  const pairs: Pair[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const broken = edit % 2 === 0 ? subject.breaks[(edit / 2) % subject.breaks.length] : undefined;
    const { text, made } = broken === undefined ? { text: edited.text, made: undefined } : applyBreak(edited.text, broken);
    const ms = { ours: 0, floor: 0 };
    for (const name of inTurn(edit)) {
      write(sides[name].workspace, { file, text });
      await settle();
      const { value, ms: took } = await timed(() => sides[name].check({ file, text }));
      tallies[name].judge('warm', file, value, made);
      ms[name] = took;
    }
    pairs.push(ms);
  }
  return pairs;
}

interface BatchSource extends Source {
  readonly made: MadeError | undefined;
}

/** One patch over many files, which breaks them all, and one that mends them all, in turn. The first one opens them. */
export async function measureBatch(stage: Stage, sides: Sides, rounds: number, tallies: Tallies): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sources = stage.batch.map(({ file, text }): BatchSource => {
      const source = round % 2 === 0 ? appendBreak(text, stage.subject.batch.line) : { text, made: undefined };
      return { file, ...source };
    });
    const ms = { ours: 0, floor: 0 };
    for (const name of inTurn(round)) {
      for (const source of sources) write(sides[name].workspace, source);
      await settle();
      const { value, ms: took } = await timed(() => sides[name].checkAll(sources));
      sources.forEach(({ file, made }, index) => tallies[name].judge('batch', file, value[index] ?? [], made));
      ms[name] = took;
    }
    pairs.push(ms);
  }
  return pairs;
}
