import { expect, test } from 'bun:test';

import { openReal } from './real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const ROUNDS = 20;

/** Many enough that tsserver is at a project for a while. */
const MODULES = 300;

/** Each takes a moment; all of them together about as long as the project. */
const STEPS = 15;

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

test('REQ-CONC-020: modules that come and go while tsserver looks for them are found, or missed, by whoever asks next, though nothing is loaded anew', async () => {
  const user = (folder: string): string => `import { late } from './late.js';\nimport { early } from './early.js';\n\nexport const ${folder} = [late, early];\n`;
  const project = (round: number): Record<string, string> => {
    const folder = `round${round}`;
    const modules = Object.fromEntries(Array.from({ length: MODULES }, (_, index) => [`${folder}/module${index}.ts`, `export const module${index} = ${index};\n`]));
    const names = Array.from({ length: MODULES }, (_, index) => `import './module${index}.js';\n`).join('');
    return {
      ...modules,
      [`${folder}/tsconfig.json`]: JSON.stringify({ extends: '../tsconfig.json', files: ['user.ts'] }),
      [`${folder}/user.ts`]: user(folder) + names,
      [`${folder}/early.ts`]: 'export const early = 1;\n',
    };
  };
  await using lab = await openReal({
    servers: ['typescript'],
    links: { 'node_modules/typescript': 'typescript' },
    files: Object.assign({ 'tsconfig.json': tsconfig() }, ...Array.from({ length: ROUNDS }, (_, round) => project(round))) as Record<string, string>,
  });
  const codes = async (filePath: string, text: string): Promise<unknown[]> => {
    lab.workspace.write(filePath, text);
    return (await lab.sidecar.request('lsp/check', { files: [{ filePath, text }] })).files[filePath]?.map(({ code }) => code) ?? [];
  };
  for (let round = 0; round < ROUNDS; round++) {
    const file = `round${round}/user.ts`;
    const text = project(round)[file] ?? '';
    const first = codes(file, text);
    // Now sooner, now later while it loads the project.
    for (let step = 0; step < STEPS * round; step++) await lab.sidecar.request('lsp/status', {});
    lab.workspace.write(`round${round}/late.ts`, 'export const late = 1;\n');
    lab.workspace.remove(`round${round}/early.ts`);
    expect([round, await codes(file, `${text}// again\n`)]).toEqual([round, [2307]]);
    await first;
  }
});
