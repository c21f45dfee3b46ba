import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { endpointFor } from '../../src/bridge/endpoint.js';
import { listenForHooks } from '../../src/bridge/listen.js';
import { askSessions } from '../../src/bridge/sessions.js';
import { version } from '../../src/package.js';

/** No process has such a number. */
const NOBODY = 4_294_967_000;
const STATE = { kind: 'unavailable', reason: 'gone' } as const;
let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(realpathSync(tmpdir()), 's '));
  vi.stubEnv('XDG_RUNTIME_DIR', workspace);
  vi.stubEnv('TMPDIR', workspace);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(workspace, { recursive: true, force: true });
  });
});

/** @param since seconds */
async function session(
  hostPid: number,
  text: (question: string) => string,
  since = 1,
  root = workspace,
  bridgePid = process.pid,
): Promise<void> {
  const address = endpointFor(hostPid, root, bridgePid)!;
  const listening = await listenForHooks(address, (line) => ({
    withinMs: 1000,
    text: Promise.resolve(text(line)),
  }));
  if (listening.kind === 'failed') throw new Error(listening.reason);
  onTestFinished(() => listening.close());
  utimesSync(address, since, since);
}

const said = (more: object = {}) => JSON.stringify({ version, pid: 7, state: STATE, ...more });
const all = { verbose: false, all: false, hostPid: undefined };

it('REQ-STATUS-010: whoever has started us comes first, then whoever has begun last; others are not asked', async () => {
  await session(NOBODY + 1, () => said(), 10);
  await session(NOBODY + 2, () => said({ client: { name: 'host', version: '1' } }), 30);
  await session(NOBODY + 3, () => said(), 20);
  await session(process.ppid, () => said(), 1);
  await session(NOBODY + 4, () => said(), 40, '/elsewhere');
  const { answered, silent } = await askSessions(workspace, all);
  expect(answered.map(({ hostPid }) => hostPid - NOBODY)).toEqual([process.ppid - NOBODY, 2, 3, 1]);
  expect(answered[1]).toEqual({
    hostPid: NOBODY + 2,
    since: 30_000,
    version,
    pid: 7,
    client: { name: 'host', version: '1' },
    state: STATE,
  });
  expect(silent).toEqual([]);
  expect(
    (await askSessions(workspace, { verbose: false, all: false, hostPid: NOBODY + 3 })).answered.map(
      ({ hostPid }) => hostPid,
    ),
  ).toEqual([NOBODY + 3]);
  expect(await askSessions(workspace, { verbose: false, all: false, hostPid: NOBODY + 4 })).toEqual({
    answered: [],
    silent: [],
  });
});

it('REQ-STATUS-010: of several sessions of one host the oldest comes first, as its hooks ask it; each can be asked by its own process id', async () => {
  await session(NOBODY + 1, () => said({ pid: 2 }), 20, workspace, 2);
  await session(NOBODY + 1, () => said({ pid: 3 }), 10, workspace, 3);
  await session(NOBODY + 2, () => said({ pid: 4 }), 15, workspace, 4);
  const pidsOf = async (hostPid: number | undefined): Promise<number[]> =>
    (await askSessions(workspace, { verbose: false, all: false, hostPid })).answered.map(({ pid }) => pid);
  expect(await pidsOf(undefined)).toEqual([3, 2, 4]);
  expect(await pidsOf(NOBODY + 1)).toEqual([3, 2]);
  expect(await pidsOf(2)).toEqual([2]);
});

it.each([true, false])(
  'REQ-STATUS-010: is asked with details or without, of all servers or not: %s',
  async (verbose) => {
    const questions: unknown[] = [];
    await session(NOBODY, (line) => {
      questions.push(JSON.parse(line));
      return said();
    });
    await askSessions(workspace, { verbose, all: !verbose, hostPid: undefined });
    expect(questions).toEqual([{ ask: 'status', verbose, all: !verbose }]);
  },
);

it.each([
  ['has nothing to say, as one that does not know the question', ''],
  ['is of another release', JSON.stringify({ version: '0.0.0-other', pid: 7, state: STATE })],
  ['says no state', JSON.stringify({ version, pid: 7 })],
  ['says no JSON', '{'],
])('a session that %s is distinguished from none', async (_, text) => {
  await session(NOBODY, () => text);
  expect(await askSessions(workspace, all)).toEqual({ answered: [], silent: [NOBODY] });
});

it('what a killed session has left behind is none', async () => {
  writeFileSync(endpointFor(NOBODY, workspace)!, '');
  expect(await askSessions(workspace, all)).toEqual({ answered: [], silent: [] });
});
