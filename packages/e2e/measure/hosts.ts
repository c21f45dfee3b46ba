/**
 * What a later edit costs in each host, with and without this package: `npm run bench:hosts`, which
 * writes docs/hosts.md with `-- --record`. It asserts no times.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { hostVersions } from '../../../scripts/lib/hosts/index.mjs';
import { table, writePage, type Page } from '../../bench/src/frame/page.js';
import { median } from '../../bench/src/stats.js';
import { codexCase } from '../support/hosts/codex.js';
import { GEMINI_EXTENSION, startGemini } from '../support/hosts/gemini.js';
import { begin, gone, install, newFamily, newLab, type HostCase } from '../support/hosts/host-case.js';
import { HostLab, type Family } from '../support/hosts/lab.js';
import { OpencodeDesk } from '../support/hosts/opencode-desk.js';
import { PI_EXTENSION, startPi } from '../support/hosts/pi.js';
import { describeWith } from '../support/needs.js';
import { USUAL } from '../support/deadlines.js';
import { llxprtCase } from '../support/hosts/llxprt-code.js';
import { qwenCase } from '../support/hosts/qwen.js';
import type { Asked, ModelReply, Step } from '../support/hosts/script.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';

/** The first edits start a server, and warm what runs. */
const WARM_UP = 6;
const EDITS = 36;

/** An edit begins once the hosts have computed nothing for so long, ms; or after `IDLE_WITHIN`, ms. */
const IDLE = 200;
const IDLE_WITHIN = 3000;
/** Linux counts processor time in so many ms. */
const TICK = 10;

const FILE = 'src/sum.ts';
const RIGHT = 'export const sum: number = 1;';
const WRONG = "export const sum: number = 'one';";
const FINDING = "Type 'string' is not assignable to type 'number'";
const FILES = { 'tsconfig.json': tsconfig({ include: ['src'] }), [FILE]: `${RIGHT}\n` };

interface Session {
  close(): Promise<void>;
  readonly outcome: Promise<{ readonly code: number | null }>;
}

interface Measured {
  readonly name: string;
  readonly version: string;
  /** The most that it may add, ms. */
  readonly bound: number;
  /** A user of the host, with this package or without. */
  user(isOurs: boolean): Promise<User>;
}

interface User {
  readonly lab: HostLab;
  /** Some hosts edit no file that the model has not read. */
  readonly read?: ModelReply;
  edit(before: string, after: string): ModelReply;
  start(script: readonly Step[], family: Family): Promise<Session>;
}

const withHooks = (name: string, host: HostCase, bound = 45): Measured => ({
  name,
  version: hostVersions[host.host],
  bound,
  async user(isOurs) {
    const lab = newLab(host, USUAL, FILES);
    if (isOurs) await install(host, lab);
    // Without our bridge there is nothing to wait for.
    const start = (script: readonly Step[], family: Family) =>
      isOurs
        ? begin(host, lab, script, family)
        : host.program.start({
            workspace: lab.workspace,
            home: lab.home,
            script,
            args: host.args,
            env: family.env,
          });
    return {
      lab,
      read: host.read(lab, FILE),
      edit: (before, after) => host.replace(lab, FILE, before, after),
      start,
    };
  },
});

const opencode: Measured = {
  name: 'opencode',
  version: hostVersions.opencode,
  bound: 25,
  async user(isOurs) {
    const desk = new OpencodeDesk();
    for (const [path, text] of Object.entries(FILES)) desk.lab.write(path, text);
    if (isOurs) expect(await desk.command('install', 'opencode')).toMatchObject({ code: 0 });
    return {
      lab: desk.lab,
      edit: (before, after) => desk.edit(FILE, before, after),
      start: (script, family) => desk.begin(script, family),
    };
  },
};

const newUser = (): HostLab => new HostLab(FILES, USUAL, TYPESCRIPT_7);

const gemini: Measured = {
  name: 'Gemini CLI',
  version: hostVersions.gemini,
  bound: 45,
  async user(isOurs) {
    const lab = newUser();
    const start = (script: readonly Step[], family: Family) =>
      startGemini({
        workspace: lab.workspace,
        home: lab.home,
        script,
        env: family.env,
        ...(isOurs && { extension: GEMINI_EXTENSION }),
      });
    return {
      lab,
      edit: (before, after) => ({
        call: 'replace',
        args: { file_path: lab.path(FILE), instruction: 'Change it.', old_string: before, new_string: after },
      }),
      start,
    };
  },
};

const pi: Measured = {
  name: 'pi',
  version: hostVersions.pi,
  bound: 25,
  async user(isOurs) {
    const lab = newUser();
    const start = async (script: readonly Step[], family: Family): Promise<Session> => {
      const run = await startPi({
        workspace: lab.workspace,
        home: lab.home,
        script,
        env: family.env,
        ...(isOurs && { extension: PI_EXTENSION }),
      });
      run.child.stdin.end();
      return run;
    };
    return {
      lab,
      edit: (before, after) => ({
        call: 'edit',
        args: { path: FILE, edits: [{ oldText: before, newText: after }] },
      }),
      start,
    };
  },
};

/** One at a time, in the order in which they came: two that take turns alternate. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const before = this.#last;
    let release: () => void = () => undefined;
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

interface Figures {
  /** Of each edit, ms. */
  readonly took: number[];
  /** What the model has read. */
  readonly results: string[];
  /** The processor time of all processes, ended ones, too, before the first measured edit and after the last, ms. */
  readonly computed: number[];
}

