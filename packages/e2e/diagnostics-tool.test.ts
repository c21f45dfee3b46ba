import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Bridge } from './support/bridge.js';
import { folderOf } from './support/cli.js';
import { tsconfig } from './support/typescript.js';

const TSCONFIG = tsconfig({
  compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' },
  include: ['.'],
});

it('push-diagnostics: a host is notified by name and with the command which program is missing, by way of the bridge', async () => {
  const checkers = { zz: { command: 'no-such-program-at-all', extensions: ['.zz'], parser: 'gcc' } };
  const bridge = await Bridge.start({
    cwd: folderOf({ 'a.zz': 'x' }),
    lsp: { checkers, toolResults: 'both' },
  });
  expect(await bridge.tools()).toContain('lsp_diagnostics');
  expect(
    await bridge.client.callTool({ name: 'lsp_diagnostics', arguments: { path: 'a.zz' } }),
  ).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('DIAGNOSTIC_TOOL_NOT_FOUND') }],
    structuredContent: {
      error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
      retryable: false,
      tool: 'zz',
      install: expect.any(String),
    },
  });
});

it('REQ-NAV-060: with backend checker the whole project is judged, files that nobody has touched and the text between them', async () => {
  const cwd = folderOf({
    'web app/tsconfig.json': TSCONFIG,
    'web app/a#1.ts': "export const n: number = '1';\n",
    'web app/b.ts': 'export {};\n',
  });
  const bridge = await Bridge.start({ cwd, lsp: { toolResults: 'both' } });
  expect(await bridge.tools()).toContain('lsp_diagnostics');
  const judge = () => bridge.client.callTool({ name: 'lsp_diagnostics', arguments: { backend: 'checker' } });
  expect(await judge()).toMatchObject({
    content: [
      {
        text: expect.stringMatching(
          /^1 problem in 1 file; 1 project, checked by tsc:\nweb app\/a#1\.ts:1:14 {2}error: .*\(2322\)$/,
        ),
      },
    ],
    structuredContent: {
      diagnostics: { 'web app/a#1.ts': [{ line: 1, character: 14, severity: 'error', code: 2322 }] },
      total: 1,
      checkers: [{ id: 'tsc', root: 'web app', outcome: 'complete' }],
    },
  });
  mkdirSync(join(cwd, 'web app/sub'));
  writeFileSync(join(cwd, 'web app/a#1.ts'), 'export const n = 1;\n');
  writeFileSync(join(cwd, 'web app/sub/c.ts'), "import { n } from '../a#1';\nexport const s: string = n;\n");
  expect(await judge()).toMatchObject({
    structuredContent: {
      diagnostics: { 'web app/sub/c.ts': [{ line: 2, severity: 'error', code: 2322 }] },
      total: 1,
    },
  });
});

it('REQ-FMT-055: of one file and of many, as many are listed as the setting says, and the others are counted', async () => {
  const wrong = (rows: number) =>
    Array.from({ length: rows }, (_, at) => `export const n${at}: number = '';\n`).join('');
  const cwd = folderOf({ 'tsconfig.json': TSCONFIG, 'a.ts': wrong(5), 'b.ts': wrong(2) });
  const bridge = await Bridge.start({ cwd, lsp: { toolResults: 'both', maxDiagnosticsPerFile: 2 } });
  expect(await bridge.tools()).toContain('lsp_diagnostics');
  const judge = (input: object) =>
    bridge.client.callTool({ name: 'lsp_diagnostics', arguments: { backend: 'checker', ...input } });
  const shown = [{ line: 1 }, { line: 2 }];
  expect(await judge({ path: 'a.ts' })).toMatchObject({
    content: [
      {
        text: expect.stringMatching(
          /^5 problems in a\.ts, checked by tsc:\n(?:a\.ts:.*\n){2}\.\.\. and 3 more$/,
        ),
      },
    ],
    structuredContent: { diagnostics: { 'a.ts': shown }, more: { 'a.ts': 3 } },
  });
  expect(await judge({})).toMatchObject({
    content: [
      {
        text: expect.stringMatching(
          /^7 problems in 2 files; .*:\n(?:a\.ts:.*\n){2}\.\.\. and 3 more in a\.ts\n(?:b\.ts:.*\n?){2}$/,
        ),
      },
    ],
    structuredContent: { diagnostics: { 'a.ts': shown, 'b.ts': shown }, more: { 'a.ts': 3 } },
  });
});
