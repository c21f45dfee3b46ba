import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { root, sidecar } from '../lib/paths.mjs';

/** A file that need not exist, the code in it, and a word of the complaint; no word where the code is right. */
type Row = [file: string, code: string, complaint?: RegExp];

/**
 * The rules about imports and syntax, without those that need types: snippets have none.
 */
function linter(folder: string): ESLint {
  return new ESLint({
    cwd: folder,
    overrideConfig: [{ ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] }],
    ruleFilter: ({ ruleId }) => ruleId.includes('restricted'),
  });
}

const core = linter(root);
const lsp = linter(sidecar);

async function check(eslint: ESLint, folder: string, [file, code, complaint]: Row): Promise<void> {
  const [result] = await eslint.lintText(code, { filePath: join(folder, file) });
  const messages = result?.messages.map(({ message }) => message).join('\n');
  if (complaint) expect(messages).toMatch(complaint);
  else expect(messages).toBe('');
}

const inCore = (row: Row) => check(core, join(root, 'packages/core/src'), row);
const inCli = (row: Row) => check(core, join(root, 'packages/cli/src'), row);
const inSidecar = (row: Row) => check(lsp, join(sidecar, 'src'), row);

const read = (from: string) => `import { x } from '${from}'; export const y = x;`;
const lazy = (from: string) => `export const y = () => import('${from}');`;
const asType = (from: string) => `import type { X } from '${from}'; export type Y = X;`;
const inlineType = (from: string) => `export type Y = import('${from}').X;`;

describe('core', () => {
  test.each<Row>([
    ['lsp/launch.ts', read('bun'), /REQ-ARCH-050/],
    ['lsp/launch.ts', read('bun:ffi'), /REQ-ARCH-050/],
    ['tools/edit.ts', lazy('bun'), /REQ-ARCH-050/],
    ['host.ts', inlineType('bun'), /REQ-ARCH-050/],
    ['tools/edit.ts', 'export const y = Bun.version;', /REQ-ARCH-050/],
    ['lsp/launch.ts', read('../../../lsp/src/types.js'), /another process/],
    ['lsp/launch.ts', read('./find-bun.js')],
  ])('REQ-ARCH-050: no Bun in %s: %s', async (...row) => inCore(row));

  test.each<Row>([
    ['lsp/types.ts', asType('../host.js'), /imports nothing/],
    ['lsp/format-diagnostics.ts', read('./launch.js'), /pure function/],
    ['lsp/format-diagnostics.ts', read('node:fs'), /pure function/],
    ['lsp/format-diagnostics.ts', asType('./types.js')],
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
  ])('layers: %s: %s', async (...row) => inCore(row));

  test.each<Row>([
    ['lsp/nav-tools.ts', read('@modelcontextprotocol/sdk/client/index.js'), /not before/],
    ['config/config.ts', read('../lsp/mcp-session.js'), /not before/],
    ['index.ts', `export { FdTransport } from './lsp/fd-transport.js';`, /not before/],
    ['tools/edit.ts', read('@modelcontextprotocol/sdk/types.js'), /not before/],
    ['lsp/nav-tools.ts', lazy('./mcp-session.js')],
    ['lsp/navigation-tool.ts', asType('@modelcontextprotocol/sdk/types.js')],
    ['lsp/mcp-session.ts', read('@modelcontextprotocol/sdk/client/index.js')],
  ])('REQ-NAVR-010: whoever starts a host does not load the MCP SDK: %s: %s', async (...row) => inCore(row));

  test.each<Row>([
    ['main.ts', read('../../core/src/index.js'), /by its name/],
    ['main.ts', lazy('@vybestack/llxprt-lsp-core/dist/host.js'), /by its name/],
    ['main.ts', read('@vybestack/llxprt-lsp-core')],
  ])('layers: the command line takes core as any host does: %s: %s', async (...row) => inCli(row));
});

