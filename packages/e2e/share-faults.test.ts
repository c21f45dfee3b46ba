import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { folderOf } from './support/cli.js';
import { testWith } from './support/needs.js';
import {
  BROKEN,
  COMEBACKS,
  comebackTrial,
  GIVEN_UP,
  Hosts,
  killedTrial,
  MOMENTS,
  RESTARTED,
} from './support/share/hosts.js';

const CLEAN = 'export {};\n';
const socketIn = (hosts: Hosts): string =>
  join(hosts.sockets, readdirSync(hosts.sockets).find((name) => /^s-[0-9a-f]+$/.test(name)) ?? '');
const nothingLeft = (hosts: Hosts): Promise<void> =>
  expect.poll(() => hosts.processes(), { timeout: 10_000 }).toEqual([]);

it.concurrent.each([...MOMENTS.entries()])(
  'REQ-LIFE-040: nothing runs 10 s after the last session was killed (trial %i: %s)',
  async (trial) => {
    expect(await killedTrial(trial, onTestFinished)).toEqual([]);
  },
);

it('REQ-GRACE-050: a starter that is killed before its service listens leaves the service to the next session', async () => {
  const hosts = new Hosts(onTestFinished);
  mkdirSync(hosts.sockets, { mode: 0o700 });
  const begun = new Promise<void>((resolve) => {
    const watcher = watch(hosts.sockets, (_, name) => {
      // The service has bound its socket, and not yet taken the common name.
      if (name !== null && /^s-[0-9a-f]+\.\d+$/.test(name)) resolve();
    });
    onTestFinished(() => watcher.close());
  });
  const starter = hosts.start();
  await begun;
  await starter.kill();
  const next = hosts.start();
  expect(await next.joined()).toEqual({ service: expect.any(Number) as number, alone: undefined });
  expect(await next.check(BROKEN)).toBe(1);
  await next.kill();
  await nothingLeft(hosts);
});

it('REQ-LIFE-080 REQ-GRACE-040: a killed service is joined or started again by its five sessions, three times', async () => {
  expect(await comebackTrial(0, onTestFinished)).toEqual([]);
});

it('REQ-LIFE-080 REQ-NAV-055 REQ-STATUS-035: after four kills LSP is over, and /lsp restart brings it back, its tools too', async () => {
  const hosts = new Hosts(onTestFinished);
  const session = hosts.start({ unjudged: 'say' });
  let { service } = await session.joined();
  const hover = { file: 'a.ts', line: 1, character: 15 };
  for (let loss = 0; loss < COMEBACKS; loss += 1) {
    expect(await session.edit(BROKEN)).toContain('2322');
    process.kill(service, 'SIGKILL');
    // A question to a server has another service answer, too.
    expect(await session.call('lsp_hover', hover)).toContain('const a: string');
    service = hosts.processes().find(({ command }) => command.includes('sidecar.js'))?.pid ?? 0;
  }
  expect(await session.edit(BROKEN)).toContain(RESTARTED);
  process.kill(service, 'SIGKILL');
  expect(await session.over()).toMatch(/^service has died too often: /);
  expect(await session.command('status')).toMatch(/^LSP unavailable: service has died too often: /);
  expect(await session.edit(BROKEN)).toBe(GIVEN_UP);
  expect(await session.edit(BROKEN)).toBe('');
  expect(await session.call('lsp_hover', hover)).toBeUndefined();
  expect(await session.command('restart')).toMatch(
    /^LSP runs again in .*: servers start with the next file\.$/,
  );
  expect(await session.edit(BROKEN)).toMatch(new RegExp(`^${RESTARTED.replaceAll('.', '\\.')}[^]*2322`));
  expect(await session.call('lsp_hover', hover)).toContain('const a: string');
});

it('REQ-GRACE-055 REQ-LIFE-080: results of a host that keeps silent say nothing of that', async () => {
  const hosts = new Hosts(onTestFinished);
  const session = hosts.start();
  const { service } = await session.joined();
  const told = await session.edit(BROKEN);
  process.kill(service, 'SIGKILL');
  expect(await session.edit(BROKEN)).toBe(told);
});

/** A machine that is three times slower keeps what a stopped process costs by the clock alone. */
const SLOW = 3;

