import { expect, test } from 'bun:test';

import { openReal } from '../../../../../test/real/real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const USER = "import { late } from './late.js';\n\nexport const used: number = late;\n";

test.each(['typescript', 'typescript-v7'])(
  'REQ-CONC-020: a proposed file that %s has looked for in vain is there for its importers',
  async (compiler) => {
    await using lab = await openReal({
      servers: ['typescript'],
      links: { 'node_modules/typescript': compiler },
      files: { 'tsconfig.json': tsconfig(), 'src/user.ts': USER },
    });
    const codes = (
      found: readonly { readonly code?: string | number | undefined }[] | undefined,
    ): unknown[] => (found ?? []).map(({ code }) => code);
    const before = await lab.check({ 'src/user.ts': USER });
    expect(codes(before.files['src/user.ts'])).toEqual([2307]);
    const propose = async (late: string): Promise<unknown[]> => {
      const { files, servers } = await lab.sidecar.request('lsp/propose', {
        files: [
          { filePath: 'src/user.ts', text: USER },
          { filePath: 'src/late.ts', text: late },
        ],
        others: true,
      });
      expect(servers).toMatchObject([{ outcome: 'complete' }]);
      return [codes(files['src/user.ts']), codes(files['src/late.ts'])];
    };
    expect(await propose('export const late = 1;\n')).toEqual([[], []]);
    expect(await propose("export const late = 'one';\nexport const wrong: string = 1;\n")).toEqual([
      [2322],
      [2322],
    ]);
    // Nothing of it is left.
    const after = await lab.check({ 'src/user.ts': `${USER}\n` });
    expect(codes(after.files['src/user.ts'])).toEqual([2307]);
  },
);
