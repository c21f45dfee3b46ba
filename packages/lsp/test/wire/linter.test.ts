import { expect, test } from 'bun:test';

import type { CheckReport } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import type { Event } from '../harness/probe.ts';

const FAR = 20_000;

/** A compiler that answers at once, and a linter that holds its answer to a text with `HOLD lint`. */
function open(linterGrace: number): Promise<Lab> {
  const servers = {
    compiler: fake('pull.ts'),
    lint: fake('held.ts', { role: 'linter', args: ['--lint'] }),
  };
  return Lab.open({
    servers,
    config: {
      linterGrace,
      diagnosticTimeout: FAR,
      firstTouchTimeout: FAR,
      includeSeverities: ['error', 'warning'],
    },
  });
}

const messages = (report: CheckReport): string[] =>
  (report.files['a.fake'] ?? []).map(({ message, line }) => `${line} ${message}`);

test('a linter that is slow holds the compiler back for linterGrace at most, and not for its timeout', async () => {
  await using lab = await open(300);
  await lab.check({ 'a.fake': 'warm' });
  const report = lab.check({ 'a.fake': 'HOLD lint\nERROR now' });
  const ms = await elapsed(report);
  expect(ms).toBeGreaterThan(250);
  expect(ms).toBeLessThan(FAR / 4);
  expect(messages(await report)).toEqual(['2 now']);
  expect(outcomes(await report)).toEqual({ compiler: 'complete', lint: 'timed-out' });
});

test('REQ-TIME-040: a linter within its grace is waited for, also if it is the last', async () => {
  await using lab = await open(FAR);
  const report = lab.check({ 'a.fake': 'HOLD lint\nLINT style\nERROR type' });
  await lab.probe.until(({ server, method }) => server === 'lint' && method === 'textDocument/diagnostic');
  lab.probe.tell({ command: 'answer' });
  expect(messages(await report)).toEqual(['2 style', '3 type']);
  expect(outcomes(await report)).toEqual({ compiler: 'complete', lint: 'complete' });
});

test('a linter that has kept two checks waiting in vain is asked and not waited for, until it has answered', async () => {
  const grace = 1500;
  await using lab = await open(grace);
  await lab.check({ 'a.fake': 'warm' });
  const waits = async (text: string): Promise<boolean> =>
    (await elapsed(lab.check({ 'a.fake': text }))) >= grace;
  expect(await waits('HOLD lint\n1')).toBe(true);
  expect(await waits('HOLD lint\n2')).toBe(true);
  expect(await waits('HOLD lint\n3')).toBe(false);
  const before = lab.probe.events.at(-1);
  lab.probe.tell({ command: 'answer' });
  await answered(lab, before);
  expect(await waits('HOLD lint\n4')).toBe(true);
});

test('a linter whose file no compiler judges has the whole timeout', async () => {
  await using lab = await Lab.open({
    servers: {
      lint: fake('held.ts', { role: 'linter', args: ['--lint'] }),
      compiler: fake('pull.ts', { extensions: ['.other'] }),
    },
    config: { linterGrace: 0, diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const report = lab.check({ 'a.fake': 'HOLD lint\nLINT late' });
  await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
  await lab.check({ 'b.other': 'meanwhile' });
  lab.probe.tell({ command: 'answer' });
  expect(messages(await report)).toEqual(['2 late']);
});

/** The linter's late answer about a.fake is with the sidecar when this resolves: it stands before another answer on the same pipe. */
async function late(lab: Lab, text: string): Promise<void> {
  await lab.check({ 'a.fake': text });
  const before = lab.probe.events.at(-1);
  lab.probe.tell({ command: 'answer' });
  await answered(lab, before);
}

/** Resolves once the sidecar has what the linter answered about a.fake after that event. */
async function answered(lab: Lab, before: Event | undefined): Promise<void> {
  await lab.probe.until(
    ({ server, event, path }) =>
      server === 'lint' && event === 'answering' && path?.endsWith('a.fake') === true,
    before === undefined ? {} : { after: before },
  );
  await lab.check({ 'b.fake': 'nothing' });
}

const LINT_ONLY = 'HOLD lint\nlinted: LINT late finding\nsomething else';

const CARRIED: [title: string, text: string, found: string[]][] = [
  ['the same text', LINT_ONLY, ['2 late finding']],
  ['a change below', `${LINT_ONLY}\nmore\nand more`, ['2 late finding']],
  ['a change above moves it', `new first line\nand second\n${LINT_ONLY}`, ['4 late finding']],
  ['its line changed: perhaps mended, so dropped', LINT_ONLY.replace('linted:', 'mended:'), []],
  ['its line gone', LINT_ONLY.replace('linted: LINT late finding\n', ''), []],
  ['everything changed', 'HOLD lint\nnothing like it', []],
  ['emptied', '', []],
];

test("what a linter finds too late comes with that file's next result, at the line where it stands now, and never on a changed line", async () => {
  await using lab = await open(80);
  await lab.check({ 'a.fake': 'warm' });
  for (const [title, text, found] of CARRIED) {
    await late(lab, LINT_ONLY);
    expect([title, messages(await lab.check({ 'a.fake': text }))]).toEqual([title, found]);
    // For the next row the linter is to be late again, and its last word is that all is well, in time or not.
    const before = lab.probe.events.at(-1);
    await lab.check({ 'a.fake': `clean again after ${title}` });
    await answered(lab, before);
  }
});

test('what a linter finds too late comes with any report on other files, and with lsp/diagnostics', async () => {
  await using lab = await open(200);
  await lab.check({ 'a.fake': 'warm' });
  await late(lab, LINT_ONLY);
  const report = await lab.check({ 'b.fake': 'nothing still' }, true);
  expect(messagesByFile(report.others)).toEqual({ 'a.fake': ['late finding'] });
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'a.fake': ['late finding'],
  });
  // Not what stands in the file no longer.
  lab.workspace.write('a.fake', 'mended by a shell command');
  expect((await lab.check({ 'b.fake': 'nothing again' }, true)).others).toEqual({});
});

test('a linter is cancelled only when its question is out of date, not when nobody waits any longer', async () => {
  await using lab = await open(100);
  await lab.check({ 'a.fake': 'warm' });
  await lab.check({ 'a.fake': 'HOLD lint\nERROR one' });
  expect(lab.probe.received('$/cancelRequest')).toHaveLength(0);
  await lab.check({ 'a.fake': 'HOLD lint\nERROR two' });
  const cancelled = await lab.probe.untilReceived('$/cancelRequest');
  const asked = lab.probe
    .received('textDocument/diagnostic')
    .find(({ server, text }) => server === 'lint' && text?.endsWith('one') === true);
  expect((cancelled.params as { id: unknown }).id).toBe(asked?.id);
});
