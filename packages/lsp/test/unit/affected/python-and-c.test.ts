import { expect, test } from 'bun:test';

import { Project } from './project.ts';
import { cFamily } from '../../../src/languages/cpp/imports.ts';
import { python } from '../../../src/languages/python/imports.ts';

/** Each of these texts in src/app/user.py depends on src/app/lib/thing.py. */
const SPELLINGS: readonly string[] = [
  'import app.lib.thing',
  'import os, app.lib.thing as t, sys',
  'import app . lib . thing',
  'from app.lib.thing import a',
  'from app.lib import thing',
  'from app.lib import (\n    other,  # not this :)\n    thing as t,\n)',
  'from app.lib import other, \\\n    thing',
  'from app.lib \\\n    import thing',
  'from app.lib import *',
  'from .lib.thing import a',
  'from .lib import thing',
  'from . lib import thing',
  'from ..app.lib import thing',
  'from .lib import *',
  'if True:\n    from .lib import thing\n',
  'try: import app.lib.thing\nexcept ImportError: pass',
  'x = 1; import app.lib.thing',
  'import app.lib.thing\r\n',
  '\uFEFFimport app.lib.thing',
  'import lib.thing',
];

test.each(SPELLINGS)('Python imports: %j', async (text) => {
  using project = new Project(python, {
    'src/app/__init__.py': '',
    'src/app/lib/__init__.py': '',
    'src/app/lib/thing.py': 'a = 1',
    'src/app/user.py': text,
  });
  expect(await project.dependents('src/app/lib/thing.py')).toEqual(['src/app/user.py 1']);
});

interface Row {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly of: string;
  readonly want: readonly string[];
}

const PYTHON: readonly Row[] = [
  {
    title: 'a package is its __init__',
    files: {
      'p/__init__.py': '',
      'a.py': 'import p',
      'b.py': 'from p import x',
      'p/c.py': 'from . import x',
    },
    of: 'p/__init__.py',
    want: ['a.py 1', 'b.py 1', 'p/c.py 1'],
  },
  {
    title: 'the first part of a dotted import is bound',
    files: { 'p/__init__.py': '', 'p/q.py': '', 'a.py': 'import p.q' },
    of: 'p/__init__.py',
    want: ['a.py 1'],
  },
  { title: 'a stub', files: { 'p/a.pyi': '', 'b.py': 'import p.a' }, of: 'p/a.pyi', want: ['b.py 1'] },
  {
    title: 'a package of stubs',
    files: { 'typings/p-stubs/a.pyi': '', 'b.py': 'import p.a' },
    of: 'typings/p-stubs/a.pyi',
    want: ['b.py 1'],
  },
  {
    title: 'a module inside a package is not the one of the same name',
    files: { 'p/__init__.py': '', 'p/types.py': '', 'a.py': 'import types' },
    of: 'p/types.py',
    want: [],
  },
  {
    title: 'a module beside a script',
    files: { 'tools/a.py': 'import b', 'tools/b.py': '' },
    of: 'tools/b.py',
    want: ['tools/a.py 1'],
  },
  {
    title: 'a project that is itself a package',
    files: { 'sub/pyproject.toml': '[project]', 'sub/__init__.py': '', 'sub/m.py': '', 'x.py': 'import m' },
    of: 'sub/m.py',
    want: ['x.py 1'],
  },
  {
    title: 'through packages',
    files: {
      'p/__init__.py': 'from .core import *',
      'p/core.py': 'from ._base import A',
      'p/_base.py': '',
      't.py': 'from p import A',
    },
    of: 'p/_base.py',
    want: ['p/core.py 1', 'p/__init__.py 2', 't.py 3'],
  },
  {
    title: 'one that does not exist yet',
    files: { 'b.py': 'from new.thing import x' },
    of: 'new/thing.py',
    want: ['b.py 1'],
  },
  {
    title: 'names in other scripts',
    files: { 'größe.py': '', 'b.py': 'from größe import x' },
    of: 'größe.py',
    want: ['b.py 1'],
  },
];

test.each(PYTHON.map((row) => [row.title, row] as const))(
  'Python imports: %s',
  async (_, { files, of, want }) => {
    using project = new Project(python, files);
    expect(await project.dependents(of)).toEqual([...want]);
  },
);

