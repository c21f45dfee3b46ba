import { describe, expect, test } from 'bun:test';

import { exceedsBounds, usableMemory } from '../../src/client/process/machine-memory.ts';
import { MemoryKeeper } from '../../src/engine/session/pool/memory-keeper.ts';
import { decide, type MemoryState, type ServerUse } from '../../src/engine/session/pool/memory-policy.ts';
import type { Session } from '../../src/engine/session/session.ts';

const MIB = 2 ** 20;
const MINUTE = 60_000;

interface Named extends ServerUse {
  readonly name: string;
}

const use = (name: string, mib: number, unused: number): Named => ({ name, memory: mib * MIB, unused });

describe('decide', () => {
  const cases: [what: string, state: Partial<MemoryState<Named>>, want: string][] = [
    ['all that fits is left', { own: [use('a', 400, MINUTE), use('b', 500, MINUTE)] }, 'none'],
    [
      'the one that was used least recently ends first',
      { own: [use('a', 400, MINUTE), use('b', 400, 2 * MINUTE), use('c', 400, 3000)] },
      'end b',
    ],
    ['one that is asked is never ended', { own: [use('a', 600, 0), use('b', 600, 0)] }, 'none'],
    ['nor is one between two edits', { own: [use('a', 600, 0), use('b', 600, 1500)] }, 'none'],
    [
      'servers of other services count',
      { own: [use('a', 600, MINUTE)], others: [use('x', 600, 3000)] },
      'end a',
    ],
    [
      'those are ended by their own service',
      { own: [use('a', 600, 3000)], others: [use('x', 600, MINUTE)] },
      'none',
    ],
    [
      'one that takes too much alone is restarted',
      { own: [use('a', 100, MINUTE), use('b', 1100, 3000)] },
      'restart b',
    ],
    [
      'but not while it is asked; and the others need not make room for it',
      { own: [use('a', 100, MINUTE), use('b', 1100, 0)] },
      'none',
    ],
    [
      'the others fit or not without it',
      { own: [use('a', 600, MINUTE), use('b', 1100, 0), use('c', 600, 3000)] },
      'end a',
    ],
    [
      'one of another service that takes too much alone is none of ours',
      { own: [use('a', 100, MINUTE)], others: [use('x', 5000, 3000)] },
      'none',
    ],
    [
      'where the machine is short, a server that rests ends',
      { own: [use('a', 100, MINUTE)], isShort: true },
      'end a',
    ],
    ['but none that works', { own: [use('a', 100, 10_000)], isShort: true }, 'none'],
    ['nothing runs', { isShort: true }, 'none'],
  ];
  test.each(cases)('%s', (_, state, want) => {
    const decision = decide({ budget: 1000 * MIB, own: [], others: [], isShort: false, ...state });
    expect(decision.kind === 'none' ? 'none' : `${decision.kind} ${decision.server.name}`).toBe(want);
  });
});

class Bench {
  now = 0;
  isShort = false;
  measured = 0;
  asked = 0;
  others: readonly ServerUse[] = [];
  readonly done: string[] = [];
  /** What the first process alone takes. */
  own = 0;
  readonly keeper: MemoryKeeper;

  /** What a person would see: the sizes may be changed between two looks. */
  constructor(readonly servers: { name: string; mib: number | undefined; unused: number | undefined }[]) {
    this.keeper = new MemoryKeeper({
      budget: 1000 * MIB,
      now: () => this.now,
      sessions: () =>
        this.servers.map(
          ({ name, unused }, index) =>
            ({
              definition: { id: name },
              launch: { root: '/w' },
              pid: index + 1,
              giveUp: (why: string) => void this.done.push(`kill ${name}: ${why}`),
              ...(unused !== undefined && { unused }),
            }) as Session,
        ),
      measure: (pids) => {
        this.measured++;
        return pids.map((pid) => {
          const mib = this.servers[pid - 1]?.mib;
          return mib === undefined ? undefined : mib * MIB;
        });
      },
      measureOne: (pid) => (pid === 1 ? this.own * MIB : undefined),
      isShort: () => this.isShort,
      others: () => {
        this.asked++;
        return Promise.resolve(this.others);
      },
      end: ({ definition }, why) => this.done.push(`end ${definition.id}: ${why}`),
      restart: ({ definition }, why) => this.done.push(`restart ${definition.id}: ${why}`),
    });
  }