/** Ended processes are in the figures of those that have waited for them. */
function processorTime(family: Family): number {
  return family.processes().reduce((sum, { pid }) => sum + ticksOf(pid), 0) * TICK;
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in parentheses, may hold blanks. Then come the state as the third field, and four times from the fourteenth on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}

/**
 * Waits until both hosts have ended what they do after an edit: it would count as part of the next.
 * A real model takes longer to answer.
 *
 * @returns whether they have, within `IDLE_WITHIN`
 */
async function idle(families: readonly Family[]): Promise<boolean> {
  const deadline = performance.now() + IDLE_WITHIN;
  const computed = (): number => families.reduce((sum, family) => sum + processorTime(family), 0);
  let before = computed();
  while (performance.now() < deadline) {
    await setTimeout(IDLE);
    const now = computed();
    if (now - before <= TICK) return true;
    before = now;
  }
  return false;
}

/** A model that breaks and mends a line, and measures from its call to the request with the result. */
function editing(
  turns: Turns,
  families: readonly Family[],
  { read, edit }: User,
  family: Family,
  { took, results, computed }: Figures,
): Step[] {
  let begun: { at: number; release: () => void } | undefined;
  const step =
    (next: number): Step =>
    async (asked: Asked) => {
      if (begun !== undefined) {
        took.push(performance.now() - begun.at);
        results.push(JSON.stringify(asked.conversation.slice(-2)));
        begun.release();
      }
      if (next === WARM_UP || next === EDITS) computed.push(processorTime(family));
      if (next === EDITS) return { say: 'Done.' };
      const release = await turns.take();
      if (!(await idle(families))) busy += 1;
      begun = { at: performance.now(), release };
      return next % 2 === 0 ? edit(RIGHT, WRONG) : edit(WRONG, RIGHT);
    };
  return [
    ...(read === undefined ? [] : [read]),
    ...Array.from({ length: EDITS + 1 }, (_, next) => step(next)),
  ];
}

const rows: string[][] = [];

/** Edits that began although a host still computed. */
let busy = 0;

/** Both sessions run at once and edit by turns, so that what else the machine does is in both. */
function measure(host: Measured): void {
  test(`${host.name}: a later edit, with and without`, async () => {
    const turns = new Turns();
    const families = [newFamily(), newFamily()] as const;
    const sessions = await Promise.all(
      families.map(async (family, at) => {
        const user = await host.user(at === 1);
        const figures: Figures = { took: [], results: [], computed: [] };
        const session = await user.start(editing(turns, families, user, family, figures), family);
        onTestFinished(async () => {
          await session.close();
          user.lab.dispose();
        });
        return { family, session, ...figures };
      }),
    );
    for (const { session } of sessions) expect(await session.outcome).toMatchObject({ code: 0 });
    for (const { family } of sessions) await gone(family);
    const [without, ours] = sessions.map(({ took }) => took.slice(WARM_UP)) as [number[], number[]];
    expect([without.length, ours.length]).toEqual(Array(2).fill(EDITS - WARM_UP));
    // What was measured is an edit with its errors, and one without.
    expect(
      sessions.map(({ results }) => results.slice(WARM_UP).filter((text) => text.includes(FINDING)).length),
    ).toEqual([0, (EDITS - WARM_UP) / 2]);
    const added = median(ours.map((ms, at) => ms - (without[at] ?? NaN)));
    const [computed, weComputed] = sessions.map(
      ({ computed: [from = NaN, to = NaN] }) => (to - from) / (EDITS - WARM_UP),
    ) as [number, number];
    rows.push([
      ...[host.name, host.version],
      ...[median(without), median(ours), added, host.bound, computed, weComputed, weComputed - computed].map(
        (ms) => `${ms.toFixed(0)} ms`,
      ),
    ]);
  }, 600_000);
}

/** Its prose says the constants above. */
const HOSTS: Page = {
  file: 'hosts.md',
  sections: ['figures'],
  states: [
    `by turns, ${EDITS} times each; the first ${WARM_UP} edits are left out`,
    `computed nothing for ${IDLE} ms (one tick of ${TICK} ms aside), or after ${IDLE_WITHIN / 1000} s`,
  ],
};

describe('hosts', () => {
  measure(gemini);
  measure(pi);
  describeWith(['opencode'], 'opencode', () => measure(opencode));
  describeWith(['codex'], 'Codex', () => measure(withHooks('Codex', codexCase)));
  describeWith(['qwen'], 'Qwen Code', () => measure(withHooks('Qwen Code', qwenCase)));
  // It starts its hooks by way of bash.
  describeWith(['llxprt'], 'LLxprt Code', () => measure(withHooks('LLxprt Code', llxprtCase, 60)));

  afterAll(() => {
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const day = new Date().toISOString().slice(0, 10);
    const figures = `${table(
      'host | version | without: | with: | added: | aim: | processor time: without: | with: | added:',
      rows,
    )}

Measured on ${day}, ${availableParallelism()} cores, load average ${load}.`;
    console.log(`${figures}\n${busy} edits began beside a host that still computed.`);
    if (process.env['LLXPRT_RECORD'] !== undefined) writePage(HOSTS, { figures });
  });
});
