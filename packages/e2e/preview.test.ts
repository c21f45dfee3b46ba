import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Config, edit, LSP_DEFAULTS, writeFile, type CheckReport } from '@vybestack/llxprt-lsp-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Registry } from '../core/test/support/registry.js';
import { folderOf } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const FAR = 60_000;
const FILES = {
  'tsconfig.json': tsconfig({
    compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' },
    include: ['src'],
  }),
  'src/prices.ts':
    'export function priceOf(cents: number): number {\n  return cents;\n}\n\nexport const rate: string = 2;\n',
  'src/cart.ts':
    "import { priceOf, rate } from './prices';\n\nexport const total: number = priceOf(1);\nexport const half: number = rate;\n",
};
const PRICES = FILES['src/prices.ts'];

/** A patch that exchanges one line of prices.ts. */
const patch = (line: string, now: string): string =>
  `*** Begin Patch\n*** Update File: src/prices.ts\n@@\n-${line}\n+${now}\n*** End Patch\n`;

async function open(packages: typeof TYPESCRIPT_7) {
  const workspaceRoot = folderOf(FILES, packages);
  const registry = new Registry();
  const config = new Config({
    workspaceRoot,
    lsp: { ...LSP_DEFAULTS, ...PATIENT, includeSeverities: ['error'], report: 'caused' },
    logger: { debug: () => undefined },
    toolRegistry: registry,
    settles: true,
  });
  onTestFinished(() => config.shutdown());
  await config.initialize();
  const client = config.getLspServiceClient();
  if (client?.isAlive() !== true) throw new Error('no service');
  const stamp = (): unknown => statSync(join(workspaceRoot, 'src/prices.ts'), { bigint: true }).mtimeNs;
  return { workspaceRoot, registry, client, context: config.toolContext(), stamp };
}

describe.each([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', TYPESCRIPT_7],
])('%s', (_, packages) => {
  it('REQ-DIAG-040: a dry run says what the edit would cause in all files, and the session does not know of it', async () => {
    const { client, context, stamp } = await open(packages);
    const before = stamp();
    const call = {
      file_path: 'src/prices.ts',
      content: PRICES.replace('priceOf(cents: number)', 'priceOf(cents: string)'),
    };
    const { llmContent } = await writeFile({ ...call, dry_run: true }, context);
    expect(llmContent).toMatch(
      /^Dry run, nothing written: this would overwrite src\/prices\.ts \(5 lines\)\.\n\n--- src\/prices\.ts\n/,
    );
    const [, found = ''] = llmContent.split(/\n(?=LSP errors detected in this file:)/);
    expect(found).toMatch(
      /^LSP errors detected in this file:\n<diagnostics file="src\/prices\.ts">\nERROR \[2:3\] .*\(2322\)\n<\/diagnostics>\n\nLSP errors detected in other files:\n<diagnostics file="src\/cart\.ts">\nERROR \[3:38\] .*\(2345\)\n<\/diagnostics>\n\n\d errors? (was|were) there before\.$/,
    );
    expect(stamp()).toBe(before);
    expect(await client.settle()).toBeUndefined();
    expect((await client.session())?.open).toEqual({});
    expect(await client.getAllDiagnostics()).toEqual({});
    // The real call says the same, whatever else the machine does: what stood before is known.
    for (const file of ['src/prices.ts', 'src/cart.ts']) client.warm(file);
    await expect
      .poll(async () => Object.keys(await client.getAllDiagnostics()).toSorted(), { timeout: FAR })
      .toEqual(['src/cart.ts', 'src/prices.ts']);
    const real = await writeFile(call, context);
    expect(real.llmContent).toBe(`Overwrote src/prices.ts (5 lines).\n\n${found}`);
    expect((await client.session())?.open).toMatchObject({
      'src/prices.ts': [{ code: 2322 }],
      'src/cart.ts': [{ code: 2345 }],
    });
    // A dry run of the way back causes nothing, and solves nothing for the session.
    const back = { file_path: 'src/prices.ts', old_string: 'cents: string', new_string: 'cents: number' };
    expect((await edit({ ...back, dry_run: true }, context)).llmContent).toMatch(
      /Language servers would report nothing new\.$/,
    );
    expect(await client.settle()).toContain('2 errors that changes of this session caused still stand');
    expect((await edit(back, context)).llmContent).not.toContain('ERROR');
    expect((await client.session())?.open).toEqual({});
  });

  it('compares patches by what they cause and solve in all files', async () => {
    const { client, registry, stamp } = await open(packages);
    const before = stamp();
    const rate = 'export const rate: string = 2;';
    const patches = [
      patch(rate, 'export const rate = two;'),
      patch(
        'export function priceOf(cents: number): number {',
        'export function priceOf(cents: number, of: string): number {',
      ),
      patch(rate, "export const rate: string = '2';"),
      patch(rate, 'export const rate: number = 2;'),
      patch('there is no such line', ''),
    ];
    const { llmContent, structuredContent } = await registry.call('lsp_compare_patches', { patches });
    expect(structuredContent).toMatchObject({
      best: 4,
      patches: [
        { patch: 4, outcome: 'complete', errorsCaused: 0, errorsSolved: 2 },
        { patch: 3, outcome: 'complete', errorsCaused: 0, errorsSolved: 1 },
        { patch: 1, outcome: 'complete', errorsCaused: 1, errorsSolved: 2 },
        {
          patch: 2,
          outcome: 'complete',
          errorsCaused: 1,
          errorsSolved: 0,
          errors: { 'src/cart.ts': [expect.stringMatching(/^ERROR \[3:30\] .*\(2554\)$/)] },
        },
        { patch: 5, outcome: 'does-not-apply' },
      ],
    });
    expect(llmContent).toMatch(
      /^5 patches judged, nothing written, the best first:\n1\. patch 4 causes no errors, solves 2 \(\+1 -1 in 1 file\)\n2\. patch 3 causes no errors, solves 1 /,
    );
    expect([stamp(), await client.getAllDiagnostics(), await client.settle()]).toEqual([
      before,
      {},
      undefined,
    ]);
    const checked: CheckReport = await client.check({ files: [{ filePath: 'src/prices.ts' }] });
    expect(checked.files).toMatchObject({ 'src/prices.ts': [{ code: 2322 }] });
  });
});
