import { expect, test } from 'bun:test';
import { openReal } from '../../../../../test/real/real-lab.ts';

test.each([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
] as const)(
  '%s: a file that no project holds is reported as checked by its syntax alone',
  async (_, links) => {
    await using lab = await openReal({
      servers: ['typescript'],
      files: {
        'package.json': '{}',
        'tsconfig.json': '{ "compilerOptions": { "lib": ["es5"], "types": [] }, "include": ["src"] }',
        'src/a.ts': 'export const a: number = 1;\n',
        'scripts/b.ts': 'export const b: number = "x";\n',
      },
      links,
    });
    const check = async (filePath: string): Promise<unknown> => {
      const { files, inPart } = await lab.sidecar.request('lsp/check', { files: [{ filePath }] });
      return { found: files[filePath]?.length, inPart };
    };
    const reason =
      'only its syntax was checked, since no project of TypeScript holds it: tsconfig.json, the nearest, includes "src"';
    expect(await check('scripts/b.ts')).toEqual({ found: 0, inPart: { 'scripts/b.ts': reason } });
    expect(await check('src/a.ts')).toEqual({ found: 0, inPart: undefined });
    lab.workspace.write(
      'tsconfig.json',
      '{ "compilerOptions": { "lib": ["es5"], "types": [] }, "include": ["src", "scripts"] }',
    );
    expect(await check('scripts/b.ts')).toEqual({ found: 1, inPart: undefined });
  },
);
