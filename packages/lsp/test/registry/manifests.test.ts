import { afterEach, expect, test } from 'bun:test';
import { join, relative } from 'node:path';

import { pathDependencies } from '../../src/languages/rust/cargo-dependencies.ts';
import { localModules, workModules } from '../../src/languages/go/go-modules.ts';
import { cleanUp, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

/** What the project in `folder` uses, relative to the root. */
function uses(
  of: (folder: string) => readonly string[],
  files: Record<string, Entry>,
  folder: string,
): string[] {
  const root = workspace({ ...files, [`${folder}/`]: '' });
  return of(join(root, folder)).map((used) => relative(root, used));
}

test('REQ-DIAG-040: a Go module uses the modules that it replaces by folders', () => {
  const check = (text: string, want: string[]): void =>
    expect(uses(localModules, { 'x/go.mod': text }, 'x')).toEqual(want);
  check('module x\n\nreplace a => ../a\n', ['a']);
  check(
    'module x\r\n\r\nreplace (\r\n\ta v1.0.0 => ./in // here\r\n\tb => ../..named\r\n\tc => "../with space"\r\n)\r\n',
    ['x/in', '..named', 'with space'],
  );
  check('module x\n\n// replace a => ../a\nreplace b => example.test/b v1.2.3\n', []);
  check('module x\n\nreplace a => ..\n', ['']);
  check('', []);
  expect(uses(localModules, {}, 'x')).toEqual([]);
});

test('a go.work holds the modules that it names, in a block or on a line', () => {
  const check = (text: string, want: string[]): void =>
    expect(uses(workModules, { 'x/go.work': text }, 'x')).toEqual(want);
  check('go 1.21\n\nuse ./a // one\nuse (\n\t../b\n\t"./with"\n\t// ./c\n)\n', ['x/a', 'b', 'x/with']);
  check('use .\n', ['x']);
  check('use (\n\t./a\n', ['x/a']);
  check('go 1.21\n', []);
  expect(uses(workModules, {}, 'x')).toEqual([]);
});

test('REQ-DIAG-040: a Cargo package uses the packages that it, or its workspace for it, names by their paths', () => {
  const check = (manifest: string, want: string[], root = '[workspace]\nmembers = ["x"]\n'): void => {
    expect(
      uses(
        pathDependencies,
        { 'Cargo.toml': root, 'x/Cargo.toml': `[package]\nname = "x"\n${manifest}` },
        'x',
      ),
    ).toEqual(want);
  };
  check(
    '[dependencies]\na = { path = "../a" }\nb = "1"\n[dev-dependencies.c]\npath = "c"\n[build-dependencies]\nd = { path = "../d", version = "1" }\n',
    ['a', 'x/c', 'd'],
  );
  check(
    '[target."cfg(unix)".dependencies]\na = { path = "../a" }\n[target.x.dev-dependencies]\nb = { path = "../b" }\n',
    ['a', 'b'],
  );
  check('[lib]\npath = "../a/lib.rs"\n[[bin]]\nname = "b"\npath = "../b/main.rs"\n', []);
  const shared = '[workspace]\nmembers = ["x"]\n[workspace.dependencies]\na = { path = "a" }\n';
  check('[dependencies]\na.workspace = true\n', ['a'], shared);
  check('[dependencies]\na = "1"\n', [], shared);
  check('', ['p'], '[workspace]\nmembers = ["x"]\n[patch.crates-io]\np = { path = "p" }\n');
  check('[dependencies]\na = \n', []);
});
