import { expect } from 'bun:test';

import type { Mcp } from '../../harness/mcp.ts';
import type { Tree } from '../../harness/workspace.ts';
import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';

/** More files than the server may have open at once, all of them asked about at once. */
const NUMBERS = Array.from({ length: 12 }, (_, index) => index);

interface Language {
  readonly server: string;
  readonly define: ReturnType<typeof testWith>;
  readonly settings: Tree;
  readonly fileOf: (number: number) => string;
  readonly textOf: (number: number) => string;
}

const LANGUAGES: readonly Language[] = [
  {
    server: 'typescript',
    define: testWith(),
    settings: { 'tsconfig.json': '{"compilerOptions":{"lib":["es5"]}}' },
    fileOf: (n) => `file${n}.ts`,
    textOf: (n) => `export function name${n}() {}\nname${n}();\n`,
  },
  {
    server: 'clangd',
    define: testWith('clangd'),
    settings: { 'compile_flags.txt': '' },
    fileOf: (n) => `file${n}.cpp`,
    textOf: (n) => `void name${n}() {}\nvoid use() { name${n}(); }\n`,
  },
];

for (const { server, define, settings, fileOf, textOf } of LANGUAGES) {
  define(
    `REQ-NAV-010: ${server} answers completely about each of more files than it may have open`,
    async () => {
      const files = { ...settings, ...Object.fromEntries(NUMBERS.map((n) => [fileOf(n), textOf(n)])) };
      await using lab = await openReal({
        servers: [server],
        files,
        config: { maxOpenDocuments: 1, navigationTimeout: 30_000 },
      });
      const mcp = lab.sidecar.openMcp();
      await mcp.initialize();
      const answers = await Promise.all(NUMBERS.map((n) => references(mcp, fileOf(n), `name${n}`)));
      const mentions = (n: number): string[] =>
        textOf(n)
          .split('\n')
          .flatMap((line, index) =>
            line.includes('name') ? [`${fileOf(n)}:${index + 1}:${line.indexOf('name') + 1}`] : [],
          );
      expect(answers).toEqual(NUMBERS.map(mentions));
    },
  );
}

async function references(mcp: Mcp, file: string, symbol: string): Promise<string[] | string | undefined> {
  const { structuredContent, content } = (await mcp.request('tools/call', {
    name: 'lsp_find_references',
    arguments: { file, symbol },
  })) as {
    structuredContent?: { locations: { file: string; line: number; character: number }[] };
    content: { text: string }[];
  };
  return (
    structuredContent?.locations.map((place) => `${place.file}:${place.line}:${place.character}`) ??
    content[0]?.text
  );
}
