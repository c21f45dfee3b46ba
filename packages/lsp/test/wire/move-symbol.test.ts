import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';

import type { MoveSymbolParams, RefactorResult } from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';

const FAR = 20_000;
const TEXT = 'def first\n  one\n\n\n# Doc.\ndef second\n  three\n\n\ndef third\n  second\n';

/** By its id it has the rules of Python. */
function open(files: Tree = {}, id = 'pyright', args: string[] = []): Promise<Lab> {
  return Lab.open({
    servers: { [id]: fake('navigates.ts', { args }) },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR },
    files: { 'a.fake': TEXT, ...files },
  });
}

const move = (lab: Lab, params: Partial<MoveSymbolParams> = {}): Promise<RefactorResult> =>
  lab.sidecar.request('lsp/refactor', {
    kind: 'move-symbol',
    filePath: 'a.fake',
    symbol: 'first',
    to: 'b.fake',
    ...params,
  });

async function outcome(lab: Lab, params: Partial<MoveSymbolParams>): Promise<unknown> {
  const result = await move(lab, params);
  return 'refused' in result
    ? result.refused
    : Object.fromEntries(result.changes.map(({ file, text }) => [file, text]));
}

describe('lsp/refactor of a symbol that gets to another file', () => {
  test('REQ-EXCL-020: answers with the new texts, and writes nothing', async () => {
    await using lab = await open();
    expect(await move(lab)).toMatchObject({
      changes: [
        { file: 'a.fake', former: TEXT, text: TEXT.slice(TEXT.indexOf('# Doc.')) },
        { file: 'b.fake', text: 'def first\n  one\n' },
      ],
      caused: [],
      mentions: [],
    });
    expect(existsSync(lab.workspace.path('b.fake'))).toBe(false);
  });

  test('its comment goes along; its file imports it where it uses it', async () => {
    await using lab = await open({ 'b.fake': 'def other\n  four\n' });
    expect(await outcome(lab, { symbol: 'second' })).toEqual({
      'a.fake': 'from b import second\n\n\ndef first\n  one\n\n\ndef third\n  second\n',
      'b.fake': 'def other\n  four\n\n\n# Doc.\ndef second\n  three\n',
    });
  });

  test('what a server cannot try is to be proven, with what stands already, unless it is forced', async () => {
    const bad = 'def bad\n  ERROR five\n';
    await using lab = await open({ 'b.fake': bad });
    expect(await move(lab)).toMatchObject({
      untried: 'pyright: it sees other files only as they are on disk',
      proveAfterwards: { servers: ['pyright'], standing: [{ file: 'b.fake', message: 'five' }] },
    });
    expect(await move(lab, { force: true })).not.toHaveProperty('proveAfterwards');
  });

  test.each<[title: string, params: Partial<MoveSymbolParams>, reason: RegExp]>([
    ['its own file', { to: 'a.fake' }, /in that file already/],
    ['a folder', { to: 'folder' }, /folder is a folder: name the file/],
    ['below a file', { to: 'c.fake/d.fake' }, /c\.fake is a file, so nothing can be put into it/],
    ['outside', { to: '../b.fake' }, /outside/],
    ['into packages', { to: 'node_modules/b.fake' }, /node_modules\/b\.fake is in node_modules/],
    [
      'into a file of no language',
      { to: 'b.unknown' },
      /no language server is known for files such as \.unknown/,
    ],
    ['where the name is', { to: 'd.fake' }, /d\.fake defines a `first` already/],
  ])('not %s', async (_, params, reason) => {
    await using lab = await open({
      'folder/x.fake': 'one\n',
      'c.fake': 'one\n',
      'd.fake': 'def first\n  two\n',
    });
    expect(await outcome(lab, params)).toMatch(reason);
  });

  test('a language without rules for it says so', async () => {
    await using lab = await open({}, 'clangd');
    expect(await outcome(lab, {})).toBe(
      'how imports follow a symbol is not known for files of clangd: edit the text instead. Nothing was changed',
    );
  });

  test('a server that cannot list references', async () => {
    await using lab = await open({}, 'pyright', ['--without=referencesProvider']);
    expect(await outcome(lab, {})).toMatch(/pyright/);
  });
});
