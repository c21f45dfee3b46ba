import { expect, test } from 'bun:test';
import { join } from 'node:path';

import { Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';

const FAKE = join(import.meta.dir, '../fakes/typescript7.ts');

/** A compiler of the future, which is started by its own script. */
function open(files: Tree, args: readonly string[] = []): Promise<Lab> {
  const cli = `import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
const env = { ...process.env, FAKE_PROBE: resolve('..', 'probe'), FAKE_NAME: 'typescript' };
spawn(${JSON.stringify(process.execPath)}, ${JSON.stringify([FAKE, ...args])}, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1));
`;
  return Lab.open({
    servers: { typescript: {} },
    files: {
      'node_modules/typescript/package.json':
        '{ "name": "typescript", "version": "8.0.0", "bin": { "tsc": "cli.mjs" } }',
      'node_modules/typescript/cli.mjs': cli,
      ...files,
    },
  });
}

/** Some broken by the other, some left out by every project. */
const FILES: Tree = {
  'tsconfig.json': '{}',
  'own.ts': 'import "./base";\n// HELD tsconfig.json\n// TS2322 own\n',
  'foreign.ts': 'import "./base";\n// HELD packages/other/tsconfig.json\n// TS2322 foreign\n',
  'nobody.ts': 'import "./base";\n// TS2322 nobody\n// TS1005 nobody, syntax\n',
};

async function breakBase(lab: Lab): Promise<{ others: Record<string, string[]>; opened: string[] }> {
  const report = await lab.check({ 'base.ts': 'export const base = 1;\n// HELD tsconfig.json\n' }, true);
  expect([outcomes(report), report.othersComplete]).toEqual([{ typescript: 'complete' }, true]);
  const opened = lab.probe
    .received('textDocument/didOpen')
    .map(({ path = '' }) => path.slice(lab.workspace.root.length + 1));
  return { others: messagesByFile(report.others), opened: opened.sort() };
}

test('REQ-DIAG-040: what is judged by its own project is not opened, what another one would judge is, and what none holds is not reported', async () => {
  await using lab = await open(FILES);
  expect(await breakBase(lab)).toEqual({
    others: { 'foreign.ts': ['foreign'], 'own.ts': ['own'] },
    opened: ['base.ts', 'foreign.ts'],
  });
});

test('REQ-DIAG-040: where the server does not say whose project judges a file, it is opened, as it is by other servers', async () => {
  await using lab = await open(FILES, ['--silent']);
  expect(await breakBase(lab)).toEqual({
    others: { 'foreign.ts': ['foreign'], 'nobody.ts': ['nobody', 'nobody, syntax'], 'own.ts': ['own'] },
    opened: ['base.ts', 'foreign.ts', 'nobody.ts', 'own.ts'],
  });
});

const CODES: [code: number, isSyntax: boolean][] = [
  [1005, true],
  [1109, true],
  [1128, true],
  [1381, true],
  [1434, true],
  [17008, true],
  // These depend on options.
  [1192, false],
  [1259, false],
  [1378, false],
  [1479, false],
  [2304, false],
  [2322, false],
  [7006, false],
];

test('REQ-DIAG-010: of a file that no project holds those errors remain that the parser gives, where the server has no API to ask', async () => {
  const text = CODES.map(([code]) => `// TS${code} ${code}\n`).join('');
  await using lab = await open({ 'tsconfig.json': '{}' });
  expect(await lab.edit('left-out.ts', text)).toEqual(
    CODES.filter(([, isSyntax]) => isSyntax).map(([code]) => String(code)),
  );
  expect(await lab.edit('held.ts', `// HELD tsconfig.json\n${text}`)).toEqual(
    CODES.map(([code]) => String(code)),
  );
  await using bare = await open({});
  expect(await bare.edit('left-out.ts', text)).toEqual(CODES.map(([code]) => String(code)));
});

test('REQ-TIME-030: the project is asked for together with the findings, so that no answer waits for another round trip', async () => {
  await using lab = await open({ 'tsconfig.json': '{}' });
  for (const word of ['cold', 'warm', 'warm again'])
    expect(await lab.edit('a.ts', `// HELD tsconfig.json\n// TS2322 ${word}\n`)).toEqual([word]);
});
