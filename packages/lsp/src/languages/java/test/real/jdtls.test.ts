import { expect } from 'bun:test';
import { readdirSync } from 'node:fs';

import { findJdk, isJdk } from '../../jdk.ts';
import { createSearch } from '../../../../backend/program/search.ts';
import type { RefactorResult } from '../../../../types.ts';
import { outcomes } from '../../../../../test/harness/lab.ts';
import { skipping, testWith } from '../../../../../test/real/needs.ts';
import { brief, found, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { Tools } from '../../../../../test/real/navigation-suite.ts';
import { project } from './java-builds.ts';

const jdk = findJdk('/', createSearch({ workspaceRoot: '/' }), 21);
const test =
  isJdk(jdk) && jdk.major >= 21
    ? testWith('jdtls')
    : skipping('no JDK 21 or newer: apt-get install openjdk-21-jdk');

const A = 'src/main/java/demo/A.java';
const B = 'src/main/java/demo/B.java';
const VALUE = (type: string, value: string): string =>
  `package demo;\n\npublic class A {\n    String s = "🎉é"; ${type} x = ${value};\n}\n`;
const FILES = {
  'pom.xml': project(
    'org.demo:app:1.0',
    '<properties><maven.compiler.release>17</maven.compiler.release></properties>',
  ),
  [A]: VALUE('int', '1'),
  [B]: 'package demo;\n\nclass B {\n    int y = new A().x;\n}\n',
};
const MISMATCH = 'Type mismatch: cannot convert from String to int';

test('jdtls: each of ten breaking and mending edits has its own result, in the other file too', async () => {
  await using lab = await openReal({ servers: ['java'], files: FILES, name: 'java # project' });
  for (let round = 0; round < 5; round += 1) {
    const broken = await lab.check({ [A]: VALUE('int', '"x"') });
    expect([found(broken.files), outcomes(broken)]).toEqual([
      { [A]: [`4:31 16777233 ${MISMATCH}`] },
      { java: 'complete' },
    ]);
    expect(found((await lab.check({ [A]: VALUE('int', '2') })).files)).toEqual({});
  }
  expect(found((await lab.check({ [A]: VALUE('String', '"x"') })).files)).toEqual({});
  expect((await lab.checkFile(B, FILES[B])).map(brief)).toEqual([`4:13 16777233 ${MISMATCH}`]);
  expect(await rows(lab, 'java')).toMatchObject([
    { status: 'active', program: { name: 'jdtls', origin: 'path' } },
  ]);
  // It compiles as the build does, and keeps its own files elsewhere.
  expect(readdirSync(lab.workspace.root).sort()).toEqual(['pom.xml', 'src', 'target']);
});

test('jdtls: a class is listed once, and a public one is not renamed without its file', async () => {
  await using lab = await openReal({
    servers: ['java'],
    files: FILES,
    config: { navigationTimeout: 120_000 },
  });
  const tools = await Tools.of(lab);
  expect(await tools.ask('lsp_workspace_symbols', { query: 'A', kind: 'class' })).toMatchObject({
    total: 1,
    symbols: [{ file: A, line: 3, character: 14 }],
  });
  const rename = (): Promise<RefactorResult> =>
    lab.sidecar.request('lsp/refactor', { kind: 'rename', filePath: B, symbol: 'A', newName: 'Z' });
  let renamed = await rename();
  // It may wait for a job of its own that does nothing for longer than a server is waited for.
  for (let more = 5; more > 0 && 'refused' in renamed && renamed.refused.includes('has done nothing'); more--)
    renamed = await rename();
  expect(renamed).toMatchObject({
    refused: expect.stringContaining(`move ${A} to src/main/java/demo/Z.java instead`),
  });
});
