import { expect, test } from 'bun:test';

import type { Tree } from '../harness/workspace.ts';
import { testWith } from './needs.ts';
import { type Links, openReal } from './real-lab.ts';

interface Case {
  readonly title: string;
  readonly define?: (title: string, run: () => Promise<void>) => void;
  readonly servers: readonly string[];
  readonly project: Tree;
  readonly links?: Links;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const TYPESCRIPT = {
  servers: ['typescript'],
  project: { 'package.json': '{"type":"module"}', 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"types":[]}}', 'b.ts': 'export const one = 1;\nexport const two = 2;\n', 'a.ts': 'export const three = 3;\n' },
  file: 'c.ts',
  before: "import { two, one } from './b.js';\nimport { three } from './a.js';\n\nexport const sum = three + two;\n",
  after: "import { three } from './a.js';\nimport { two } from './b.js';\n\nexport const sum = three + two;\n",
};

const CASES: Case[] = [
  // Quirk(typescript-language-server): unused imports stay.
  { ...TYPESCRIPT, title: 'TypeScript 5.9', after: TYPESCRIPT.after.replace('{ two }', '{ one, two }') },
  { ...TYPESCRIPT, title: 'TypeScript 7', links: { 'node_modules/typescript': 'typescript-v7' } },
  {
    title: 'gopls, which adds missing ones',
    define: testWith('gopls', 'go'),
    servers: ['gopls'],
    project: { 'go.mod': 'module example.com/demo\n\ngo 1.21\n' },
    file: 'main.go',
    before: 'package main\n\nimport (\n\t"os"\n\t"fmt"\n)\n\nfunc main() {\n\tfmt.Println(strings.ToUpper("x"))\n}\n',
    after: 'package main\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc main() {\n\tfmt.Println(strings.ToUpper("x"))\n}\n',
  },
  {
    title: 'ruff beside pyright',
    define: testWith('ruff'),
    servers: ['pyright', 'ruff'],
    project: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' },
    file: 'main.py',
    before: 'import sys\nimport os\n\nprint(os.name, sys.path)\n',
    after: 'import os\nimport sys\n\nprint(os.name, sys.path)\n',
  },
];

for (const { title, define = test, servers, project, links, file, before, after } of CASES) {
  define(`organize imports, ${title}; a second time there is nothing to do`, async () => {
    await using lab = await openReal({ servers, files: { ...project, [file]: before }, ...(links !== undefined && { links }) });
    const organize = async (): Promise<unknown> => {
      const result = await lab.sidecar.request('lsp/refactor', { kind: 'organize-imports', filePath: file });
      return 'refused' in result ? result.refused : result.changes;
    };
    expect(await organize()).toEqual([{ file, text: after, former: before }]);
    lab.workspace.write(file, after);
    expect(await organize()).toMatch(/imports are organized/);
  });
}

test('organize imports: not where no server does that', async () => {
  await using lab = await openReal({ servers: ['pyright'], files: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n', 'main.py': 'import sys\nimport os\n' } });
  expect(await lab.sidecar.request('lsp/refactor', { kind: 'organize-imports', filePath: 'main.py' })).toEqual({ refused: expect.stringContaining('ruff') });
  expect(await lab.sidecar.request('lsp/refactor', { kind: 'organize-imports', filePath: 'none.py' })).toEqual({ refused: expect.stringContaining('not readable') });
});
