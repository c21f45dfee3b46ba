import { rmSync, writeFileSync } from 'node:fs';
import { escaped, LspServiceClient, type CheckReport } from '@vybestack/llxprt-lsp-core';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { FakeOpencode } from './fake-opencode.js';

const SECTION = 'LSP diagnostics after edit:\n<diagnostics file="a.ts">\nERROR [1:1] Wrong.\n</diagnostics>';
const REPORT: CheckReport = {
  files: { 'a.ts': [{ file: 'a.ts', line: 1, character: 1, severity: 'error', message: 'Wrong.' }] },
  others: {},
  othersComplete: true,
  servers: [],
};

/** Of the service that the plugin starts: it runs, and has this to say. */
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

it('REQ-DIAG-020: the success text comes first, then what language servers found, as it is', async () => {
  const host = await FakeOpencode.load({ 'a.ts': 'old\n' });
  expect(await host.call('edit', { filePath: 'a.ts' })).toBe(`Written.\n\n${SECTION}`);
});

it('a check is given what the files were', async () => {
  const host = await FakeOpencode.load({ 'a.ts': 'old\n', 'b.ts': 'b\n', 'c.ts': 'c\n' });
  const file = (name: string): string => host.path(name);
  const checked = (): unknown => check.mock.lastCall?.[0];
  await host.call('write', { filePath: file('a.ts') }, () => writeFileSync(file('a.ts'), 'new\n'));
  expect(checked()).toEqual({
    files: [{ filePath: file('a.ts'), before: 'old\n' }],
    others: true,
    written: true,
  });
  await host.call('edit', { filePath: 'a.ts' });
  expect(checked()).toEqual({ files: [{ filePath: file('a.ts'), before: 'new\n' }], written: true });

  const patch = [
    '*** Begin Patch',
    '*** Update File: a.ts',
    '@@',
    '-new',
    '+*** Add File: no.ts',
    '*** Add File: new one.ts',
    '+x',
    '*** Update File: b.ts',
    '*** Move to: sub/b.ts',
    '*** Delete File: c.ts',
    '*** End Patch',
  ].join('\n');
  await host.call('apply_patch', { patchText: patch }, () => {
    writeFileSync(file('new one.ts'), 'x\n');
    writeFileSync(file('moved.ts'), 'b\n');
    rmSync(file('c.ts'));
  });
  expect(checked()).toEqual({
    files: [
      { filePath: file('a.ts'), before: 'new\n' },
      { filePath: file('new one.ts'), created: true },
    ],
    deleted: [file('b.ts'), file('c.ts')],
    others: true,
    written: true,
  });
});

it('what has failed is forgotten, and what writes no file stays as it is', async () => {
  const host = await FakeOpencode.load({ 'a.ts': 'old\n' });
  expect(await host.call('bash', { command: 'ls' })).toBe('Written.');
  expect(await host.call('write', { path: 'a.ts' })).toBe('Written.');
  expect(await host.call('apply_patch', {})).toBe('Written.');
  expect(check).not.toHaveBeenCalled();
  await host.hooks['tool.execute.before'](
    { tool: 'edit', sessionID: 'main', callID: 'refused' },
    { args: { filePath: 'a.ts' } },
  );
  await host.event('message.part.updated', {
    part: { type: 'tool', sessionID: 'main', callID: 'refused', state: { status: 'error' } },
  });
  await host.hooks['tool.execute.after'](
    { tool: 'edit', sessionID: 'main', callID: 'refused', args: { filePath: 'a.ts' } },
    { output: 'Written.', metadata: {} },
  );
  expect(check.mock.lastCall?.[0].files).toEqual([{ filePath: host.path('a.ts') }]);
});

it('REQ-DIAG-010: a command of the shell carries what it broke; one that only reads is not asked about', async () => {
  const host = await FakeOpencode.load({ 'a.ts': 'old\n' });
  check.mockResolvedValue({ ...REPORT, found: { written: 1, asked: 1 } });
  expect(await host.call('bash', { command: 'git status' })).toBe('Written.');
  expect(check).not.toHaveBeenCalled();
  expect(await host.call('bash', { command: 'npm run generate' })).toBe(
    `Written.\n\n${SECTION.replace('after edit', 'after command')}`,
  );
  expect(check.mock.lastCall?.[0]).toEqual({ files: [], written: true, found: true, others: true });
  expect(await host.call('bash', { script: 'an unknown form' })).not.toBe('Written.');
});

