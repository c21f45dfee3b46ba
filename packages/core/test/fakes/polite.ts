/** Does what the contract says, and shows what it was given. */
import { writeFileSync } from 'node:fs';
import type {
  CheckedProject,
  CheckFileParams,
  CheckParams,
  CheckProjectParams,
  Diagnostic,
  Project,
  ProjectReport,
  ProjectsParams,
  ProposeParams,
} from '../../src/lsp/types.js';
import { connect, endsWhenAsked, serve, startLanguageServer } from './protocol.js';

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
  count: 5,
  origin: 'session',
  related: [{ file: 'lib/ä.ts', line: 1, character: 2, message: '<é>', text: 'x' }],
  fix: { id: 'f1', title: 'one' },
  alternatives: [{ id: 'f2', title: 'another' }],
});

connection.onRequest('lsp/checkFile', (params: CheckFileParams) => [everyField(params)]);
connection.onRequest('lsp/check', (params: CheckParams) => ({
  files: Object.fromEntries(params.files.map((file) => [file.filePath, [everyField(file)]])),
  ...(params.others === true && {
    refused: Object.fromEntries(params.files.map((file) => [file.filePath, JSON.stringify(params)])),
  }),
  others:
    params.others === true
      ? { 'other.ts': params.files.map((file) => ({ ...everyField(file), message: file.before })) }
      : {},
  othersComplete: true,
  servers: [{ id: 'fake', root: '.', outcome: 'complete', ms: 1, version: '1.2.3' }],
  ...(params.counted === true && { knownErrors: 2 }),
  ...(params.origins === true && { open: { 'other.ts': 3 }, formerNames: { 'other.ts': 'ä.ts' } }),
  ...(params.counted === true && {
    uninstalled: [{ manifest: 'ä/package.json', imports: 2, install: 'npm install' }],
    holes: [{ file: 'ä/tsconfig.json', what: 'extends "x"', errors: 1, command: 'npm install' }],
    inPart: { 'other.ts': '<é>' },
    excluded: ['ä.ts'],
    othersPending: true,
    unjudged: [
      {
        id: 'ä',
        language: 'Ä',
        root: 'lib',
        state: 'late',
        waited: 3000,
        reason: 'no',
        files: ['a.ts'],
        judgedByOthers: true,
      },
    ],
    late: { 'b.ts': [everyField({ filePath: 'b.ts', text: 'late' })] },
    found: { written: 12, asked: 10 },
  }),
}));
connection.onRequest('lsp/propose', (params: ProposeParams) => ({
  files: { 'a.ts': [everyField({ filePath: 'a.ts', text: JSON.stringify(params) })] },
  others: {},
  othersComplete: true,
  servers: [{ id: 'fake', root: '.', outcome: 'unavailable', ms: 1, reason: 'it cannot' }],
  solved: { 'b.ts': [everyField({ filePath: 'b.ts', text: 'gone' })] },
}));
connection.onRequest('lsp/session', () => ({
  open: { 'a.ts': [everyField({ filePath: 'a.ts', text: 'broken' })] },
  complete: false,
  pending: true,
}));
const everyPart = (params: ProjectsParams): Required<Project> => ({
  checker: 'tsc',
  language: 'TypeScript',
  root: 'packages/ä b#',
  commands: [['tsc', '--project', JSON.stringify(params)]],
  program: { name: 'tsc', path: '/tsc', version: '5.9.3', origin: 'workspace' },
  reason: 'none',
  install: 'npm install',
});
connection.onRequest('lsp/projects', (params: ProjectsParams) => [everyPart(params)]);
connection.onRequest('lsp/checkProject', (params: CheckProjectParams): Required<ProjectReport> => {
  const judged: Required<CheckedProject> = {
    ...everyPart(params),
    outcome: 'incomplete',
    ms: 12,
    sources: ['ts'],
  };
  return {
    files: { 'a.ts': [everyField({ filePath: 'a.ts', text: 'broken' })] },
    projects: [judged],
    refused: { 'b.ts': 'not a file' },
  };
});
connection.onRequest('lsp/diagnostics', () => ({ 'a.ts': [] }));
connection.onRequest('lsp/diagnosticsAfter', (params: object) => ({ [JSON.stringify(params)]: [] }));
connection.onRequest('lsp/getDiagnosticEpoch', () => 7);
connection.onRequest('lsp/status', (params: object) => [
  {
    id: 'fake',
    serverId: 'fake',
    healthy: true,
    status: 'active',
    language: JSON.stringify(params),
    serverPid,
    root: process.cwd(),
  },
]);
connection.onRequest('lsp/metrics', () => ({
  pid: process.pid,
  uptime: 1,
  memory: 2 ** 20,
  starts: { succeeded: 1, failed: 0, crashed: 0 },
  checks: 0,
  timedOut: 0,
  findings: { total: 0, files: 0, most: [] },
}));
connection.onNotification('lsp/warm', (params: object) => console.error(`warm ${JSON.stringify(params)}`));
endsWhenAsked(connection);

await serve(connection);
// For a host that cannot read yet that it is ready.
writeFileSync('said-ready', '');