describe('sidecar', () => {
  test.each<Row>([
    ['engine/orchestrator.ts', read('../channels/rpc/rpc-channel.ts'), /higher layer/],
    ['engine/orchestrator.ts', lazy('../channels/mcp/mcp-channel.ts'), /higher layer/],
    ['engine/orchestrator.ts', read('../languages/index.ts'), /higher layer/],
    ['engine/session/session.ts', asType('../../languages/rust/cargo.ts'), /higher layer/],
    ['languages/rust/cargo.ts', asType('../../engine/orchestrator.ts'), /higher layer/],
    ['languages/typescript/typescript.ts', read('../../channels/rpc/rpc-channel.ts'), /higher layer/],
    ['channels/tools/lsp/tool.ts', read('../../../languages/index.ts'), /higher layer/],
    ['channels/rpc/rpc-channel.ts', read('../../main.ts'), /higher layer/],
    ['backend/find-server.ts', read('../languages/index.ts'), /higher layer/],
    ['backend/diagnostics/pull.ts', asType('../../engine/session/client-pool.ts'), /higher layer/],
    ['client/lsp-client.ts', read('../engine/session/client-pool.ts'), /higher layer/],
    ['client/run.ts', asType('../backend/definition.ts'), /higher layer/],
    ['jsonrpc/connection.ts', read('../client/lsp-client.ts'), /higher layer/],
    ['trace/recorder.ts', inlineType('../jsonrpc/connection.ts'), /higher layer/],
    ['support/log.ts', read('../trace/recorder.ts'), /higher layer/],
    ['types.ts', asType('./support/paths.ts'), /imports nothing/],
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
  ])('layers: %s: %s', async (...row) => inSidecar(row));

  const ask = (method: string) => `export const y = (c: { ask(m: string): void }) => c.ask('${method}');`;

  test.each<Row>([
    ['client/lsp-client.ts', ask('textDocument/completion'), /No completion/],
    ['engine/orchestrator.ts', ask('textDocument/inlineCompletion'), /No completion/],
    ['client/lsp-client.ts', ask('completionItem/resolve'), /No completion/],
    ['client/lsp-client.ts', ask('textDocument/diagnostic')],
  ])('REQ-EXCL-010: completion is not asked for in %s: %s', async (...row) => inSidecar(row));

  test.each<Row>([
    ['client/lsp-client.ts', ask('textDocument/codeAction'), /in backend\/fixes alone/],
    ['languages/go/gopls.ts', ask('codeAction/resolve'), /in backend\/fixes alone/],
    ['backend/fixes/code-actions.ts', ask('textDocument/codeAction')],
    ['backend/fixes/code-actions.ts', ask('textDocument/formatting'), /no formatting/],
  ])('REQ-EXCL-020: code actions are asked for in one place, and nothing is applied: %s: %s', async (...row) => inSidecar(row));

  test.each<Row>([
    ['client/lsp-client.ts', ask('textDocument/formatting'), /no formatting/],
    ['client/lsp-client.ts', ask('textDocument/rangeFormatting'), /no formatting/],
    ['main.ts', ask('textDocument/onTypeFormatting'), /no formatting/],
  ])('REQ-EXCL-030: formatting is not asked for in %s: %s', async (...row) => inSidecar(row));

  test.each<Row>([
    ['engine/orchestrator.ts', 'setInterval(() => undefined, 10);', /never by polling/],
    ['backend/diagnostics/push.ts', `import { watch } from 'node:fs'; watch('.');`, /never by polling/],
    ['backend/diagnostics/push.ts', 'setTimeout(() => undefined, 10);'],
  ])('REQ-EXCL-040: nothing polls for diagnostics in %s: %s', async (...row) => inSidecar(row));
});

describe('both', () => {
  test.each<Row>([
    ['lsp/launch.ts', read('node:https'), /REQ-OBS-030/],
    ['lsp/launch.ts', `export const y = fetch('x');`, /REQ-OBS-030/],
  ])('REQ-OBS-030: core sends nothing anywhere: %s: %s', async (...row) => inCore(row));

  test.each<Row>([
    ['serve/gateway.ts', read('node:http'), /REQ-OBS-030/],
    ['serve/http-server.ts', `import { request } from 'node:http'; export const y = request;`, /REQ-OBS-030/],
    ['serve/http-server.ts', read('node:net'), /REQ-OBS-030/],
    ['serve/http-server.ts', lazy('node:http'), /REQ-OBS-030/],
    ['serve/upstream.ts', read('@modelcontextprotocol/sdk/client/streamableHttp.js'), /REQ-OBS-030/],
    ['serve/http-server.ts', `import { createServer } from 'node:http'; export const y = createServer;`],
  ])('REQ-OBS-030: the command line listens in one file, and sends nothing anywhere: %s: %s', async (...row) => inCli(row));

  test.each<Row>([
    ['main.ts', read('node:net'), /REQ-OBS-030/],
    ['engine/orchestrator.ts', `export const y = new WebSocket('x');`, /REQ-OBS-030/],
  ])('REQ-OBS-030: the sidecar sends nothing anywhere: %s: %s', async (...row) => inSidecar(row));
});

test('a retired word is refused as a name in the packages that are published, and as a part of one it is not', async () => {
  const [whole, part]: [Row, Row] = [['x.ts', 'export const said = 1;', /the term is result/], ['x.ts', 'export const saidBefore = 1;']];
  const inPi = (row: Row) => check(core, join(root, 'packages/pi-extension/src'), row);
  for (const inPackage of [inCore, inCli, inPi, inSidecar]) {
    await inPackage(whole);
    await inPackage(part);
  }
});
