import { expect, test } from 'bun:test';

import type { CheckReport } from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';

/** Writes the file and asks about it, with what `counted` adds. */
function check(
  lab: Lab,
  file: string,
  text: string,
  { others = false, counted = true } = {},
): Promise<CheckReport> {
  lab.workspace.write(file, text);
  return lab.sidecar.request('lsp/check', { files: [{ filePath: file, text }], others, counted });
}

test('a check that is to count says how many errors servers hold about all known files, warnings not among them', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-plain.ts') },
    config: { includeSeverities: ['error', 'warning'] },
  });
  expect((await check(lab, 'a.fake', 'ERROR one\nERROR two\nWARN three')).knownErrors).toBe(2);
  expect((await check(lab, 'b.fake', 'ERROR four')).knownErrors).toBe(3);
  expect((await check(lab, 'a.fake', 'fine')).knownErrors).toBe(1);
  // A warning each, since of a cold or unchanged text that is clean this server says nothing.
  expect((await check(lab, 'c.fake', 'WARN five', { others: true })).knownErrors).toBe(1);
  lab.workspace.remove('b.fake');
  expect((await check(lab, 'c.fake', 'WARN six')).knownErrors).toBe(0);
});

test('errors count where nobody wants to read them', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-plain.ts') },
    config: { includeSeverities: ['warning'] },
  });
  expect(await check(lab, 'a.fake', 'ERROR one\nWARN two')).toMatchObject({
    files: { 'a.fake': [{ severity: 'warning' }] },
    knownErrors: 1,
  });
  expect((await check(lab, 'b.fake', 'ERROR three', { others: true })).knownErrors).toBe(2);
  expect((await check(lab, 'a.fake', 'fine')).knownErrors).toBe(1);
});

test('an error that a compiler and its linter both find counts once', async () => {
  await using lab = await Lab.open({
    servers: { one: fake('push-plain.ts'), two: fake('pull.ts', { role: 'linter' }) },
  });
  await check(lab, 'a.fake', 'ERROR one');
  for (const others of [false, true])
    expect((await check(lab, 'b.fake', `WARN ${others}`, { others })).knownErrors).toBe(1);
});

test('errors of other files count where the server is silent about the one that is checked', async () => {
  const config = { diagnosticTimeout: 200, firstTouchTimeout: 20_000 };
  await using lab = await Lab.open({ servers: { fake: fake('push-plain.ts') }, config });
  await check(lab, 'a.fake', 'ERROR one');
  expect(await check(lab, 'b.fake', '')).toMatchObject({
    knownErrors: 1,
    servers: [{ outcome: 'timed-out' }],
  });
});

test('nobody counts where it was not asked for', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('push-plain.ts') } });
  expect(Object.keys(await check(lab, 'a.fake', 'ERROR one', { counted: false }))).not.toContain(
    'knownErrors',
  );
});
