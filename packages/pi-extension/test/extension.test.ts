import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped, LspServiceClient, type CheckReport } from '@vybestack/llxprt-lsp-core';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { completions } from '../src/command.js';
import { FakePi } from './fake-pi.js';

const SECTION = 'LSP diagnostics after edit:\n<diagnostics file="a.ts">\nERROR [1:1] Wrong.\n</diagnostics>';
const REPORT: CheckReport = {
  files: { 'a.ts': [{ file: 'a.ts', line: 1, character: 1, severity: 'error', message: 'Wrong.' }] },
  others: {},
  othersComplete: true,
  servers: [],
};

/** Of the service that pi's extension starts: it runs, and has this to say. */
const service = LspServiceClient.prototype;
let start: Mock<LspServiceClient['start']>,
  check: Mock<LspServiceClient['check']>,
  warm: Mock<LspServiceClient['warm']>,
  settle: Mock<LspServiceClient['settle']>,
  shutdown: Mock<LspServiceClient['shutdown']>;

beforeEach(() => {
  start = vi.spyOn(service, 'start').mockResolvedValue();
  check = vi.spyOn(service, 'check').mockResolvedValue(REPORT);
  warm = vi.spyOn(service, 'warm').mockReturnValue();
  settle = vi
    .spyOn(service, 'settle')
    .mockImplementation((how) => Promise.resolve(how === 'silently' ? undefined : escaped`Still open.`));
  shutdown = vi.spyOn(service, 'shutdown').mockResolvedValue();
  vi.spyOn(service, 'isAlive').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function started(
  files: Record<string, string> = { 'a.ts': 'old\n' },
  settings: unknown = { navigationTools: false },
): Promise<FakePi> {
  const pi = FakePi.load(files, settings);
  await pi.emit('session_start');
  return pi;
}

it('REQ-DIAG-020: the success text comes first, and all other parts of the result stay where they are', async () => {
  const pi = await started();
  const image = { type: 'image' as const, data: '', mimeType: 'image/png' };
  const content = [
    { type: 'text' as const, text: 'One.' },
    image,
    { type: 'text' as const, text: 'Edited.' },
    image,
  ];
  expect(await pi.call('edit', { path: 'a.ts' }, undefined, { content })).toEqual({
    content: [content[0], image, { type: 'text', text: `Edited.\n\n${SECTION}` }, image],
  });
  expect(await pi.call('edit', { path: 'a.ts' }, undefined, { content: [image] })).toEqual({
    content: [image, { type: 'text', text: SECTION }],
  });
});

it('a check is given what the file was', async () => {
  const pi = await started({ 'a.ts': '\uFEFFold\n', 'binary.ts': 'x' });
  const file = (name: string): string => join(pi.cwd, name);
  writeFileSync(file('binary.ts'), Buffer.from([0xff, 0xfe, 0]));
  const checked = (): unknown => check.mock.lastCall?.[0];
  await pi.call('write', { path: 'a.ts' }, () => writeFileSync(file('a.ts'), 'new\n'));
  expect(checked()).toEqual({
    files: [{ filePath: file('a.ts'), before: 'old\n' }],
    others: true,
    written: true,
  });
  await pi.call('edit', { path: file('a.ts') });
  expect(checked()).toEqual({ files: [{ filePath: file('a.ts'), before: 'new\n' }], written: true });
  await pi.call('write', { path: '@new one.ts' }, () => writeFileSync(file('new one.ts'), 'new\n'));
  expect(checked()).toEqual({
    files: [{ filePath: file('new one.ts'), created: true }],
    others: true,
    written: true,
  });
  await pi.call('edit', { path: 'binary.ts' });
  expect(checked()).toEqual({ files: [{ filePath: file('binary.ts') }], written: true });
});

it.skipIf(process.platform === 'win32')(
  'what is no file is not read: nobody may ever write to a pipe',
  async () => {
    const pi = await started();
    execFileSync('mkfifo', [join(pi.cwd, 'pipe.ts')]);
    await pi.call('write', { path: 'pipe.ts' });
    expect(check.mock.lastCall?.[0]).toEqual({
      files: [{ filePath: join(pi.cwd, 'pipe.ts') }],
      others: true,
      written: true,
    });
  },
);

it('what failed, and what writes no file, stays as it is', async () => {
  const pi = await started();
  expect(await pi.call('edit', { path: 'a.ts' }, undefined, { isError: true })).toBeUndefined();
  expect(await pi.call('bash', { command: 'ls' })).toBeUndefined();
  expect(await pi.call('write', { file: 'a.ts' })).toBeUndefined();
  expect(await pi.call('write', { path: 'gone.ts' })).toBeUndefined();
  expect(check).not.toHaveBeenCalled();
});

it('REQ-DIAG-010: a command of the shell carries what it broke, also one that has failed; one that only reads is not asked about', async () => {
  const pi = await started();
  check.mockResolvedValue({ ...REPORT, found: { written: 1, asked: 1 } });
  expect(await pi.call('bash', { command: 'git status' })).toBeUndefined();
  expect(check).not.toHaveBeenCalled();
  for (const isError of [false, true])
    expect(await pi.call('bash', { command: 'npm run generate' }, undefined, { isError })).toEqual({
      content: [{ type: 'text', text: `Written.\n\n${SECTION.replace('after edit', 'after command')}` }],
    });
  expect(check.mock.lastCall?.[0]).toEqual({ files: [], written: true, found: true, others: true });
  expect(await pi.call('bash', { script: 'an unknown form' })).toBeDefined();
});

it('the setting afterCommands: false leaves commands alone', async () => {
  const pi = FakePi.load({}, { afterCommands: false });
  await pi.emit('session_start');
  expect(await pi.call('bash', { command: 'npm run generate' })).toBeUndefined();
  expect(check).not.toHaveBeenCalled();
});

it('REQ-GRACE-050: whatever is wrong, pi receives no error', async () => {
  const pi = await started();
  check.mockRejectedValue(new Error('crashed'));
  expect(await pi.call('edit', { path: 'a.ts' })).toBeUndefined();
  expect(await pi.call('edit', { path: '\0' })).toBeUndefined();
  start.mockRejectedValue(new Error('no'));
  vi.mocked(service.isAlive).mockReturnValue(false);
  expect(await pi.call('edit', { path: 'a.ts' })).toBeUndefined();
});

it('the first edit waits for a service that is starting, unless it is cancelled', async () => {
  let ready = (): void => undefined;
  const alive = vi.mocked(service.isAlive).mockReturnValue(false);
  start.mockReturnValue(new Promise((resolve) => (ready = resolve)));
  const pi = await started();
  const controller = new AbortController();
  pi.signal = controller.signal;
  const cancelled = pi.call('edit', { path: 'a.ts' });
  controller.abort();
  expect(await cancelled).toBeUndefined();

  pi.signal = undefined;
  const waiting = pi.call('edit', { path: 'a.ts' });
  alive.mockReturnValue(true);
  ready();
  expect(await waiting).toMatchObject({ content: [{ text: expect.stringContaining(SECTION) }] });
});

it('warmOnRead: a file that was read is warmed, unless the setting says no', async () => {
  const pi = await started();
  expect(await pi.call('read', { path: 'a.ts' })).toBeUndefined();
  expect(warm.mock.calls).toEqual([[join(pi.cwd, 'a.ts')]]);
  await pi.call('read', { path: 'gone.ts' }, undefined, { isError: true });
  const unwilling = await started({ 'a.ts': '' }, { warmOnRead: false });
  await unwilling.call('read', { path: 'a.ts' });
  expect(warm).toHaveBeenCalledTimes(1);
});

describe('the end of a run', () => {
  const REMINDER = [
    { customType: 'llxprt-lsp', content: 'Still open.', display: true },
    { triggerTurn: true, deliverAs: 'followUp' },
  ];

  it('the model is sent what still stands, and not again at the end of what it does then', async () => {
    const pi = await started();
    await pi.end();
    expect(pi.sent).toEqual([REMINDER]);
    await pi.end();
    expect(pi.sent).toHaveLength(1);
    expect(settle.mock.calls).toEqual([[undefined], ['silently']]);
    await pi.end();
    expect(pi.sent).toHaveLength(2);
  });

  it('a run without anything to say, or without a session, just ends', async () => {
    const pi = await started();
    settle.mockResolvedValue(undefined);
    await pi.end();
    await pi.emit('session_shutdown');
    await pi.end();
    expect(pi.sent).toEqual([]);
    expect(settle).toHaveBeenCalledTimes(1);
  });

  it('one that the user has aborted is settled in silence; one that has failed is not over', async () => {
    const pi = await started();
    await pi.end('error');
    expect(settle).not.toHaveBeenCalled();
    await pi.end('aborted');
    expect(settle.mock.calls).toEqual([['silently']]);
    expect(pi.sent).toEqual([]);
  });

  it('the aborted run of a reminder is the last one of it', async () => {
    const pi = await started();
    for (const reason of ['stop', 'aborted', 'stop']) await pi.end(reason);
    expect(pi.sent).toEqual([REMINDER, REMINDER]);
  });

  it('without a user interface, pi would not wait for an answer', async () => {
    const pi = await started();
    pi.hasUI = false;
    await pi.end();
    expect([settle.mock.calls, pi.sent]).toEqual([[], []]);
  });

  it('REQ-GRACE-050: whatever is wrong, pi receives no error', async () => {
    const pi = await started();
    settle.mockRejectedValue(new Error('crashed'));
    await pi.end();
    await pi.emit('agent_end', { messages: [] });
    await pi.emit('agent_end', {});
    expect(pi.sent).toEqual([]);
  });
});

it('REQ-FMT-060: a result lists what the edit has caused, unless the user says otherwise', async () => {
  const finding = { file: 'a.ts', line: 1, character: 1, severity: 'error' as const, message: 'Wrong.' };
  check.mockResolvedValue({
    ...REPORT,
    files: { 'a.ts': [{ ...finding, origin: 'before' }] },
    open: { 'b.ts': 1 },
  });
  const text = async (settings: object): Promise<unknown> =>
    (await started({ 'a.ts': 'old\n' }, { navigationTools: false, ...settings })).call('edit', {
      path: 'a.ts',
    });
  expect(await text({})).toEqual({
    content: [
      {
        type: 'text',
        text: 'Written.\n\n1 error was there before; 1 from an earlier change still stands in b.ts.',
      },
    ],
  });
  expect(await text({ report: 'all' })).toEqual({
    content: [{ type: 'text', text: `Written.\n\n${SECTION}` }],
  });
});

it('REQ-CFG-010: switched off, nothing is started or asked', async () => {
  const pi = await started({ 'a.ts': '' }, false);
  expect(await pi.call('write', { path: 'a.ts' })).toBeUndefined();
  expect(await pi.call('read', { path: 'a.ts' })).toBeUndefined();
  for (const asked of [start, check, warm]) expect(asked).not.toHaveBeenCalled();
  expect(await pi.command('status')).toBe('LSP disabled by configuration.');
});

it('REQ-LIFE-040: one session has one service, however often it is announced, and ends it', async () => {
  const pi = await started();
  await pi.emit('session_start');
  expect(start).toHaveBeenCalledTimes(1);
  await pi.emit('session_shutdown');
  expect(shutdown).toHaveBeenCalledTimes(1);
  expect(await pi.call('edit', { path: 'a.ts' })).toBeUndefined();
  await pi.emit('session_start');
  expect(start).toHaveBeenCalledTimes(2);
});

it.each([
  ['', ['status', 'status --verbose', 'restart', 'help']],
  ['r', ['restart']],
  ['st', ['status', 'status --verbose']],
  ['status', undefined],
  ['status ', ['status --verbose']],
  ['h', ['help']],
  ['x', undefined],
])('completes /lsp %s', (prefix, want) => {
  expect(completions(prefix)?.map(({ value }) => value)).toEqual(want);
});
