import { expect, test } from 'bun:test';

import { rmSync } from 'node:fs';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { Embedded } from '../../embedded.ts';

test('what go:embed names makes the process stale when it comes or goes, and not when its text changes', () => {
  using workspace = new Workspace({ 'dist/one.css': '' });
  const path = (name: string): string => workspace.path(name);
  const embedded = new Embedded();
  const text = 'package a\n\n//go:embed a.txt "b.txt"\n//go:embed all:dist/*\nvar x int\n';
  embedded.note(path('main.go'), text);
  const first = embedded.readsOnce();
  expect(first.moved?.()).toEqual([]);
  workspace.write('a.txt', 'one');
  expect([first.moved?.(), first.mayRead(path('a.txt'))]).toEqual([[path('a.txt')], true]);
  const second = embedded.readsOnce();
  workspace.write('a.txt', 'two');
  workspace.write('dist/two.css', '');
  expect(second.moved?.()).toEqual([]);
  rmSync(path('dist'), { recursive: true });
  expect(second.moved?.()).toEqual([path('dist/one.css')]);
  expect(['a.txt', 'dist/x/y', 'c.txt', 'main.go'].map((name) => second.isAmong?.(path(name)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
