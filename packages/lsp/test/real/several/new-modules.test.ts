import { expect, test } from 'bun:test';

import { openReal } from '../real-lab.ts';
import { PROJECT } from '../../../src/languages/typescript/test/real/typescript-language.ts';

const TYPESCRIPT = {
  servers: ['typescript'],
  files: {
    ...PROJECT,
    'src/user.ts': "import { made } from './made.js';\n\nexport const twice: number = made * 2;\n",
  },
  links: {},
  importer: 'src/user.ts',
  module: 'src/made.ts',
  text: 'export const made: number = 1;\n',
};
const PYTHON = {
  servers: ['pyright'],
  files: { 'user.py': 'from made import made\n\ntwice: int = made * 2\n' },
  links: {},
  importer: 'user.py',
  module: 'made.py',
  text: 'made: int = 1\n',
};

test.each([
  ['TypeScript 5.9', { ...TYPESCRIPT, links: { 'node_modules/typescript': 'typescript' } }],
  ['TypeScript 7', { ...TYPESCRIPT, links: { 'node_modules/typescript': 'typescript-v7' } }],
  ['pyright', PYTHON],
])(
  'REQ-DIAG-010: %s: a new module is there for who imports it, though the host does not say that it is new',
  async (_, { servers, files, links, importer, module, text }) => {
    await using lab = await openReal({ servers, files, links });
    const check = async (filePath: string, written: object = {}): Promise<string> =>
      JSON.stringify(
        (await lab.sidecar.request('lsp/check', { files: [{ filePath, ...written }] })).files[filePath],
      );
    expect(await check(importer)).toContain('made');
    lab.workspace.write(module, text);
    expect(await check(module, { text })).toBe('[]');
    expect(await check(importer)).toBe('[]');
  },
);
