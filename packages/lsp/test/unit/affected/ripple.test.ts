import { expect, test } from 'bun:test';

import { Ripple } from '../../../src/affected/ripple.ts';
import type { AdmittedPath } from '../../../src/paths.ts';

const A = '/w/a.ts' as AdmittedPath;
const B = '/w/b.ts' as AdmittedPath;

function namesOf(ripple: Ripple, path: AdmittedPath): string[] | 'unknown' | undefined {
  const wave = ripple.take();
  if (wave?.unknown.has(path) === true) return 'unknown';
  const tokens = wave?.changes.get(path);
  return tokens === undefined ? undefined : [...tokens.named].sort();
}

test('nothing changed, nothing to look for; and a text that is the same is no change', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'x', 'x');
  expect(ripple.take()).toBeUndefined();
});

test('edits of one file add up, and what was taken away and put back is looked for', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(A, 'two', 'one');
  ripple.edited(A, 'one\nrest', 'one');
  expect(namesOf(ripple, A)).toEqual(['one', 'rest', 'two']);
});

test('however many edits nobody asked about add up', () => {
  const ripple = new Ripple('ecmascript');
  const names = Array.from({ length: 40 }, (_, at) => `n${at + 10}`);
  names.slice(1).forEach((name, at) => {
    ripple.edited(A, names[at], name);
  });
  expect(namesOf(ripple, A)).toEqual(names);
});

test('a text that nobody knows puts everything in doubt that depends on the file, before and after another edit', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, undefined, 'new');
  ripple.edited(A, 'new', 'newer');
  ripple.edited(B, 'old', 'new');
  ripple.edited(B, 'new', undefined);
  expect([namesOf(ripple, A), namesOf(ripple, B)]).toEqual(['unknown', 'unknown']);
});

test('what is known of a file is not forgotten when it changes behind us', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(A, undefined, undefined);
  expect([...(ripple.take()?.changes.get(A)?.named ?? [])].sort()).toEqual(['one', 'two']);
  expect(namesOf(ripple, A)).toBe('unknown');
});

test('what changes during a search is not settled by it, and what the search was about is', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.edited(B, 'three', 'four');
  const wave = ripple.take();
  ripple.edited(A, 'two', 'five');
  ripple.everything();
  if (wave !== undefined) ripple.settle(wave);
  const left = ripple.take();
  expect([...(left?.changes.keys() ?? [])]).toEqual([A]);
  expect(namesOf(ripple, A)).toContain('two');
  expect(left?.everything).toBe(true);
  if (left !== undefined) ripple.settle(left);
  expect(ripple.take()).toBeUndefined();
});

test('of a file that nobody knows, a second change during the search is not settled either', () => {
  const ripple = new Ripple('python');
  ripple.edited(A, undefined, 'x');
  const wave = ripple.take();
  ripple.edited(A, 'x', undefined);
  if (wave !== undefined) ripple.settle(wave);
  expect(namesOf(ripple, A)).toBe('unknown');
});

test('a search that does not settle loses nothing, and changed settings are one of the things to look for', () => {
  const ripple = new Ripple('ecmascript');
  ripple.edited(A, 'one', 'two');
  ripple.take();
  expect(namesOf(ripple, A)).toEqual(['one', 'two']);
  const other = new Ripple('ecmascript');
  other.everything();
  expect(other.take()).toMatchObject({ everything: true, changes: new Map() });
});
