import { expect, test } from 'bun:test';
import { relative } from 'node:path';

import { ImportGraph } from '../../../src/backend/imports/import-graph.ts';
import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';
import { cFamily } from '../../../src/languages/cpp/imports.ts';
import { python } from '../../../src/languages/python/imports.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import { Project } from './project.ts';

interface Step {
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
}

interface Row {
  readonly language: ImportLanguage;
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const ROWS: Readonly<Record<string, Row>> = {
  python: {
    language: python,
    files: {
      'pkg/__init__.py': '',
      'pkg/a.py': 'x = 1\n',
      'pkg/sub/b.py': 'from ..a import x\n',
      'c.py': 'import pkg.a\n',
      'sub/d.py': 'import a\n',
    },
    steps: [
      { write: { 'c.py': 'import os\n' } },
      { write: { 'c.py': 'from pkg import a\n' } },
      { remove: ['pkg/__init__.py'] },
      { write: { 'pkg/__init__.py': '' } },
      { write: { 'pkg/pyproject.toml': '[project]\nname = "pkg"\n', 'sub/d.py': 'import a, sub.b\n' } },
      { write: { 'pkg/pyproject.toml': '' } },
      { write: { 'pkg/sub/__init__.py': '', 'sub/d.py': 'import b\n' } },
      {
        write: { 'pkg/sub/setup.py': 'from setuptools import setup\nsetup()\n' },
        remove: ['pkg/__init__.py'],
      },
      { write: { 'pkg/sub/setup.py': 'a = 1\n' } },
      { write: { 'pyrightconfig.json': '{"extraPaths": ["pkg/sub"]}', 'e.py': 'import b\n' } },
      { write: { 'pkg/__init__.py': 'from .a import *\n', 'pkg/a.py': 'from .sub import b\n' } },
      { remove: ['e.py', 'pkg/a.py'] },
      { write: { 'pkg/a/__init__.py': '' } },
    ],
  },
  typescript: {
    language: ecmascript,
    files: {
      'a.ts': 'export const a = 1;\n',
      'b.ts': "import { a } from './a';\n",
      'lib/index.ts': "export * from '../a';\n",
      'c.ts': "import 'lib';\n",
    },
    steps: [
      { write: { 'tsconfig.json': '{"compilerOptions": {"paths": {"lib": ["./lib"]}}}' } },
      { write: { 'b.ts': 'export {};\n', 'c.ts': "import './lib/index.js';\nimport './a';\n" } },
      { write: { 'lib/package.json': '{"name": "lib"}', 'd.ts': "import 'lib';\n" } },
      { write: { 'global.d.ts': '' } },
      { write: { 'global.d.ts': "declare module 'lib' {}\n" } },
      { remove: ['a.ts'] },
      { write: { 'a.tsx': '', 'tsconfig.json': '{}' }, remove: ['d.ts'] },
    ],
  },
  c: {
    language: cFamily,
    files: { 'a.h': '', 'b.cc': '#include "a.h"\n', 'c/a.h': '#include "../a.h"\n' },
    steps: [
      { write: { 'compile_flags.txt': '-include\na.h\n' } },
      { write: { 'b.cc': '#include "c/a.h"\n', 'd.cc': '#include MACRO\n' } },
      { write: { 'compile_flags.txt': '' }, remove: ['c/a.h'] },
    ],
  },
};

const NONE: Row = { language: python, files: {}, steps: [] };

const importersIn = (graph: ImportGraph, project: Project): Record<string, string[]> =>
  Object.fromEntries(
    [...graph.paths].map((path) => [
      relative(project.root, path),
      graph
        .importers(path)
        .map((importer) => relative(project.root, importer))
        .sort(),
    ]),
  );

test.each(Object.keys(ROWS))(
  'what was asked about the edges of a graph is as another graph of the same files has it: %s',
  async (name) => {
    const { language, files, steps } = ROWS[name] ?? NONE;
    using project = new Project(language, files);
    for (const { write = {}, remove = [] } of [{}, ...steps]) {
      for (const [file, text] of Object.entries(write)) project.write(file, text);
      for (const file of remove) project.remove(file);
      const graph = await project.update();
      const other = new ImportGraph(project.root, language);
      await other.update(project.stamps());
      expect(importersIn(graph, project)).toEqual(importersIn(other, project));
      for (const path of graph.paths) expect(graph.dependents([path])).toEqual(other.dependents([path]));
    }
  },
);
