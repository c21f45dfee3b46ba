import { expect } from 'bun:test';

import { type Define, testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';
import { Tools } from '../navigation-suite.ts';

interface Case {
  readonly title: string;
  readonly define: Define;
  readonly server: string;
  readonly files: Readonly<Record<string, string>>;
  readonly root?: string;
  readonly ask: object;
  readonly says: readonly RegExp[];
}

const CASES: readonly Case[] = [
  {
    title: 'a sibling package',
    define: testWith(),
    server: 'typescript',
    files: {
      'lib/package.json': '{"name":"@me/lib","version":"1.2.3"}',
      'lib/src/x.ts': 'export function add(a: number): number {\n  return a;\n}\n',
      'app/tsconfig.json': '{}',
      'app/a.ts': 'import { add } from "../lib/src/x";\nadd(1);\n',
    },
    root: 'app',
    ask: { file: 'a.ts', symbol: 'add', line: 2 },
    says: [/it is in @me\/lib 1\.2\.3, src\/x\.ts:1:17\./, /add\(a: number\): number/],
  },
  {
    title: "Python's own library",
    define: testWith(),
    server: 'pyright',
    files: { 'pyproject.toml': '', 'a.py': 'import json\njson.dumps(1)\n' },
    ask: { file: 'a.py', symbol: 'dumps' },
    says: [/it is in Python's standard library, json\/__init__\.pyi:\d+:\d+[.;]/, /def dumps\(/],
  },
  {
    title: "Go's own library",
    define: testWith('gopls', 'go'),
    server: 'gopls',
    files: {
      'go.mod': 'module example.com/d\n\ngo 1.21\n',
      'a.go': 'package d\n\nimport "strings"\n\nvar X = strings.ToUpper("a")\n',
    },
    ask: { file: 'a.go', symbol: 'ToUpper' },
    says: [
      /it is in Go's standard library go[\d.]+, strings\/strings\.go:\d+:\d+\./,
      /func strings\.ToUpper\(s string\) string/,
    ],
  },
];

for (const { title, define, server, files, root, ask, says } of CASES)
  define(`where a definition outside of the workspace is, and what it looks like: ${title}`, async () => {
    await using lab = await openReal({
      servers: [server],
      files,
      config: { navigationTimeout: 60_000 },
      ...(root !== undefined && { root: (workspace) => workspace.path(root) }),
    });
    const text = await (await Tools.of(lab)).found('lsp_goto_definition', ask);
    for (const pattern of says) expect(text).toMatch(pattern);
    expect(text).not.toContain(lab.workspace.root);
  });