it('REQ-TIME-020: a service that stands still costs its sessions one deadline of an edit, and a new session starts alone', async () => {
  const hosts = new Hosts(onTestFinished);
  const session = hosts.start({ firstTouchTimeout: 20_000, diagnosticTimeout: 20_000 });
  const { service } = await session.joined();
  expect(await session.check(BROKEN)).toBe(1);
  // What the start of a server may take is much more than what a service is waited for that answers nothing.
  const quick = hosts.start({ firstTouchTimeout: 600_000, diagnosticTimeout: 1000 });
  expect((await quick.joined()).service).toBe(service);
  expect(await quick.edit(BROKEN)).toContain('2322');
  const servers = hosts.processes().filter(({ ppid }) => ppid === service);
  expect(servers).not.toEqual([]);
  const stopped = [service, ...servers.map(({ pid }) => pid)];
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  const took = async (): Promise<number> => {
    const began = performance.now();
    expect(await quick.edit(BROKEN)).toBe('');
    return performance.now() - began;
  };
  const first = await took();
  expect(first).toBeGreaterThanOrEqual(1500 - 10);
  expect(first).toBeLessThan(1500 * SLOW);
  expect(await took()).toBeLessThan(500);
  expect(await took()).toBeLessThan(500);
  const late = hosts.start();
  expect((await late.joined()).alone).toBe('the service does not answer');
  expect(await late.check(BROKEN)).toBe(1);
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  expect(await session.check(CLEAN)).toBe(0);
  expect(await session.check(BROKEN)).toBe(1);
  await expect.poll(() => quick.check(BROKEN), { timeout: 20_000 }).toBe(1);
});

it('REQ-TIME-020: a sidecar of one session that stands still costs one deadline of an edit, too', async () => {
  const hosts = new Hosts(onTestFinished);
  const session = hosts.start({ share: false, firstTouchTimeout: 600_000, diagnosticTimeout: 1000 });
  const { service } = await session.joined();
  expect(await session.edit(BROKEN)).toContain('2322');
  const stopped = hosts.processes().flatMap(({ pid }) => (pid === session.pid ? [] : pid));
  expect(stopped).toContain(service);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  const took = async (): Promise<number> => {
    const began = performance.now();
    expect(await session.edit(BROKEN)).toBe('');
    return performance.now() - began;
  };
  expect(await took()).toBeLessThan(1500 * SLOW);
  expect(await took()).toBeLessThan(500);
  expect(await took()).toBeLessThan(500);
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  await expect.poll(() => session.check(BROKEN), { timeout: 20_000 }).toBe(1);
});

it('sessions of two versions of the package have a service each', async () => {
  const hosts = new Hosts(onTestFinished);
  const installed = join(root, 'packages/lsp');
  const other = folderOf({});
  cpSync(join(installed, 'dist'), join(other, 'dist'), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(installed, 'node_modules'), join(other, 'node_modules'));
  writeFileSync(
    join(other, 'package.json'),
    readFileSync(join(installed, 'package.json'), 'utf8').replace(/"version": "[^"]*"/, '"version": "0.0.1"'),
  );
  const sessions = [
    hosts.start(),
    hosts.start({}, { packageDir: other }),
    hosts.start({}, { packageDir: other }),
  ];
  const [first, ...updated] = (await Promise.all(sessions.map((session) => session.joined()))).map(
    ({ service }) => service,
  );
  expect(new Set(updated).size).toBe(1);
  expect(updated).not.toContain(first);
  expect(await Promise.all(sessions.map((session) => session.check(BROKEN)))).toEqual([1, 1, 1]);
});

it.each<[what: string, put: (path: string) => void]>([
  ['a file', (path) => writeFileSync(path, '')],
  ['a link to nothing', (path) => symlinkSync('/nowhere', path)],
])(
  'REQ-GRACE-050: %s in the place of the socket is no service, and a service takes its place',
  async (_, put) => {
    const hosts = new Hosts(onTestFinished);
    const first = hosts.start();
    const { service } = await first.joined();
    const path = socketIn(hosts);
    renameSync(path, `${path}.moved`);
    put(path);
    const next = hosts.start();
    const joined = await next.joined();
    expect([joined.alone, joined.service === service]).toEqual([undefined, false]);
    expect(await next.check(BROKEN)).toBe(1);
    expect(await first.check(BROKEN)).toBe(1);
    await Promise.all([first.kill(), next.kill()]);
    await nothingLeft(hosts);
  },
);

