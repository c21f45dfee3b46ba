import { join } from 'node:path';
import * as fc from 'fast-check';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import { Lab } from '../harness/lab.ts';
import type { Probe } from '../harness/probe.ts';
import { KEY, SharedSession } from '../harness/shared.ts';
import { FILES, material, serversOf, truthOf, world, type World } from './changes/fakes.ts';
import { hostOf } from './changes/hosts.ts';
import { type Host, Play, type Processes } from './changes/play.ts';
import { type Step, steps, stepsOfFakes } from './changes/steps.ts';

/** Longer than any answer takes, ms. */
const FAR = 60_000;
/** How long nobody asks before servers are shut down, where they are, ms. */
const IDLE = 400;
/** How long an answer is waited for that comes too late, ms. */
const NEAR = 150;

interface Sequence {
  readonly world: World;
  readonly steps: readonly Step[];
}

const totals = { steps: 0, questions: 0, notifications: 0, others: 0, complete: 0 };

/** The workspace, its servers, and the host sessions. */
async function open(of: World): Promise<{ lab: Lab; hosts: Host[] } & AsyncDisposable> {
  const patience = of.late === 0 ? FAR : NEAR;
  const config = {
    diagnosticTimeout: patience,
    firstTouchTimeout: 8 * patience,
    otherFilesTimeout: patience,
    navigationTimeout: FAR,
    ...(of.idles && { idleShutdown: IDLE }),
  };
  const isShared = of.hosts > 1;
  let socket = '';
  const share = {
    get share() {
      return { socket, key: KEY };
    },
  };
  const lab = await Lab.open({
    files: FILES,
    servers: serversOf(of),
    config,
    root: (workspace) => {
      socket = join(workspace.outside, 's');
      return workspace.root;
    },
    ...(isShared && { bootstrap: share }),
  });
  const sessions: SharedSession[] = [];
  const dispose = async (): Promise<void> => {
    for (const session of sessions) session[Symbol.dispose]();
    // By itself it ends 5 s after its last session.
    if (isShared) lab.sidecar.kill('SIGTERM');
    await lab[Symbol.asyncDispose]();
  };
  try {
    const hosts: Host[] = [];
    for (let number = 0; isShared && number < of.hosts; number += 1) {
      const session = await SharedSession.join(socket, config);
      sessions.push(session);
      hosts.push(hostOf(session, (await session.openMcp()).mcp));
    }
    if (!isShared) hosts.push(hostOf(lab.sidecar, lab.sidecar.openMcp()));
    await Promise.all(hosts.map(({ mcp }) => mcp.initialize()));
    return { lab, hosts, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function processesOf(probe: Probe): Processes {
  return {
    running: (of) => {
      const gone = new Set(probe.events.filter(({ event }) => event === 'gone').map(({ pid }) => pid));
      const started = probe.events.filter(
        ({ server, event }) => event === 'started' && (of === undefined || server === of),
      );
      return Promise.resolve(started.map(({ pid }) => pid).filter((pid) => !gone.has(pid)));
    },
    gone: (pid) => probe.until((each) => each.event === 'gone' && each.pid === pid, { ms: FAR }),
  };
}

async function play(sequence: Sequence): Promise<void> {
  await using opened = await open(sequence.world);
  const { lab, hosts } = opened;
  const { workspace, probe } = lab;
  const { idles, late } = sequence.world;
  const truth = truthOf(sequence.world);
  const playing = new Play(
    { workspace, hosts, processes: processesOf(probe), truth, idles, late: late > 0 },
    FILES,
  );
  // What was there before the first look at the disk is no change.
  await playing.do({ kind: 'all' });
  for (const step of sequence.steps) await playing.do(step);
  const received = (method: string): number => probe.received(method).length;
  totals.steps += sequence.steps.length;
  totals.questions += received('textDocument/diagnostic');
  totals.notifications += received('workspace/didChangeWatchedFiles') + received('textDocument/didChange');
  totals.others += playing.searches.all;
  totals.complete += playing.searches.complete;
}

const sequences: fc.Arbitrary<Sequence> = fc.record({
  world,
  steps: fc.array(fc.oneof(...steps(material), ...stepsOfFakes(material)), {
    minLength: 8,
    maxLength: 30,
    size: 'max',
  }),
});

const feed = async (how: Budget | { examples: [Sequence][]; numRuns: 1 }): Promise<Details> => {
  await using runs = new Runs();
  return await fc.check(fc.asyncProperty(sequences, runs.of(play)), how);
};

const PLAIN: World = { third: 'none', hosts: 1, idles: false, late: 0 };

const once = (taken: Step[]): Promise<Details> =>
  feed({ examples: [[{ world: PLAIN, steps: taken }]], numRuns: 1 });

const edited = (file: string, text: string, others: boolean): Step => ({
  kind: 'edit',
  edits: [{ file, text }],
  others,
  together: true,
});

const interrupted = (file: string, text: string): Step => ({
  kind: 'interrupted',
  asked: 'others',
  edits: [{ file, text }],
  after: 0,
});

export const changes: FuzzTarget = {
  name: 'changes',
  holds:
    'after any sequence of changes, edits, crashes, rests and interrupted searches, what is reported is true of the disk',
  check: feed,
  figures: () =>
    `${totals.steps} steps, ${totals.questions} questions, ${totals.notifications} notifications of changes; ` +
    `${totals.complete} of ${totals.others} searches for other files complete`,
  found: {
    'a deletion whose server does not run claimed to know all other files': () =>
      once([
        { kind: 'shell', file: 'd.py', text: 'from a import f\n' },
        { kind: 'deleted', file: 'a.py' },
      ]),
    'a server that was started again claimed to know all other files': () =>
      once([
        edited('b.py', '', true),
        edited('a.py', 'from b import f\n', false),
        { kind: 'crash', server: 'pyright' },
        { kind: 'deleted', file: 'e.py' },
      ]),
    'of edits at once, one was judged without what another had written before': () =>
      once(
        Array.from({ length: 5 }, () => ['', 'def f\n'])
          .flat()
          .map((now) => ({
            kind: 'edit',
            edits: [
              { file: 'a.py', text: `from b import f\n# ${now.length}\n` },
              { file: 'b.py', text: now },
              { file: 'c.py', text: `from b import f\n# ${now.length}\n` },
            ],
            others: false,
            together: false,
          })),
      ),
    'a server that started after a change had been seen claimed to know all other files': () =>
      once([
        { kind: 'shell', file: 'a.py', text: '' },
        { kind: 'shell', file: 'e.py', text: 'from a import f\n' },
        { kind: 'all' },
        edited('a.py', '', true),
      ]),
    'what one environment owed was forgotten while another one served the project': () =>
      once([
        interrupted('b.py', 'from c import f\n'),
        { kind: 'shell', file: 'c.py' },
        { kind: 'environment', number: 2 },
        interrupted('e.py', 'from b import g\n'),
        { kind: 'environment', number: 0 },
        edited('e.py', 'def g\n', true),
      ]),
    "after an interrupted edit, its file's former error was listed": () =>
      once([
        edited('e.py', 'from a import f\n', false),
        { kind: 'deleted', file: 'a.py' },
        interrupted('e.py', ''),
        { kind: 'deleted', file: 'a.py' },
      ]),
    'after an interrupted edit, its own error was missing from a result that claimed to be complete': () =>
      once([edited('a.py', '', true), interrupted('e.py', 'from a import f\n'), edited('b.py', '', true)]),
  },
};
