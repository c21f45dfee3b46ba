import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

import type { Diagnostic } from '../../src/types.ts';
import { elapsed, fake, Lab } from '../harness/lab.ts';

const FAR = 40_000;
const MANY = 50_000;
const MIB = 2 ** 20;

const numberOf = (list: readonly Diagnostic[] = []): number =>
  list.reduce((sum, { count = 1 }) => sum + count, 0);

/** What it took at most, bytes. */
const peakOf = (lab: Lab): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${lab.sidecar.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

test.each(['pull', 'push'] as const)(
  'a server that finds 50,000 errors in a file, by %s: errors are listed before others, and what is not listed is counted',
  async (way) => {
    await using lab = await Lab.open({
      servers: { fake: fake('floods.ts', { args: way === 'push' ? ['--pushes'] : [] }) },
      config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, includeSeverities: ['error', 'hint'] },
    });
    const { files, servers } = await lab.check({ 'a.fake': `FLOOD ${MANY}` });
    expect(servers.map(({ outcome }) => outcome)).toEqual(['complete']);
    const found = files['a.fake'] ?? [];
    const of = (wanted: string): Diagnostic[] => found.filter(({ severity }) => severity === wanted);
    expect([numberOf(of('error')), numberOf(of('hint'))]).toEqual([MANY, MANY]);
    expect(found.length).toBeLessThan(MANY / 2);
    expect(
      of('error')
        .slice(0, 2)
        .map(({ message, line }) => [message, line]),
    ).toEqual([
      ['flood 0', 1],
      ['flood 1', 2],
    ]);
    const counting = found
      .filter(({ count }) => count !== undefined)
      .map(({ severity, message }) => `${severity} ${message}`)
      .sort();
    expect(counting).toHaveLength(2);
    expect(counting[0]).toMatch(/^error \d{5} more like this are not listed/);
    expect(counting[1]).toMatch(/^hint 50000 more like this are not listed/);
    // A later edit is judged as ever.
    expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
  },
);

test('a server that finds 300,000 errors in 300 other files: all are counted, and the sidecar does not grow with them', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('floods.ts', { args: ['--pushes'] }) },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR },
  });
  for (let file = 0; file < 300; file++) lab.workspace.write(`other-${file}.fake`, '');
  const report = await lab.check({ 'a.fake': 'FILES 300\nERROR a' }, true);
  expect(report.files['a.fake']?.map(({ message }) => message)).toEqual(['a']);
  expect((await lab.sidecar.request('lsp/metrics', {})).findings).toMatchObject({
    total: 300_001,
    files: 301,
  });
  const others = Object.values(report.others);
  expect([others.length, others.reduce((sum, list) => sum + numberOf(list), 0)]).toEqual([300, 300_000]);
  expect(others.reduce((sum, list) => sum + list.length, 0)).toBeLessThan(110_000);
  if (process.platform === 'linux') expect(peakOf(lab)).toBeLessThan(900 * MIB);
});

test.each([[[]], [['--id-last']]])(
  'an answer that is too long to be read ends its request at once, and the next edit is judged: %p',
  async (args) => {
    await using lab = await Lab.open({
      servers: { fake: fake('floods.ts', { args }) },
      config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR },
    });
    const long = lab.check({ 'a.fake': 'LONG 40000000\nERROR a' });
    expect(await elapsed(long)).toBeLessThan(FAR / 2);
    expect((await long).servers).toMatchObject([
      { id: 'fake', outcome: 'timed-out', reason: 'the answer has more than 33554432 bytes' },
    ]);
    expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
  },
);
