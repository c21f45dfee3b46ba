import { expect, test } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { CheckReport, ServerStatus, SharedState } from '../../src/types.ts';
import { fake, Lab, type LabOptions, messagesByFile } from '../harness/lab.ts';
import { KEY, say, SharedSession } from '../harness/shared.ts';
import { Sidecar } from '../harness/sidecar.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR };
const PULL = { servers: { fake: fake('pull.ts') }, config: PATIENT } satisfies LabOptions;

async function open(options: LabOptions): Promise<{ lab: Lab; socket: string } & AsyncDisposable> {
  let socket = '';
  const lab = await Lab.open({
    ...options,
    bootstrap: {
      get share() {
        return { socket, key: KEY };
      },
    },
    root: (workspace) => {
      socket = join(workspace.outside, 's');
      return workspace.root;
    },
  });
  const dispose = (): Promise<void> => {
    // By itself it ends 5 s after its last session.
    lab.sidecar.kill('SIGTERM');
    return lab[Symbol.asyncDispose]();
  };
  return { lab, socket, [Symbol.asyncDispose]: dispose };
}

const told = ({ files }: CheckReport): unknown =>
  Object.fromEntries(
    Object.entries(files).map(([file, list]) => [
      file,
      list.map(({ message, origin }) => `${origin}: ${message}`),
    ]),
  );
/** A server that has answered: what it is asked after its start, to tell an error's origin, has little time. */
const warm = (session: SharedSession): Promise<CheckReport> => session.check('warm.fake', '');
const caused = async (session: SharedSession): Promise<unknown> =>
  messagesByFile((await session.request('lsp/session', {})).open);

test('REQ-ARCH-090: two sessions share a server, and each has its own ledger, numbers and epoch', async () => {
  await using shared = await open({ ...PULL, files: { 'a.fake': '', 'b.fake': '', 'warm.fake': '' } });
  const { lab, socket } = shared;
  using first = await SharedSession.join(socket, PATIENT);
  await warm(first);
  lab.workspace.write('a.fake', 'ERROR one\nWARNING w\n');
  expect(told(await first.check('a.fake', 'ERROR one\nWARNING w\n', ''))).toEqual({
    'a.fake': ['edit: one'],
  });
  using second = await SharedSession.join(socket, { ...PATIENT, includeSeverities: ['error', 'warning'] });
  // One, if its own first check of nothing has run.
  expect(await second.request('lsp/getDiagnosticEpoch', {})).toBeLessThan(2);
  lab.workspace.write('b.fake', 'ERROR two\n');
  expect(told(await second.check('b.fake', 'ERROR two\n', ''))).toEqual({ 'b.fake': ['edit: two'] });
  expect(lab.started).toBe(1);
  expect(await caused(second)).toEqual({ 'b.fake': ['two'] });
  const { checks } = (await second.request('lsp/metrics', {})) as { checks: number };
  expect(checks).toBe(1);
});

test('REQ-DIAG-010: two sessions that edit one file get correct findings by the order of their writes', async () => {
  await using shared = await open({ ...PULL, files: { 'a.fake': '', 'warm.fake': '' } });
  const { lab, socket } = shared;
  using first = await SharedSession.join(socket, PATIENT);
  using second = await SharedSession.join(socket, PATIENT);
  await warm(first);
  const edit = (session: SharedSession, text: string, before: string): Promise<CheckReport> => {
    lab.workspace.write('a.fake', text);
    return session.check('a.fake', text, before);
  };
  expect(told(await edit(first, 'ERROR one\n', ''))).toEqual({ 'a.fake': ['edit: one'] });
  expect(told(await edit(second, 'ERROR one\nERROR two\n', 'ERROR one\n'))).toEqual({
    'a.fake': ['session: one', 'edit: two'],
  });
  expect(told(await edit(first, 'ERROR one\nERROR two\nx\n', 'ERROR one\nERROR two\n'))).toEqual({
    'a.fake': ['session: one', 'session: two'],
  });
});

