/** Does what the contract says, and shows what it was given. */
import type { CheckFileParams, CheckParams, Diagnostic } from '../../src/lsp/types.js';
import { connect, serve, startLanguageServer } from './protocol.js';

const connection = connect();
const serverPid = startLanguageServer();

console.error(`DO_NOT_TRACK=${process.env['DO_NOT_TRACK'] ?? ''}`);

const everyField = (params: CheckFileParams): Diagnostic => ({
  file: params.filePath,
  line: 3,
  character: 7,
  endLine: 4,
  endCharacter: 1,
  severity: 'error',
  message: params.text ?? process.env['LSP_BOOTSTRAP'] ?? '',
  code: 'TS2322',
  source: 'ts',
});

connection.onRequest('lsp/checkFile', (params: CheckFileParams) => [everyField(params)]);
connection.onRequest('lsp/check', (params: CheckParams) => ({
  files: Object.fromEntries(params.files.map((file) => [file.filePath, [everyField(file)]])),
  ...(params.others === true && { refused: Object.fromEntries(params.files.map((file) => [file.filePath, JSON.stringify(params)])) }),
  others: params.others === true ? { 'other.ts': params.files.map((file) => ({ ...everyField(file), message: file.before })) } : {},
  othersComplete: true,
  servers: [{ id: 'fake', root: '.', outcome: 'complete', ms: 1 }],
}));
connection.onRequest('lsp/diagnostics', () => ({ 'a.ts': [] }));
connection.onRequest('lsp/diagnosticsAfter', (params: object) => ({ [JSON.stringify(params)]: [] }));
connection.onRequest('lsp/getDiagnosticEpoch', () => 7);
connection.onRequest('lsp/status', (params: object) => [
  { id: 'fake', status: 'active', language: JSON.stringify(params), serverPid, root: process.cwd() },
]);
connection.onNotification('lsp/warm', ({ filePath }: { filePath: string }) => console.error(`warm ${filePath}`));
connection.onRequest('lsp/shutdown', () => {
  setImmediate(() => process.exit(0));
  return null;
});

await serve(connection);
