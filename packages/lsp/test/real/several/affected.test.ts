import { describe, expect, test } from 'bun:test';

import type { CheckReport } from '../../../src/types.ts';
import type { Lab } from '../../harness/lab.ts';
import type { Tree } from '../../harness/workspace.ts';
import { found, type Links, openReal } from '../real-lab.ts';
import { pyright, tsc } from '../truth.ts';
import { tsconfig } from '../../../src/languages/typescript/test/real/typescript-language.ts';

interface Language {
  title: string;
  server: string;
  links: Links;
  /** `hub` and what depends on it: an importer, one by a re-export, one in a folder, and one that only has a word in common. */
  files: Tree;
  hub: string;
  /** A rename of what the others import, and a change of its type. */
  broken: readonly string[];
  truth(lab: Lab): Promise<Record<string, string[]>>;
}

const TYPESCRIPT = {
  server: 'typescript',
  files: {
    'tsconfig.json': tsconfig({ strict: true }),
    'src/hub.ts': 'export function width(): number {\n  return 1;\n}\nexport const unit = "px";\n',
    'src/importer.ts': 'import { width } from "./hub.js";\nexport const double: number = 2 * width();\n',
    'src/barrel.ts': 'export * from "./hub.js";\n',
    'src/deep/reader.ts': 'import { width } from "../barrel.js";\nexport const half: number = width() / 2;\n',
    'src/deep/chain.ts': 'import { half } from "./reader.js";\nexport const text: string = half.toFixed();\n',
    'src/stranger.ts': 'export const width = 3;\n',
  },
  hub: 'src/hub.ts',
  broken: [
    'export function breadth(): number {\n  return 1;\n}\nexport const unit = "px";\n',
    'export function width(): string {\n  return "1";\n}\nexport const unit = "px";\n',
    'export function width(): number {\n  return 1;\n}\n',
  ],
};

const LANGUAGES: Language[] = [
  {
    ...TYPESCRIPT,
    title: 'TypeScript 5.9',
    links: { 'node_modules/typescript': 'typescript' },
    truth: ({ workspace }) => tsc(workspace, 'typescript'),
  },
  {
    ...TYPESCRIPT,
    title: 'TypeScript 7',
    links: { 'node_modules/typescript': 'typescript-v7', 'node_modules/@typescript': '@typescript' },
    truth: ({ workspace }) => tsc(workspace, 'typescript-v7'),
  },
  {
    title: 'pyright',
    server: 'pyright',
    links: {},
    files: {
      'pyproject.toml': '[tool.pyright]\n',
      'src/pkg/__init__.py': '',
      'src/pkg/hub.py': 'def width() -> int:\n    return 1\n\n\nUNIT = "px"\n',
      'src/pkg/importer.py': 'from pkg.hub import width\n\ndouble: int = 2 * width()\n',
      'src/pkg/barrel.py': 'from .hub import *\n',
      'src/pkg/deep/__init__.py': '',
      'src/pkg/deep/reader.py': 'from ..barrel import width\n\nhalf: float = width() / 2\n',
      'src/pkg/deep/chain.py': 'from pkg.deep.reader import half\n\nassert half.is_integer()\n',
      'src/pkg/stranger.py': 'width = 3\n',
    },
    hub: 'src/pkg/hub.py',
    broken: [
      'def breadth() -> int:\n    return 1\n\n\nUNIT = "px"\n',
      'def width() -> str:\n    return "1"\n\n\nUNIT = "px"\n',
      'def width() -> int:\n    return 1\n',
    ],
    truth: ({ workspace }) => pyright(workspace),
  },
];

for (const { title, server, links, files, hub, broken, truth } of LANGUAGES) {
  describe(title, () => {
    const clean = String(files[hub]);

    async function write(lab: Lab, text: string, before?: string): Promise<CheckReport> {
      lab.workspace.write(hub, text);
      return lab.sidecar.request('lsp/check', {
        files: [{ filePath: hub, text, ...(before !== undefined && { before }) }],
        others: true,
      });
    }

    /** As hooks do. */
    function ask(lab: Lab): Promise<CheckReport> {
      return lab.sidecar.request('lsp/check', { files: [{ filePath: hub }], others: true });
    }

    test('REQ-DIAG-040 REQ-DIAG-045 REQ-KNOWN-020: what a write breaks in files that nobody opened is what the compiler says, and nothing once it is mended', async () => {
      await using lab = await openReal({
        servers: [server],
        files,
        links,
        config: { otherFilesTimeout: 20_000 },
      });
      let before = clean;
      for (const text of broken) {
        const [report, { [hub]: own = [], ...others }] = await Promise.all([
          write(lab, text, before),
          truth(lab),
        ]);
        expect(own).toEqual([]);
        expect([found(report.others), report.othersComplete]).toEqual([others, true]);
        before = text;
      }
      const [mended, judged] = await Promise.all([write(lab, clean, before), truth(lab)]);
      expect([found(mended.others), mended.othersComplete, judged]).toEqual([{}, true, {}]);
      expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
    });

    test('REQ-DIAG-040: also where nobody knows what the file held before', async () => {
      await using lab = await openReal({
        servers: [server],
        files,
        links,
        config: { otherFilesTimeout: 20_000 },
      });
      const [text = ''] = broken;
      const [report, judged] = await Promise.all([write(lab, text), truth(lab)]);
      expect([found(report.others), report.othersComplete]).toEqual([judged, true]);
      expect(Object.keys(report.others)).not.toHaveLength(0);
    });

    test('REQ-CONTENT-020 REQ-DIAG-040: also where the file was never opened and its text is not given, as hooks ask', async () => {
      await using lab = await openReal({
        servers: [server],
        files,
        links,
        config: { otherFilesTimeout: 20_000 },
      });
      const unrelated = Object.keys(files).find((file) => file.includes('stranger')) ?? '';
      await lab.sidecar.request('lsp/check', { files: [{ filePath: unrelated }], others: true });
      for (const text of [...broken, clean]) {
        lab.workspace.write(hub, text);
        const [report, judged] = await Promise.all([ask(lab), truth(lab)]);
        expect([found(report.others), report.othersComplete]).toEqual([judged, true]);
      }
    });

    test('REQ-CONTENT-020 REQ-DIAG-040: also where that is the first file of the session', async () => {
      await using lab = await openReal({
        servers: [server],
        files,
        links,
        config: { otherFilesTimeout: 20_000 },
      });
      lab.workspace.write(hub, broken[0] ?? '');
      const [report, judged] = await Promise.all([ask(lab), truth(lab)]);
      expect([found(report.others), report.othersComplete]).toEqual([judged, true]);
      expect(Object.keys(report.others)).not.toHaveLength(0);
    });
  });
}
