import { expect, test } from 'bun:test';

import { openReal } from './real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const ROUNDS = 20;

test('REQ-CONC-020: a module that changes on disk while tsserver reads it for the first time is in the next verdict, though nothing is loaded anew', async () => {
  const modules = Object.fromEntries(Array.from({ length: ROUNDS }, (_, round) => [`src/part${round}.ts`, `export const part${round} = 1;\n`]));
  await using lab = await openReal({
    servers: ['typescript'],
    links: { 'node_modules/typescript': 'typescript' },
    files: { 'tsconfig.json': JSON.stringify({ extends: './base.json', include: ['src/*er.ts'] }), 'base.json': tsconfig(), 'src/user.ts': 'export {};\n', 'src/other.ts': 'export {};\n', ...modules },
  });
  const codes = async (filePath: string, text: string): Promise<unknown[]> => {
    lab.workspace.write(filePath, text);
    return (await lab.sidecar.request('lsp/check', { files: [{ filePath, text }] })).files[filePath]?.map(({ code }) => code) ?? [];
  };
  const using = (round: number, type: string): string => `import { part${round} } from './part${round}.js';\n\nexport const used: ${type} = part${round};\n`;
  expect(await codes('src/user.ts', 'export const used = 1;\n')).toEqual([]);
  for (let round = 0; round < ROUNDS; round++) {
    const beside = codes('src/other.ts', using(round, 'unknown'));
    lab.workspace.write(`src/part${round}.ts`, `export const part${round} = 'one';\n`);
    expect(await codes('src/user.ts', using(round, 'number'))).toEqual([2322]);
    expect(await beside).toEqual([]);
  }
});
