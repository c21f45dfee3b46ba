import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  Config,
  LSP_DEFAULTS,
  type LspConfig,
  type LspServiceClient,
  type RunningService,
} from '@vybestack/llxprt-lsp-core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { groupMembers } from '../core/test/support/processes.js';
import { Bridge } from './support/bridge.js';
import { folderOf, run } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';

const BROKEN = 'const a: string = 1;\n';

let runtime = '';

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(1000);
}

beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), 'share-'));
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  vi.stubEnv('TMPDIR', runtime);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    // A service that ends writes there until it has.
    rmSync(runtime, { recursive: true, force: true, maxRetries: 20 });
  });
});

interface Session {
  readonly config: Config;
  readonly client: LspServiceClient;
  readonly log: readonly string[];
  readonly pid: number;
}

async function session(workspaceRoot: string, own: LspConfig = {}): Promise<Session> {
  const log: string[] = [];
  const lsp = { ...LSP_DEFAULTS, ...PATIENT, share: true, ...own };
  const config = new Config({ workspaceRoot, lsp, logger: { debug: (line) => log.push(line) } });
  onTestFinished(() => config.shutdown());
  await config.initialize();
  const client = config.getLspServiceClient();
  if (client?.isAlive() !== true) throw new Error(log.join('\n'));
  return { config, client, log, pid: Number(/service (\d+) ready/.exec(log.join('\n'))?.[1]) };
}

const serverPids = async ({ client }: Session): Promise<number[]> =>
  (await client.status()).flatMap(({ serverPid }) => serverPid ?? []);
const gone = (group: number): Promise<void> =>
  expect.poll(() => groupMembers(group), { timeout: 10_000 }).toEqual([]);

it('REQ-ARCH-090 REQ-LIFE-040: two sessions of a folder share a tsserver, answer as one alone does, and leave nothing', async () => {
  const folder = folderOf({ 'a.ts': '', 'b.ts': '' });
  const first = await session(folder);
  await first.client.checkFile('b.ts', 'export {};\n');
  const second = await session(folder, { diagnosticTimeout: 50_000 });
  expect(second.pid).toBe(first.pid);
  const shared = await second.client.checkFile('a.ts', BROKEN);
  expect(await serverPids(second)).toEqual(await serverPids(first));
  const alone = await session(folder, { share: false });
  expect(alone.pid).not.toBe(first.pid);
  expect(await alone.client.checkFile('a.ts', BROKEN)).toEqual(shared);
  expect(shared).toHaveLength(1);
  await first.config.shutdown();
  expect(await second.client.checkFile('a.ts', 'export {};\n')).toEqual([]);
  await second.config.shutdown();
  await gone(first.pid);
  expect(readdirSync(join(runtime, 'llxprt-lsp'))).toEqual([]);
});

it('REQ-CONC-010: sessions that start at once start one service, and its navigation channels work', async () => {
  const folder = folderOf({ 'a.ts': '' });
  const all = await Promise.all([1, 2, 3, 4].map(() => session(folder)));
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  expect(all.every(({ client }) => client.getMcpTransportStreams() !== undefined)).toBe(true);
});

it('what would change servers is another service', async () => {
  const folder = folderOf({ 'a.ts': '' });
  const first = await session(folder);
  const other = await session(folder, { servers: { eslint: { enabled: false } } });
  vi.stubEnv('VIRTUAL_ENV', '/elsewhere');
  const third = await session(folder);
  expect(new Set([first.pid, other.pid, third.pid]).size).toBe(3);
});

it('REQ-LIFE-080 REQ-GRACE-045: sessions of a killed service share the next one, from their next requests on', async () => {
  const folder = folderOf({ 'a.ts': '' });
  const sessions = await Promise.all([session(folder), session(folder)]);
  const [{ pid }] = sessions;
  process.kill(-pid, 'SIGKILL');
  for (const { client, log } of sessions) {
    expect(await client.checkFile('a.ts', BROKEN)).toHaveLength(1);
    expect(client.isAlive()).toBe(true);
    expect(log.join('\n')).not.toContain('not shared');
  }
  const pids = await Promise.all(sessions.map(async ({ client }) => (await client.metrics())?.pid));
  expect(pids).toEqual([pids[0], pids[0]]);
  expect(pids[0]).not.toBe(pid);
});