it('two sessions that give their calls the same ids keep their files apart', async () => {
  const host = await FakeOpencode.load({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  const calls = [
    { tool: 'edit', sessionID: 'main', callID: 'edit:0', args: { filePath: 'a.ts' } },
    { tool: 'edit', sessionID: 'other', callID: 'edit:0', args: { filePath: 'b.ts' } },
  ];
  for (const { args, ...call } of calls) await host.hooks['tool.execute.before'](call, { args });
  await host.event('message.part.updated', {
    part: { type: 'tool', sessionID: 'third', callID: 'edit:0', state: { status: 'error' } },
  });
  for (const call of calls)
    await host.hooks['tool.execute.after'](call, { output: 'Written.', metadata: {} });
  expect(check.mock.calls.map(([{ files }]) => files)).toEqual([
    [{ filePath: host.path('a.ts'), before: 'a\n' }],
    [{ filePath: host.path('b.ts'), before: 'b\n' }],
  ]);
});

it('REQ-GRACE-050: whatever is wrong, opencode receives no error', async () => {
  const host = await FakeOpencode.load({ 'a.ts': '' });
  check.mockRejectedValue(new Error('crashed'));
  expect(await host.call('edit', { filePath: 'a.ts' })).toBe('Written.');
  expect(await host.call('edit', { filePath: '\0' })).toBe('Written.');
  settle.mockRejectedValue(new Error('crashed'));
  await host.turn('main');
  start.mockRejectedValue(new Error('no'));
  vi.mocked(service.isAlive).mockReturnValue(false);
  expect(await host.call('edit', { filePath: 'a.ts' })).toBe('Written.');
  expect(host.sent).toEqual([]);
});

it('warmOnRead: a file that was read is warmed, unless the setting says no', async () => {
  const host = await FakeOpencode.load({ 'a.ts': '' });
  await host.call('read', { filePath: 'a.ts' });
  expect(warm.mock.calls).toEqual([[host.path('a.ts')]]);
  await (await FakeOpencode.load({}, { warmOnRead: false })).call('read', { filePath: 'a.ts' });
  expect(warm).toHaveBeenCalledTimes(1);
});

describe('the end of a turn', () => {
  const REMINDER = {
    how: 'promptAsync',
    id: 'main',
    body: {
      agent: 'plan',
      model: { providerID: 'one', modelID: 'large' },
      parts: [{ type: 'text', text: 'Still open.' }],
    },
  };

  it('what is open is sent to the model as the one that was prompted, once, and the turn that this leads to is not reminded', async () => {
    const host = await FakeOpencode.load();
    await host.turn('main');
    expect(host.sent).toEqual([REMINDER]);
    await host.turn('main');
    expect(host.sent).toEqual([REMINDER]);
    await host.turn('main');
    expect(host.sent).toEqual([REMINDER, REMINDER]);
  });

  it('a subagent has no turn of its own, one that was aborted settles silently, and one that has failed does not settle', async () => {
    const host = await FakeOpencode.load();
    host.parents.set('sub', 'main');
    await host.turn('sub');
    await host.turn('main', 'APIError');
    expect(settle).not.toHaveBeenCalled();
    await host.turn('main', 'MessageAbortedError');
    expect(settle.mock.calls).toEqual([['silently']]);
    expect(host.sent).toEqual([]);
    await host.turn('main');
    expect(host.sent).toEqual([REMINDER]);
  });
});

describe('/lsp', () => {
  const command = (host: FakeOpencode, name: string, args: string): Promise<void> =>
    host.hooks['command.execute.before']({ command: name, sessionID: 'main', arguments: args });

  it('REQ-STATUS-010: a person is shown the text and the model is not asked', async () => {
    const host = await FakeOpencode.load({}, false);
    expect(host.config.command).toEqual({
      lsp: { template: '$ARGUMENTS', description: expect.stringContaining('language servers') },
    });
    await expect(command(host, 'lsp', 'status')).rejects.toThrow('LSP disabled by configuration.');
    expect(host.sent).toEqual([
      {
        how: 'prompt',
        id: 'main',
        body: {
          noReply: true,
          parts: [{ type: 'text', text: 'LSP disabled by configuration.', ignored: true }],
        },
      },
    ]);
  });

  it('other commands, and one of that name that the user has, are left alone', async () => {
    const mine = { template: 'Mine.', description: 'mine' };
    const host = await FakeOpencode.load({}, false, { command: { lsp: mine, review: mine } });
    await command(host, 'lsp', 'status');
    await command(await FakeOpencode.load({}, false, { command: { review: mine } }), 'review', '');
    expect(host.config.command).toEqual({ lsp: mine, review: mine });
    expect(host.sent).toEqual([]);
  });
});

it("opencode's own language servers are off while ours run, and only then", async () => {
  expect((await FakeOpencode.load({}, {}, { lsp: true })).config.lsp).toBe(false);
  expect((await FakeOpencode.load({}, false, { lsp: true })).config.lsp).toBe(true);
  vi.spyOn(service, 'getUnavailableReason').mockReturnValue('Bun not found in PATH');
  expect((await FakeOpencode.load({}, {}, { lsp: true })).config.lsp).toBe(true);
});

it('settings that do not count are shown with the first message, once', async () => {
  const host = await FakeOpencode.load({}, { diagnosticTimeout: '3s' });
  expect(host.toasts).toEqual([]);
  await host.turn('main');
  await host.turn('main');
  expect(host.toasts).toEqual([expect.stringContaining('lsp.diagnosticTimeout')]);
});

it('REQ-LIFE-040: the service ends with opencode', async () => {
  const host = await FakeOpencode.load();
  await host.hooks.dispose();
  expect(shutdown).toHaveBeenCalledTimes(1);
});

it('REQ-CFG-010: switched off, nothing is started or asked', async () => {
  const host = await FakeOpencode.load({ 'a.ts': '' }, false);
  expect(await host.call('edit', { filePath: 'a.ts' })).toBe('Written.');
  expect(await host.call('read', { filePath: 'a.ts' })).toBe('Written.');
  await host.turn('main');
  expect([start, check, warm, settle].map((mock) => mock.mock.calls)).toEqual([[], [], [], []]);
  expect(host.hooks.tool).toEqual({});
});
