import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { applyBreak } from '../edits.js';
import type { Side, Source } from '../side.js';
import type { Pair } from '../stats.js';
import { batchFiles, type BenchSubject } from '../subjects/subject.js';
import { filesOf, makeWorkspace, sizeOf, type Size } from '../workspace.js';

/** The two copies of a subject's code base, and its clean texts. */
export interface Stage {
  readonly subject: BenchSubject;
  readonly workspaces: Readonly<Record<SideName, string>>;
  readonly edited: Source;
  readonly batch: readonly Source[];
  readonly hub: Source | undefined;
  readonly size: Size;
}

export type SideName = 'ours' | 'floor';

/** @param folder empty; its removal is the caller's */
export async function setStage(subject: BenchSubject, folder: string): Promise<Stage> {
  const ours = await makeWorkspace(subject, join(folder, 'ours'));
  const floor = await makeWorkspace(subject, join(folder, 'floor'));
  const source = (file: string): Source => ({ file, text: readFileSync(join(ours, file), 'utf8') });
  const edited = source(subject.edited);
  const hub = subject.hub && source(subject.hub.file);
  // One that does not fit is found now, not after an hour.
  for (const broken of subject.breaks) applyBreak(edited.text, broken);
  if (hub !== undefined && subject.hub !== undefined)
    applyBreak(hub.text, { ...subject.hub, code: undefined });
  return {
    subject,
    workspaces: { ours, floor },
    edited,
    batch: batchFiles(subject, filesOf(ours)).map(source),
    hub,
    size: sizeOf(ours, extname(subject.edited)),
  };
}

/** As the tools do: the disk has the text before a server is asked about it. */
export function write(workspace: string, { file, text }: Source): void {
  writeFileSync(join(workspace, file), text);
}

/**
 * The order changes from round to round, so that neither side always finds the machine warmed up by
 * the other.
 */
function inTurn(round: number): readonly SideName[] {
  return round % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours'];
}

/** Lets what was written to disk reach those that watch it. */
export async function settle(): Promise<void> {
  await delay(50);
}

/**
 * typescript-language-server has the files that are open checked again up to 800 ms after a change,
 * one by one.
 */
const QUIET_MS = 1000;
const QUIET_LIMIT_MS = 15_000;

/**
 * Waits until no process computes any more: servers go on after they have answered, and the other
 * side's time must not pay for that.
 */
export async function quiet(): Promise<void> {
  const limit = performance.now() + QUIET_LIMIT_MS;
  let busy = performance.now();
  let before = processorTimes();
  while (performance.now() - busy < QUIET_MS && performance.now() < limit) {
    await delay(100);
    const now = processorTimes();
    if (now.busy - before.busy > 0.15 * (now.all - before.all)) busy = performance.now();
    before = now;
  }
}

/** Of all processors together, ms since they were started. */
function processorTimes(): { readonly busy: number; readonly all: number } {
  const sum = { busy: 0, all: 0 };
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    sum.all += all;
    sum.busy += all - times.idle;
  }
  return sum;
}

/**
 * How often something is measured: at least `min` times, then until `budgetMs` are spent, at most
 * `max` times.
 */
export interface Rounds {
  readonly min: number;
  readonly max: number;
  readonly budgetMs: number;
}

export const exactly = (count: number): Rounds => ({ min: count, max: count, budgetMs: 0 });

export async function repeat(
  { min, max, budgetMs }: Rounds,
  measure: (round: number) => Promise<Pair>,
): Promise<Pair[]> {
  const start = performance.now();
  const pairs: Pair[] = [];
  while (pairs.length < min || (pairs.length < max && performance.now() - start < budgetMs))
    pairs.push(await measure(pairs.length));
  return pairs;
}

/** `measure` for both sides, in turn. */
export async function pair(round: number, measure: (name: SideName) => Promise<number>): Promise<Pair> {
  const ms = { ours: 0, floor: 0 };
  for (const name of inTurn(round)) ms[name] = await measure(name);
  return ms;
}

export type Sides = Readonly<Record<SideName, Side>>;
