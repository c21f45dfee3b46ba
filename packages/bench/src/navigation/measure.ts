import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { timed } from '../client.js';
import { pair, quiet, repeat, type Rounds, type SideName } from '../measure/stage.js';
import { compare, type Comparison, median, type Pair } from '../stats.js';
import type { BenchSubject } from '../subjects/subject.js';
import { makeWorkspace, sizeOf, type Size } from '../workspace.js';
import { type Answered, startChannel } from './channel.js';
import { declaredName, OTHER_CALLS, QUESTIONS } from './questions.js';
import { startDirect, startOurs, type Guide, type NavigationTarget } from './sides.js';
import { type Strays, straysOf } from './strays.js';

export interface NavigationResult {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  readonly warm: readonly Warm[];
  /** The first question of all: references, with nothing started. */
  readonly cold: { readonly ms: number; readonly found: number; readonly foundWarm: number };
  readonly lengths: readonly Length[];
}

/** How long one answer is in each of its forms, UTF-16 code units. */
export interface Length {
  readonly tool: string;
  readonly text: number;
  readonly json: number;
}

export interface Warm {
  readonly tool: string;
  readonly comparison: Comparison;
  /** What the same answer takes from a tool that has nothing to do, median, ms. */
  readonly channel: number;
  /** How many results there are; undefined for questions whose answer is no list. */
  readonly found: Readonly<Record<SideName, number | undefined>>;
}

export interface NavigationEffort {
  /**
   * Each with servers of its own: two processes of one server differ in speed by more than what is
   * measured, for as long as they live.
   */
  readonly sessions: number;
  /**
   * Unmeasured, of each tool: a session makes hundreds of calls, and code that runs for the first
   * time is compiled then.
   */
  readonly warmUp: Rounds;
  /** In each session. */
  readonly measured: Rounds;
}

/** What one session has measured of a tool. */
interface Measured {
  readonly tool: string;
  readonly pairs: readonly Pair[];
  readonly found: Warm['found'];
}

interface Session {
  readonly cold: NavigationResult['cold'];
  readonly rows: readonly Measured[];
  readonly answers: readonly Answered[];
  readonly lengths: readonly Length[];
}

/** @param folder empty; its removal is the caller's */
export async function measureNavigation(
  subject: BenchSubject,
  folder: string,
  effort: NavigationEffort,
): Promise<NavigationResult> {
  const { hub } = subject;
  if (hub === undefined) throw new Error(`${subject.id} names nothing to ask about`);
  const workspaces = {
    ours: await makeWorkspace(subject, join(folder, 'ours')),
    floor: await makeWorkspace(subject, join(folder, 'floor')),
  };
  const target: NavigationTarget = {
    file: hub.file,
    ...declaredName(readFileSync(join(workspaces.ours, hub.file), 'utf8'), hub.find),
  };
  const strays = straysOf(subject.server, workspaces.floor, target.name);

  const sessions: Session[] = [];
  while (sessions.length < effort.sessions)
    sessions.push(await measureSession({ subject, workspaces, target, strays }, effort));
  const [first] = sessions;
  if (first === undefined) throw new RangeError('no session was asked for');
  const warm = first.rows.map(({ tool }, index) =>
    joined(
      tool,
      sessions.flatMap(({ rows }) => rows[index] ?? []),
    ),
  );
  return {
    id: subject.id,
    title: subject.title,
    size: sizeOf(workspaces.ours, hub.file.slice(hub.file.lastIndexOf('.'))),
    warm: await withChannel(warm, first.answers, target, { folder, ...effort }),
    cold: first.cold,
    lengths: first.lengths,
  };
}

/**
 * @param measured of one tool, in each session; throws where they differ in what they have found,
 * as less is found in less time
 */
function joined(tool: string, measured: readonly Measured[]): Omit<Warm, 'channel'> {
  const [first, ...others] = measured.map(({ found }) => found);
  if (first === undefined || others.some((found) => !isDeepStrictEqual(found, first)))
    throw new Error(`${tool}: sessions differ: ${JSON.stringify(measured.map(({ found }) => found))}`);
  return { tool, found: first, comparison: compare(measured.flatMap(({ pairs }) => pairs)) };
}

interface Scene {
  readonly subject: BenchSubject;
  readonly workspaces: Readonly<Record<SideName, string>>;
  readonly target: NavigationTarget;
  readonly strays: Strays;
}

async function measureSession(
  { subject, workspaces, target, strays }: Scene,
  { warmUp, measured }: NavigationEffort,
): Promise<Session> {
  const references = QUESTIONS.find(({ tool }) => tool === 'lsp_find_references');
  if (references === undefined) throw new Error('there is no question for references');
  const ours = await startOurs(subject.server, workspaces.ours);
  try {
    const first = await timed(() => ours.ask(references, target));
    const floor = await startDirect(subject.server, workspaces.floor, target.file);
    try {
      const sides: Readonly<Record<SideName, Guide>> = { ours, floor };
      const rows: Measured[] = [];
      for (const question of QUESTIONS) {
        if (question.reach !== 'file') await floor.open(strays[question.reach]);
        const ask = (round: number) =>
          pair(round, async (name) => (await timed(() => sides[name].ask(question, target))).ms);
        await repeat(warmUp, ask);
        await quiet();
        const pairs = await repeat(measured, ask);
        rows.push({
          tool: question.tool,
          pairs,
          found: { ours: await ours.ask(question, target), floor: await floor.ask(question, target) },
        });
      }
      const cold = {
        ms: first.ms,
        found: first.value ?? 0,
        foundWarm: (await ours.ask(references, target)) ?? 0,
      };
      const answers = await Promise.all(QUESTIONS.map((question) => ours.answer(question, target)));
      // Not every server answers these.
      const others = await Promise.allSettled(OTHER_CALLS.map((call) => ours.answer(call, target)));
      const lengths = [
        ...answers,
        ...others.flatMap((other) => (other.status === 'fulfilled' ? other.value : [])),
      ].map(lengthOf);
      return { cold, rows, answers, lengths };
    } finally {
      await floor.close();
    }
  } finally {
    await ours.close();
  }
}

function lengthOf({ tool, result: { llmContent, structuredContent } }: Answered): Length {
  return { tool: tool.name, text: llmContent.length, json: JSON.stringify(structuredContent).length };
}

async function withChannel(
  warm: readonly Omit<Warm, 'channel'>[],
  answers: readonly Answered[],
  target: NavigationTarget,
  { folder, warmUp, measured }: NavigationEffort & { readonly folder: string },
): Promise<Warm[]> {
  const channel = await startChannel(answers, folder);
  try {
    await quiet();
    const rows: Warm[] = [];
    for (const row of warm) {
      const { input } = QUESTIONS.find(({ tool }) => tool === row.tool) ?? {};
      const given = input?.(target.file, target.at, target.name) ?? {};
      const call = async (): Promise<{ ours: number; floor: number }> => ({
        ours: (await timed(() => channel.call(row.tool, given))).ms,
        floor: 0,
      });
      await repeat(warmUp, call);
      rows.push({ ...row, channel: median((await repeat(measured, call)).map((pair) => pair.ours)) });
    }
    return rows;
  } finally {
    await channel.close();
  }
}