it.each([
  [
    'that answers something else',
    (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'what answers is not the service',
  ],
  [
    'that answers with another key',
    (socket: Socket) => socket.write('{"key":"x","pid":1}\n'),
    'what answers is not the service',
  ],
  [
    'that answers without an end',
    (socket: Socket) => void Readable.from(endless()).pipe(socket),
    'what answers is not the service',
  ],
  ['that never answers', () => undefined, 'the service does not answer'],
])(
  'REQ-GRACE-050: a program at the socket %s leaves the session alone with a sidecar of its own',
  async (_, answer, reason) => {
    const folder = folderOf({ 'a.ts': '' });
    const { pid, config } = await session(folder);
    const [name = ''] = readdirSync(join(runtime, 'llxprt-lsp'));
    await config.shutdown();
    await gone(pid);
    const hostile = createServer((socket) => void answer(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => hostile.listen(join(runtime, 'llxprt-lsp', name), resolve));
    onTestFinished(() => void hostile.close());
    const { client, log } = await session(folder);
    expect(log.join('\n')).toContain(`not shared: ${reason}`);
    expect(await client.checkFile('a.ts', BROKEN)).toHaveLength(1);
  },
);

it('a folder that others may enter is not used', async () => {
  const folders = ['llxprt-lsp', `llxprt-lsp-${process.getuid?.()}`].map((name) => join(runtime, name));
  for (const folder of folders) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  const { client } = await session(folderOf({ 'a.ts': '' }));
  expect(await client.checkFile('a.ts', BROKEN)).toHaveLength(1);
  expect(folders.flatMap((folder) => readdirSync(folder))).toEqual([]);
});

it('REQ-STATUS-010 REQ-OBS-020: status --all lists the services of all workspaces with sessions and servers', async () => {
  const [here, there] = [folderOf({ 'a.ts': '' }), folderOf({ 'a.ts': '' })];
  const first = await session(here);
  await session(here);
  await first.client.checkFile('a.ts', BROKEN);
  const bridge = await Bridge.start({ cwd: there, lsp: { share: false } });
  await bridge.check([{ path: 'a.ts' }]);
  const { services } = JSON.parse((await run(['status', '--all', '--json'], { cwd: there })).stdout) as {
    services: RunningService[];
  };
  const mine = services.filter(({ workspace }) => workspace === here || workspace === there);
  const [serverPid] = await serverPids(first);
  const summary = mine.map(({ workspace, pid, shared, sessions, servers }) => ({
    workspace,
    pid,
    shared,
    pids: sessions.map((each) => each.pid),
    servers: servers.map(({ id }) => id),
  }));
  expect(summary).toEqual([
    {
      workspace: here,
      pid: first.pid,
      shared: true,
      pids: [process.pid, process.pid],
      servers: ['typescript'],
    },
    {
      workspace: there,
      pid: bridge.sidecar?.pid,
      shared: false,
      pids: [process.pid],
      servers: ['typescript'],
    },
  ]);
  expect(mine[0]?.servers[0]?.serverPid).toBe(serverPid);
  const { stdout } = await run(['status', '--all'], { cwd: there });
  expect(stdout).toMatch(/\nServices of this user: \d+, .* with their servers\n/);
  expect(stdout).toMatch(
    new RegExp(
      `: shared, pid ${first.pid}, \\d+ MiB, 2 sessions, 1 server, budget [^\\n]*\\n( {2}session {2}.*, process ${process.pid}, for \\d+ s\\n){2} {2}server {3}typescript at \\.: active, pid ${serverPid}`,
    ),
  );
});

it('a service that hangs is named by status --all, and joins nobody', async () => {
  const folder = folderOf({ 'a.ts': '' });
  const { pid } = await session(folder);
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  const { stderr, code } = await run(['status', '--all', '--json'], { cwd: folder });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^llxprt-lsp: what listens at .* does not say how it is/),
  ]);
  const { client, log } = await session(folder);
  expect(log.join('\n')).toContain('not shared: the service does not answer');
  expect(await client.checkFile('a.ts', BROKEN)).toHaveLength(1);
});
