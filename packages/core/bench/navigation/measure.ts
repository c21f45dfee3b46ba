import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pair, quiet, repeat, timed, type Rounds, type SideName } from '../measure/stage.js';
import { compare, type Comparison } from '../stats.js';
import type { Subject } from '../subjects/subject.js';
import { makeWorkspace, sizeOf, type Size } from '../workspace.js';
import { declaredName, QUESTIONS } from './questions.js';
import { startDirect, startOurs, type Guide, type Target } from './sides.js';

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
      const sides: Readonly<Record<SideName, Guide>> = { ours, floor };
      const warm: Warm[] = [];
      for (const question of QUESTIONS) {
        const ask = (round: number) => pair(round, async (name) => (await timed(() => sides[name].ask(question, target))).ms);
        await repeat(warmUp, ask);
        await quiet();
        const comparison = compare(await repeat(measured, ask));
        warm.push({ tool: question.tool, comparison, found: { ours: await ours.ask(question, target), floor: await floor.ask(question, target) } });
      }
      const cold = { ms: first.ms, found: first.value ?? 0, foundWarm: (await ours.ask(references, target)) ?? 0 };
      return { title: subject.title, size: sizeOf(workspaces.ours, hub.file.slice(hub.file.lastIndexOf('.'))), warm, cold };
    } finally {
      await floor.close();
    }
  } finally {
    await ours.close();
  }
}
