import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';

import type { ServerStatus } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import { Workspace } from '../harness/workspace.ts';

const FAR = 20_000;

async function row(lab: Lab, id: string, verbose = false): Promise<ServerStatus | undefined> {
  return (await lab.sidecar.request('lsp/status', { verbose })).find((server) => server.id === id);
}

test('REQ-LIFE-070 REQ-LIFE-090: a server that crashes at once wakes the waiter, is broken for good, and says why', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('crashes-at-once.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const first = lab.check({ 'a.fake': 'ERROR a' });
  expect(await elapsed(first)).toBeLessThan(FAR / 2);
  expect((await first).files).toEqual({ 'a.fake': [] });
  expect(outcomes(await first)).toEqual({ fake: 'broken' });
  const broken = await row(lab, 'fake', true);
  expect(broken).toMatchObject({ id: 'fake', status: 'broken' });
  expect(broken?.reason).toContain('1');
  expect(broken?.stderr?.join('\n')).toContain('cannot find the standard library');
  expect(broken?.serverPid).toBeUndefined();
  expect(await row(lab, 'fake')).not.toHaveProperty('stderr');

  for (let n = 0; n < 3; n += 1)
    expect(await elapsed(lab.checkFile('a.fake', `ERROR ${n}`))).toBeLessThan(FAR / 4);
  expect(await lab.checkFile('b.fake', 'ERROR b')).toEqual([]);
  lab.sidecar.notify('lsp/warm', { filePath: 'c.fake' });
  expect(await lab.status('fake')).toBe('broken');
  expect(lab.started).toBe(1);
  expect(lab.sidecar.stderr).toContain('fake');
});

test('REQ-STATUS-020: an error of an active server is reported, until it answers again', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('complains.ts') } });
  const report = await lab.check({ 'a.fake': 'COMPLAIN cannot load the workspace' });
  expect([report.files, outcomes(report)]).toEqual([{ 'a.fake': [] }, { fake: 'timed-out' }]);
  expect(await row(lab, 'fake')).toMatchObject({ status: 'active', reason: 'cannot load the workspace' });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(await row(lab, 'fake')).not.toHaveProperty('reason');
});

test('REQ-LIFE-070 REQ-LIFE-060 REQ-KNOWN-020: a server that dies of a question wakes all waiters and takes its findings with it', async () => {
  const servers = { fake: fake('crashes-mid-check.ts'), other: fake('pull.ts', { extensions: ['.other'] }) };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: FAR } });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(await lab.edit('b.other', 'ERROR b')).toEqual(['b']);
  const dying = [
    lab.edit('c.fake', 'CRASH'),
    lab.edit('d.fake', 'ERROR d'),
    lab.edit('c.fake', 'CRASH again'),
  ];
  expect(await elapsed(Promise.all(dying))).toBeLessThan(FAR / 2);
  expect(await lab.status('fake')).toBe('broken');
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'b.other': ['b'] });
  expect((await lab.check({ 'b.other': '' }, true)).others).toEqual({});
  const report = await lab.check({ 'a.fake': 'ERROR a' });
  expect([report.files, outcomes(report)]).toEqual([{ 'a.fake': [] }, { fake: 'broken' }]);
  expect(lab.started).toBe(2);
});

test('REQ-LIFE-090 REQ-TIME-085: a crashed server leaves the others of the same file alone', async () => {
  await using lab = await Lab.open({
    servers: { dies: fake('crashes-mid-check.ts'), lives: fake('pull.ts') },
  });
  expect(await lab.edit('a.fake', 'ERROR a\nCRASH')).toEqual(['a']);
  const report = await lab.check({ 'a.fake': 'ERROR b' });
  expect(report.files['a.fake']?.map(({ message }) => message)).toEqual(['b']);
  expect(outcomes(report)).toEqual({ dies: 'broken', lives: 'complete' });
});

test('REQ-LIFE-070: a server killed from outside while idle is broken, and is not started again', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  await lab.edit('a.fake', 'ERROR a');
  const pid = (await row(lab, 'fake'))?.serverPid ?? 0;
  expect(lab.probe.events[0]?.pid).toBe(pid);
  process.kill(pid, 'SIGKILL');
  expect(await lab.checkFile('a.fake', 'ERROR b')).toEqual([]);
  expect(await row(lab, 'fake')).toMatchObject({
    status: 'broken',
    reason: expect.stringContaining('SIGKILL'),
  });
  expect(lab.started).toBe(1);
});

test('REQ-LIFE-070: a server that closes its stdin is broken as soon as it is sent something', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('closes-stdin.ts') },
    config: { diagnosticTimeout: FAR },
  });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const dying = lab.edit('a.fake', 'DEAF');
  await lab.probe.until(({ event }) => event === 'deaf');
  expect(await elapsed(lab.edit('b.fake', 'ERROR b'))).toBeLessThan(FAR / 2);
  expect(await dying).toEqual([]);
  expect(await row(lab, 'fake')).toMatchObject({ status: 'broken', reason: 'closed its stdin' });
});

