import { expect, test } from 'bun:test';

import { PendingChanges } from '../../../src/engine/changes/pending-changes.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { python } from '../../../src/languages/python/imports.ts';

const A = '/w/a.ts' as AdmittedPath;
const B = '/w/b.ts' as AdmittedPath;

async function namesOf(
  pendingChanges: PendingChanges,
  path: AdmittedPath,
): Promise<string[] | 'unknown' | undefined> {
  const changeSet = await pendingChanges.take();
  if (changeSet?.unknown.has(path) === true) return 'unknown';
  const tokens = changeSet?.changes.get(path);
  return tokens === undefined ? undefined : [...tokens.removedSymbols].sort();
}

test('nothing changed, nothing to look for; and a text that is the same is no change', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, 'x', 'x');
  expect(await pendingChanges.take()).toBeUndefined();
});

test('edits of one file add up, and what was taken away and put back is looked for', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, 'one', 'two');
  pendingChanges.edited(A, 'two', 'one');
  pendingChanges.edited(A, 'one\nrest', 'one');
  expect(await namesOf(pendingChanges, A)).toEqual(['one', 'rest', 'two']);
});

test('however many edits nobody asked about add up', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  const names = Array.from({ length: 40 }, (_, at) => `n${at + 10}`);
  names.slice(1).forEach((name, at) => {
    pendingChanges.edited(A, names[at], name);
  });
  expect(await namesOf(pendingChanges, A)).toEqual(names);
});

test('a text that nobody knows puts everything in doubt that depends on the file, before and after another edit', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, undefined, 'new');
  pendingChanges.edited(A, 'new', 'newer');
  pendingChanges.edited(B, 'old', 'new');
  pendingChanges.edited(B, 'new', undefined);
  expect([await namesOf(pendingChanges, A), await namesOf(pendingChanges, B)]).toEqual([
    'unknown',
    'unknown',
  ]);
});

test('what is known of a file is not forgotten when it changes behind us', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, 'one', 'two');
  pendingChanges.edited(A, undefined, undefined);
  expect([...((await pendingChanges.take())?.changes.get(A)?.removedSymbols ?? [])].sort()).toEqual([
    'one',
    'two',
  ]);
  expect(await namesOf(pendingChanges, A)).toBe('unknown');
});

test('what changes during a search is not settled by it, and what the search was about is', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, 'one', 'two');
  pendingChanges.edited(B, 'three', 'four');
  const changeSet = await pendingChanges.take();
  pendingChanges.edited(A, 'two', 'five');
  pendingChanges.everything();
  if (changeSet !== undefined) pendingChanges.clear(changeSet);
  const left = await pendingChanges.take();
  expect([...(left?.changes.keys() ?? [])]).toEqual([A]);
  expect(await namesOf(pendingChanges, A)).toContain('two');
  expect(left?.everything).toBe(true);
  if (left !== undefined) pendingChanges.clear(left);
  expect(await pendingChanges.take()).toBeUndefined();
});

test('of a file that nobody knows, a second change during the search is not settled either', async () => {
  const pendingChanges = new PendingChanges(python);
  pendingChanges.edited(A, undefined, 'x');
  const changeSet = await pendingChanges.take();
  pendingChanges.edited(A, 'x', undefined);
  if (changeSet !== undefined) pendingChanges.clear(changeSet);
  expect(await namesOf(pendingChanges, A)).toBe('unknown');
});

test('a search that does not settle loses nothing, and changed settings are one of the things to look for', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  pendingChanges.edited(A, 'one', 'two');
  await pendingChanges.take();
  expect(await namesOf(pendingChanges, A)).toEqual(['one', 'two']);
  const other = new PendingChanges(ecmascript);
  other.everything();
  expect(await other.take()).toMatchObject({ everything: true, changes: new Map() });
});

test('where there is much to compare, others have their turn meanwhile', async () => {
  const pendingChanges = new PendingChanges(ecmascript);
  const text = Array.from({ length: 5000 }, (_, at) => `const v${at} = compute(${at});`);
  for (let at = 0; at < 60; at += 1)
    pendingChanges.edited(`/w/${at}.ts` as AdmittedPath, text.join('\n'), text.with(at, 'gone()').join('\n'));
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const changeSet = await pendingChanges.take();
  isOver = true;
  expect([
    changeSet?.changes.size,
    changeSet?.changes.get('/w/59.ts' as AdmittedPath)?.removedSymbols.has('v59'),
  ]).toEqual([60, true]);
  expect(turns).toBeGreaterThan(0);
});
