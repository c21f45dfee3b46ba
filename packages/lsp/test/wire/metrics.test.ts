import { expect, test } from 'bun:test';

import type { ServerMetrics, ServerStatus, ServiceMetrics } from '../../src/types.ts';
import { Agent } from '../harness/agent.ts';
import { fake, Lab } from '../harness/lab.ts';

const FAR = 20_000;
const MIB = 2 ** 20;

async function row(lab: Lab, id: string, verbose = true): Promise<ServerStatus | undefined> {
  return (await lab.sidecar.request('lsp/status', { verbose })).find((server) => server.id === id);
}

async function metrics(lab: Lab, id = 'fake'): Promise<ServerMetrics | undefined> {
  return (await row(lab, id))?.metrics;
}

function service(lab: Lab): Promise<ServiceMetrics> {
  return lab.sidecar.request('lsp/metrics', {});
}

test('REQ-OBS-020: a server reports what it takes, what it was asked, and how long that took', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  expect((await row(lab, 'fake'))?.metrics).toBeUndefined();
  await lab.edit('a.fake', 'ERROR a');
  await lab.edit('a.fake', 'fine');
  await lab.check({ 'b.fake': 'ERROR b', 'c.fake': 'ERROR c' });
  const { uptime = 0, memory = 0, unused = 0, median = 0, p95 = 0, ...counts } = (await metrics(lab)) ?? {};
  expect(counts).toEqual({ openDocuments: 3, checks: 3, timedOut: 0, navigations: 0 });
  expect([unused > 0, unused < uptime]).toEqual([true, true]);
  expect([median > 0, p95 >= median, p95 < uptime]).toEqual([true, true, true]);
  // A Bun process takes more than 10 MiB, and this one has nothing to keep.
  if (process.platform === 'linux') expect([memory > 10 * MIB, memory < 500 * MIB]).toEqual([true, true]);
  expect(await row(lab, 'fake', false)).not.toHaveProperty('metrics');
});

test('REQ-OBS-020: checks that a server does not answer in time are counted, and those that who asked has given up are not', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { diagnosticTimeout: 500, firstTouchTimeout: FAR },
  });
  const { id, result } = lab.sidecar.ask('lsp/check', { files: [{ filePath: 'a.fake', text: 'HOLD' }] });
  result.catch(() => undefined);
  await lab.probe.until(({ method }) => method === 'textDocument/diagnostic');
  lab.sidecar.cancel(id);
  await lab.sidecar.answer(id);
  const cancelled = await metrics(lab);
  expect(cancelled).toMatchObject({ checks: 1, timedOut: 0 });
  expect(cancelled).not.toHaveProperty('median');
  await lab.edit('a.fake', 'ERROR a');
  const answered = await metrics(lab);
  await lab.edit('a.fake', 'HOLD\n1');
  await lab.edit('a.fake', 'HOLD\n2');
  expect(await metrics(lab)).toMatchObject({ checks: 4, timedOut: 2 });
  expect(await service(lab)).toMatchObject({ checks: 4, timedOut: 2 });
  // How long nobody waited says nothing about how long an answer takes.
  expect(answered?.median).toBeGreaterThan(0);
  expect(answered?.median).toBe((await metrics(lab))?.median);
});

test('REQ-OBS-020: one that still starts has missed the checks that did not wait for it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('starts-when-told.ts') },
    // It may take three times as long to start.
    config: { diagnosticTimeout: 100, firstTouchTimeout: 2000 },
  });
  await lab.edit('a.fake', 'ERROR a');
  const starting = await row(lab, 'fake');
  expect(starting).toMatchObject({
    status: 'starting',
    metrics: { openDocuments: 0, checks: 1, timedOut: 1 },
  });
  expect(starting?.metrics).not.toHaveProperty('median');
});

test('REQ-OBS-020: questions of navigation are counted, and those that it does not offer are none', async () => {
  const without = fake('navigates.ts', { args: ['--without=hoverProvider'] });
  await using agent = await Agent.open({
    files: { 'a.fake': 'class A\n  def total\n' },
    servers: { fake: without },
  });
  await agent.find('document_symbols', { file: 'a.fake' });
  await agent.find('document_symbols', { file: 'a.fake' });
  await agent.failure('hover', { file: 'a.fake', line: 1, character: 7 });
  expect(await metrics(agent.lab)).toMatchObject({ navigations: 2, checks: 0, timedOut: 0 });
});

