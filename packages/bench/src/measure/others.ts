import { setTimeout as delay } from 'node:timers/promises';
import { applyBreak } from '../edits.js';
import type { Ours } from '../ours.js';
import type { OthersResult } from '../results.js';
import type { Source } from '../side.js';
import { compare, type Pair } from '../stats.js';
import type { Hub } from '../subjects/subject.js';
import { timed } from '../client.js';
import { quiet, write, type Stage } from './stage.js';

/** How long after a result the next check comes, ms: at once, and while the search goes on behind it. */
const PAUSES = { next: 0, later: 1000 } as const;
type Pause = keyof typeof PAUSES;

interface Question {
  /** Also whom the change broke. */
  readonly others: boolean;
  /** When the next check comes, ms after the change. */
  nextAfter(change: number): number;
}

interface Round {
  /** ms. */
  readonly change: number;
  /** The check of another file after that, ms. */
  readonly next: number;
  readonly found: number;
  readonly complete: boolean;
}

interface Rounds {
  readonly pause: Pause;
  readonly alone: Round;
  readonly others: Round;
}

/**
 * What it costs to be told of other files: a name that others import is taken away, once by a
 * question about that file alone, once by one that also wants to know whom that broke; and what the
 * search costs the check of another file that follows.
 *
 * Servers look at the whole workspace again some time after a change, whatever they are asked. So
 * that this does not count for the search, the next check comes as long after a change without a
 * search.
 *
 * @param rounds half of them for each pause
 */
export async function measureOthers(
  stage: Stage,
  hub: Hub,
  ours: Ours,
  rounds: number,
): Promise<OthersResult> {
  const clean = stage.hub;
  if (clean === undefined) throw new Error(`${stage.subject.id}: there is no ${hub.file}`);
  const broken = { file: hub.file, text: applyBreak(clean.text, { ...hub, code: undefined }).text };
  const ask = (question: Question): Promise<Round> => oneRound(stage, { clean, broken }, ours, question);
  // The first one pays for what is read and loaded once.
  let { change: searched } = await ask({ others: true, nextAfter: (change) => change });
  const results: Rounds[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pause = round % 4 < 2 ? 'next' : 'later';
    const withOthers = (): Promise<Round> =>
      ask({ others: true, nextAfter: (change) => change + PAUSES[pause] });
    const withoutOthers = (): Promise<Round> =>
      ask({ others: false, nextAfter: () => searched + PAUSES[pause] });
    if (round % 2 === 0) {
      const others = await withOthers();
      searched = others.change;
      results.push({ pause, others, alone: await withoutOthers() });
    } else {
      const alone = await withoutOthers();
      results.push({ pause, alone, others: await withOthers() });
    }
  }
  const pairs = (of: (round: Round) => number, from = results): Pair[] =>
    from.map(({ others, alone }) => ({ ours: of(others), floor: of(alone) }));
  const nextAfter = (pause: Pause): Pair[] =>
    pairs(
      ({ next }) => next,
      results.filter((result) => result.pause === pause),
    );
  return {
    change: compare(pairs(({ change }) => change)),
    next: compare(nextAfter('next')),
    later: compare(nextAfter('later')),
    found: Math.max(...results.map(({ others }) => others.found)),
    cutShort: results.filter(({ others }) => !others.complete).length,
    count: rounds,
  };
}

async function oneRound(
  { subject, edited }: Stage,
  hub: { clean: Source; broken: Source },
  ours: Ours,
  { others, nextAfter }: Question,
): Promise<Round> {
  const next = { file: edited.file, text: applyBreak(edited.text, subject.breaks[0]).text };
  write(ours.workspace, hub.broken);
  await quiet();
  const change = await timed(() => ours.change(hub.broken, hub.clean.text, others));
  await delay(Math.max(0, nextAfter(change.ms) - change.ms));
  write(ours.workspace, next);
  const after = await timed(() => ours.check(next));
  for (const mended of [hub.clean, edited]) {
    write(ours.workspace, mended);
    await ours.check(mended);
  }
  await quiet();
  return { change: change.ms, next: after.ms, ...change.value };
}
