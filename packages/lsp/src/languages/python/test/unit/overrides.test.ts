import { expect, test } from 'bun:test';

import type { AdmittedPath } from '../../../../support/paths.ts';
import { leftOverrides } from '../../overrides.ts';

/** Files by name; `>` before a line says that the name is replaced on it. Gives `file:line`, 1-based. */
function left(files: Record<string, string>): string[] {
  const asked = Object.entries(files).map(([path, marked]) => {
    const lines = marked.split('\n');
    return {
      path: path as AdmittedPath,
      text: lines.map((line) => line.replace(/^>/, '')).join('\n'),
      changed: new Set(lines.flatMap((line, index) => (line.startsWith('>') ? [index] : []))),
    };
  });
  return leftOverrides({ name: 'm', files: asked }).map(({ path, line }) => `${path}:${line + 1}`);
}

test('a method below or above a renamed one, over classes between them', () => {
  expect(
    left({
      'a.py': 'class A:\n>  def m(self): ...',
      'b.py': 'class B(a.A[int], metaclass=M): pass\nclass C(B):\n  async def m(self): ...',
    }),
  ).toEqual(['b.py:3']);
  expect(left({ 'a.py': 'class A:\n  def m(self): ...\nclass B(A):\n>  def m(self): ...' })).toEqual([
    'a.py:2',
  ]);
});

test('not a method of another class, a function, or one that is renamed as well', () => {
  expect(
    left({ 'a.py': 'class A:\n>  def m(self): ...\nclass Z:\n  def m(self): ...\ndef m(): ...' }),
  ).toEqual([]);
  expect(left({ 'a.py': 'class A:\n>  def m(self): ...\nclass B(A):\n>  def m(self): ...' })).toEqual([]);
  expect(left({ 'a.py': '>def m(): ...\nclass B:\n  def m(self): ...' })).toEqual([]);
});

test('a nested class ends where its block ends', () => {
  expect(
    left({
      'a.py':
        'class A:\n  class In:\n    def m(self): ...\n>  def m(self): ...\nclass B(A):\n  def n(self):\n    pass\n  def m(self): ...',
    }),
  ).toEqual(['a.py:8']);
});
