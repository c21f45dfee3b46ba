import { expect, test } from 'bun:test';

import { installedPlace } from '../../src/backend/installed-place.ts';
import { Workspace } from '../harness/workspace.ts';

test.each([
  ['/usr/include/c++/14/vector', "the system's headers", undefined, 'c++/14/vector'],
  ['/usr/lib/gcc/x86_64-linux-gnu/14/include/stddef.h', "the system's headers", undefined, 'stddef.h'],
  ['/usr/lib/python3.13/json/__init__.py', "Python's standard library", '3.13', 'json/__init__.py'],
  [
    '/home/ann/.rustup/toolchains/1.90.0-x86_64/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs',
    'alloc',
    '1.90.0-x86_64',
    'src/vec/mod.rs',
  ],
])('the package of a file is known by its path: %s', (path, name, version, file) => {
  expect(installedPlace(path)).toEqual({ name, version, file });
});

test("Go's own library has the version of its installation", () => {
  using workspace = new Workspace();
  workspace.write('go/VERSION', 'go1.26.1\ntime 2026-08-01\n');
  workspace.write('go/src/go.mod', 'module std\n\ngo 1.26\n');
  workspace.write('go/src/strings/strings.go', 'package strings\n');
  expect(installedPlace(workspace.path('go/src/strings/strings.go'))).toEqual({
    name: "Go's standard library",
    version: 'go1.26.1',
    file: 'strings/strings.go',
  });
});
