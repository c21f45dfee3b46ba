import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckReport, FixesReport, FixResult } from '../../src/types.ts';
import { elapsed, expectInTime, fake, Lab } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR };
const TEXT = 'one\nERROR wrong\nthree\n';
const FIXED = 'one\nfixed\nthree\n';

function open(how: string, files: Record<string, string> = { 'a.fake': TEXT, 'b.fake': '' }): Promise<Lab> {
  // By its id it has clangd's commands.
  return Lab.open({
    servers: { clangd: fake('acts.ts', { args: how === '' ? [] : [`--${how}`] }) },
    config: PATIENT,
    files,
  });
}

const read = (lab: Lab, file: string): string => readFileSync(join(lab.workspace.root, file), 'utf8');
const fixes = (lab: Lab, filePath = 'a.fake'): Promise<FixesReport> =>
  lab.sidecar.request('lsp/fixes', { filePath });
const idsOf = async (lab: Lab): Promise<string[]> => (await fixes(lab)).fixes.map(({ id }) => id);
const ID = expect.stringMatching(/^f\d{6}$/);
const apply = (lab: Lab, ...ids: string[]): Promise<FixResult> => lab.sidecar.request('lsp/fix', { ids });
const check = (lab: Lab, filePath = 'a.fake'): Promise<CheckReport> =>
  lab.sidecar.request('lsp/check', { files: [{ filePath }], fixes: true });

/** What the result of a check says of the first error of a.fake. */
async function named(lab: Lab): Promise<unknown[]> {
  const [error] = (await check(lab)).files['a.fake'] ?? [];
  return [error?.message, error?.fix, error?.alternatives];
}

describe('a fix that is tried', () => {
  for (const how of ['', 'listed', 'resolved', 'unasked']) {
    test(`REQ-EXCL-020: is offered with what it does, and nothing is written: ${how === '' ? 'an edit' : how}`, async () => {
      await using lab = await open(how);
      expect(await fixes(lab)).toEqual({
        fixes: [
          {
            id: ID,
            title: 'Fix wrong',
            kind: 'quickfix',
            isChosen: true,
            for: { line: 2, character: 1, message: 'wrong', code: 'F1' },
            files: [{ file: 'a.fake', text: FIXED }],
            solves: 1,
            causes: 0,
          },
        ],
        complete: true,
      });
      expect(read(lab, 'a.fake')).toBe(TEXT);
      expect(await apply(lab, ...(await idsOf(lab)))).toEqual({
        titles: ['Fix wrong'],
        changes: [{ file: 'a.fake', text: FIXED, former: TEXT }],
      });
      expect(read(lab, 'a.fake')).toBe(TEXT);
      expect(await lab.messages('a.fake')).toEqual(['wrong']);
      for (const { result } of lab.probe.events.filter(
        ({ event, method }) => event === 'answered' && method === 'workspace/applyEdit',
      )) {
        expect(result).toMatchObject({ applied: false });
      }
    });
  }

  test('is named in the result of the edit that caused the error', async () => {
    await using lab = await open('');
    await lab.messages('a.fake');
    await expectInTime(() => named(lab), ['wrong', { id: ID, title: 'Fix wrong' }, undefined]);
    expect(await lab.messages('b.fake')).toEqual([]);
  });

  test('has no part in a check that does not ask for it, or has no error', async () => {
    await using lab = await open('');
    expect(await lab.messages('a.fake')).toEqual(['wrong']);
    await check(lab, 'b.fake');
    expect(lab.probe.received('textDocument/codeAction')).toEqual([]);
  });

  test('keeps line endings and the byte order mark', async () => {
    const text = '\uFEFFone\r\nERROR wrong\r\nthree\r\n';
    await using lab = await open('lines', { 'a.fake': text });
    expect(await apply(lab, ...(await idsOf(lab)))).toEqual({
      titles: ['Fix wrong'],
      changes: [{ file: 'a.fake', text: '\uFEFFone\r\nfixed\r\nfixed\r\nthree\r\n', former: text }],
    });
  });

  test('has an id that is good until the file changes', async () => {
    await using lab = await open('');
    const [id = ''] = await idsOf(lab);
    lab.workspace.write('a.fake', `${TEXT}four\n`);
    expect(await apply(lab, id)).toEqual({
      refused: `a.fake has changed since fix ${id} was made: ask for its fixes again`,
    });
    expect(await idsOf(lab)).not.toContain(id);
    lab.workspace.write('a.fake', TEXT);
    expect(await apply(lab, id)).toMatchObject({ changes: [{ text: FIXED }] });
    expect(await apply(lab, 'f7')).toEqual({
      refused:
        'there is no fix f7: an id is good until its file changes; ask for the fixes of the file again',
    });
  });

  test('goes together with others of its file, and all that are safe are one change', async () => {
    await using lab = await open('', { 'a.fake': 'ERROR one\nERROR two\n' });
    const { fixes: all } = await fixes(lab);
    const changes = [{ file: 'a.fake', text: 'fixed\nfixed\n', former: 'ERROR one\nERROR two\n' }];
    expect(await apply(lab, ...all.map(({ id }) => id))).toEqual({
      titles: all.map(({ title }) => title),
      changes,
    });
    expect(await lab.sidecar.request('lsp/fix', { filePath: 'a.fake', all: 'safe' })).toEqual({
      titles: all.map(({ title }) => title),
      changes,
    });
    expect(await lab.sidecar.request('lsp/fix', { filePath: 'a.fake', all: 'imports' })).toEqual({
      titles: [],
      changes: [],
    });
  });

  test('that only takes away is marked, and is never the fix of a result', async () => {
    await using lab = await open('removes');
    expect((await fixes(lab)).fixes).toMatchObject([{ mark: 'removal' }]);
    expect((await check(lab)).files['a.fake']).toEqual([
      expect.not.objectContaining({ fix: expect.anything() }),
    ]);
  });

  test('that declares what is missing is marked, and is never the fix of a result', async () => {
    await using lab = await open('stub');
    expect((await fixes(lab)).fixes).toMatchObject([{ mark: 'stub' }]);
    expect((await check(lab)).files['a.fake']).toEqual([
      expect.not.objectContaining({ fix: expect.anything() }),
    ]);
  });

  test('has competitors: all are named and none is chosen, unless the server prefers one', async () => {
    await using lab = await open('two');
    await expectInTime(
      () => named(lab),
      [
        'wrong',
        undefined,
        [
          { id: ID, title: 'Fix wrong' },
          { id: ID, title: 'Fix wrong otherwise' },
        ],
      ],
    );
    expect((await fixes(lab)).fixes.map(({ isChosen }) => isChosen)).toEqual([undefined, undefined]);
    await using other = await open('prefers');
    expect(
      (await fixes(other)).fixes.map(({ isChosen, isPreferred }) => [isChosen, isPreferred]),
    ).toContainEqual([true, true]);
    await expectInTime(() => named(other), ['wrong', { id: ID, title: 'Fix wrong otherwise' }, undefined]);
  });
});

