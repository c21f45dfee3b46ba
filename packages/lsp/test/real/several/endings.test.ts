import { expect, test } from 'bun:test';

import { elapsed, type Lab, outcomes } from '../../harness/lab.ts';
import { found, openReal, rows } from '../real-lab.ts';
import { tsconfig } from '../../../src/languages/typescript/test/real/typescript-language.ts';

/** Three servers at work: two of them judge the same file, and one of those is two processes. */
async function busy(): Promise<Lab> {
  const lab = await openReal({
    servers: ['eslint', 'pyright', 'typescript'],
    files: {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': tsconfig(),
      'eslint.config.mjs': "export default [{ rules: { 'no-debugger': 'error' } }];\n",
    },
    links: { 'node_modules/eslint': 'eslint', 'node_modules/typescript': 'typescript' },
  });
  const report = await lab.check({ 'a.js': script(1), 'a.py': 'n: int = ""\n' });
  expect(
    Object.fromEntries(
      Object.entries(report.files).map(([file, list]) => [file, list.map(({ source }) => source)]),
    ),
  ).toEqual({
    'a.js': ['eslint', 'ts'],
    'a.py': ['Pyright'],
  });
  // The sidecar, three servers and tsserver.
  expect(lab.sidecar.processes()).toHaveLength(5);
  return lab;
}

function script(version: number): string {
  return `debugger;\n/** @type {string} */\nexport const a = ${version};\n`;
}

const DEBUGGER = { 'a.js': ["1:1 no-debugger Unexpected 'debugger' statement."] };

/** Has `pid` stopped while the question is on its way, so that it cannot have been answered, and then killed. */
async function killWhileAsked(lab: Lab, pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const asked = lab.check({ 'a.js': script(2) });
  // Both servers of the first file have its question before this file's own has its answer.
  expect(await lab.edit('b.py', 'm: int = 1\n')).toEqual([]);
  process.kill(pid, 'SIGKILL');
  expect(await elapsed(asked)).toBeLessThan(5_000);
  const report = await asked;
  expect([found(report.files), outcomes(report)]).toEqual([
    DEBUGGER,
    { eslint: 'complete', typescript: 'broken' },
  ]);
}

async function expectBroken(lab: Lab, reason: string): Promise<void> {
  expect(await rows(lab, 'typescript')).toMatchObject([{ status: 'broken', reason }]);
  const after = await lab.check({ 'a.js': script(3), 'a.py': 'n: int = 1\n' });
  expect([found(after.files), outcomes(after)]).toEqual([
    DEBUGGER,
    { eslint: 'complete', pyright: 'complete', typescript: 'broken' },
  ]);
}

test('REQ-LIFE-070 REQ-LIFE-090 REQ-TIME-085: a server killed while it is asked wakes the waiter, and the others go on', async () => {
  await using lab = await busy();
  const [row] = await rows(lab, 'typescript');
  await killWhileAsked(lab, row?.serverPid ?? 0);
  await expectBroken(lab, 'killed by SIGKILL');
});

test('REQ-LIFE-070: a tsserver that is killed, for want of memory say, takes its language server with it; nothing outlives a killed sidecar', async () => {
  await using lab = await busy();
  const tsserver = lab.sidecar.processes().find(({ command }) => command.includes('tsserver.js'));
  await killWhileAsked(lab, tsserver?.pid ?? 0);
  await expectBroken(lab, 'tsserver has ended');

  lab.sidecar.kill('SIGKILL');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('REQ-LIFE-040: a killed sidecar leaves no language server behind, at work or not', async () => {
  await using lab = await busy();
  void lab.check({ 'a.js': script(4), 'a.py': 'n: int = 2\n' }).catch(() => undefined);
  lab.sidecar.kill('SIGKILL');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

for (const [title, installed] of [
  ['TypeScript 5.9', 'typescript'],
  ['TypeScript 7', 'typescript-v7'],
] as const) {
  test(`REQ-LIFE-060: ${title} ends with all its processes when nobody asks it, and finds the next error all the same`, async () => {
    await using lab = await openReal({
      servers: ['typescript'],
      files: { 'package.json': '{}', 'tsconfig.json': tsconfig(), 'b.ts': 'export const b: number = 1;\n' },
      links: { 'node_modules/typescript': installed },
      config: { idleShutdown: 300 },
    });
    const rounds = [
      "import { b } from './b.js';\nexport const a: string = b;\n",
      "import { b } from './b.js';\nexport const a: boolean = b;\n",
    ];
    for (const text of rounds) {
      expect(found((await lab.check({ 'a.ts': text })).files)).toMatchObject({
        'a.ts': [expect.stringContaining('2:14 2322')],
      });
      // The sidecar alone is left.
      expect(await lab.sidecar.leftovers(20_000, 1)).toHaveLength(1);
      expect(await rows(lab, 'typescript')).toMatchObject([
        { status: 'active', reason: expect.stringContaining('idle for 300 ms') },
      ]);
    }
  });
}