test('REQ-LIFE-070: a server that does not read is broken before what waits for it takes our memory', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('stops-reading.ts') },
    config: { diagnosticTimeout: 50 },
  });
  expect(await lab.edit('a.fake', 'DEAF')).toEqual([]);
  for (let n = 0; n < 40 && (await lab.status('fake')) === 'active'; n += 1)
    await lab.edit('a.fake', String(n % 10).repeat(3 * 1024 * 1024));
  expect(await row(lab, 'fake')).toMatchObject({ status: 'broken', reason: 'does not read its stdin' });
});

test('a server that floods stderr is drained, and status shows the end of it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('floods-stderr.ts') },
    config: { firstTouchTimeout: FAR },
  });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const lines = (await row(lab, 'fake', true))?.stderr ?? [];
  expect(lines.at(-1)).toBe('fake: that was all');
  expect(lines.join('\n').length).toBeLessThan(256 * 1024);
});

test('a server that prints garbage, wrong lengths and no JSON between its messages is understood all the same', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('garbage-on-stdout.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  for (const text of ['ERROR one', '', 'ERROR two']) {
    const result = lab.edit('a.fake', text);
    expect(await elapsed(result)).toBeLessThan(FAR / 2);
    expect(await result).toEqual(text === '' ? [] : [text.slice('ERROR '.length)]);
  }
});

test('REQ-TIME-020: a 50 MB publish is no answer; the next edit has one, and the log says what was dropped', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('huge-publish.ts') },
    config: { diagnosticTimeout: 1500 },
  });
  expect(await lab.edit('a.fake', 'ERROR warm')).toEqual(['warm']);
  expect(await lab.edit('a.fake', 'HUGE ERROR a')).toEqual([]);
  expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
  expect(await lab.edit('a.fake', '')).toEqual([]);
  expect(await lab.status('fake')).toBe('active');
  expect(lab.sidecar.stderr).toMatch(/50\d{6} bytes/);
});

test('REQ-STATUS-020: a program that does not exist, or cannot be run, is unavailable: no error, and status names it', async () => {
  await using lab = await Lab.open({
    files: { 'not-executable': 'text' },
    servers: {
      gone: fake('', { command: 'no-such-language-server-anywhere' }),
      gone2: fake('', { command: '/no/such/program' }),
    },
  });
  const report = await lab.check({ 'a.fake': 'ERROR a' }, true);
  expect(report.files).toEqual({ 'a.fake': [] });
  expect(outcomes(report)).toEqual({ gone: 'unavailable', gone2: 'unavailable' });
  // No server was asked what the change breaks.
  expect(report.othersComplete).toBe(false);
  const { othersComplete } = await lab.sidecar.request('lsp/check', {
    files: [],
    deleted: ['a.fake'],
    others: true,
  });
  expect(othersComplete).toBe(false);
  expect(await row(lab, 'gone')).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('no-such-language-server-anywhere'),
  });
  expect(await row(lab, 'gone2')).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('/no/such/program'),
  });
});

test('REQ-LIFE-070 REQ-STATUS-020: a server whose program is taken away while it runs goes on, as status says; one that starts later is unavailable', async () => {
  const servers = { gone: fake('pull.ts'), later: fake('pull.ts', { extensions: ['.later'] }) };
  using outside = new Workspace({ server: `#!/bin/sh\nexec "${process.execPath}" "$@"\n` });
  const program = outside.path('server');
  chmodSync(program, 0o755);
  for (const server of Object.values(servers)) server.command = program;
  await using lab = await Lab.open({ servers });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  outside.remove('server');
  expect(await lab.edit('a.fake', 'ERROR b')).toEqual(['b']);
  expect(await lab.edit('new/c.fake', 'ERROR c')).toEqual(['c']);
  expect(await row(lab, 'gone')).toMatchObject({ status: 'active' });
  expect(outcomes(await lab.check({ 'a.later': 'ERROR a' }))).toEqual({ later: 'unavailable' });
  expect([await lab.status('gone'), await lab.status('later'), lab.started]).toEqual([
    'active',
    'unavailable',
    1,
  ]);
});

test('REQ-LIFE-070: a program that cannot be executed is reported as such and harms nobody', async () => {
  await using lab = await Lab.open({ files: { 'plain.txt': 'text' }, servers: { good: fake('pull.ts') } });
  const { workspace } = lab;
  await using other = await Lab.open({
    servers: {
      bad: fake('', { command: workspace.path('plain.txt') }),
      folder: fake('', { command: workspace.root }),
    },
  });
  const report = await other.check({ 'a.fake': 'ERROR a' });
  expect(report.files).toEqual({ 'a.fake': [] });
  for (const id of ['bad', 'folder']) {
    expect(['broken', 'unavailable']).toContain(outcomes(report)[id] ?? '');
    expect((await row(other, id))?.reason).toBeTruthy();
  }
});

test('REQ-GRACE-010: a server that is no language server at all does not hold a check beyond the first touch', async () => {
  const servers = {
    cat: fake('', { command: 'cat', args: [] }),
    true: fake('', { command: 'true', args: [] }),
  };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: 300, firstTouchTimeout: 700 } });
  const report = lab.check({ 'a.fake': 'ERROR a' });
  expect(await elapsed(report)).toBeLessThan(FAR / 2);
  expect((await report).files).toEqual({ 'a.fake': [] });
  expect(await lab.status('true')).toBe('broken');
});