describe('a fix that is not kept', () => {
  for (const [how, complete] of [
    ['unlisted', true],
    ['twice', true],
    ['stale', true],
    ['unresolved', false],
    ['breaks', true],
    ['both', false],
    ['outside', true],
    ['overlaps', true],
    ['silences', true],
    ['creates', false],
  ] as const) {
    test(`REQ-EXCL-020: ${how}`, async () => {
      await using lab = await open(how);
      // Not the first version: some servers call every document that is not open 0.
      for (const text of ['', TEXT]) await lab.edit('a.fake', text);
      expect(await fixes(lab)).toEqual({ fixes: [], complete });
      expect([read(lab, 'a.fake'), read(lab, 'b.fake')]).toEqual([TEXT, '']);
      expect(lab.probe.received('textDocument/codeAction').length).toBeGreaterThan(0);
      if (how === 'unlisted') expect(lab.probe.received('workspace/executeCommand')).toEqual([]);
      expect(await lab.messages('a.fake')).toEqual(['wrong']);
    });
  }

  test('REQ-TIME-010: a server that never answers costs a result 300 ms, and the next check nothing', async () => {
    await using lab = await open('mute');
    await lab.messages('a.fake');
    const first = check(lab);
    const took = await elapsed(first);
    expect([took > 200, took < 2000]).toEqual([true, true]);
    expect((await first).files['a.fake']).toEqual([expect.not.objectContaining({ fix: expect.anything() })]);
    const begun = performance.now();
    expect(await lab.edit('b.fake', 'ERROR new')).toEqual(['new']);
    expect(performance.now() - begun).toBeLessThan(2000);
    const { id } = lab.probe.received('textDocument/codeAction').at(-1)!;
    await lab.probe.until(
      ({ event, method, params }) =>
        event === 'received' && method === '$/cancelRequest' && (params as { id: unknown }).id === id,
    );
  });
});
