import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LspConfig, RefactorResult, SymbolChangeParams } from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';

const FAR = 20_000;
const OUTLINE = 'textDocument/documentSymbol';
const TEXT = '// doc\ndef first\n  one\n\ndef second\n  first\n\ndef third\n  two\n';
const THIRD = { filePath: 'a.fake', symbol: 'third' } as const;

/** By its id it has the rules of C++: `//` begins a comment. */
function open(
  args: string[] = [],
  { id = 'clangd', config = {} }: { id?: string; config?: Partial<LspConfig> } = {},
): Promise<Lab> {
  return Lab.open({
    servers: { [id]: fake('navigates.ts', { args }) },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR, ...config },
    files: { 'a.fake': TEXT, 'b.fake': 'two\n' },
  });
}

const change = (lab: Lab, params: SymbolChangeParams): Promise<RefactorResult> =>
  lab.sidecar.request('lsp/refactor', params);

async function outcome(lab: Lab, params: SymbolChangeParams): Promise<string> {
  const result = await change(lab, params);
  return 'refused' in result ? `refused: ${result.refused}` : result.changes.map(({ text }) => text).join();
}

describe('lsp/refactor of one symbol', () => {
  test('REQ-EXCL-020: answers with the new text, and writes nothing', async () => {
    await using lab = await open();
    const deleted = TEXT.replace('\ndef third\n  two\n', '');
    expect(await change(lab, { kind: 'delete', ...THIRD })).toMatchObject({
      changes: [{ file: 'a.fake', text: deleted, former: TEXT }],
      caused: [],
      mentions: [],
      moreMentions: 0,
    });
    expect(await outcome(lab, { kind: 'replace', ...THIRD, text: 'def third\n  four' })).toBe(
      TEXT.replace('third\n  two', 'third\n  four'),
    );
    expect(await outcome(lab, { kind: 'insert', ...THIRD, where: 'before', text: 'def new\n  four' })).toBe(
      TEXT.replace('def third', 'def new\n  four\n\ndef third'),
    );
    expect(readFileSync(join(lab.workspace.root, 'a.fake'), 'utf8')).toBe(TEXT);
    expect(lab.probe.received('textDocument/didChange').length).toBeGreaterThan(0);
    expect(await lab.messages('a.fake')).toEqual([]);
  });

  test('what is used stays, unless it is forced to go', async () => {
    await using lab = await open();
    expect(await outcome(lab, { kind: 'delete', filePath: 'a.fake', symbol: 'first' })).toMatch(
      /^refused: `first` is used in a\.fake:6:3\./,
    );
    expect(await outcome(lab, { kind: 'delete', filePath: 'a.fake', symbol: 'first', force: true })).toBe(
      TEXT.slice(TEXT.indexOf('def second')),
    );
  });

  test('an error is a reason to refuse it, unless it is forced', async () => {
    await using lab = await open();
    const params = { kind: 'replace', ...THIRD, text: 'def third\n  ERROR four' } as const;
    expect(await outcome(lab, params)).toBe(
      'refused: it would cause 1 error, so nothing was changed. `force` allows them:\na.fake:9:3 four',
    );
    expect(await change(lab, { ...params, force: true })).toMatchObject({ caused: [{ message: 'four' }] });
  });

  test('a text that is empty, or the same', async () => {
    await using lab = await open();
    expect(await outcome(lab, { kind: 'replace', ...THIRD, text: ' \n' })).toMatch(
      /^refused: `text` is empty/,
    );
    expect(await outcome(lab, { kind: 'replace', ...THIRD, text: 'def third\n  two' })).toMatch(
      /^refused: it stands there already/,
    );
  });

  test('a use is no definition', async () => {
    await using lab = await open();
    expect(await outcome(lab, { kind: 'delete', filePath: 'b.fake', symbol: 'two' })).toMatch(
      /^refused: the language server lists no definition of `two` there/,
    );
  });

  test('a language whose definitions are not known', async () => {
    await using lab = await open([], { id: 'fake' });
    expect(await outcome(lab, { kind: 'delete', ...THIRD })).toMatch(
      /^refused: where a definition begins and ends is not known for files of fake/,
    );
  });

  test.each<[what: string, args: string[], config: Partial<LspConfig>, want: RegExp]>([
    [
      'offers no outline',
      ['--without=documentSymbolProvider'],
      {},
      /^refused: .*does not answer this kind of question/,
    ],
    [
      'lists nothing',
      ['--null'],
      {},
      /^refused: the language server lists no definition of `third` there|^refused: there is no `third`/,
    ],
    ['answers with an error', ['--error'], {}, /^refused: clangd answered with an error/],
    ['dies of the question', ['--dies'], {}, /^refused: clangd has ended/],
    ['does not answer', ['--slow'], { navigationTimeout: 300 }, /^refused: no complete answer from clangd/],
  ])('a server that %s: refused, and the next edit is checked as ever', async (_, args, config, want) => {
    await using lab = await open(args, { config });
    expect(await outcome(lab, { kind: 'delete', ...THIRD })).toMatch(want);
    expect(readFileSync(join(lab.workspace.root, 'a.fake'), 'utf8')).toBe(TEXT);
    if (!args.includes('--dies')) expect(await lab.edit('a.fake', 'ERROR edited')).toEqual(['edited']);
  });

  test('a file that changes while its outline is asked for: the answer is about the new text', async () => {
    await using lab = await open([`--held=${OUTLINE}`]);
    const answer = change(lab, { kind: 'delete', ...THIRD });
    await lab.probe.untilReceived(OUTLINE, 'a.fake');
    const text = `def zero\n\n${TEXT}`;
    lab.workspace.write('a.fake', text);
    lab.probe.tell({ command: 'answer' });
    expect(await answer).toMatchObject({
      changes: [{ former: text, text: text.replace('\ndef third\n  two\n', '') }],
    });
  });
});
