import { describe, expect, test } from 'vitest';
import { goWays } from '../../src/accuracy/mutators/go.js';
import { javaWays } from '../../src/accuracy/mutators/java.js';
import { pythonWays } from '../../src/accuracy/mutators/python.js';
import { rustWays } from '../../src/accuracy/mutators/rust.js';
import { typescriptWays } from '../../src/accuracy/mutators/typescript.js';
import type { Kind } from '../../src/accuracy/plan/mutation.js';
import { plan } from '../../src/accuracy/plan/plan.js';
import { SHELL_KINDS, type CodeBase, type Ways } from '../../src/accuracy/plan/sites.js';
import { toolCall, TOOLS } from '../../src/accuracy/plan/tool-call.js';
import { Tree, type FileState } from '../../src/accuracy/plan/tree.js';

const SOURCES: Record<string, [Ways, string]> = {
  'a.ts': [
    typescriptWays,
    "import { one } from './one'\n\nexport function add(a: number, b: number): number {\n  if (a > 0) {\n    return b\n  }\n  const flag = true\n  const copy = a\n  return copy\n}\n\nexport class Sum {\n  value = 0\n  get(): number {\n    return this.value\n  }\n}\n",
  ],
  'a.py': [
    pythonWays,
    'import os\nfrom .one import two\n\ndef add(a: int, b: int) -> int:\n    copy = a\n    return int(copy)\n\nclass Sum:\n    value = True\n    def get(self, more: str, less: str) -> str:\n        if more:\n            return self.value\n        return less\n',
  ],
  'a.go': [
    goWays,
    'package a\n\nfunc Add(a int, b int) int {\n\tif a > 0 {\n\t\treturn b\n\t}\n\tcopy := a\n\tflag = true\n\treturn s.Value(copy)\n}\n',
  ],
  'a.rs': [
    rustWays,
    'use std::fmt;\n\npub fn add(a: usize, b: usize) -> usize {\n    if a > 0 {\n        return b;\n    }\n    let copy = a;\n    let flag = true;\n    self.value(copy.clone())\n}\n',
  ],
  'A.java': [
    javaWays,
    'package a;\n\nimport java.util.List;\n\npublic class A {\n    private int value = 1;\n\n    public int add(final int a, final String b) {\n        if (a > 0) {\n            return this.value;\n        }\n        final int copy = a;\n        return b.indexOf(copy);\n    }\n}\n',
  ],
};

/** A settings file for each language. */
const SETTINGS: Record<string, [string, string]> = {
  'a.ts': [
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "noUnusedLocals": true, "paths": { "@/*": ["./src/*"] } } }\n{ "exports": { ".": "./src/index.ts" } }\n',
  ],
  'a.py': ['pyproject.toml', '[tool.pyright]\ntypeCheckingMode = "standard"\nreportUnusedImport = "error"\n'],
  'a.go': ['go.mod', 'module a\n\ngo 1.24\n'],
  'a.rs': ['Cargo.toml', 'edition = "2021"\ndefault = ["std", "unicode"]\nunused_imports = "deny"\n'],
  'A.java': ['pom.xml', '<project><arg>-parameters</arg></project>\n'],
};

describe.each(Object.entries(SOURCES))('edits of %s', (file, [ways, text]) => {
  const settings = SETTINGS[file]!;
  const base: CodeBase = {
    sources: new Map(
      ['', 'lib/', 'c/', 'd/', 'e/', 'f/'].map((folder) => [`${folder}${file}`, `${text}${text}`]),
    ),
    settings: new Map([settings]),
  };

  test('there is a place for each kind of mutation, and for each change of the settings', () => {
    const kinds = new Set(ways.mutators.map(({ kind }) => kind));
    const found = new Set(
      ways.mutators.filter(({ sites }) => sites(text).length > 0).map(({ kind }) => kind),
    );
    expect(found).toEqual(kinds);
    expect(ways.settings.map(({ sites }) => sites(settings[1]).length)).not.toContain(0);
  });

  /** What is on disk, if every change finds it as the plan says. */
  function follow(
    disk: Map<string, string>,
    before: FileState | undefined,
    after: FileState | undefined,
  ): void {
    if (before !== undefined) expect(disk.get(before.path)).toBe(before.text);
    if (before !== undefined) disk.delete(before.path);
    if (after !== undefined) expect(disk.has(after.path)).toBe(false);
    if (after !== undefined) disk.set(after.path, after.text);
  }

  test.each([1, 2, 3])(
    'change the text each time, as the shell does between them, and leave it as it was in the end (seed %d)',
    (seed) => {
      const all = new Map([...base.sources, ...base.settings]);
      const disk = new Map(all);
      const steps = plan(base, ways, { seed, mutations: 40 });
      expect(steps).toHaveLength(80);
      expect(steps[0]?.unannounced).toEqual([]);
      for (const { before, after, unannounced } of steps) {
        for (const change of unannounced) {
          const was = new Map(disk);
          for (const { before: from, after: to } of change.files) follow(disk, from, to);
          expect(disk).not.toEqual(was);
        }
        follow(disk, before, after);
        expect(after).not.toEqual(before);
      }
      expect(disk).toEqual(all);
      expect(new Set(steps.flatMap(({ unannounced }) => unannounced.map(({ kind }) => kind)))).toEqual(
        new Set(SHELL_KINDS),
      );
    },
  );

  test('git is never asked to check out what somebody has changed', () => {
    for (const { unannounced } of plan(base, ways, { seed: 4, mutations: 40 })) {
      for (const { mutation, files, action } of unannounced.filter(({ kind }) => kind === 'git checkout')) {
        const tree = new Tree(base.sources);
        const changed =
          mutation.kind === 'git checkout'
            ? mutation.parts.map((part) => tree.with(mutation).state(part.file))
            : [];
        const original =
          mutation.kind === 'git checkout' ? mutation.parts.map((part) => tree.state(part.file)) : [];
        const states = [original, changed];
        if (action === 'mending') states.reverse();
        expect([files.map(({ before }) => before), files.map(({ after }) => after)]).toEqual(states);
      }
    }
  });

  test('are the same for the same seed, and others for another one', () => {
    const options = { seed: 7, mutations: 20 };
    expect(plan(base, ways, options)).toEqual(plan(base, ways, options));
    expect(plan(base, ways, { ...options, seed: 8 })).not.toEqual(plan(base, ways, options));
  });
});

