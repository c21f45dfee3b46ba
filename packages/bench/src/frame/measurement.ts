import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandWith, type Command, type Desk, type ExitCode } from './command.js';
import { file, files, flag, messageOf, Misuse, someOf } from './options.js';
import type { Named, OptionsOf } from './options.js';
import type { Page } from './page.js';

/** How a run was made: results of runs that differ in one of these do not stand in one table. */
export type About = Readonly<Record<string, string | number>>;

/** What `--json` writes. */
export interface Results<R> {
  readonly about: About;
  readonly results: readonly R[];
}

/** Several subjects, each measured alone. */
export interface Measurement<S extends Named, R extends Named, V> {
  readonly name: string;
  readonly says: string;
  readonly options: OptionsOf<V>;
  /** What its subjects are called; in the plural. */
  readonly called?: string;
  readonly subjects: readonly S[];
  readonly writes?: readonly Page[];
  /** Asked before anything is measured: why a subject cannot be on this machine, undefined if it can. */
  lacks?(subject: S): string | undefined;
  /** Whether a run with these options leaves it out, without a word. */
  skips?(subject: S, values: V): boolean;
  about?(values: V): About;
  /** Why a run with these options says too little for a page; undefined if it does not. */
  isPart?(values: V): string | undefined;
  /** What is wrong with a choice of these subjects. */
  misuse?(values: V, only: readonly S[]): string | undefined;
  /** How many are measured at the same time; 1 by default. */
  jobs?(values: V): number;
  /** @param folder does not exist; what is in it goes with this process */
  measure(subject: S, folder: string, values: V, desk: Desk): Promise<R>;
  /** For a terminal, as soon as it is there. */
  lines?(result: R, all: Results<R>): string;
  isRight(result: R): boolean;
  /** For a terminal, at the end. */
  summary?(all: Results<R>): string;
  write?(all: Results<R>): void;
  /** Writes the rows of these results alone; without it, a page takes all subjects. */
  writeRows?(all: Results<R>): void;
}

/** The command for it: `--only`, `--json`, `--with` and `--record` are those of all of them. */
export function measurement<S extends Named, R extends Named, V>(of: Measurement<S, R, V>): Command {
  const called = of.called ?? 'subjects';
  const order = of.subjects.map(({ id }) => id);
  const own: OptionsOf<Own<S>> = {
    only: someOf(of.subjects, called),
    json: file('all figures as JSON, written as they come'),
    with: files(`figures of earlier runs, which --json wrote, for ${called} that are not measured now`),
    record: flag(
      of.write === undefined
        ? 'nothing: it writes no page'
        : `writes ${(of.writes ?? []).map((page) => `docs/${page.file}`).join(', ')}`,
    ),
  };
  const run = async (values: V, desk: Desk, given: Own<S>): Promise<ExitCode> => {
    const { only, json, record } = given;
    const wrong = of.misuse?.(values, only) ?? (record ? of.isPart?.(values) : undefined);
    if (wrong !== undefined) throw new Misuse(wrong);
    if (record && of.write === undefined) throw new Misuse(`${of.name} writes no page`);
    const about = of.about?.(values) ?? {};
    const earlier = given.with.map((name) => readResults<R>(name));
    const missing = order.filter(
      (id) =>
        !only.some((one) => one.id === id) &&
        !earlier.some(({ results }) => results.some((one) => one.id === id)),
    );
    if (record && missing.length > 0 && of.writeRows === undefined)
      throw new Misuse(`--record takes all ${called}; without ${missing.join(', ')}, see --with`);
    const measured: R[] = [];
    const all = (): Results<R> => combined([...earlier, { about, results: measured }], order);
    all();
    const lacking = new Map<string, string[]>();
    const queue = only.filter((subject) => {
      if (of.skips?.(subject, values) === true) return false;
      const why = of.lacks?.(subject);
      if (why !== undefined) lacking.set(why, [...(lacking.get(why) ?? []), subject.id]);
      return why === undefined;
    });
    const leftOut = [...lacking].map(([why, ids]) => `left out: ${ids.join(', ')}: ${why}`);
    if (queue.length === 0) throw new Error(`nothing can be measured; ${leftOut.join('; ')}`);
    let isBroken = false;
    const work = async (): Promise<void> => {
      for (let subject = queue.shift(); subject !== undefined; subject = queue.shift()) {
        desk.say(subject.id);
        try {
          const result = await of.measure(subject, join(desk.scratch, nameOf(subject)), values, desk);
          measured.push(result);
          const lines = of.lines?.(result, all()) ?? '';
          if (lines !== '') console.log(lines);
          if (json !== undefined) writeFileSync(json, textOf(all()));
        } catch (error) {
          // No registry in reach, or no compiler: the others can be measured all the same.
          isBroken = true;
          leftOut.push(`left out: ${subject.id}: ${messageOf(error)}`);
          desk.say(leftOut.at(-1) ?? '');
        }
      }
    };
    await Promise.all(Array.from({ length: of.jobs?.(values) ?? 1 }, work));
    const found = all();
    console.log([of.summary?.(found) ?? [], leftOut].flat().join('\n').trim());
    if (record) {
      const isAll = found.results.length === order.length;
      if (isAll) of.write?.(found);
      else if (of.writeRows !== undefined) of.writeRows(found);
      else isBroken = true;
    }
    return isBroken ? 2 : found.results.every((result) => of.isRight(result)) ? 0 : 1;
  };
  return commandWith({
    name: of.name,
    says: of.says,
    options: of.options,
    own,
    ...(of.writes !== undefined && { writes: of.writes }),
    run,
  });
}

/** What the options of all of them say. */
interface Own<S> {
  readonly only: readonly S[];
  readonly json: string | undefined;
  readonly with: readonly string[];
  readonly record: boolean;
}

function nameOf({ id }: Named): string {
  return id.replaceAll(/[^\w.-]+/g, '-');
}

/** One result a line. */
function textOf<R>({ about, results }: Results<R>): string {
  const rows = results.map((result) => JSON.stringify(result)).join(',\n');
  return `{"about": ${JSON.stringify(about)}, "results": [\n${rows}\n]}\n`;
}

/** What `--json` has written. Throws where it is something else. */
export function readResults<R>(name: string): Results<R> {
  const value = JSON.parse(readFileSync(name, 'utf8')) as Partial<Results<R>>;
  if (!Array.isArray(value.results) || value.about === undefined)
    throw new Error(`${name}: it is not what --json has written`);
  return value as Results<R>;
}

/**
 * One of several: of a subject that was measured more than once, the last result holds. Throws where
 * the runs were not made alike.
 *
 * @param all oldest first
 * @param order ids of all subjects
 */
export function combined<R extends Named>(all: readonly Results<R>[], order: readonly string[]): Results<R> {
  const about: Record<string, string | number> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one.about))) {
    if ((about[name] ?? value) !== value)
      throw new Error(`the results do not belong together: ${name} ${about[name] ?? ''} and ${value}`);
    about[name] = value;
  }
  const byId = new Map(all.flatMap(({ results }) => results.map((result) => [result.id, result] as const)));
  return { about, results: order.flatMap((id) => byId.get(id) ?? []) };
}
