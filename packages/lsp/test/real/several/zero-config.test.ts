import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { BUILT_IN_SERVERS, type CheckReport } from '../../../src/types.ts';
import { outcomes } from '../../harness/lab.ts';
import { Sidecar } from '../../harness/sidecar.ts';
import { Workspace } from '../../harness/workspace.ts';
import { found, link, openReal, rows } from '../real-lab.ts';
import { tsc } from '../truth.ts';
import { PROJECT, tsconfig } from '../../../src/languages/typescript/test/real/typescript-language.ts';

test('REQ-CFG-015 REQ-LANG-020: without any settings every language that was touched is judged, and nothing else is started', async () => {
  using workspace = new Workspace({
    'a.ts': "const n: number = 'x';\nexport default n;\n",
    'b.py': "n: int = 'x'\n",
    'c.js': "nowhere('eslint has no configuration here');\n",
    'd.txt': 'n: int = x',
    'e.json': '{ "a": 1, }\n',
    'f.css': 'a { color: red\n',
    'g.html': '<style>a { color: }</style>\n',
  });
  // Of the programs of this machine only the ones that the bundled servers run on: what else is on PATH may be a server of these languages.
  const bin = join(workspace.outside, 'bin');
  mkdirSync(bin);
  for (const program of ['node', 'sh', 'env']) symlinkSync(Bun.which(program) ?? '', join(bin, program));
  await using sidecar = new Sidecar({
    bootstrap: JSON.stringify({ workspaceRoot: workspace.root }),
    path: bin,
  });
  const files = ['a.ts', 'b.py', 'c.js', 'd.txt', 'e.json', 'f.css', 'g.html'].map((filePath) => ({
    filePath,
  }));
  let report: CheckReport;
  // A busy machine may need more than the default timeouts; each question waits for as long as one of them.
  do report = await sidecar.request('lsp/check', { files });
  while (Object.values(outcomes(report)).some((outcome) => outcome !== 'complete'));

  expect(found(report.files)).toEqual({
    'a.ts': ["1:7 2322 Type 'string' is not assignable to type 'number'."],
    'b.py': [expect.stringContaining('1:10 reportAssignmentType')],
    'e.json': ['1:9 519 Trailing comma'],
    'f.css': [expect.stringContaining('2:1 css-')],
    'g.html': [expect.stringContaining('css-propertyvalueexpected')],
  });
  const bundled = ['css', 'html', 'json', 'pyright', 'typescript'];
  expect(outcomes(report)).toEqual(Object.fromEntries(bundled.map((id) => [id, 'complete'])));
  const status = await sidecar.request('lsp/status', {});
  expect(status.map(({ id }) => id).filter((id) => BUILT_IN_SERVERS.includes(id))).toEqual([
    ...BUILT_IN_SERVERS,
  ]);
  expect(
    status.filter(({ serverPid }) => serverPid !== undefined).map(({ id, status: state }) => [id, state]),
  ).toEqual(bundled.map((id) => [id, 'active']));
});

test('REQ-LIFE-030 REQ-ARCH-090: two packages with two versions of TypeScript have two processes, and each is judged by its own', async () => {
  // What 5.9 and 7 put in different places.
  const unused = "import { join } from './other.js';\nexport {};\n";
  const project = { ...PROJECT, 'main.ts': unused, 'other.ts': 'export const join = 1;\n' };
  const inFolder = (folder: string): Record<string, string | Uint8Array> =>
    Object.fromEntries(Object.entries(project).map(([name, text]) => [`packages/${folder}/${name}`, text]));
  await using lab = await openReal({
    servers: ['typescript'],
    files: { ...inFolder('a'), ...inFolder('b'), 'tsconfig.json': tsconfig() },
  });
  link(lab.workspace, {
    'packages/a/node_modules/typescript': 'typescript',
    'packages/b/node_modules/typescript': 'typescript-v7',
  });

  const [report, ...truth] = await Promise.all([
    lab.sidecar.request('lsp/check', {
      files: ['a', 'b'].map((folder) => ({ filePath: `packages/${folder}/main.ts` })),
    }),
    tsc(lab.workspace, 'typescript', 'packages/a'),
    tsc(lab.workspace, 'typescript-v7', 'packages/b'),
  ]);
  expect(found(report.files)).toEqual(Object.assign({}, ...truth));
  expect(new Set(Object.values(found(report.files)).flat()).size).toBe(2);
  expect(report.servers.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['typescript', 'complete'],
    ['typescript', 'complete'],
  ]);
  const status = await rows(lab, 'typescript');
  expect(status.map(({ program }) => program?.uses?.version).sort()).toEqual(['5.9.3', '7.0.2']);

  for (const folder of ['a', 'b']) {
    const mended = await lab.check({ [`packages/${folder}/main.ts`]: 'export {};\n' });
    expect([found(mended.files), mended.servers.length]).toEqual([{}, 1]);
  }
});
