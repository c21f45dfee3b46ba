import { expect, test } from 'bun:test';

import { rmSync } from 'node:fs';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { embedPatterns, embeds, writtenPattern } from '../../embed-directives.ts';
import { Embedded } from '../../embedded.ts';

test('what go:embed names makes the process stale when it comes or goes, and not when its text changes', () => {
  using workspace = new Workspace({ 'dist/one.css': '' });
  const path = (name: string): string => workspace.path(name);
  const embedded = new Embedded();
  const text = 'package a\n\nvar (\n\t//go:embed a.txt "b c.txt"\n\t//go:embed all:dist/*\n\tx int\n)\n';
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
  expect(
    ['a.txt', 'b c.txt', 'dist/x/y', 'c.txt', 'main.go'].map((name) => second.isAmong?.(path(name))),
  ).toEqual([true, true, true, false, false]);
});

test('patterns are read as Go reads them, and written so that it does', () => {
  const text = '//go:embed a "b \\"c\\".txt"\t`d e` all:f/* ../g /h i//j x"y\n// go:embed no\n';
  const patterns = embedPatterns(text);
  expect(patterns.map(({ start, end }) => text.slice(start, end))).toEqual([
    'a',
    '"b \\"c\\".txt"',
    '`d e`',
    'all:f/*',
    'x"y',
  ]);
  expect(patterns.map(({ path, isAll }) => [path, isAll])).toEqual([
    ['a', false],
    ['b "c".txt', false],
    ['d e', false],
    ['f/*', true],
    ['x"y', false],
  ]);
  expect(patterns.map((pattern) => writtenPattern(pattern, 'k'))).toEqual(['k', '"k"', '`k`', 'all:k', 'k']);
  expect(patterns.map((pattern) => writtenPattern(pattern, 'k l')).at(0)).toBe('"k l"');
  const [a, , , all] = patterns;
  const takes = (pattern: typeof a, path: string): boolean =>
    pattern !== undefined && embeds(pattern, path.split('/'));
  expect(['a', 'a/b/c', 'a/_b', 'a/.b/c', 'b'].map((path) => takes(a, path))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['f/x', 'f/_x', 'f/x/.y', 'f'].map((path) => takes(all, path))).toEqual([true, true, true, false]);
});
