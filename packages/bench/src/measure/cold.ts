import { applyBreak } from '../edits.js';
import { startFloor } from '../floor/start-floor.js';
import type { Ours } from '../ours.js';
import { SERVERS } from '../servers.js';
import type { Side } from '../side.js';
import type { Pair } from '../stats.js';
import type { BenchSubject } from '../subjects/subject.js';
import { timed } from '../client.js';
import { pair, quiet, repeat, write, type Rounds, type SideName, type Stage } from './stage.js';
import type { TallyKeeper } from './tally.js';

/** What it takes to ask about one file, broken and mended. */
export interface ColdStage extends Pick<Stage, 'workspaces' | 'edited'> {
  readonly subject: Pick<BenchSubject, 'server' | 'breaks'>;
}

type Starter = (workspace: string) => Promise<Ours>;

/**
 * The first check of a fresh server process, of a file that was broken before it was first checked;
 * then of the mended one.
 *
 * The clock runs from the question to the answer. Ours has its sidecar up by then, as a session
 * has; the floor's clock starts when it spawns the server. For servers that leave something on disk
 * for the next process, that is there already.
 */
export async function measureCold(
  stage: ColdStage,
  rounds: Rounds,
  tallies: Readonly<Record<SideName, TallyKeeper>>,
  start: Starter,
): Promise<Pair[]> {
  // What is left on disk by one process makes the next one faster. The first one, which finds
  // nothing, is not counted.
  if (SERVERS[stage.subject.server].remembers)
    await pair(0, (name) => firstCheck(stage, name, tallies[name], start));
  return repeat(rounds, (round) => pair(round, (name) => firstCheck(stage, name, tallies[name], start)));
}

async function firstCheck(
  { subject, workspaces, edited }: ColdStage,
  name: SideName,
  tally: TallyKeeper,
  start: Starter,
): Promise<number> {
  const { file } = edited;
  const { text, made } = applyBreak(edited.text, subject.breaks[0]);
  const workspace = workspaces[name];
  write(workspace, { file, text });
  const ours = name === 'ours' ? await start(workspace) : undefined;
  await quiet();
  const { value, ms } = await timed(async () => {
    const side: Side = ours ?? startFloor(subject.server, workspace);
    return { side, findings: await side.check({ file, text }, edited.text) };
  });
  tally.judge('cold', file, value.findings, made);
  tally.clock('cold', ms);
  write(workspace, edited);
  tally.judge('cold', file, await value.side.check(edited));
  await value.side.close();
  return ms;
}
