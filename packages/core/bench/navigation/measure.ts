import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pair, quiet, repeat, timed, type Rounds, type SideName } from '../measure/stage.js';
import { compare, type Comparison, median } from '../stats.js';
import type { Subject } from '../subjects/subject.js';
import { makeWorkspace, sizeOf, type Size } from '../workspace.js';
import { startChannel } from './channel.js';
import { declaredName, QUESTIONS } from './questions.js';
import { straysOf } from './strays.js';
import { startDirect, startOurs, type Guide, type OurGuide, type Target } from './sides.js';

export interface SubjectResult {
  readonly title: string;
  readonly size: Size;
  readonly warm: readonly Warm[];
  /** The first question of all: references, with nothing started. */
  readonly cold: { readonly ms: number; readonly found: number; readonly foundWarm: number };
}

export interface Warm {
  readonly tool: string;
  readonly comparison: Comparison;
  /** What the same answer takes from a tool that has nothing to do, median, ms. */
  readonly channel: number;
  /** How many results there are; undefined for questions whose answer is no list. */
  readonly found: Readonly<Record<SideName, number | undefined>>;
}

export interface Effort {
  /** Unmeasured, of each tool: a session makes hundreds of calls, and code that runs for the first time is compiled then. */
  readonly warmUp: Rounds;
  readonly measured: Rounds;
}

/** @param folder empty; its removal is the caller's */
export async function measureNavigation(subject: Subject, folder: string, { warmUp, measured }: Effort): Promise<SubjectResult> {
  const { hub } = subject;
  if (hub === undefined) throw new Error(`${subject.id} names nothing to ask about`);
  const workspaces = { ours: await makeWorkspace(subject, join(folder, 'ours')), floor: await makeWorkspace(subject, join(folder, 'floor')) };
  const target: Target = { file: hub.file, ...declaredName(readFileSync(join(workspaces.ours, hub.file), 'utf8'), hub.find) };
  const references = QUESTIONS.find(({ tool }) => tool === 'lsp_find_references');
  if (references === undefined) throw new Error('there is no question for references');

  const ours = await startOurs(subject.server, workspaces.ours);
  try {
    const first = await timed(() => ours.ask(references, target));
    const floor = await startDirect(subject.server, workspaces.floor, hub.file);
    try {
      const strays = straysOf(subject.server, workspaces.floor, target.name);
      const sides: Readonly<Record<SideName, Guide>> = { ours, floor };
      const warm: Omit<Warm, 'channel'>[] = [];
      for (const question of QUESTIONS) {
        if (question.reach !== 'file') await floor.open(strays[question.reach]);
        const ask = (round: number) => pair(round, async (name) => (await timed(() => sides[name].ask(question, target))).ms);
        await repeat(warmUp, ask);
        await quiet();
        const comparison = compare(await repeat(measured, ask));
        warm.push({ tool: question.tool, comparison, found: { ours: await ours.ask(question, target), floor: await floor.ask(question, target) } });
      }
      const cold = { ms: first.ms, found: first.value ?? 0, foundWarm: (await ours.ask(references, target)) ?? 0 };
      return { title: subject.title, size: sizeOf(workspaces.ours, hub.file.slice(hub.file.lastIndexOf('.'))), warm: await withChannel(warm, ours, target, { folder, warmUp, measured }), cold };
    } finally {
      await floor.close();
    }
  } finally {
    await ours.close();
  }
}

async function withChannel(warm: readonly Omit<Warm, 'channel'>[], ours: OurGuide, target: Target, { folder, warmUp, measured }: Effort & { readonly folder: string }): Promise<Warm[]> {
  const answers = await Promise.all(QUESTIONS.map((question) => ours.answer(question, target)));
  const channel = await startChannel(answers, folder);
  try {
    await quiet();
    const rows: Warm[] = [];
    for (const row of warm) {
      const { input } = QUESTIONS.find(({ tool }) => tool === row.tool) ?? {};
      const given = input?.(target.file, target.at, target.name) ?? {};
      const call = async (): Promise<{ ours: number; floor: number }> => ({ ours: (await timed(() => channel.call(row.tool, given))).ms, floor: 0 });
      await repeat(warmUp, call);
      rows.push({ ...row, channel: median((await repeat(measured, call)).map((pair) => pair.ours)) });
    }
    return rows;
  } finally {
    await channel.close();
  }
}
