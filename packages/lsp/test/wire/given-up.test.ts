import { expect, test } from 'bun:test';
import { Agent } from '../harness/agent.ts';
import { fake } from '../harness/lab.ts';

const SAID = 'still computes on a request that was given up';
const AT = { file: 'a.fake', line: 1, character: 1 };

/** Only there does the system tell what a process computes. */
const tells = process.platform === 'linux';

function open(): Promise<Agent> {
  return Agent.open({
    files: { 'a.fake': 'word\n' },
    servers: { fake: fake('burns.ts') },
    config: { navigationTimeout: 3000 },
  });
}

async function reason(agent: Agent): Promise<string | undefined> {
  const rows = await agent.lab.sidecar.request('lsp/status', {});
  return rows.find(({ id }) => id === 'fake')?.reason;
}

/** Asks until the status is that. */
async function until(agent: Agent, want: string | undefined): Promise<void> {
  while ((await reason(agent)) !== want) await Bun.sleep(100);
}

test.skipIf(!tells)(
  'REQ-STATUS-020: a server that computes on for a request that was given up gets a cancellation, and the status reports that it goes on, until it rests',
  async () => {
    await using agent = await open();
    // It runs by then, and has only the question to answer.
    expect(await agent.lab.edit('a.fake', 'word\n')).toEqual([]);
    expect(await agent.failure('find_references', AT)).toContain('no complete answer');
    await agent.lab.probe.untilReceived('$/cancelRequest');
    await until(agent, SAID);
    agent.lab.probe.tell({ command: 'rest' });
    await until(agent, undefined);
  },
);
