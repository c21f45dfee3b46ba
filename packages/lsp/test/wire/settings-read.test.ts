import { expect, test } from 'bun:test';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerConfig } from '../../src/types.ts';
import { Agent } from '../harness/agent.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;

/** A server that is chosen by its settings, and reads them once. */
function open(
  args: string[] = [],
  files: Record<string, string> = {},
  more: ServerConfig = {},
): Promise<Lab> {
  return Lab.open({
    files: { 'biome.json': settings('one'), 'a.fake': '', 'b.fake': '', ...files },
    servers: { biome: fake('settings-once.ts', { args, ...more }) },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, otherFilesTimeout: FAR, linterGrace: FAR },
  });
}

const settings = (word: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ words: [word], ...more });

const TEXT = 'one, two, three';

test('a process whose settings a shell has changed is replaced, and the check in progress asks the new one', async () => {
  await using lab = await open();
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  for (const word of ['two', 'three']) {
    lab.workspace.write('biome.json', settings(word));
    expect(await lab.edit('a.fake', `${TEXT}, ${word}`)).toEqual([word]);
  }
  expect(lab.started).toBe(3);
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(JSON.stringify(rows.find(({ id }) => id === 'biome'))).toContain(
    'biome.json has changed, which it reads once',
  );
});

test('so it is where a tool writes them, and where the server is not asked about them', async () => {
  await using lab = await open();
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  await lab.check({ 'biome.json': settings('two') });
  expect(await lab.edit('b.fake', TEXT)).toEqual(['two']);
  expect(lab.started).toBe(2);
});

test('what settings name counts as settings, and what they name later', async () => {
  await using lab = await open([], { 'biome.json': settings('one', { extends: ['./more.json'] }) });
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  for (const word of ['two', 'three']) {
    lab.workspace.write('more.json', settings(word));
    expect(await lab.edit('a.fake', TEXT)).toEqual(['one', word]);
  }
  expect(lab.started).toBe(3);
});

test('the same content, and JSON that the settings do not name, cost no restart', async () => {
  await using lab = await open([], { 'other.json': settings('two') });
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  lab.workspace.write('biome.json', settings('one'));
  utimesSync(join(lab.workspace.root, 'biome.json'), 1, 1);
  lab.workspace.write('other.json', settings('three'));
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  expect(lab.started).toBe(1);
});

test('a server that asks to be notified reads them again itself; what it does not ask about replaces it', async () => {
  await using lab = await open(['--watches']);
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  lab.workspace.write('more.json', settings('three'));
  lab.workspace.write('biome.json', settings('two', { extends: ['./more.json'] }));
  expect(await lab.edit('a.fake', TEXT)).toEqual(['three', 'two']);
  expect(lab.started).toBe(1);
  lab.workspace.write('more.json', settings('one'));
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one', 'two']);
  expect(lab.started).toBe(2);
});

test('settings that change each time they are read replace a process once in a check, and never between two', async () => {
  await using lab = await open(['--writes'], {
    'biome.json': settings('one', { extends: ['./more.json'] }),
    'more.json': '{}',
  });
  expect(await lab.edit('a.fake', TEXT)).toEqual(['one']);
  for (let check = 1; check <= 3; check++) {
    const before = lab.started;
    const report = await lab.check({ 'a.fake': `${TEXT} ${check}` });
    expect(['complete', 'starting']).toContain(outcomes(report)['biome'] ?? '');
    expect(lab.started - before).toBeLessThanOrEqual(2);
  }
  const settled = lab.started;
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(rows.filter(({ serverPid }) => serverPid !== undefined)).toHaveLength(1);
  expect(lab.started).toBe(settled);
  expect(readFileSync(join(lab.workspace.root, 'more.json'), 'utf8')).toContain('at');
});

test('what another check was waiting for is asked of the new process', async () => {
  await using lab = await open();
  expect(await lab.edit('b.fake', TEXT)).toEqual(['one']);
  const waiting = lab.check({ 'a.fake': `${TEXT} HOLD` });
  const asked = (count: number) => (): boolean =>
    lab.probe.events.filter(
      ({ event, method }) => event === 'received' && method === 'textDocument/diagnostic',
    ).length >= count;
  await lab.probe.until(asked(2));
  lab.workspace.write('biome.json', settings('two'));
  expect(await lab.edit('b.fake', `${TEXT}.`)).toEqual(['two']);
  await lab.probe.until(asked(4));
  lab.probe.tell({ command: 'answer' });
  const report = await waiting;
  expect(messagesByFile(report.files)).toEqual({ 'a.fake': ['two'] });
  expect(outcomes(report)).toEqual({ biome: 'complete' });
});

test.each(['compiler', 'linter'] as const)(
  'findings in other files are looked for again in the process that takes the place of a %s',
  async (role) => {
    await using lab = await open([], {}, { role });
    expect(await lab.edit('b.fake', TEXT)).toEqual(['one']);
    lab.workspace.write('biome.json', settings('two'));
    const report = await lab.check({ 'a.fake': 'three' }, true);
    expect(messagesByFile(report.files)).toEqual({ 'a.fake': [] });
    expect(messagesByFile(report.others)).toEqual({ 'b.fake': ['two'] });
  },
);

test('navigation asks the new process as well', async () => {
  await using agent = await Agent.over(await open([], {}, { role: 'compiler' }));
  const hover = (): Promise<string[]> => agent.find('hover', { file: 'a.fake', line: 1, character: 1 });
  expect(await agent.lab.edit('a.fake', TEXT)).toEqual(['one']);
  expect(await hover()).toEqual(['one']);
  for (const word of ['two', 'three']) {
    agent.lab.workspace.write('biome.json', settings(word));
    expect(await hover()).toEqual([word]);
  }
});
