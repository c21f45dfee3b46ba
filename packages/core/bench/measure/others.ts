import { applyBreak } from '../edits.js';
import type { Ours } from '../ours.js';
import type { OthersResult } from '../results.js';
import type { Source } from '../side.js';
import { compare, type Pair } from '../stats.js';
import type { Hub } from '../subjects/subject.js';
import { quiet, timed, write, type Stage } from './stage.js';

interface Round {
  /** ms. */
  readonly change: number;
  /** The check of another file right after it, ms. */
  readonly next: number;
  readonly found: number;
  readonly complete: boolean;
}

/**
 * What it costs to be told of other files: a name that others import is taken away, once by a question about that file alone, once by one that
 * also wants to know whom that broke; and at once, while what the bound cut off goes on in the background, another file is checked.
 */
export async function measureOthers(stage: Stage, hub: Hub, ours: Ours, rounds: number): Promise<OthersResult> {
  const clean = stage.hub;
  if (clean === undefined) throw new Error(`${stage.subject.id}: there is no ${hub.file}`);
  const results: { alone: Round; others: Round }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await oneRound(stage, hub, clean, ours, round % 2 === 0);
    const second = await oneRound(stage, hub, clean, ours, round % 2 !== 0);
    results.push(round % 2 === 0 ? { others: first, alone: second } : { others: second, alone: first });
  }
  const pairs = (of: (round: Round) => number): Pair[] => results.map(({ others, alone }) => ({ ours: of(others), floor: of(alone) }));
  return {
    change: compare(pairs(({ change }) => change)),
    next: compare(pairs(({ next }) => next)),
    found: Math.max(...results.map(({ others }) => others.found)),
    cutShort: results.filter(({ others }) => !others.complete).length,
    count: rounds,
  };
}

async function oneRound(stage: Stage, hub: Hub, clean: Source, ours: Ours, others: boolean): Promise<Round> {
  const { subject, edited } = stage;
  const broken = { file: hub.file, text: applyBreak(clean.text, { ...hub, code: undefined }).text };
  const next = { file: edited.file, text: applyBreak(edited.text, subject.breaks[0]).text };
  write(ours.workspace, broken);
  await quiet();
  const change = await timed(() => ours.change(broken, clean.text, others));
  write(ours.workspace, next);
  const after = await timed(() => ours.check(next));
  for (const mended of [clean, edited]) {
    write(ours.workspace, mended);
    await ours.check(mended);
  }
  await quiet();
  return { change: change.ms, next: after.ms, ...change.value };
}
