import { expect, test } from 'bun:test';
import { openReal } from '../../../../../test/real/real-lab.ts';

/** What the texts of before and after the edit hold, and which codes the old errors then have. */
const ROWS: [
  codes: readonly [number, number],
  files: Record<string, string>,
  edit: readonly [string, string],
][] = [
  [[2304, 2552], {}, ['export const used = totl;\n', 'export const total = 1;\nexport const used = totl;\n']],
  [
    [2305, 2724],
    { 'user.ts': 'import { totl } from "./edited.js";\n\nexport const used = totl;\n' },
    ['export {};\n', 'export const total = 1;\n'],
  ],
  [
    [2339, 2551],
    {
      'user.ts':
        'import type { Cart } from "./edited.js";\n\nexport const used = (cart: Cart) => cart.totl;\n',
    },
    ['export interface Cart {\n  id: 1;\n}\n', 'export interface Cart {\n  id: 1;\n  total: 2;\n}\n'],
  ],
  [
    [18004, 2552],
    {},
    ['export const used = { totl };\n', 'export const total = 1;\nexport const used = { totl };\n'],
  ],
];

for (const [title, links] of [
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
] as const)
  test.each(ROWS)(
    `${title}: an old error %p that gets a suggestion is not called caused`,
    async (codes, files, [before, text]) => {
      await using lab = await openReal({
        servers: ['typescript'],
        files: {
          'package.json': '{ "type": "module" }',
          'tsconfig.json':
            '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
          'edited.ts': before,
          ...files,
        },
        links,
      });
      const judged = Object.keys(files)[0] ?? 'edited.ts';
      const first = await lab.sidecar.request('lsp/check', {
        files: ['edited.ts', ...Object.keys(files)].map((filePath) => ({ filePath })),
        origins: true,
      });
      expect(first.files[judged]?.map(({ code }) => code)).toEqual([codes[0]]);
      lab.workspace.write('edited.ts', text);
      const { files: own, others } = await lab.sidecar.request('lsp/check', {
        files: [{ filePath: 'edited.ts', before, text }],
        others: true,
        origins: true,
        written: true,
      });
      expect({ ...others, ...own }[judged]?.map(({ code, origin }) => [code, origin])).toEqual([
        [codes[1], 'before'],
      ]);
    },
  );
