import { beforeAll, describe, expect, test } from 'vitest';
import { root, sidecar } from '../lib/paths.mjs';
import { lint, type Planted } from './lint-lab.js';

/** A file that need not exist, the code in it, and a word of the complaint; no word where the code is right. */
type Row = [file: string, code: string, complaint?: RegExp];

/** Files below a folder, and what the lint of that folder's package says about each. */
class Place {
  readonly #planted: Planted[] = [];
  #said: readonly string[] = [];

  constructor(
    readonly config: string,
    readonly folder: string,
  ) {}

  async lint(): Promise<void> {
    this.#said = await lint(this.config, this.#planted);
  }

  /** Declares a test for each row. All rows are linted in one run, before the first test. */
  rows(title: string, rows: readonly Row[]): void {
    this.trees(
      title,
      rows.map(([file, code, complaint]) => [{ [file]: code }, complaint]),
    );
  }

  trees(title: string, trees: readonly (readonly [files: Planted, complaint?: RegExp | undefined])[]): void {
    const planted = trees.map(([files, complaint]) => {
      const below = Object.entries(files).map(([file, code]) => [`${this.folder}/${file}`, code]);
      const index = this.#planted.push(Object.fromEntries(below) as Planted) - 1;
      return { files: Object.keys(files).join(', '), code: Object.values(files).join(' '), complaint, index };
    });
    test.each(planted)(`${title} ($files: $code)`, ({ complaint, index }) => {
      if (complaint) expect(this.#said[index]).toMatch(complaint);
      else expect(this.#said[index]).toBe('');
    });
  }
}

const inCore = new Place(root, 'packages/core/src');
const inCli = new Place(root, 'packages/cli/src');
const inPi = new Place(root, 'packages/pi-extension/src');
const inTests = new Place(root, 'packages/core/test');
const inSidecar = new Place(sidecar, 'src');
const inSidecarTests = new Place(sidecar, 'test');
const inLanguages = new Place(sidecar, 'src/languages/go/test');

beforeAll(async () => {
  await Promise.all(
    [inCore, inCli, inPi, inTests, inSidecar, inSidecarTests, inLanguages].map((place) => place.lint()),
  );
});

const read = (from: string) => `import { x } from '${from}'; export const y = x;`;
const lazy = (from: string) => `export const y = () => import('${from}');`;
const asType = (from: string) => `import type { X } from '${from}'; export type Y = X;`;
const inlineType = (from: string) => `export type Y = import('${from}').X;`;

describe('core', () => {
  inCore.rows('REQ-ARCH-050: no Bun', [
    ['lsp/launch.ts', read('bun'), /REQ-ARCH-050/],
    ['lsp/launch.ts', read('bun:ffi'), /REQ-ARCH-050/],
    ['tools/edit.ts', lazy('bun'), /REQ-ARCH-050/],
    ['host.ts', inlineType('bun'), /REQ-ARCH-050/],
    ['tools/edit.ts', 'export const y = Bun.version;', /REQ-ARCH-050/],
    ['lsp/launch.ts', read('../../../lsp/src/types.js'), /another process/],
    ['lsp/launch.ts', read('./find-bun.js')],
  ]);

  inCore.rows('layers', [
    ['lsp/types.ts', asType('../host.js'), /imports nothing/],
    ['lsp/format-diagnostics.ts', read('./launch.js'), /pure function/],
    ['lsp/format-diagnostics.ts', read('node:fs'), /pure function/],
    ['lsp/format-diagnostics.ts', asType('./types.js')],
    ['lsp/diagnostics.ts', read('node:fs'), /pure function/],
    ['support/diagnostic-text.ts', asType('../lsp/types.js'), /in both packages/],
    ['support/diagnostic-text.ts', read('./escaped.js')],
    ['tools/edit.ts', read('../lsp/launch.js'), /not whom/],
    ['tools/edit.ts', lazy('../lsp/lsp-service-client.js'), /not whom/],
    ['tools/patch/apply.ts', read('../../lsp/sidecar.js'), /not whom/],
    ['tools/edit.ts', read('../lsp/append-diagnostics.js')],
    ['commands/lsp-command.ts', read('node:fs'), /text made from values/],
    ['commands/lsp-command.ts', read('fs/promises'), /text made from values/],
    ['commands/lsp-command.ts', asType('../lsp/types.js')],
    ['config/settings.ts', read('vscode-jsonrpc/node'), /JSON-RPC stays/],
    ['tools/edit.ts', asType('vscode-jsonrpc'), /JSON-RPC stays/],
    ['lsp/sidecar.ts', read('vscode-jsonrpc/node')],
    ['lsp/lsp-service-client.ts', read('vscode-jsonrpc/node')],
  ]);

  inCore.rows('REQ-NAVR-010: whoever starts a host does not load the MCP SDK', [
    ['lsp/nav-tools.ts', read('@modelcontextprotocol/sdk/client/index.js'), /not before/],
    ['config/config.ts', read('../lsp/mcp-session.js'), /not before/],
    ['index.ts', `export { FdTransport } from './lsp/fd-transport.js';`, /not before/],
    ['tools/edit.ts', read('@modelcontextprotocol/sdk/types.js'), /not before/],
    ['lsp/nav-tools.ts', lazy('./mcp-session.js')],
    ['lsp/navigation-tool.ts', asType('@modelcontextprotocol/sdk/types.js')],
    ['lsp/mcp-session.ts', read('@modelcontextprotocol/sdk/client/index.js')],
  ]);

  inCli.rows('layers: the command line takes core as any host does', [
    ['main.ts', read('../../core/src/index.js'), /by its name/],
    ['main.ts', lazy('@vybestack/llxprt-lsp-core/dist/host.js'), /by its name/],
    ['main.ts', read('@vybestack/llxprt-lsp-core')],
  ]);
});

describe('sidecar', () => {
  inSidecar.rows('layers', [
    ['engine/orchestrator.ts', read('../channels/rpc/rpc-channel.ts'), /higher layer/],
    ['engine/orchestrator.ts', lazy('../channels/mcp/mcp-channel.ts'), /higher layer/],
    ['engine/orchestrator.ts', read('../languages/index.ts'), /higher layer/],
    ['engine/session/session.ts', asType('../../languages/rust/cargo.ts'), /higher layer/],
    ['languages/rust/cargo.ts', asType('../../engine/orchestrator.ts'), /higher layer/],
    ['languages/typescript/typescript.ts', read('../../channels/rpc/rpc-channel.ts'), /higher layer/],
    ['channels/tools/lsp/tool.ts', read('../../../languages/index.ts'), /higher layer/],
    ['channels/rpc/rpc-channel.ts', read('../../main.ts'), /higher layer/],
    ['backend/find-server.ts', read('../languages/index.ts'), /higher layer/],
    ['backend/diagnostics/pull.ts', asType('../../engine/session/pool/client-pool.ts'), /higher layer/],
    ['client/lsp-client.ts', read('../engine/session/pool/client-pool.ts'), /higher layer/],
    ['client/process/run.ts', asType('../backend/definition.ts'), /higher layer/],
    ['jsonrpc/connection.ts', read('../client/lsp-client.ts'), /higher layer/],
    ['trace/recorder.ts', inlineType('../jsonrpc/connection.ts'), /higher layer/],
    ['support/log.ts', read('../trace/recorder.ts'), /higher layer/],
    ['types.ts', asType('./support/paths.ts'), /imports nothing/],
    ['engine/disk/texts.ts', asType('../session/session.ts'), /higher room of engine/],
    ['engine/question/check.ts', read('../others/other-files.ts'), /higher room of engine/],
    ['engine/navigate/found.ts', asType('../origins/ledger.ts'), /higher room of engine/],
    ['engine/refactor/move/move.ts', read('../../fixes/fixes.ts'), /higher room of engine/],
    ['engine/session/server/idle.ts', asType('../compiler/run-steps.ts'), /higher room of engine.session/],
    ['engine/session/server/idle.ts', asType('../../session/pool/idle.ts'), /higher room of engine.session/],
    ['engine/others/find-known.ts', asType('../checks.js'), /higher room of engine/],
    ['engine/session/server/idle.ts', read('../../question/check.ts'), /higher room of engine/],
    ['engine/session/session.ts', asType('./pool/client-pool.ts'), /higher room of engine.session/],
    ['engine/origins/ledger.ts', lazy('../orchestrator.ts'), /higher room of engine/],
    ['client/process/run.ts', asType('../protocol/initialize.ts'), /higher room of client/],
    ['client/documents/published.ts', asType('../lsp-client.ts'), /higher room of client/],
    ['engine/fixes/fixes.ts', asType('../../backend/fixes/source.ts')],
    ['engine/session/pool/client-pool.ts', read('../server/server-session.ts')],
    ['engine/refactor/move/move.ts', read('../../navigate/found.ts')],
    ['engine/orchestrator.ts', read('./refactor/rename.ts')],
    ['main.ts', read('./channels/rpc/rpc-channel.ts')],
    ['serve.ts', read('./languages/index.ts')],
    ['engine/orchestrator.ts', read('../backend/find-server.ts')],
    ['languages/rust/cargo.ts', read('../../backend/program/files.ts')],
    ['backend/diagnostics/pull.ts', read('../../client/lsp-client.ts')],
    ['client/lsp-client.ts', read('../jsonrpc/connection.ts')],
    ['engine/orchestrator.ts', asType('vscode-languageserver-protocol'), /edge/],
    ['backend/definition.ts', asType('vscode-languageserver-protocol'), /edge/],
    ['client/lsp-client.ts', read('vscode-languageserver-protocol'), /edge/],
    ['client/lsp-client.ts', asType('vscode-languageserver-protocol')],
    ['backend/diagnostics/pull.ts', asType('vscode-languageserver-protocol')],
    ['client/lsp-client.ts', asType('@vybestack/llxprt-lsp-core'), /another process/],
  ]);

  const ask = (method: string) => `export const y = (c: { ask(m: string): void }) => c.ask('${method}');`;

  inSidecar.rows('REQ-EXCL-010: completion is not asked for', [
    ['client/lsp-client.ts', ask('textDocument/completion'), /No completion/],
    ['engine/orchestrator.ts', ask('textDocument/inlineCompletion'), /No completion/],
    ['client/lsp-client.ts', ask('completionItem/resolve'), /No completion/],
    ['client/lsp-client.ts', ask('textDocument/diagnostic')],
  ]);

  inSidecar.rows('REQ-EXCL-020: code actions are asked for in one place, and nothing is applied', [
    ['client/lsp-client.ts', ask('textDocument/codeAction'), /in backend\/fixes alone/],
    ['languages/go/gopls.ts', ask('codeAction/resolve'), /in backend\/fixes alone/],
    ['backend/fixes/code-actions.ts', ask('textDocument/codeAction')],
    ['backend/fixes/code-actions.ts', ask('textDocument/formatting'), /no formatting/],
  ]);

  inSidecar.rows('REQ-EXCL-030: formatting is not asked for', [
    ['client/lsp-client.ts', ask('textDocument/formatting'), /no formatting/],
    ['client/lsp-client.ts', ask('textDocument/rangeFormatting'), /no formatting/],
    ['main.ts', ask('textDocument/onTypeFormatting'), /no formatting/],
  ]);

  inSidecar.rows('REQ-EXCL-040: nothing polls for diagnostics', [
    ['engine/orchestrator.ts', 'setInterval(() => undefined, 10);', /never by polling/],
    ['backend/diagnostics/push.ts', `import { watch } from 'node:fs'; watch('.');`, /never by polling/],
    ['backend/diagnostics/push.ts', 'setTimeout(() => undefined, 10);'],
  ]);
});

describe('both', () => {
  const anyFile: Row[] = [
    [
      'x.ts',
      `import { readFileSync } from 'node:fs'; export const y = readFileSync;`,
      /no-restricted-(imports|properties)/,
    ],
    [
      'x.ts',
      `import { readFile } from 'node:fs/promises'; export const y = readFile;`,
      /no-restricted-(imports|properties)/,
    ],
    [
      'x.ts',
      `import * as fs from 'node:fs'; export const y = fs.readFileSync('a');`,
      /no-restricted-(imports|properties)/,
    ],
    ['x.ts', `import { statSync } from 'node:fs'; export const y = statSync;`],
    ['support/read-file.ts', `import { readFileSync } from 'node:fs'; export const y = readFileSync;`],
  ];
  inCore.rows('files are read up to a bound', anyFile);
  inSidecar.rows('files are read up to a bound', [
    ...anyFile,
    ['x.ts', `export const y = Bun.file('a');`, /no-restricted-(imports|properties)/],
  ]);

  inCore.rows('REQ-OBS-030: core sends nothing anywhere', [
    ['lsp/launch.ts', read('node:https'), /REQ-OBS-030/],
    ['lsp/launch.ts', `export const y = fetch('x');`, /REQ-OBS-030/],
  ]);

  inCli.rows('REQ-OBS-030: the command line listens in one file, and sends nothing anywhere', [
    ['serve/gateway.ts', read('node:http'), /REQ-OBS-030/],
    ['serve/http-server.ts', `import { request } from 'node:http'; export const y = request;`, /REQ-OBS-030/],
    ['serve/http-server.ts', read('node:net'), /REQ-OBS-030/],
    ['serve/http-server.ts', lazy('node:http'), /REQ-OBS-030/],
    ['serve/upstream.ts', read('@modelcontextprotocol/sdk/client/streamableHttp.js'), /REQ-OBS-030/],
    ['serve/http-server.ts', `import { createServer } from 'node:http'; export const y = createServer;`],
  ]);

  inSidecar.rows('REQ-OBS-030: the sidecar sends nothing anywhere', [
    ['main.ts', read('node:net'), /REQ-OBS-030/],
    ['engine/orchestrator.ts', `export const y = new WebSocket('x');`, /REQ-OBS-030/],
  ]);
});

describe('a retired word is refused as a whole name in the packages that are published', () => {
  for (const place of [inCore, inCli, inPi, inSidecar]) {
    place.rows('retired words', [
      ['x.ts', 'export const said = 1;', /the term is result/],
      ['x.ts', 'export class Said {}', /the term is result/],
      ['x.ts', 'export class A { readonly #led = 1; get a() { return this.#led; } }', /the term is resolved/],
      ['x.ts', 'export const saidBefore = 1;'],
    ]);
  }
});

describe('a retired word is refused in the title of a test', () => {
  const id = ['REQ', 'X', '010'].join('-');
  for (const place of [inTests, inSidecarTests, inLanguages]) {
    place.rows('titles', [
      ['a.test.ts', "test('is told so', () => undefined);", /the term is notified, or reported/],
      ['a.test.ts', `it.skipIf(x)('${id}: hears of it', f);`, /the term is is notified of/],
      ['a.test.ts', "test.each([[1]])('%s: a verdict', f);", /the term is result/],
      ['a.test.ts', 'describe(`a stand-in of ${x}`, f);', /the term is fallback/],
      ['a.test.ts', "onLinux('begins anew', () => undefined);", /the term is again/],
      ['a.test.ts', `cases('${id}: the truth', rows);`, /the term is correct findings/],
      ['a.test.ts', "test('is notified', () => undefined);"],
      ['a.test.ts', "replaced('told', () => undefined); log.on('is told so', () => undefined);"],
      ['a.test.ts', "test('the Debian mirror in %j', f);"],
    ]);
  }
});

describe('all packages', () => {
  const wrong = 'export const y = (x: number) => x == 1;';

  for (const place of [inCore, inTests, inSidecar, inSidecarTests]) {
    place.rows('no comment switches lint off', [
      ['a.ts', `${wrong} // oxlint-disable-line\n`, /Line 1 switches lint off/],
      ['a.ts', `// oxlint-disable-next-line eqeqeq\n${wrong}\n`, /Line 1 switches lint off/],
      ['a.ts', `/* oxlint-disable */\n${wrong}\n`, /Line 1 switches lint off/],
      ['a.ts', `/* oxlint-disable */ /* eslint-disable */\n${wrong}\n`, /Line 1 switches lint off/],
      ['a.ts', `/* oxlint-disable-line */ ${wrong}\n`, /Line 1 switches lint off/],
      ['a.ts', `export const z = 1;\n\n/** eslint-disable eqeqeq */\n${wrong}`, /Line 3 switches lint off/],
      ['a.ts', `export const z = 'oxlint-disable'; // or eslint-disable\n`],
      ['a.ts', `// @ts-ignore\n${wrong}\n`, /ban-ts-comment/],
    ]);

    place.trees('imports in a circle', [
      [{ 'a.ts': read('./b.ts'), 'b.ts': `import { y } from './a.ts'; export const x = y;` }, /no-cycle/],
      [{ 'a.ts': asType('./b.ts'), 'b.ts': `export type { Y as X } from './a.ts';` }, /no-cycle/],
      [
        {
          'a.ts': asType('./b.ts'),
          'b.ts': `export * from './c.ts';`,
          'c.ts': `import { type Y } from './a.ts'; export type X = Y;`,
        },
        /no-cycle/,
      ],
      [
        {
          'a.ts': lazy('./b.ts'),
          'b.ts': `export * from './c/d.ts';`,
          'c/d.ts': `export { y } from '../a.ts';`,
        },
        /circle/,
      ],
      [
        {
          'a.ts': read('./b.ts'),
          'b.ts': lazy('./c.ts').replace('y', 'x'),
          'c.ts': `export { y } from './a.ts';`,
        },
        /circle/,
      ],
      [{ 'a.ts': lazy('./b.ts'), 'b.ts': `export const x = 1;` }],
    ]);
  }
  inCore.trees('imports in a circle, by the names of what is built', [
    [{ 'a.ts': asType('./b.js'), 'b.ts': `export type { Y as X } from './a.js';` }, /no-cycle/],
    [{ 'a.ts': lazy('./b.js'), 'b.ts': `export { y } from './a.js';` }, /circle/],
  ]);

  inCore.rows('what is printed', [['a.ts', `console.error('x');`, /no-console/]]);
  inSidecar.rows('what is printed', [
    ['a.ts', `console.log('x');`, /no-console/],
    ['a.ts', `console.error('x');`],
  ]);
  inSidecarTests.rows('what is printed', [['a.ts', `console.log('x');`]]);

  for (const place of [inCore, inSidecar]) {
    place.rows('names', [
      ['a.ts', 'export const y = (a: number, _b: number) => a;'],
      ['a.ts', 'export const y = (a: number, b: number) => a;', /no-unused-vars/],
      ['a.ts', `import { x } from './b.js'; export const y = (a: x) => a;`, /consistent-type-imports/],
      ['a.ts', 'export const y = (a: any) => String(a);', /no-explicit-any/],
    ]);
  }

  const text = (length: number) => `export const y =\n  '${'x'.repeat(length)}';`;
  const regex = (length: number, flags = '') => `/${'x'.repeat(length - 2 - flags.length)}/${flags}`;
  const table = `[\n  '${'x'.repeat(120)}',\n];`;
  const path = `./${'x'.repeat(110)}.js`;
  const tooWide = /^own\(line-width\): Line [23] has more than 110 columns/;
  for (const place of [inCore, inCli, inPi, inSidecar]) {
    place.rows('no line is wider than 110 columns', [
      ['a.ts', text(105)],
      ['a.ts', text(106), tooWide],
      ['a.ts', `export const y =\n  '${'😀'.repeat(52)}';`],
      ['a.ts', `export const y =\n  '${'😀'.repeat(53)}';`, tooWide],
      ['a.ts', `export const y =\r\n  '${'x'.repeat(105)}';\r\n`],
      ['a.ts', `export const y = 1;\n/** ${'x'.repeat(105)} */`, tooWide],
      ['a.ts', `export const y = \`\n${'x'.repeat(111)}\n\`;`, tooWide],
      // A regular expression is one token, and cannot be broken. What stands beside it can.
      ['a.ts', `export const y =\n  ${regex(108, 'giu')};`],
      ['a.ts', `export const y =\n  ${regex(107)}.test('');`, tooWide],
      ['a.ts', `export const y =\n  ${regex(108)}.test('${'x'.repeat(100)}');`, tooWide],
      ['a.ts', `export const y = [\n  ${regex(60)}, ${regex(60)}];`, tooWide],
      ['a.ts', `export const y =\n  '${regex(120)}';`, tooWide],
      // Nor can a path.
      ['a.ts', `\n${read(path).replace('; ', ';\n')}`],
      ['a.ts', `\nexport { x } from '${path}';`],
      ['a.ts', `\nexport * from '${path}';`],
      ['a.ts', `\nexport * from './b.js'; // ${'x'.repeat(100)}`, tooWide],
      ['a.ts', `\nexport const y = () => import('${path}');`, tooWide],
      // A table is of one statement.
      ['a.ts', `// prettier-ignore\nexport const y = ${table}`],
      ['a.ts', `/* prettier-ignore */\nexport const y = ${table}`],
      ['a.ts', `export const y = {\n  // prettier-ignore\n  a: ${table.slice(0, -1)},\n};`],
      ['a.ts', `// prettier-ignore\nexport const y = 1; export const z = ${table}`, tooWide],
      ['a.ts', `// no prettier-ignore\nexport const y = '${'x'.repeat(111)}';`, tooWide],
    ]);
  }
  inTests.rows('lines of tests', [['a.test.ts', text(111)]]);
  inSidecarTests.rows('lines of tests', [['a.test.ts', text(111)]]);

  inTests.rows('hooks of all files', [
    ['support/a.ts', 'afterAll(() => undefined);', /only the first file/],
    ['support/a.ts', 'export const y = () => { afterAll(() => undefined); };'],
    ['a.test.ts', 'afterAll(() => undefined);'],
  ]);
});