const C: readonly Row[] = [
  {
    title: 'beside the file',
    files: { 'src/a.h': '', 'src/b.c': '#include "a.h"', 'c.c': '#  include "src/a.h" // it' },
    of: 'src/a.h',
    want: ['c.c 1', 'src/b.c 1'],
  },
  {
    title: 'below a folder that is searched',
    files: {
      'include/lib/a.h': '',
      'src/b.c': '#include <lib/a.h>',
      'src/c.c': '#include "../include/lib/a.h"',
    },
    of: 'include/lib/a.h',
    want: ['src/b.c 1', 'src/c.c 1'],
  },
  { title: 'asked for', files: { 'a.h': '', 'b.c': '#if __has_include("a.h")' }, of: 'a.h', want: ['b.c 1'] },
  {
    title: 'another of the same ending',
    files: { 'x/la.h': '', 'b.c': '#include "a.h"' },
    of: 'x/la.h',
    want: [],
  },
  {
    title: 'a source',
    files: { 'a.cpp': '', 'all.cpp': '#include "a.cpp"' },
    of: 'a.cpp',
    want: ['all.cpp 1'],
  },
  {
    title: 'a source that nothing includes',
    files: { 'a.cpp': '', 'b.cpp': '#include "c.h"' },
    of: 'a.cpp',
    want: [],
  },
  {
    title: 'through a part of a template',
    files: {
      'base.h': '',
      'list.tpp': '#include "base.h"',
      'list.h': '#include "list.tpp"',
      'a.cpp': '#include "list.h"',
    },
    of: 'base.h',
    want: ['list.tpp 1', 'list.h 2', 'a.cpp 3'],
  },
  {
    title: 'through folders that are left again, behind a comment, a line end, in capitals',
    files: {
      'src/a.h': '',
      'b.c': '#include "src/deep/../a.h"',
      'c.c': '#include /* it */ "src/./a.h"',
      'd.c': '#include \\\n  <src/a.h>',
      'e.c': '#include "SRC\\A.h"',
    },
    of: 'src/a.h',
    want: ['b.c 1', 'c.c 1', 'd.c 1', 'e.c 1'],
  },
  {
    title: 'by a macro, which may be defined anywhere',
    files: {
      'lib/config.h': '',
      'names.h': '#  define CONFIG <lib/config.h>',
      'lines.h': '#define CONFIG(a) \\\n  "config.h"',
      'b.c': '#include "names.h"\n#include CONFIG',
      'c.c': '#include QUOTED(lib/config.h)',
      'd.c': '#define OTHER "1.2" // #include OTHER',
    },
    of: 'lib/config.h',
    want: ['c.c 1', 'lines.h 1', 'names.h 1', 'b.c 2'],
  },
  {
    title: 'by a macro that makes the path: any header',
    files: { 'x86.h': '', 'b.c': '#include FOR(x86)', 'c.c': '#include OF_FLAGS' },
    of: 'x86.h',
    want: ['b.c 1'],
  },
  {
    title: 'by a macro that makes the path: no source',
    files: { 'x86.c': '', 'b.c': '#include FOR(x86)' },
    of: 'x86.c',
    want: [],
  },
  {
    title: 'forced by a command',
    files: {
      'build/compile_commands.json':
        '[{"command":"c++ -DNAME=\\"lib/named.h\\" -include pch/all.h -c a.cpp"}]',
      'pch/all.h': '#include "base.h"',
      'base.h': '',
      'a.cpp': '',
    },
    of: 'base.h',
    want: ['pch/all.h 1', 'a.cpp 2', 'base.h 2'],
  },
  {
    title: 'forced by a list of arguments',
    files: {
      'sub/compile_commands.json': '[{"arguments":["c++","-Xclang","-include","-Xclang","pch.h"]}]',
      'sub/pch.h': '',
      'sub/a.cpp': '',
    },
    of: 'sub/pch.h',
    want: ['sub/a.cpp 1'],
  },
  {
    title: 'forced by a line of flags',
    files: { 'compile_flags.txt': '-Wall\n-include\nall.h\n', 'all.h': '', 'a.cpp': '' },
    of: 'all.h',
    want: ['a.cpp 1'],
  },
  {
    title: 'named by a flag',
    files: { 'compile_flags.txt': '-DCONFIG="lib/named.h"\n', 'lib/named.h': '', 'a.cpp': '' },
    of: 'lib/named.h',
    want: ['a.cpp 1'],
  },
  {
    title: 'modules of C++20',
    files: {
      'm.cppm': 'export module app.m;\nexport import :part;\n',
      'part.cppm': 'export module app.m:part;\n',
      'm.cpp': 'module app.m;\n',
      'user.cpp': 'import std;\nimport app.m;\n',
      'other.cpp': 'import app.n;\n',
    },
    of: 'part.cppm',
    want: ['m.cppm 1', 'm.cpp 2', 'user.cpp 2'],
  },
];

test('C includes: a unity build names its sources by whole paths', async () => {
  using project = new Project(cFamily, { 'src/a.cpp': '' });
  project.write('build/unity_0.cpp', `#include "${project.path('src/a.cpp')}"`);
  expect(await project.dependents('src/a.cpp')).toEqual(['build/unity_0.cpp 1']);
});

test('C includes: what commands force changes with them', async () => {
  using project = new Project(cFamily, { 'a.h': '', 'b.h': '', 'a.cpp': '' });
  for (const [flags, forced] of [
    ['-include a.h', 'a.h'],
    ['-Wall', undefined],
    ['-include  b.h', 'b.h'],
  ] as const) {
    project.write('compile_commands.json', JSON.stringify([{ command: `c++ ${flags} -c a.cpp` }]));
    for (const header of ['a.h', 'b.h'])
      expect(await project.dependents(header)).toEqual(
        header === forced ? ['a.cpp 1', `${header === 'a.h' ? 'b.h' : 'a.h'} 1`] : [],
      );
  }
});

test.each(C.map((row) => [row.title, row] as const))('C includes: %s', async (_, { files, of, want }) => {
  using project = new Project(cFamily, files);
  expect(await project.dependents(of)).toEqual([...want]);
});