it('REQ-GRACE-050: a link to the socket of a service is not followed', async () => {
  const hosts = new Hosts(onTestFinished);
  const first = hosts.start();
  const { service } = await first.joined();
  const path = socketIn(hosts);
  renameSync(path, `${path}.moved`);
  symlinkSync(`${path}.moved`, path);
  const next = hosts.start();
  const joined = await next.joined();
  expect([joined.alone, joined.service === service]).toEqual(['the service did not start', false]);
  expect(await next.check(BROKEN)).toBe(1);
});

/** Starts a program that has mounts of its own. */
const ELSEWHERE = ['unshare', '--map-root-user', '--mount'] as const;
const isRoot = process.getuid?.() === 0;

it.skipIf(!isRoot)('REQ-GRACE-050: a socket of another user is not connected to (needs root)', async () => {
  const hosts = new Hosts(onTestFinished);
  const first = hosts.start();
  await first.joined();
  const path = socketIn(hosts);
  await first.kill();
  await nothingLeft(hosts);
  let heard = '';
  const server = createServer(
    (socket) => void socket.on('error', () => undefined).on('data', (chunk) => (heard += chunk.toString())),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  chownSync(path, 61_234, 61_234);
  const next = hosts.start();
  expect((await next.joined()).alone).toBe('the service did not start');
  expect(await next.check(BROKEN)).toBe(1);
  expect(heard).toBe('');
});

it.skipIf(!isRoot || process.platform !== 'linux')(
  'REQ-GRACE-045: on a full disk there is no socket, and each session has a sidecar of its own (needs root)',
  async () => {
    const hosts = new Hosts(onTestFinished);
    mkdirSync(hosts.sockets, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,nr_inodes=1,mode=0700', 'none', hosts.sockets]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', hosts.sockets]));
    const session = hosts.start();
    expect((await session.joined()).alone).toBe('the service did not start');
    expect(await session.check(BROKEN)).toBe(1);
    expect(readdirSync(hosts.sockets)).toEqual([]);
  },
);

it.skipIf(!isRoot || process.platform !== 'linux')(
  'REQ-GRACE-045: where the folder for sockets cannot be written, the next one is used (needs root)',
  async () => {
    const hosts = new Hosts(onTestFinished);
    mkdirSync(hosts.sockets, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,mode=0700', 'none', hosts.sockets]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', hosts.sockets]));
    const sessions = [hosts.start(), hosts.start()];
    const [first, second] = await Promise.all(sessions.map((session) => session.joined()));
    expect(first).toEqual({ service: expect.any(Number) as number, alone: undefined });
    expect(second).toEqual(first);
    expect(await Promise.all(sessions.map((session) => session.check(BROKEN)))).toEqual([1, 1]);
  },
);

testWith(
  ['mounts of its own'],
  'REQ-GRACE-050: where other file systems are mounted, the same path is another workspace: nothing is shared',
  async () => {
    const hosts = new Hosts(onTestFinished);
    const [here, there] = [hosts.start(), hosts.start({}, { inside: ELSEWHERE })];
    const [first, second] = await Promise.all([here.joined(), there.joined()]);
    expect([first.alone, second.alone]).toEqual([undefined, undefined]);
    expect(second.service).not.toBe(first.service);
    expect(await Promise.all([here.check(BROKEN), there.check(BROKEN)])).toEqual([1, 1]);
  },
);

testWith(
  ['prlimit'],
  'REQ-GRACE-045: a service without descriptors keeps its sessions, and accepts new ones once it has some',
  async () => {
    const hosts = new Hosts(onTestFinished);
    const session = hosts.start();
    const { service } = await session.joined();
    expect(await session.check(BROKEN)).toBe(1);
    const limit = (soft: string): void =>
      void execFileSync('prlimit', ['--pid', String(service), `--nofile=${soft}:`]);
    const most =
      /^Max open files +(\S+)/m.exec(readFileSync(`/proc/${service}/limits`, 'utf8'))?.[1] ?? '1024';
    limit('0');
    const late = hosts.start();
    expect((await late.joined()).alone).toBe('the service does not answer');
    expect(await late.check(BROKEN)).toBe(1);
    // It cannot look the file up, and says so.
    expect(await session.check(BROKEN)).toBe(0);
    limit(most);
    expect(await session.check(BROKEN)).toBe(1);
    const next = hosts.start();
    expect(await next.joined()).toEqual({ service, alone: undefined });
    expect(await next.check(CLEAN)).toBe(0);
  },
);
