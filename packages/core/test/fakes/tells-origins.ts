/** A line with ERROR is an error. It knows which ones a session has caused: those that were not in the text before a file's first change. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type {
  CheckFileParams,
  CheckParams,
  CheckReport,
  Diagnostic,
  Origin,
  SessionReport,
} from '../../src/lsp/types.js';
import { connect, endsWhenAsked, serve } from './protocol.js';

const { workspaceRoot } = JSON.parse(process.env['LSP_BOOTSTRAP'] ?? '') as { workspaceRoot: string };
const errorsIn = (text: string): string[] => text.split('\n').filter((line) => line.includes('ERROR'));
const onDisk = (file: string): string => readFileSync(resolve(workspaceRoot, file), 'utf8');

/** Of each file that was changed, its errors before the first change and after the last one. */
const known = new Map<string, { before: string[]; last: string[] }>();

function findings(file: string, originOf: (message: string) => Origin | undefined): Diagnostic[] {
  return onDisk(file)
    .split('\n')
    .flatMap((message, index) => {
      const origin = originOf(message);
      return errorsIn(message).map(() => ({
        file,
        line: index + 1,
        character: 1,
        severity: 'error' as const,
        message,
        ...(origin && { origin }),
      }));
    });
}

/** What the session has caused, by file. */
function open(): Record<string, Diagnostic[]> {
  const byFile = [...known].map(
    ([file, { before }]) =>
      [
        file,
        findings(file, (message) => (before.includes(message) ? 'before' : 'session')).filter(
          ({ origin }) => origin === 'session',
        ),
      ] as const,
  );
  return Object.fromEntries(byFile.filter(([, found]) => found.length > 0));
}

function check(file: string, { before, created }: CheckFileParams, origins: boolean): Diagnostic[] {
  const { before: base, last } = known.get(file) ?? {
    before: errorsIn(created === true ? '' : (before ?? '')),
    last: [],
  };
  known.set(file, { before: base, last: errorsIn(onDisk(file)) });
  return findings(file, (message) =>
    !origins ? undefined : base.includes(message) ? 'before' : last.includes(message) ? 'session' : 'edit',
  );
}

const connection = connect();
connection.onRequest('lsp/check', ({ files, origins = false }: CheckParams): CheckReport => {
  const standing = Object.entries(open()).map(
    ([file, found]) =>
      [file, found.filter(({ message }) => known.get(file)?.last.includes(message)).length] as const,
  );
  const checked = files.map((params) => [relative(workspaceRoot, params.filePath), params] as const);
  return {
    files: Object.fromEntries(checked.map(([file, params]) => [file, check(file, params, origins)])),
    others: {},
    othersComplete: true,
    servers: [],
    ...(origins && { open: Object.fromEntries(standing.filter(([, errors]) => errors > 0)) }),
  };
});
connection.onRequest('lsp/session', (): SessionReport => ({ open: open(), complete: true }));
connection.onRequest('lsp/metrics', () => ({
  pid: process.pid,
  uptime: 1,
  memory: 1,
  starts: { succeeded: 0, failed: 0, crashed: 0 },
  checks: 0,
  timedOut: 0,
  findings: { total: 0, files: 0, most: [] },
  open: { errors: Object.values(open()).flat().length, files: Object.keys(open()).length },
}));
connection.onRequest('lsp/status', () => [{ id: 'fake', status: 'active', language: 'fake' }]);
endsWhenAsked(connection);
await serve(connection);
