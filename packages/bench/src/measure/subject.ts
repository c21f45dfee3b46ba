import { mkdirSync } from 'node:fs';
import { startFloor } from '../floor/start-floor.js';
import { Ours } from '../ours.js';
import type { CodeBaseResult } from '../results.js';
import { compare } from '../stats.js';
import type { BenchSubject } from '../subjects/subject.js';
import { measureCold } from './cold.js';
import { measureOthers } from './others.js';
import { setStage, write, type Rounds } from './stage.js';
import { TallyKeeper } from './tally.js';
import { measureBatch, measureWarm } from './warm.js';

export interface Effort {
  readonly cold: Rounds;
  readonly edits: Rounds;
  readonly batch: Rounds;
  /** Of changes that break other files. */
  readonly others: number;
}

/** @param folder made here; its removal is the caller's */
export async function measureSubject(
  subject: BenchSubject,
  folder: string,
  effort: Effort,
  say: (phase: string) => void,
): Promise<Omit<CodeBaseResult, 'load'>> {
  mkdirSync(folder);
  say('laying out');
  const stage = await setStage(subject, folder);
  const tallies = { ours: new TallyKeeper(), floor: new TallyKeeper() };
  say('cold');
  const cold = await measureCold(stage, effort.cold, tallies, (workspace) =>
    Ours.start(subject.server, workspace),
  );

  const ours = await Ours.start(subject.server, stage.workspaces.ours);
  const floor = startFloor(subject.server, stage.workspaces.floor);
  const sides = { ours, floor };
  try {
    for (const name of ['ours', 'floor'] as const) {
      write(sides[name].workspace, stage.edited);
      tallies[name].judge('cold', stage.edited.file, await sides[name].check(stage.edited));
    }
    say('edits');
    const warm = await measureWarm(stage, sides, effort.edits, tallies);
    say(`patches over ${stage.batch.length} files`);
    const batch = await measureBatch(stage, sides, effort.batch, tallies);
    if (subject.hub !== undefined) say('other files');
    const others = subject.hub && (await measureOthers(stage, subject.hub, ours, effort.others));
    return {
      id: subject.id,
      kind: 'code base',
      title: subject.title,
      ...stage.size,
      cold: compare(cold),
      warm: compare(warm),
      batch: compare(batch),
      ...(others !== undefined && { others }),
      late: tallies.ours.late,
      verdicts: { ours: tallies.ours.result(), floor: tallies.floor.result() },
      resident: { ...ours.resident(), floorServer: await floor.resident() },
    };
  } finally {
    await Promise.all([ours.close(), floor.close()]);
  }
}