test('REQ-OBS-020: the service counts what has started, failed and crashed, and of a broken server there is nothing to measure', async () => {
  const servers = {
    good: fake('pull.ts'),
    crashes: fake('crashes-mid-check.ts'),
    refuses: fake('crashes-at-once.ts'),
    late: fake('held.ts'),
  };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: 300, firstTouchTimeout: 2000 } });
  await lab.edit('a.fake', 'ERROR a\nCRASH');
  await lab.sidecar.request('lsp/check', { files: [], deleted: [] });
  const { pid, uptime, memory, median = 0, ...counts } = await service(lab);
  expect(counts).toMatchObject({ starts: { succeeded: 3, failed: 1, crashed: 1 }, checks: 1, timedOut: 0 });
  expect([pid, uptime > 0, memory > 10 * MIB, median > 0]).toEqual([lab.sidecar.pid, true, true, true]);
  expect([await row(lab, 'crashes'), await row(lab, 'refuses')]).toMatchObject([
    { status: 'broken', stderr: expect.any(Array) },
    { status: 'broken' },
  ]);
  expect([await metrics(lab, 'crashes'), await metrics(lab, 'refuses')]).toEqual([undefined, undefined]);
  await lab.edit('a.fake', 'HOLD late\nERROR a');
  expect(await service(lab)).toMatchObject({ checks: 2, timedOut: 1 });
});

test('REQ-OBS-020: the service counts what was found in each file, the most first, and names 20 at most', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { includeSeverities: ['error'] },
  });
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `ERROR ${index}`).join('\n');
  await lab.check(
    Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}.fake`, lines(index)])),
  );
  const { findings } = await service(lab);
  expect(findings).toMatchObject({ total: 300, files: 24 });
  expect(findings.most).toHaveLength(20);
  expect(findings.most.slice(0, 2)).toEqual([
    { file: 'f24.fake', count: 24 },
    { file: 'f23.fake', count: 23 },
  ]);
});

test('REQ-OBS-010 REQ-OBS-020: the log sums up what each server did when it ends, and the session once', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts'), dies: fake('crashes-mid-check.ts', { extensions: ['.dies'] }) },
    config: { diagnosticTimeout: 300, firstTouchTimeout: FAR },
  });
  await lab.edit('a.fake', 'ERROR secret words');
  await lab.edit('a.fake', 'HOLD\nERROR secret words');
  await lab.edit('b.dies', 'CRASH');
  expect(await lab.status('dies')).toBe('broken');
  await lab.sidecar.request('lsp/shutdown', {});
  await lab.sidecar.exited;
  const summaries = lab.sidecar.stderr.split('\n').filter((line) => line.includes(' checks, '));
  const answered = 'median [\\d.]+ ms, p95 [\\d.]+ ms, ';
  const wanted = [
    /^dies at \.: 1 checks, 0 timed out, 0 navigations, up \d+ ms$/,
    new RegExp(
      `^service: up \\d+ ms; servers: 2 started, 0 failed, 1 crashed; 3 checks, ${answered}1 timed out; 1 findings in 1 files$`,
    ),
    new RegExp(`^fake at \\.: 2 checks, ${answered}1 timed out, 0 navigations, up \\d+ ms$`),
  ];
  expect(summaries).toHaveLength(wanted.length);
  for (const [index, line] of wanted.entries()) expect(summaries[index]).toMatch(line);
  expect(lab.sidecar.stderr).not.toContain('secret');
});

test('REQ-OBS-020: a server that restarts counts from zero, and the service goes on', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('exits-in-order.ts') },
    config: { idleShutdown: 300 },
  });
  await lab.edit('a.fake', 'ERROR a');
  await lab.probe.until(({ event }) => event === 'left in order');
  expect(lab.sidecar.stderr).toMatch(/^fake at \.: 1 checks, median /m);
  await lab.edit('a.fake', 'ERROR b');
  expect(await metrics(lab)).toMatchObject({ checks: 1 });
  expect(await service(lab)).toMatchObject({ checks: 2, starts: { succeeded: 2, failed: 0, crashed: 0 } });
});
