import { expect, test } from 'bun:test';
import { testWith } from '../needs.ts';
import { addWorkTree } from '../../harness/work-trees.ts';
import { outcomeOf } from '../rename-suite.ts';
import { occurrences, spot, Tools } from '../navigation-suite.ts';
import { found, type Links, openReal } from '../real-lab.ts';

const TREE = 'wt/x';

interface Case {
  readonly server: string;
  readonly define: (title: string, run: () => Promise<void>) => void;
  readonly links?: Links;
  readonly files: Readonly<Record<string, string>>;
  /** Where `target` is declared, and a text of that file that breaks its user. */
  readonly file: string;
  readonly broken: string;
}

const CASES: Case[] = [
  {
    server: 'pyright',
    define: test,
    file: 'lib.py',
    files: {
      'lib.py': 'def target() -> int:\n    return 1\n',
      'user.py': 'import lib\n\nprint(lib.target())\n',
    },
    broken: 'def target() -> int:\n    return ""\n',
  },
  {
    server: 'typescript',
    define: test,
    links: { 'node_modules/typescript': 'typescript' },
    file: 'lib.ts',
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["**/*.ts"] }\n',
      'lib.ts': 'export function target(): number {\n  return 1;\n}\n',
      'user.ts': "import { target } from './lib';\n\nexport const used: number = target();\n",
    },
    broken: "export function target(): number {\n  return '';\n}\n",
  },
  {
    server: 'clangd',
    define: testWith('clangd'),
    file: 'lib.c',
    files: {
      'compile_flags.txt': '-Wall\n',
      'lib.h': 'int target(void);\n',
      'lib.c': '#include "lib.h"\nint target(void) { return 1; }\n',
      'user.c': '#include "lib.h"\nint used(void) { return target(); }\n',
    },
    broken: '#include "lib.h"\nint target(void) { return none; }\n',
  },
];

for (const { server, define, links = {}, files, file, broken } of CASES)
  define(
    `REQ-BOUNDARY-010: ${server}: copies in a nested work tree are in no list and no rename, and an edit there is judged`,
    async () => {
      const copies = Object.entries(files).map(([path, text]) => [`${TREE}/${path}`, text]);
      await using lab = await openReal({
        servers: [server],
        files: { ...files, ...Object.fromEntries(copies) },
        links,
        config: { navigationTimeout: 50_000 },
        root(workspace) {
          addWorkTree(workspace, TREE);
          return workspace.root;
        },
      });
      const tools = await Tools.of(lab);
      const listed = async (): Promise<string[]> =>
        ((await tools.ask('lsp_workspace_symbols', { query: 'target' })).symbols ?? []).map(
          (one) => one.file,
        );
      const own = occurrences(files, 'target');
      expect(await tools.places('lsp_find_references', spot({ files }, file, 'target'))).toEqual(own);
      const judged = await lab.check({ [`${TREE}/${file}`]: broken });
      expect(Object.keys(found(judged.files))).toEqual([`${TREE}/${file}`]);
      // The server has files of both by now.
      expect(await tools.places('lsp_find_references', spot({ files }, file, 'target'))).toEqual(own);
      expect(await listed()).toContain(file);
      expect((await listed()).filter((one) => one.startsWith(TREE))).toEqual([]);
      const renamed = outcomeOf(
        await lab.sidecar.request('lsp/refactor', {
          kind: 'rename',
          filePath: file,
          symbol: 'target',
          newName: 'other',
        }),
      );
      expect(typeof renamed === 'string' ? renamed : Object.keys(renamed).sort()).toEqual(
        Object.keys(files)
          .filter((path) => files[path]?.includes('target'))
          .sort(),
      );
    },
  );

for (const { server, define, links = {}, files, file, broken } of CASES)
  define(
    `REQ-BOUNDARY-010: ${server}: a workspace that is a nested work tree has all of its own, and no more`,
    async () => {
      const opened = '.claude/worktrees/a b #1';
      const copies = Object.entries(files).map(([path, text]) => [`${opened}/${path}`, text]);
      await using lab = await openReal({
        servers: [server],
        files: { ...files, ...Object.fromEntries(copies) },
        links: Object.fromEntries(Object.entries(links).map(([at, to]) => [`${opened}/${at}`, to])),
        config: { navigationTimeout: 50_000 },
        root(workspace) {
          addWorkTree(workspace, opened);
          return workspace.path(opened);
        },
      });
      const tools = await Tools.of(lab);
      const own = occurrences(files, 'target');
      expect(await tools.places('lsp_find_references', spot({ files }, file, 'target'))).toEqual(own);
      const { symbols = [] } = await tools.ask('lsp_workspace_symbols', { query: 'target' });
      expect(symbols.map((one) => one.file)).toContain(file);
      expect(symbols.filter((one) => !(one.file in files))).toEqual([]);
      expect(Object.keys(found((await lab.check({ [file]: broken })).files))).toEqual([file]);
    },
  );