test('REQ-LIFE-040: what a killed session has asked is cancelled, and the other one goes on', async () => {
  await using shared = await open({
    servers: { fake: fake('held.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'b.fake': '' },
  });
  const { lab, socket } = shared;
  using other = await SharedSession.join(socket, PATIENT);
  const killed = await SharedSession.join(socket, PATIENT);
  const { socket: mcp } = await killed.openMcp();
  const mcpClosed = new Promise((resolve) => mcp.once('close', resolve));
  lab.workspace.write('a.fake', 'HOLD\n');
  void killed.check('a.fake', 'HOLD\n').catch(() => undefined);
  await lab.probe.until(({ event, method }) => event === 'received' && method === 'textDocument/diagnostic');
  killed[Symbol.dispose]();
  await mcpClosed;
  await lab.probe.until(({ event, method }) => event === 'received' && method === '$/cancelRequest');
  expect((await other.check('b.fake', 'ERROR b\n')).files['b.fake']?.map(({ message }) => message)).toEqual([
    'b',
  ]);
});

test('REQ-NAV-050: each session has its own navigation channel, and state lists the sessions', async () => {
  await using shared = await open({ ...PULL, files: { 'a.fake': 'ERROR a\n' } });
  const { socket } = shared;
  using session = await SharedSession.join(socket, PATIENT);
  const { mcp } = await session.openMcp();
  await mcp.initialize();
  expect(JSON.stringify(await mcp.request('tools/list', {}))).toContain('lsp_diagnostics');
  await session.check('a.fake', 'ERROR a\n');
  const state = JSON.parse(await say(socket, { channel: 'state' })) as SharedState;
  expect([
    state.key,
    state.sessions.map(({ pid }) => pid),
    state.servers.map(({ id, status }) => [id, status]),
  ]).toEqual([KEY, [process.pid], [['fake', 'active']]]);
  expect(state.servers[0]?.metrics?.checks).toBe(1);
});

test('REQ-LIFE-070: a restart that no session asks for gives all of them a new process', async () => {
  await using shared = await open(PULL);
  const { lab, socket } = shared;
  using first = await SharedSession.join(socket, PATIENT);
  using second = await SharedSession.join(socket, PATIENT);
  await first.check('a.fake', 'ERROR a\n');
  const rows = JSON.parse(await say(socket, { channel: 'restart', id: 'fake' })) as ServerStatus[];
  expect([rows.map(({ status }) => status), lab.started]).toEqual([['active'], 2]);
  for (const session of [first, second])
    expect(
      (await session.check('a.fake', 'ERROR b\n')).files['a.fake']?.map(({ message }) => message),
    ).toEqual(['b']);
  expect(lab.started).toBe(2);
});

test.each([
  ['another key', { key: 'other', session: 'x', channel: 'rpc', host: { name: 'x', pid: 1 }, config: {} }],
  ['the navigation channel of no session', { key: KEY, session: 'guessed', channel: 'mcp' }],
  ['no JSON', 'GET / HTTP/1.1'],
])('REQ-START-040: a connection is closed after %s', async (_, hello) => {
  await using shared = await open(PULL);
  expect(await say(shared.socket, hello).catch((error: unknown) => String(error))).toContain(
    'closed before a line',
  );
});

test('REQ-START-040: a session with settings that are none is closed after its welcome', async () => {
  await using shared = await open(PULL);
  const socket = connect(shared.socket);
  socket.write(
    `${JSON.stringify({ key: KEY, session: 'x', channel: 'rpc', host: { name: 'x', pid: 1 }, config: { diagnosticTimeout: 'soon' } })}\n`,
  );
  expect(JSON.parse(await text(socket))).toEqual({ key: KEY, pid: shared.lab.sidecar.pid });
});

test('REQ-START-020: sessions are welcomed before what serves them is loaded, and their requests wait', async () => {
  await using shared = await open(PULL);
  const { lab, socket } = shared;
  const sessions = await Promise.all([1, 2, 3].map(() => SharedSession.join(socket, PATIENT)));
  lab.workspace.write('a.fake', 'ERROR a\n');
  for (const session of sessions) {
    expect(messagesByFile((await session.check('a.fake', 'ERROR a\n')).files)).toEqual({ 'a.fake': ['a'] });
    session[Symbol.dispose]();
  }
  expect(lab.started).toBe(1);
});

test('REQ-LIFE-020: the first edit of a second session asks a server that runs, and asks it no more than a later one does', async () => {
  await using shared = await open({ ...PULL, files: { 'a.fake': '' } });
  const { lab, socket } = shared;
  using first = await SharedSession.join(socket, PATIENT);
  await first.check('a.fake', 'ERROR a\n');
  using second = await SharedSession.join(socket, PATIENT);
  const askedBy = async (session: SharedSession, text: string): Promise<string[]> => {
    const before = lab.probe.events.length;
    expect((await session.check('a.fake', text)).files['a.fake']?.length).toBe(1);
    return lab.probe.events
      .slice(before)
      .flatMap(({ event, method }) => (event === 'received' && method !== undefined ? [method] : []));
  };
  const [cold, warm] = [await askedBy(second, 'ERROR b\n'), await askedBy(first, 'ERROR c\n')];
  expect(cold).toContain('textDocument/diagnostic');
  expect(cold).not.toContain('initialize');
  const count = (methods: readonly string[]): number =>
    methods.filter((method) => method === 'textDocument/diagnostic').length;
  expect(count(cold)).toBeLessThanOrEqual(count(warm));
  expect(lab.started).toBe(1);
});

test('REQ-LIFE-050: after the last session it ends by itself with its servers', async () => {
  await using shared = await open(PULL);
  const { lab, socket } = shared;
  using first = await SharedSession.join(socket, PATIENT);
  const second = await SharedSession.join(socket, PATIENT);
  await first.check('a.fake', 'ERROR a\n');
  await first.request('lsp/shutdown', {});
  await first.closed;
  // The service of the other session goes on.
  expect((await second.check('a.fake', 'ERROR b\n')).files['a.fake']?.length).toBe(1);
  second[Symbol.dispose]();
  expect((await lab.sidecar.exited).code).toBe(0);
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

/** What the service says once no session is there any more: it hears of an end by the socket. */
async function alone(socket: string): Promise<SharedState> {
  for (;;) {
    const state = JSON.parse(await say(socket, { channel: 'state' })) as SharedState;
    if (state.sessions.length === 0) return state;
  }
}

test('REQ-LIFE-040: a service stays for as long as its last session has set, with warm servers and no ledger, until it is stopped', async () => {
  await using shared = await open({ ...PULL, files: { 'a.fake': '', 'warm.fake': '' } });
  const { lab, socket } = shared;
  const first = await SharedSession.join(socket, { ...PATIENT, serviceLinger: '2h' });
  await warm(first);
  lab.workspace.write('a.fake', 'ERROR one\n');
  await first.check('a.fake', 'ERROR one\n', '');
  first[Symbol.dispose]();
  const { until = 0, servers } = await alone(socket);
  expect(until - Date.now()).toBeGreaterThan(3_600_000);
  expect(servers.map(({ id, status }) => [id, status])).toEqual([['fake', 'active']]);
  // What changes meanwhile is seen before the first verdict.
  lab.workspace.write('a.fake', 'ERROR two\n');
  const second = await SharedSession.join(socket, { ...PATIENT, serviceLinger: 7_200_000 });
  expect(await caused(second)).toEqual({});
  const byCommand = async (): Promise<unknown> => {
    const asked = { files: [], written: true, found: true, origins: true };
    return messagesByFile((await second.request('lsp/check', asked)).files);
  };
  expect(await byCommand()).toEqual({});
  const found = (await second.request('lsp/check', { files: [{ filePath: 'a.fake' }] })).files['a.fake'];
  expect(found?.map(({ message }) => message)).toEqual(['two']);
  expect(lab.started).toBe(1);
  lab.workspace.write('a.fake', 'ERROR two\nERROR three\n');
  expect(await byCommand()).toEqual({ 'a.fake': ['two', 'three'] });
  // One that is used is not stopped.
  expect(JSON.parse(await say(socket, { channel: 'stop' }))).toMatchObject({ sessions: [{ host: 'test' }] });
  await second.request('lsp/status', {});
  second[Symbol.dispose]();
  await alone(socket);
  await say(socket, { channel: 'stop' });
  expect((await lab.sidecar.exited).code).toBe(0);
});

test('REQ-LIFE-040: a service stays no longer than a day, however long a host says', async () => {
  await using shared = await open({ ...PULL, files: { 'warm.fake': '' } });
  const { lab, socket } = shared;
  const session = await SharedSession.join(socket, { ...PATIENT, serviceLinger: '99d' });
  session[Symbol.dispose]();
  const { until = 0 } = await alone(socket);
  expect(until - Date.now()).toBeGreaterThan(3_600_000);
  expect(until - Date.now()).toBeLessThanOrEqual(86_400_000);
  await say(socket, { channel: 'stop' });
  expect((await lab.sidecar.exited).code).toBe(0);
});

test('REQ-LIFE-040: a service that stays ends where the folder of its socket is gone, as at the end of a login', async () => {
  await using shared = await open({ ...PULL, files: { 'warm.fake': '' } });
  const { lab, socket } = shared;
  const session = await SharedSession.join(socket, { ...PATIENT, serviceLinger: '1d' });
  session[Symbol.dispose]();
  await alone(socket);
  rmSync(socket);
  expect((await lab.sidecar.exited).code).toBe(0);
});

test('REQ-LIFE-050: a service that no session joins ends by itself', async () => {
  await using shared = await open(PULL);
  expect((await shared.lab.sidecar.exited).code).toBe(0);
  expect(
    readdirSync(dirname(shared.socket)).filter((name) => name.startsWith(basename(shared.socket))),
  ).toEqual([]);
});

test('REQ-CONC-010: of two that start at one name, one serves and the other one ends', async () => {
  await using shared = await open(PULL);
  const { lab, socket } = shared;
  const second = new Sidecar({
    bootstrap: JSON.stringify({ workspaceRoot: lab.workspace.root, share: { socket, key: KEY } }),
  });
  expect([await second.exited, second.messages]).toEqual([{ code: 0, signal: null }, []]);
  using session = await SharedSession.join(socket);
  expect(session.welcome).toEqual({ key: KEY, pid: lab.sidecar.pid });
});

test('REQ-GRACE-050: the name of a service that was killed is taken over', async () => {
  await using shared = await open(PULL);
  const { lab, socket } = shared;
  lab.sidecar.kill('SIGKILL');
  await lab.sidecar.exited;
  await using next = new Sidecar({
    bootstrap: JSON.stringify({ workspaceRoot: lab.workspace.root, share: { socket, key: KEY } }),
  });
  await next.ready();
  using session = await SharedSession.join(socket);
  expect(session.welcome.pid).toBe(next.pid);
});
