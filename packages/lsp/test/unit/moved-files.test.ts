import { expect, test } from 'bun:test';

import { MovedFiles } from '../../src/engine/origins/moved-files.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const at = (path: string): AdmittedPath => path as AdmittedPath;
type Texts = Record<string, string>;
const texts = (files: Texts): Map<AdmittedPath, string> =>
  new Map(Object.entries(files).map(([path, text]) => [at(path), text]));

/** Each a change: what went, and what came. Returns where the last ones that came were. */
function placesAfter(...changes: readonly (readonly [went: Texts, came: Texts])[]): unknown {
  const moved = new MovedFiles();
  for (const [went, came] of changes) moved.note(texts(went), texts(came));
  const [, last = {}] = changes.at(-1) ?? [];
  return Object.fromEntries(
    Object.keys(last).map((path) => [path, [moved.formerPlace(at(path))?.path, moved.atStart(at(path))]]),
  );
}

const TEXT = 'one\ntwo\nthree\n';
const SIMILAR = 'one\ntwo\nthree\nfour\n';

test('REQ-DIAG-010: a file that came with the text of one that went is that file', () => {
  expect(placesAfter([{ a: TEXT }, { b: TEXT }])).toEqual({ b: ['a', 'a'] });
  expect(placesAfter([{ a: TEXT }, {}], [{}, { b: TEXT }])).toEqual({ b: ['a', 'a'] });
  expect(placesAfter([{ a: TEXT }, { b: TEXT }], [{ b: TEXT }, { c: TEXT }])).toEqual({ c: ['b', 'a'] });
});

test('REQ-DIAG-010: the new name may be seen before the old one is missed', () => {
  expect(placesAfter([{}, { b: TEXT }], [{ a: TEXT }, { b: SIMILAR }])).toEqual({ b: ['a', 'a'] });
});

test('REQ-DIAG-010: a file that came back is the one that went', () => {
  expect(placesAfter([{ a: TEXT }, {}], [{}, { a: 'other\n' }])).toEqual({ a: ['a', 'a'] });
  expect(placesAfter([{ a: TEXT }, { b: TEXT }], [{ b: TEXT }, { a: TEXT }])).toEqual({ a: ['b', 'a'] });
});

test('REQ-DIAG-010: a similar text counts in one change, or under the same name', () => {
  expect(placesAfter([{ a: TEXT }, { b: SIMILAR }])).toEqual({ b: ['a', 'a'] });
  expect(placesAfter([{ 'a/x': TEXT }, {}], [{}, { 'b/x': SIMILAR }])).toEqual({ 'b/x': ['a/x', 'a/x'] });
  expect(placesAfter([{ a: TEXT }, {}], [{}, { b: SIMILAR }])).toEqual({ b: [undefined, 'b'] });
  expect(placesAfter([{ a: TEXT }, { b: 'one\nelse\nother\n' }])).toEqual({ b: [undefined, 'b'] });
});

test('REQ-DIAG-010: of several, the namesake is it, and each went to one place', () => {
  expect(
    placesAfter([
      { 'a/y': TEXT, 'a/x': TEXT },
      { 'b/x': TEXT, 'b/z': TEXT },
    ]),
  ).toEqual({
    'b/x': ['a/x', 'a/x'],
    'b/z': ['a/y', 'a/y'],
  });
});

test('a file without text is no other one', () => {
  expect(placesAfter([{ a: '' }, { b: '' }])).toEqual({ b: [undefined, 'b'] });
});
