import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../stats.js';
import type { Agent } from './agent.js';
import type { Language } from './code/language.js';
import { slowFile, typescript5 } from './code/typescript.js';
import { BOUND_MS, type Service } from './service.js';
import type { LoadStage } from './stage.js';
import { Tally } from './tally.js';
import { judgeEdit } from './verdict.js';
import type { World } from './world.js';

/**
 * How long edits of a small file take, alone and while another agent edits a slow file again and
 * again, ms.
 */
export interface Fairness {
  readonly language: string;
  /** The slow file is this server's too, which computes one answer at a time. */
  readonly isSameServer: boolean;
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly slow: readonly number[];
}

/**
 * How much longer p99 may be where the slow file is another server's, ms: they share the
 * processors, and nothing else.
 */
export const HELD_MS = 250;

/** Between two edits, ms: agents do other things as well. */
const PAUSE_MS = 50;

const SLOW = 'check of the slow file';

/** The parts are the agent's own, and it has begun. @param rounds how many edits of each kind */
export async function measureFairness(
  { world, services }: LoadStage,
  agent: Agent,
  rounds: number,
): Promise<{ readonly rows: readonly Fairness[]; readonly tally: Tally }> {
  const { languages } = world;
  const alone = new Map<Language, Tally>();
  for (const language of languages)
    alone.set(language, await editAgain(agent, language, rounds, new Tally()));
  // From here on it is open: TypeScript 5.9's language server looks at what is open after each
  // change of anything.
  const slow = new SlowFile(world, services.at(-1) ?? services[0]);
  const first = new Tally();
  await slow.check(first, BOUND_MS.firstEdit);
  const all = new Tally();
  all.join(first);
  const rows: Fairness[] = [];
  for (const [language, before] of alone) {
    const beside = new Tally();
    const stop = new AbortController();
    const checking = slow.checkAgain(beside, stop.signal);
    await editAgain(agent, language, rounds, beside);
    stop.abort();
    await checking;
    all.join(before);
    all.join(beside);
    rows.push({
      language: language.title,
      isSameServer: language === typescript5,
      alone: before.times('edit', language.title),
      beside: beside.times('edit', language.title),
      slow: beside.times(SLOW, typescript5.title),
    });
  }
  return { rows, tally: all };
}

/** No check waits for that of another server. In the same server it waits for the check in progress alone. */
export function isHeld({ isSameServer, alone, beside, slow }: Fairness): boolean {
  return (
    percentile(beside, 99) > percentile(alone, 99) + HELD_MS + (isSameServer ? 2 * Math.max(...slow) : 0)
  );
}

async function editAgain(agent: Agent, language: Language, rounds: number, tally: Tally): Promise<Tally> {
  for (let round = 0; round < rounds; round += 1) {
    await agent.edit(tally, language);
    await delay(PAUSE_MS);
  }
  return tally;
}

/** A file whose check takes long, whatever changes in it. */
class SlowFile {
  #line = '';

  constructor(
    private readonly world: World,
    private readonly service: Service,
  ) {
    const { file, text, line } = slowFile(world.revise(false));
    writeFileSync(join(world.workspace, file), text);
    this.#line = line;
  }

  async checkAgain(tally: Tally, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) await this.check(tally, BOUND_MS.edit);
  }

  async check(tally: Tally, boundMs: number): Promise<void> {
    const revision = this.world.revise(false);
    const { file, line } = slowFile(revision);
    const edited = await this.service.edit('edit', {
      file_path: file,
      old_string: this.#line,
      new_string: line,
    });
    this.#line = line;
    const verdict = judgeEdit(edited, {
      file,
      language: typescript5,
      possible: [revision],
      isWritten: true,
      boundMs,
    });
    tally.add({ tool: SLOW, language: typescript5.title, ms: edited.ms, verdict });
  }
}
