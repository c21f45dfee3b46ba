import { expect, test } from 'bun:test';

import type { Lab } from '../../../../../test/harness/lab.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { tsconfig } from './typescript-language.ts';

const ROUNDS = 20;

/** Many enough that tsserver is at a project for a while. */
const MODULES = 800;

/** Projects that are loaded while something moves. */
const LOADS = 5;

/** See `steps`: so many more of them for each project. */
const STEPS = 105;

test('REQ-CONC-020: a module that changes on disk while tsserver reads it for the first time is in the next result, though nothing is reloaded', async () => {
  const modules = Object.fromEntries(
    Array.from({ length: ROUNDS }, (_, round) => [`src/part${round}.ts`, `export const part${round} = 1;\n`]),
  );
  await using lab = await openReal({
    servers: ['typescript'],
    links: { 'node_modules/typescript': 'typescript' },
    files: {
      'tsconfig.json': JSON.stringify({ extends: './base.json', include: ['src/*er.ts'] }),
      'base.json': tsconfig(),
      'src/user.ts': 'export {};\n',
      'src/other.ts': 'export {};\n',
      ...modules,
    },
  });
  const codes = async (filePath: string, text: string): Promise<unknown[]> => {
    lab.workspace.write(filePath, text);
    return (
      (await lab.sidecar.request('lsp/check', { files: [{ filePath, text }] })).files[filePath]?.map(
        ({ code }) => code,
      ) ?? []
    );
  };
  const using = (round: number, type: string): string =>
    `import { part${round} } from './part${round}.js';\n\nexport const used: ${type} = part${round};\n`;
  expect(await codes('src/user.ts', 'export const used = 1;\n')).toEqual([]);
  for (let round = 0; round < ROUNDS; round++) {
    const beside = codes('src/other.ts', using(round, 'unknown'));
    lab.workspace.write(`src/part${round}.ts`, `export const part${round} = 'one';\n`);
    expect(await codes('src/user.ts', using(round, 'number'))).toEqual([2322]);
    expect(await beside).toEqual([]);
  }
});

/** Projects whose one file imports by a name of the settings: tsserver says that it waits for such a module only when it has loaded all the others. */
const user = `import { late } from '~/late';\nimport { early } from '~/early';\n\nexport const used = [late, early];\n${Array.from({ length: MODULES }, (_, index) => `import '~/module${index}';\n`).join('')}`;

function project(folder: string): Tree {
  const modules = Object.fromEntries(
    Array.from({ length: MODULES }, (_, index) => [
      `${folder}/module${index}.ts`,
      `export const module${index} = ${index};\n`,
    ]),
  );
  const settings = {
    extends: '../tsconfig.json',
    compilerOptions: { paths: { '~/*': ['./*'] } },
    files: ['user.ts'],
  };
  return {
    ...modules,
    [`${folder}/tsconfig.json`]: JSON.stringify(settings),
    [`${folder}/early.ts`]: 'export const early = 1;\n',
  };
}

async function openProjects(...folders: readonly string[]): Promise<Lab> {
  const files = Object.fromEntries(folders.flatMap((folder) => Object.entries(project(folder))));
  return openReal({
    servers: ['typescript'],
    links: { 'node_modules/typescript': 'typescript' },
    files: { ...files, 'tsconfig.json': tsconfig() },
  });
}

/** @param created as the host says it; undefined where it does not */
async function codes(lab: Lab, filePath: string, text: string, created?: true): Promise<unknown[]> {
  lab.workspace.write(filePath, text);
  return (
    (
      await lab.sidecar.request('lsp/check', { files: [{ filePath, text, ...(created && { created }) }] })
    ).files[filePath]?.map(({ code }) => code) ?? []
  );
}

/** Now sooner, now later: each step takes a moment, all of them together about as long as a project. */
async function steps(lab: Lab, count: number): Promise<void> {
  for (let step = 0; step < count; step++) await lab.sidecar.request('lsp/status', {});
}

const LATE = 'export const late = 1;\n';

test.each([
  ['a shell', (lab: Lab, file: string) => Promise.resolve(lab.workspace.write(file, LATE))],
  ['an edit', (lab: Lab, file: string) => codes(lab, file, LATE, true)],
  [
    'an edit of a host that does not say that they are new',
    (lab: Lab, file: string) => codes(lab, file, LATE),
  ],
])(
  'REQ-CONC-020 REQ-DIAG-010: modules that %s makes while tsserver looks for them are found by whoever asks next, and those that go are missed',
  async (_, make) => {
    const folders = Array.from({ length: LOADS }, (_, round) => `round${round}`);
    await using lab = await openProjects(...folders);
    for (const [round, folder] of folders.entries()) {
      const first = codes(lab, `${folder}/user.ts`, user);
      await steps(lab, STEPS * round);
      const made = make(lab, `${folder}/late.ts`);
      lab.workspace.remove(`${folder}/early.ts`);
      const again = await codes(lab, `${folder}/user.ts`, `${user}// again\n`);
      await Promise.all([first, made]);
      expect([round, again, await codes(lab, `${folder}/user.ts`, `${user}// once more\n`)]).toEqual([
        round,
        [2307],
        [2307],
      ]);
    }
  },
);

test('REQ-CONC-020: so are those that come while a new file waits to be asked about, whose project tsserver loads for it', async () => {
  const folders = Array.from({ length: LOADS }, (_, round) => ({
    first: `first${round}`,
    second: `second${round}`,
  }));
  await using lab = await openProjects(...folders.flatMap(({ first, second }) => [first, second]));
  for (const [round, { first, second }] of folders.entries()) {
    const earlier = codes(lab, `${first}/user.ts`, user);
    await steps(lab, 60);
    const created = codes(lab, `${second}/user.ts`, user, true);
    await earlier;
    await steps(lab, STEPS * round);
    lab.workspace.write(`${second}/late.ts`, LATE);
    expect([round, await codes(lab, `${second}/user.ts`, `${user}// again\n`)]).toEqual([round, []]);
    await created;
  }
});
