import { expect, test } from 'bun:test';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { builds } from '../../build-tags.ts';

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
    ['a && race', '-tags=a,race'],
    ['tinygo', undefined],
    ['a && tinygo.wasm', undefined],
    ['purego', '-tags=purego'],
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
    expect([constraint, builds.of(workspace.path('a/x.go'))]).toEqual([constraint, build]);
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
    const build = builds.of(workspace.path('a/x.go'));
    expect([own, sibling, build]).toEqual([own, sibling, isMeant ? '-tags=t' : undefined]);
  }
});

test('lines of the old form are a constraint, where there is none of the new one', () => {
  using workspace = new Workspace();
  for (const [head, build] of [
    ['// +build a\n', '-tags=a'],
    ['// +build a,!b c\n// +build unix windows\n', '-tags=a'],
    ['//+build a\n// +build b\n', '-tags=a,b'],
    ['//go:build b\n// +build a\n', '-tags=b'],
    ['// Says +build a\n', undefined],
    ['// +build !a\n', undefined],
  ] as const) {
    workspace.write('a/x.go', `// Licence.\n\n${head}\npackage a\n`);
    expect([head, builds.of(workspace.path('a/x.go'))]).toEqual([head, build]);
  }
  workspace.write('a/x.go', '// +build a\npackage a\n');
  expect(builds.of(workspace.path('a/x.go'))).toBeUndefined();
});

test('a file that is named for another system has no build here', () => {
  using workspace = new Workspace();
  const here = process.platform === 'win32' ? 'windows' : process.platform;
  for (const [name, isHere] of [
    [`x_${OTHER}.go`, false],
    [`x_${OTHER}_test.go`, false],
    [`x_${OTHER}_amd64.go`, false],
    ['x_mips64.go', false],
    [`x_${here}.go`, true],
    [`x_${here}_test.go`, true],
    [`${OTHER}.go`, true],
    [`x_${OTHER}_y.go`, true],
  ] as const) {
    workspace.write(`a/${name}`, '//go:build a\n\npackage a\n');
    expect([name, builds.of(workspace.path(`a/${name}`))]).toEqual([name, isHere ? '-tags=a' : undefined]);
  }
});

test('a build has the files whose constraint it fulfils, and those without one', () => {
  using workspace = new Workspace();
  for (const [constraint, isThere] of [
    ['', true],
    ['a', true],
    ['!a', false],
    ['b', false],
    ['a || b', true],
    [OTHER, false],
  ] as const) {
    workspace.write('a/x.go', `${constraint === '' ? '' : `//go:build ${constraint}\n\n`}package a\n`);
    expect([constraint, builds.has('-tags=a', workspace.path('a/x.go'))]).toEqual([constraint, isThere]);
  }
});

test('what the environment sets belongs to each build', () => {
  using workspace = new Workspace();
  const { GOFLAGS } = process.env;
  process.env['GOFLAGS'] = '-mod=mod -tags=a,b';
  try {
    workspace.write('x.go', '//go:build a && c\n\npackage x\n');
    expect(builds.of(workspace.path('x.go'))).toBe('-tags=a,b,c');
    workspace.write('x.go', '//go:build !a && c\n\npackage x\n');
    expect(builds.of(workspace.path('x.go'))).toBeUndefined();
  } finally {
    if (GOFLAGS === undefined) delete process.env['GOFLAGS'];
    else process.env['GOFLAGS'] = GOFLAGS;
  }
});

test('a file may use the package of a module whose folder has another name', () => {
  using workspace = new Workspace({
    'checkout/go.mod': '// The shop.\nmodule example.com/shop/v2 // since 2020\n\ngo 1.21\n',
    'checkout/shop.go': 'package shop\n',
    'checkout/e2e/a_test.go': 'package e2e\n\nimport "example.com/shop/v2"\n',
    'checkout/e2e/b_test.go': 'package e2e\n\nimport "example.com/shop"\n',
  });
  const uses = (name: string): boolean =>
    builds.mayUse(workspace.path(name), workspace.path('checkout/shop.go'));
  expect(['checkout/e2e/a_test.go', 'checkout/e2e/b_test.go'].map(uses)).toEqual([true, false]);
});
