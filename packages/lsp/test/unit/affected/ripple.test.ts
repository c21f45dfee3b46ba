import { expect, test } from 'bun:test';

import { Ripple } from '../../../src/affected/ripple.ts';
import type { AdmittedPath } from '../../../src/paths.ts';

const A = '/w/a.ts' as AdmittedPath;
const B = '/w/b.ts' as AdmittedPath;

async function namesOf(ripple: Ripple, path: AdmittedPath): Promise<string[] | 'unknown' | undefined> {
  const wave = await ripple.take();
  if (wave?.unknown.has(path) === true) return 'unknown';
  const tokens = wave?.changes.get(path);
  return tokens === undefined ? undefined : [...tokens.named].sort();
}

test('nothing changed, nothing to look for; and a text that is the same is no change', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'x', 'x');
  expect(await ripple.take()).toBeUndefined();
});

test('edits of one file add up, and what was taken away and put back is looked for', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(A, 'two', 'one');
  ripple.edited(A, 'one\nrest', 'one');
  expect(await namesOf(ripple, A)).toEqual(['one', 'rest', 'two']);
});

test('however many edits nobody asked about add up', async () => {
  const ripple = new Ripple('ecmascript');
  const names = Array.from({ length: 40 }, (_, at) => `n${at + 10}`);
  names.slice(1).forEach((name, at) => {
    ripple.edited(A, names[at], name);
  });
  expect(await namesOf(ripple, A)).toEqual(names);
});

test('a text that nobody knows puts everything in doubt that depends on the file, before and after another edit', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, undefined, 'new');
  ripple.edited(A, 'new', 'newer');
  ripple.edited(B, 'old', 'new');
  ripple.edited(B, 'new', undefined);
  expect([await namesOf(ripple, A), await namesOf(ripple, B)]).toEqual(['unknown', 'unknown']);
});

test('what is known of a file is not forgotten when it changes behind us', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(A, undefined, undefined);
  expect([...((await ripple.take())?.changes.get(A)?.named ?? [])].sort()).toEqual(['one', 'two']);
  expect(await namesOf(ripple, A)).toBe('unknown');
});

test('what changes during a search is not settled by it, and what the search was about is', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(B, 'three', 'four');
  const wave = await ripple.take();
  ripple.edited(A, 'two', 'five');
  ripple.everything();
  if (wave !== undefined) ripple.settle(wave);
  const left = await ripple.take();
  expect([...(left?.changes.keys() ?? [])]).toEqual([A]);
  expect(await namesOf(ripple, A)).toContain('two');
  expect(left?.everything).toBe(true);
  if (left !== undefined) ripple.settle(left);
  expect(await ripple.take()).toBeUndefined();
});

test('of a file that nobody knows, a second change during the search is not settled either', async () => {
  const ripple = new Ripple('python');
  ripple.edited(A, undefined, 'x');
  const wave = await ripple.take();
  ripple.edited(A, 'x', undefined);
  if (wave !== undefined) ripple.settle(wave);
  expect(await namesOf(ripple, A)).toBe('unknown');
});

test('a search that does not settle loses nothing, and changed settings are one of the things to look for', async () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  await ripple.take();
  expect(await namesOf(ripple, A)).toEqual(['one', 'two']);
  const other = new Ripple('ecmascript');
  other.everything();
  expect(await other.take()).toMatchObject({ everything: true, changes: new Map() });
});

test('where there is much to compare, others have their turn meanwhile', async () => {
  const ripple = new Ripple('ecmascript');
  const text = Array.from({ length: 5000 }, (_, at) => `const v${at} = compute(${at});`);
  for (let at = 0; at < 60; at += 1) ripple.edited(`/w/${at}.ts` as AdmittedPath, text.join('\n'), text.with(at, 'gone()').join('\n'));
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const wave = await ripple.take();
  isOver = true;
  expect([wave?.changes.size, wave?.changes.get('/w/59.ts' as AdmittedPath)?.named.has('v59')]).toEqual([60, true]);
  expect(turns).toBeGreaterThan(0);
});
