import { expect, test } from 'bun:test';
import { join } from 'node:path';

import type { ServerStatus, SharedState } from '../../src/types.ts';
import { fake, Lab, type LabOptions } from '../harness/lab.ts';
import { KEY, say, SharedSession } from '../harness/shared.ts';
import { Sidecar } from '../harness/sidecar.ts';

const FAR = 20_000;
const grows = (ending: string) => fake('grows.ts', { extensions: [ending] });
/** A fake takes 40 to 90 MiB of its own. */
const OPTIONS = {
  servers: { one: grows('.one'), two: grows('.two') },
  config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, memoryBudget: 500 },
} satisfies LabOptions;

const row = async (lab: Lab, id: string): Promise<ServerStatus | undefined> =>
  (await lab.sidecar.request('lsp/status', {})).find((each) => each.id === id);
const starts = (lab: Lab, server: string): number[] =>
  lab.probe.events.filter((each) => each.server === server && each.event === 'started').map(({ pid }) => pid);

const onLinux = test.if(process.platform === 'linux').concurrent;

onLinux(
  'over the budget, the server that was used least recently ends, status says why, and its next file starts it again',
  async () => {
    await using lab = await Lab.open(OPTIONS);
    await lab.edit('a.one', 'GROW 250');
    await lab.edit('a.two', 'GROW 250');
    await lab.probe.until(({ server, event }) => server === 'one' && event === 'gone');
    expect(await row(lab, 'one')).toMatchObject({
      status: 'active',
      reason: expect.stringMatching(
        /^not running: the servers took \d+ MiB of 500 MiB; the next file starts it again$/,
      ),
    });
    expect((await row(lab, 'two'))?.serverPid).toBe(starts(lab, 'two')[0]);
    expect(lab.sidecar.stderr).toMatch(/one: shut down, the servers took \d+ MiB of 500 MiB, pid \d+/);
    expect(await lab.edit('a.one', 'ERROR again')).toEqual(['again']);
  },
);

onLinux(
  'a server that outgrows the budget alone is restarted once it is not asked, and status says so',
  async () => {
    await using lab = await Lab.open(OPTIONS);
    expect(await lab.edit('a.one', 'GROW 600')).toEqual([]);
    await lab.probe.until(
      ({ server, event, pid }) => server === 'one' && event === 'started' && pid !== starts(lab, 'one')[0],
    );
    await lab.probe.until(
      ({ server, method, pid }) =>
        server === 'one' && method === 'initialized' && pid === starts(lab, 'one')[1],
    );
    expect(await row(lab, 'one')).toMatchObject({
      serverPid: starts(lab, 'one')[1],
      reason: expect.stringMatching(/^restarted: it took \d+ MiB of 500 MiB$/),
    });
    expect(lab.sidecar.stderr).toMatch(/one: restarted, it took \d+ MiB of 500 MiB, pid \d+/);
    expect(lab.sidecar.stderr).not.toContain('one: crashed');
    expect(await lab.edit('a.one', 'ERROR again')).toEqual(['again']);
  },
);

onLinux(
  'one that runs away is killed in the middle of a question, and starts again; the second time it is left broken',
  async () => {
    await using lab = await Lab.open(OPTIONS);
    const edit = () => lab.edit('a.one', 'GROW 900 WORK');
    expect(await edit()).toEqual([]);
    await lab.probe.until(
      ({ server, event, pid }) => server === 'one' && event === 'started' && pid !== starts(lab, 'one')[0],
    );
    expect(await row(lab, 'one')).toMatchObject({
      reason: expect.stringMatching(/^restarted: it took \d+ MiB of 500 MiB$/),
    });
    expect(await lab.edit('a.one', 'ERROR again')).toEqual(['again']);
    expect(await edit()).toEqual([]);
    expect(await row(lab, 'one')).toMatchObject({
      status: 'broken',
      reason: expect.stringMatching(/it took \d+ MiB of 500 MiB/),
    });
  },
);

onLinux(
  'the services of a user keep to one budget: that of the least recently used server ends it',
  async () => {
    let folder = '';
    const name = (digit: string): string => join(folder, `s-${digit.repeat(24)}`);
    await using lab = await Lab.open({
      ...OPTIONS,
      bootstrap: {
        get share() {
          return { socket: name('1'), key: KEY };
        },
      },
      root: (workspace) => {
        folder = workspace.outside;
        return workspace.root;
      },
    });
    using first = await SharedSession.join(name('1'), OPTIONS.config);
    await first.check('a.one', 'GROW 250');
    const bootstrap = {
      workspaceRoot: lab.workspace.root,
      share: { socket: name('2'), key: KEY },
      config: { ...OPTIONS.config, servers: OPTIONS.servers },
    };
    await using other = new Sidecar({ bootstrap: JSON.stringify(bootstrap) });
    await other.ready();
    using second = await SharedSession.join(name('2'), OPTIONS.config);
    await second.check('a.two', 'GROW 250');
    await lab.probe.until(({ server, event }) => server === 'one' && event === 'gone');
    const states = await Promise.all(
      ['1', '2'].map(
        async (digit) => JSON.parse(await say(name(digit), { channel: 'state' })) as SharedState,
      ),
    );
    expect(states.map(({ servers, budget }) => [servers.map(({ id }) => id), budget])).toEqual([
      [[], 500 * 2 ** 20],
      [['two'], 500 * 2 ** 20],
    ]);
  },
);
