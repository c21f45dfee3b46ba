import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LSP_DEFAULTS,
  type ChangeService,
  type TriedFix,
  type FixParams,
  type FixResult,
  type FixesReport,
  type ToolContext,
} from '@vybestack/llxprt-lsp-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SERVER_TIMEOUT, withLongTimeouts } from '../../src/check/task.js';
import { chooseFixes } from '../../src/fix/choose.js';
import { fixFile, type FixTask } from '../../src/fix/fix-file.js';

const of = (id: string, line: number, more: Partial<TriedFix> = {}): TriedFix => ({
  id,
  title: `fix ${id}`,
  for: { line, character: 1, message: 'wrong' },
  solves: 1,
  kind: 'quickfix',
  files: [],
  causes: 0,
  ...more,
});

describe('which fixes are written', () => {
  const check = (fixes: TriedFix[], chosen: string[], undecided: string[][] = []): void => {
    const choice = chooseFixes(fixes);
    expect([
      choice.chosen.map(({ id }) => id),
      choice.undecided.map((offered) => offered.map(({ id }) => id)),
    ]).toEqual([chosen, undecided]);
  };

  it('what a result of an edit would name', () =>
    check([of('f1', 1), of('f2', 1, { isChosen: true }), of('f3', 2, { isChosen: true })], ['f2', 'f3']));
  it('REQ-EXCL-020: none of two that are as good', () =>
    check([of('f1', 1), of('f2', 1), of('f3', 2, { isChosen: true })], ['f3'], [['f1', 'f2']]));
  it('none that takes code away or puts a placeholder, which is no way to fix an error', () =>
    check([of('f1', 1, { mark: 'removal', isPreferred: true }), of('f2', 2, { mark: 'stub' })], []));
});

/** A service for one file: every line `BAD` has a fix, of which `together` may be written at once. */
function serviceFor(
  path: string,
  { together = true, complete = true }: { together?: boolean; complete?: boolean } = {},
): ChangeService & { asked: FixParams[] } {
  const asked: FixParams[] = [];
  const text = (): string => readFileSync(path, 'utf8');
  const bad = (): number[] =>
    text()
      .split('\n')
      .flatMap((line, index) => (line === 'BAD' ? [index + 1] : []));
  const fixes = (): Promise<FixesReport> =>
    Promise.resolve({ fixes: bad().map((line) => of(`f${line}`, line, { isChosen: true })), complete });
  const fix = (params: FixParams): Promise<FixResult> => {
    asked.push(params);
    if ('all' in params)
      return Promise.resolve({
        titles: ['TriedFix all'],
        changes: [{ file: 'a.txt', former: text(), text: text().replaceAll('BAD', 'good') }],
      });
    if (params.ids.length > 1 && !together) return Promise.resolve({ refused: 'They overlap.' });
    const lines = text()
      .split('\n')
      .map((line, index) => (params.ids.includes(`f${index + 1}`) ? 'good' : line));
    return Promise.resolve({
      titles: params.ids.map((id) => `fix ${id}`),
      changes: [{ file: 'a.txt', former: text(), text: lines.join('\n') }],
    });
  };
  return { fixes, fix, refactor: () => Promise.resolve(undefined), asked };
}

function open(
  text: string,
  service?: { together?: boolean; complete?: boolean },
): { task: FixTask; client: ReturnType<typeof serviceFor>; read: () => string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lsp fix # é ')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const path = join(root, 'a.txt');
  writeFileSync(path, text);
  const client = serviceFor(path, service);
  const context: ToolContext = {
    workspaceRoot: root,
    changeService: () => client,
    appendDiagnostics: (success) => Promise.resolve(success),
  };
  return {
    task: { client, context, isDryRun: false, all: undefined, signal: new AbortController().signal },
    client,
    read: () => readFileSync(path, 'utf8'),
  };
}

it('the command waits for linters and for references as long as for compilers', () => {
  const { firstTouchTimeout, navigationTimeout, linterGrace } = withLongTimeouts(LSP_DEFAULTS);
  expect([firstTouchTimeout, navigationTimeout, linterGrace]).toEqual([
    SERVER_TIMEOUT,
    SERVER_TIMEOUT,
    SERVER_TIMEOUT,
  ]);
});

describe('a file', () => {
  it('has all its fixes written at once', async () => {
    const { task, read } = open('BAD\nok\nBAD\n');
    const { fixes, troubles } = await fixFile(task, 'a.txt');
    expect([read(), troubles]).toEqual(['good\nok\ngood\n', []]);
    expect(fixes.map(({ titles }) => titles)).toEqual([['fix f1', 'fix f3']]);
    expect(fixes[0]?.diff).toContain('+good');
  });

  it('has them written one after the other where they do not go together', async () => {
    const { task, read } = open('BAD\nBAD\nBAD\n', { together: false });
    const { fixes } = await fixFile(task, 'a.txt');
    expect([read(), fixes.length]).toEqual(['good\ngood\ngood\n', 3]);
  });

  it('stays as it is in a dry run, which shows the same diff', async () => {
    const { task, read } = open('BAD\n');
    const { fixes } = await fixFile({ ...task, isDryRun: true }, 'a.txt');
    expect([read(), fixes[0]?.diff]).toEqual(['BAD\n', '--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-BAD\n+good']);
  });

  it('gets what the server offers for all of it', async () => {
    const { task, client, read } = open('BAD\nBAD\n');
    await fixFile({ ...task, all: 'safe' }, 'a.txt');
    expect([read(), client.asked[0]]).toEqual(['good\ngood\n', { filePath: 'a.txt', all: 'safe' }]);
  });

  it('has nothing of a kind, which is no trouble', async () => {
    const { task } = open('ok\n');
    const none = { ...task.client, fix: () => Promise.resolve({ titles: [], changes: [] }) };
    expect(await fixFile({ ...task, client: none, all: 'imports' }, 'a.txt')).toEqual({
      file: 'a.txt',
      fixes: [],
      undecided: [],
      troubles: [],
    });
  });

  it('says so where servers were late, and where there is no answer', async () => {
    const late = open('ok\n', { complete: false });
    expect((await fixFile(late.task, 'a.txt')).troubles).toEqual([
      'Not all servers answered in time: there may be more fixes.',
    ]);
    const { task } = open('BAD\n');
    const silent = { fixes: () => Promise.resolve(undefined), fix: () => Promise.resolve(undefined) };
    expect((await fixFile({ ...task, client: silent }, 'a.txt')).troubles).toEqual([
      'The language servers gave no answer.',
    ]);
  });
});
