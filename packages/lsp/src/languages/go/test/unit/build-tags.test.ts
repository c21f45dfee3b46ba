import { expect, test } from 'bun:test';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { buildOf } from '../../build-tags.ts';

const OTHER = process.platform === 'win32' ? 'linux' : 'windows';
const LICENCE = `${'// A line of a long licence.\n'.repeat(200)}\n/* And\n * more. */\n`;

test('the build of a file is the fewest tags that its constraint asks for, on this system', () => {
  using workspace = new Workspace();
  for (const [constraint, build] of [
    ['', undefined],
    ['integration', '-tags=integration'],
    ['!integration', undefined],
    ['(a || b) && !c', '-tags=a'],
    ['a && (b || go1.18)', '-tags=a'],
    ['a && b', '-tags=a,b'],
    ['a && unix || b', process.platform === 'win32' ? '-tags=b' : '-tags=a'],
    [`a && ${OTHER}`, undefined],
    [`a || ${OTHER}`, undefined],
    ['a && race', undefined],
    ['a && tools', undefined],
    ['ignore', undefined],
    ['a && !a', undefined],
    ['a && (b', undefined],
    ['a && b && c && d && e && f', undefined],
  ] as const) {
    workspace.write(
      'a/x.go',
      `${LICENCE}${constraint === '' ? '' : `//go:build ${constraint}\n`}\npackage a\n`,
    );
    expect([constraint, buildOf(workspace.path('a/x.go'))]).toEqual([constraint, build]);
  }
});

test('a build is not the one that is meant if the file is of another package in it, or a second program', () => {
  const program = 'package main\n\nfunc main() {}\n';
  for (const [own, sibling, name, isMeant] of [
    ['package a\n', 'package a\n', 'y.go', true],
    ['package a_test\n', 'package a\n', 'y.go', true],
    ['package main\n', 'package a\n', 'y.go', false],
    ['package main\n', '//go:build !t\n\npackage a\n', 'y.go', true],
    ['package main\n', 'package documentation\n', 'y.go', true],
    ['package main\n', 'package a\n', '_y.go', true],
    [program, program, 'y.go', false],
    [program, `//go:build t\n\n${program}`, 'y.go', false],
    [program, 'package main\n', 'y.go', true],
  ] as const) {
    using workspace = new Workspace();
    workspace.write('a/x.go', `//go:build t\n\n${own}`);
    workspace.write(`a/${name}`, sibling);
    const build = buildOf(workspace.path('a/x.go'));
    expect([own, sibling, build]).toEqual([own, sibling, isMeant ? '-tags=t' : undefined]);
  }
});
