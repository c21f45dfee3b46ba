import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LspConfig, RefactorResult } from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';

const FAR = 20_000;
const TEXT = 'two\none\n';
const SORTED = 'one\ntwo\n';
const NONE = { changes: [], caused: [], mentions: [], moreMentions: 0 };

function open(how: string, text = TEXT, config: LspConfig = {}): Promise<Lab> {
  // By its id it has clangd's commands.
  return Lab.open({
    servers: { clangd: fake('organizes.ts', { args: how === '' ? [] : [`--${how}`] }) },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, ...config },
    files: { 'a.fake': text },
  });
}

const organize = (lab: Lab, filePath = 'a.fake'): Promise<RefactorResult> =>
  lab.sidecar.request('lsp/refactor', { kind: 'organize-imports', filePath });
const read = (lab: Lab): string => readFileSync(join(lab.workspace.root, 'a.fake'), 'utf8');

describe('organize imports', () => {
  for (const how of ['', 'listed', 'resolved']) {
    test(`REQ-EXCL-020: is returned and not written: ${how === '' ? 'an edit' : how}`, async () => {
      await using lab = await open(how);
      expect(await organize(lab)).toEqual({
        ...NONE,
        changes: [{ file: 'a.fake', text: SORTED, former: TEXT }],
      });
      expect(read(lab)).toBe(TEXT);
      lab.workspace.write('a.fake', SORTED);
      expect(await organize(lab)).toEqual(NONE);
    });
  }

  for (const [how, reason] of [
    ['unlisted', 'the language server would do it by a command of its own, which is not run'],
    ['unable', 'no language server of this file organizes imports (asked: clangd)'],
    ['breaks', 'it would cause 1 error, so nothing was changed:\na.fake:3:1 another'],
    ['outside', 'it would change a file outside of the workspace, or one that is ignored'],
    ['fails', 'the language server answered with an error'],
  ] as const) {
    test(`REQ-EXCL-020: is refused, with the reason, and nothing is written: ${how}`, async () => {
      await using lab = await open(how);
      expect(await organize(lab)).toEqual({ refused: reason });
      expect(read(lab)).toBe(TEXT);
    });
  }

  test('the report of the trial is there where it is asked for', async () => {
    await using lab = await open('');
    const params = { kind: 'organize-imports', filePath: 'a.fake' } as const;
    expect(await lab.sidecar.request('lsp/refactor', { ...params, report: true })).toMatchObject({
      changes: [{ file: 'a.fake' }],
      report: { files: { 'a.fake': [] }, servers: [{ id: 'clangd', outcome: 'complete' }] },
    });
    expect(await organize(lab)).not.toHaveProperty('report');
    expect(read(lab)).toBe(TEXT);
  });

  test('does not take what was not asked for', async () => {
    await using lab = await open('otherwise');
    expect(await organize(lab)).toEqual(NONE);
  });

  test('is refused where it would change more files than the setting says', async () => {
    await using lab = await open('both', TEXT, { maxRefactoredFiles: 1 });
    lab.workspace.write('b.fake', '');
    expect(await organize(lab)).toEqual({
      refused: 'it would change 2 files; 1 is the limit (the setting `maxRefactoredFiles`)',
    });
  });

  test('is refused where the server ends, and the next one finds it gone', async () => {
    await using lab = await open('dies');
    for (let times = 0; times < 2; times += 1)
      expect(await organize(lab)).toMatchObject({
        refused: expect.stringMatching(/no language server|did not answer|has ended/),
      });
  });

  test('is refused for a file that is not there, is outside, or has no server', async () => {
    await using lab = await open('');
    lab.workspace.write('b.none', TEXT);
    for (const file of ['none.fake', '../a.fake', 'b.none'])
      expect(await organize(lab, file)).toHaveProperty('refused');
  });
});