  async lookAt(now: number): Promise<string[]> {
    this.now = now;
    await this.keeper.look();
    return this.done.splice(0);
  }
}

describe('the keeper', () => {
  test('says why it ends a server', async () => {
    const bench = new Bench([
      { name: 'a', mib: 700, unused: MINUTE },
      { name: 'b', mib: 500, unused: 3000 },
    ]);
    expect(await bench.lookAt(0)).toEqual(['end a: the servers took 1200 MiB of 1000 MiB']);
    bench.servers.shift();
    bench.isShort = true;
    bench.servers[0]!.unused = MINUTE;
    expect(await bench.lookAt(5000)).toEqual(['end b: the machine was short of memory']);
  });

  test('restarts one server at most every ten minutes, and lets the others be', async () => {
    const bench = new Bench([
      { name: 'a', mib: 2000, unused: 3000 },
      { name: 'b', mib: 500, unused: MINUTE },
    ]);
    const want = ['restart a: it took 2000 MiB of 1000 MiB'];
    expect(await bench.lookAt(0)).toEqual(want);
    expect(await bench.lookAt(5000)).toEqual([]);
    expect(await bench.lookAt(599_000)).toEqual([]);
    expect(await bench.lookAt(600_000)).toEqual(want);
  });

  test('kills a server that runs away in the middle of a question, and starts it again once in ten minutes', () => {
    const bench = new Bench([
      { name: 'a', mib: 2000, unused: 0 },
      { name: 'b', mib: 2000, unused: 0 },
    ]);
    const guarded = (now: number, own: number): string[] => {
      Object.assign(bench, { now, own });
      bench.keeper.guard();
      return bench.done.splice(0);
    };
    expect(guarded(0, 1500)).toEqual([]);
    const kill = 'kill a: it took 1501 MiB of 1000 MiB';
    expect(guarded(1000, 1501)).toEqual([kill, kill.replace('kill', 'restart')]);
    expect(guarded(2000, 1501)).toEqual([kill]);
    expect(guarded(602_000, 1501)).toEqual([kill, kill.replace('kill', 'restart')]);
  });

  test('measures every half minute while a question is under way, and nothing where nothing runs', async () => {
    const bench = new Bench([{ name: 'a', mib: 500, unused: 0 }]);
    for (const now of [0, 5000, 25_000, 30_000]) await bench.lookAt(now);
    expect(bench.measured).toBe(2);
    bench.servers[0]!.unused = 10;
    await bench.lookAt(35_000);
    expect(bench.measured).toBe(3);
    bench.servers[0]!.unused = undefined;
    await bench.lookAt(70_000);
    expect([bench.measured, bench.asked]).toEqual([3, 3]);
  });

  test('does nothing where the system does not say what a process takes', async () => {
    const bench = new Bench([{ name: 'a', mib: undefined, unused: MINUTE }]);
    bench.others = [use('x', 5000, 3000)];
    expect(await bench.lookAt(0)).toEqual([]);
  });
});

test.each([
  ['some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n', false],
  [
    'some avg10=19.90 avg60=90.00 avg300=0.00 total=1\nfull avg10=4.90 avg60=0.00 avg300=0.00 total=0\n',
    false,
  ],
  ['some avg10=20.10 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n', true],
  ['some avg10=6.00 avg60=0.00 avg300=0.00 total=1\nfull avg10=5.10 avg60=0.00 avg300=0.00 total=0\n', true],
  ['', false],
])('the machine is short of memory by %j: %p', (pressure, want) => {
  expect(exceedsBounds(pressure)).toBe(want);
});

test('the machine has memory', () => {
  expect(usableMemory()).toBeGreaterThan(256 * MIB);
});
