import { join } from 'node:path';
import * as fc from 'fast-check';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import { fake, Lab } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';
import { KEY, SharedSession } from '../harness/shared.ts';
import { fileOf, Model } from './changes/model.ts';
import { type Host, Play, totals } from './changes/play.ts';
import {
  type Module,
  type Sequence,
  type ServerId,
  sequence,
  type Step,
  type World,
} from './changes/steps.ts';

/** Longer than any answer takes, ms. */
const FAR = 60_000;
/** Longer than any step but the one that waits for it takes, ms. */
const IDLE = 400;

/** The workspace, its servers, and the host sessions. */
async function open(world: World): Promise<{ lab: Lab; hosts: Host[] } & AsyncDisposable> {
  const model = new Model(world);
  const config = {
    diagnosticTimeout: FAR,
    firstTouchTimeout: FAR,
    otherFilesTimeout: FAR,
    navigationTimeout: FAR,
    ...(world.idles && { idleShutdown: IDLE }),
  };
  const isShared = world.hosts > 1;
  let socket = '';
  const lab = await Lab.open({
    files: Object.fromEntries([...model.texts].map(([name, now]) => [fileOf(name), now])),
    servers: Object.fromEntries(
      [...model.servers].map(([id, judged]) => [
        id,
        fake('caches.ts', {
          args: [judged, ...(id === 'gopls' ? ['--publishes'] : [])],
          extensions: ['.py'],
        }),
      ]),
    ),
    config,
    root: (workspace) => {
      socket = join(workspace.outside, 's');
      return workspace.root;
    },
    ...(isShared && {
      bootstrap: {
        get share() {
          return { socket, key: KEY };
        },
      },
    }),
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
    for (let number = 0; isShared && number < world.hosts; number += 1) {
      const session = await SharedSession.join(socket, config);
      sessions.push(session);
      const { mcp } = await session.openMcp();
      hosts.push(hostOf(session, mcp));
    }
    if (!isShared) hosts.push(hostOf(lab.sidecar, lab.sidecar.openMcp()));
    await Promise.all(hosts.map(({ mcp }) => mcp.initialize()));
    return { lab, hosts, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function hostOf(session: Pick<Host, 'request' | 'ask' | 'cancel'>, mcp: Mcp): Host {
  return {
    request: (method, params) => session.request(method, params),
    ask: (method, params) => session.ask(method, params),
    cancel: (id) => {
      session.cancel(id);
    },
    mcp,
  };
}

async function play({ world, steps }: Sequence): Promise<void> {
  await using opened = await open(world);
  const playing = new Play(opened.lab, opened.hosts, world);
  for (const each of steps) await playing.do(each);
  totals.steps += steps.length;
  totals.questions += playing.cost.questions;
  totals.notifications += playing.cost.notifications;
}

const feed = async (how: Budget | { examples: [Sequence][]; numRuns: 1 }): Promise<Details> => {
  await using runs = new Runs();
  return await fc.check(fc.asyncProperty(sequence, runs.of(play)), how);
};

const PLAIN: World = { third: 'none', hosts: 1, idles: false };

const once = (steps: Step[], world: Partial<World> = {}): Promise<Details> =>
  feed({ examples: [[{ world: { ...PLAIN, ...world }, steps }]], numRuns: 1 });

const edited = (module: Module, text: string, others: boolean): Step => ({
  kind: 'edit',
  edits: [{ module, text }],
  others,
  together: true,
});

const crash = (server: ServerId): Step => ({ kind: 'crash', server });

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
        { kind: 'shell', module: 'd', text: 'from a import f\n' },
        { kind: 'deleted', module: 'a' },
      ]),
    'a server that was started again claimed to know all other files': () =>
      once([
        edited('b', '', true),
        edited('a', 'from b import f\n', false),
        crash('pyright'),
        { kind: 'deleted', module: 'e' },
      ]),
    'of edits at once, one was judged without what another had written before': () =>
      once(
        Array.from({ length: 5 }, () => ['', 'def f\n'])
          .flat()
          .map((now) => ({
            kind: 'edit',
            edits: [
              { module: 'a', text: `from b import f\n# ${now.length}\n` },
              { module: 'b', text: now },
              { module: 'c', text: `from b import f\n# ${now.length}\n` },
            ],
            others: false,
            together: false,
          })),
      ),
  },
};
