import { expect, test } from 'bun:test';

import type { CheckFileParams } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

const FILES = {
  'a/pyrightconfig.json': '{}',
  'b/pyrightconfig.json': '{}',
  'a/lib.fake': 'some word',
  'b/user.fake': 'NEEDS ../a/lib.fake word',
};

/** One process for each configuration, and each imports files of the other's folder. */
function open(files: Record<string, string> = {}, maxOpenDocuments = 8): Promise<Lab> {
  return Lab.open({
    files: { ...FILES, ...files },
    servers: { pyright: fake('imports-once.ts', { extensions: ['.fake', '.py'] }) },
    config: { maxOpenDocuments },
  });
}

async function check(
  lab: Lab,
  files: Record<string, string>,
  more: Partial<CheckFileParams> = {},
): Promise<Record<string, string[]>> {
  for (const [path, text] of Object.entries(files)) lab.workspace.write(path, text);
  const report = await lab.sidecar.request('lsp/check', {
    files: Object.entries(files).map(([filePath, text]) => ({ filePath, text, ...more })),
  });
  return messagesByFile(report.files);
}

const MISSING = ['../a/lib.fake has no word'];

test('REQ-DIAG-010 REQ-ARCH-090: a file that another process of the server is asked about is announced to those that import it, opened for the first time or not', async () => {
  await using lab = await open();
  expect(await lab.messages('b/user.fake')).toEqual([]);
  for (const more of [{}, { before: 'some word' }]) {
    expect(await check(lab, { 'a/lib.fake': 'nothing' }, more)).toEqual({ 'a/lib.fake': [] });
    expect(await lab.messages('b/user.fake')).toEqual(MISSING);
    expect(await check(lab, { 'a/lib.fake': 'a word' }, more)).toEqual({ 'a/lib.fake': [] });
    expect(await lab.messages('b/user.fake')).toEqual([]);
  }
});

test('REQ-DIAG-017: in a patch over two projects, too, and whichever comes first', async () => {
  await using lab = await open();
  await lab.messages('b/user.fake');
  await lab.messages('a/lib.fake');
  const needs = 'NEEDS ../a/lib.fake word';
  expect(await check(lab, { 'b/user.fake': `${needs} `, 'a/lib.fake': 'nothing' })).toEqual({
    'b/user.fake': ['../a/lib.fake has no word'],
    'a/lib.fake': [],
  });
  expect(await check(lab, { 'a/lib.fake': 'a word', 'b/user.fake': needs })).toEqual({
    'b/user.fake': [],
    'a/lib.fake': [],
  });
});

test('what a process says of a file that is not its own counts for nothing, and it is not asked', async () => {
  await using lab = await open();
  await lab.messages('b/user.fake');
  await check(lab, { 'a/lib.fake': 'ERROR of its own word' });
  lab.workspace.write('b/other.fake', '');
  const { others } = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'b/other.fake', text: '' }],
    others: true,
  });
  expect(messagesByFile(others)).toEqual({ 'a/lib.fake': ['of its own word'] });
  const of = (method: string): Set<number> =>
    new Set(
      lab.probe.received(method).flatMap(({ path = '', pid }) => (path.endsWith('lib.fake') ? [pid] : [])),
    );
  expect([of('textDocument/diagnostic').size, of('textDocument/didOpen').size]).toEqual([1, 2]);
});

test('a file that is created in another project makes its importers reload; one that is only changed does not', async () => {
  await using lab = await open({ 'a/late.fake': '' });
  lab.workspace.remove('a/late.fake');
  lab.workspace.write('b/user.fake', 'NEEDS ../a/late.py word');
  expect(await lab.messages('b/user.fake')).toEqual(['../a/late.py has no word']);
  await check(lab, { 'a/lib.fake': 'changed' });
  expect(lab.probe.received('workspace/didChangeConfiguration')).toEqual([]);
  lab.workspace.write('a/late.py', 'a word');
  await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a/late.py', text: 'a word', created: true }],
  });
  expect(await lab.messages('b/user.fake')).toEqual([]);
});

test('REQ-LIFE-060: foreign documents count among the open ones; where there are too many, the importers reload', async () => {
  const files = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`a/x${n}.py`, 'word']));
  await using lab = await open({ ...files, 'b/user.fake': 'NEEDS ../a/x3.py word' }, 3);
  expect(await lab.messages('b/user.fake')).toEqual([]);
  const importer = lab.probe.received('textDocument/didOpen')[0]?.pid;
  const held = (): number => {
    const count = (method: string): number =>
      lab.probe.received(method).filter(({ pid }) => pid === importer).length;
    return count('textDocument/didOpen') - count('textDocument/didClose');
  };
  for (const name of Object.keys(files)) await check(lab, { [name]: 'some word' });
  // What it was sent before, it has: a check of other files does not wait for that.
  expect(await lab.messages('b/user.fake')).toEqual([]);
  expect(held()).toBe(3);
  await check(lab, Object.fromEntries(Object.keys(files).map((name) => [name, 'nothing'])));
  expect(await lab.messages('b/user.fake')).toEqual(['../a/x3.py has no word']);
  expect(held()).toBe(3);
});