describe('a mutation does what its name says', () => {
  const mutated = (ways: Ways, kind: Kind, text: string): string[] =>
    ways.mutators
      .filter((mutator) => mutator.kind === kind)
      .flatMap(({ sites }) =>
        sites(text).map(({ start, end, put }) => text.slice(0, start) + put + text.slice(end)),
      );

  const check = test.each<[Kind, Ways, string, string[]]>([
    [
      'rename an export',
      typescriptWays,
      'export const a = 1\nexport type B = a\n',
      ['export const aRenamed = 1\nexport type B = a\n', 'export const a = 1\nexport type BRenamed = a\n'],
    ],
    [
      'change a type',
      typescriptWays,
      'function f(a: string): void {}\n',
      ['function f(a: number): void {}\n'],
    ],
    [
      'delete a parameter',
      typescriptWays,
      'function f(a: string, b: number): void {\n}\n',
      ['function f( b: number): void {\n}\n'],
    ],
    [
      'unused import',
      typescriptWays,
      "import { a } from './a'\n",
      ["import { a as neverUsed } from './a'\nimport { a } from './a'\n"],
    ],
    [
      'delete a function',
      typescriptWays,
      'const a = 1\nfunction f() {\n  return a\n}\nf()\n',
      ['const a = 1\nf()\n'],
    ],
    ['break syntax', pythonWays, 'if a:\n    b = c\n', ['if a\n    b = c\n', 'if a:\n    b = = c\n']],
    ['delete a function', pythonWays, 'def f(a):\n    return a\n\nx = 1\n', ['x = 1\n']],
    ['misspell a member', goWays, 'func f() {\n\ta.B(1)\n}\n', ['func f() {\n\ta.BMissing(1)\n}\n']],
    ['unused import', goWays, 'package a\n', ['package a\n\nimport neverUsed "os"\n']],
    ['drop a clone', rustWays, 'let a = b.clone();\n', ['let a = b;\n']],
    ['change a literal', rustWays, 'let a = true;\n', ['let a = "another kind";\n']],
    [
      'rename an export',
      javaWays,
      'public class A {\n    A f(int a) {\n',
      ['public class ARenamed {\n    A f(int a) {\n', 'public class A {\n    A fRenamed(int a) {\n'],
    ],
    [
      'delete a function',
      javaWays,
      'class A {\n    int f(int a) throws B {\n        return a;\n    }\n}\n',
      ['class A {\n}\n'],
    ],
  ]);
  check('%s (%#)', (kind, ways, text, want) => expect(mutated(ways, kind, text)).toEqual(want));
});

describe('a tool is called', () => {
  test.each(TOOLS)('%s: with lines that occur once', (tool) => {
    const before = { path: 'a.ts', text: 'x\ny\nx\nz\n' };
    const { params } = toolCall(tool, before, { path: 'a.ts', text: 'x\ny\nw\nz\n' });
    expect(params).toEqual(
      {
        edit: { file_path: 'a.ts', old_string: 'y\nx\nz\n', new_string: 'y\nw\nz\n' },
        write_file: { file_path: 'a.ts', content: 'x\ny\nw\nz\n' },
        apply_patch: {
          patch: '*** Begin Patch\n*** Update File: a.ts\n@@\n-y\n-x\n-z\n+y\n+w\n+z\n*** End Patch\n',
        },
      }[tool],
    );
  });

  test('to move a file, which is then created and deleted, whatever was drawn', () => {
    const { tool, params } = toolCall('edit', { path: 'a.ts', text: 'x\n' }, { path: 'b/a.ts', text: 'x\n' });
    expect([tool, params]).toEqual([
      'apply_patch',
      { patch: '*** Begin Patch\n*** Delete File: a.ts\n*** Add File: b/a.ts\n+x\n*** End Patch\n' },
    ]);
  });
});
